"""What was said, the newest line always in sight."""

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.reactive import reactive

from odin_server.hall import Announcement, ChatEntry, ChatLine, ChatNotice
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.languages.session import translations_of
from odin_tui.messages import notice_text

MARK = "▌"
"""Stands at the left of every row of an announcement."""


class ChatLog(CanvasWidget):
    """The newest lines that fit, at the bottom; an announcement stays above them."""

    lines: reactive[tuple[ChatEntry, ...]] = reactive(())
    """What was said, the oldest line first."""
    pinned: reactive[Announcement | None] = reactive(None)
    """An announcement that stays in sight, whatever is said after it."""
    back: reactive[int] = reactive(0)
    """How many rows the reader has gone back to older lines."""

    def __init__(self, *, most_rows: int = 0, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        """Cut a line after so many rows, so that one person does not fill it all; 0 never does."""
        super().__init__(id=id)
        self._most_rows = most_rows

    def look_back(self, pages: int) -> None:
        """Go so many pages back, or forward again if that is negative."""
        room = self.size.height - len(self._announced(self.size.height))
        oldest = max(len(self._rows()) - room, 0)
        self.back = min(max(self.back + pages * max(room - 1, 1), 0), oldest)

    def draw(self) -> Canvas:
        """Write from the bottom up."""
        width, height = self.size
        canvas = Canvas(width, height)
        above = self._announced(height)
        for y, row in enumerate(above):
            canvas.put_content(0, y, row)
        room = height - len(above)
        rows = self._rows()
        end = max(len(rows) - self.back, min(room, len(rows)))
        shown = rows[max(end - room, 0) : end] if room > 0 else []
        for y, row in enumerate(shown, height - len(shown) if above else 0):
            canvas.put_content(0, y, row)
        return canvas

    def _announced(self, height: int) -> list[Content]:
        """Return the rows of the announcement: at most half of all."""
        if self.pinned is None:
            return []
        return _cut(list(self._wrapped(self.pinned)), max(height // 2, 1))

    def _rows(self) -> list[Content]:
        return [
            row
            for line in self.lines
            if line != self.pinned
            for row in _cut(list(self._wrapped(line)), self._most_rows)
        ]

    def _wrapped(self, line: ChatEntry) -> Iterator[Content]:
        width = max(self.size.width, 2)
        match line:
            case ChatLine(name=name, text=text):
                yield from Content.assemble((f"{name}  ", "bold"), text).wrap(width)
            case ChatNotice(notice=notice):
                text = notice_text(notice, translations_of(self))
                yield from Content.assemble(("·  ", "bold"), text).wrap(width)
            case Announcement(text=text):
                for row in Content(text).wrap(max(width - 2, 2)):
                    yield Content.assemble((f"{MARK} {row.plain}", "bold $your-turn"))


def _cut(rows: Sequence[Content], most: int) -> list[Content]:
    """Cut rows after so many, with a sign that there are more; 0 cuts none."""
    if not most or len(rows) <= most:
        return list(rows)
    last = rows[most - 1]
    return [*rows[: most - 1], Content.assemble(last, "…")]
