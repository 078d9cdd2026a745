"""The last line: what can be done now, and with which key; or news, for a moment."""

import re
from collections.abc import Iterator

from rich.cells import cell_len
from textual.events import Click
from textual.screen import Screen
from textual.timer import Timer

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.labels import KEY
from odin_tui.key_hints import Hint, hints_of
from odin_tui.languages.session import translations_of

WIDE = 91
"""The columns from which there is a gap between two hints."""
NEWS_STYLE, LABEL_STYLE = "bold $foreground", "$quiet"
NEWS_MARK = "▌"
MOST_LINES = 3
"""The lines that news may take."""


def wrapped(news: str, width: int) -> list[str]:
    """Return news in lines, broken between words; a path that is too long after a slash."""
    lines = [""]
    for word in news.split():
        pieces = (
            re.findall(r"[/\\]*[^/\\]+[/\\]?|[/\\]+", word) if cell_len(word) > width else [word]
        )
        for number, piece in enumerate(pieces):
            gap = " " if number == 0 and lines[-1] else ""
            if lines[-1] and cell_len(lines[-1] + gap + piece) > width:
                lines.append("")
                gap = ""
            lines[-1] += gap + piece
    return lines


class KeyFooter(CanvasWidget):
    """Shows the screen's active bindings on one line; each can be clicked.

    Bindings that share their label are shown together: ←→ move. News takes their place for a
    while, on more lines if it needs them: here it covers nothing, as a toast would.
    """

    DEFAULT_CSS = "KeyFooter { dock: bottom; height: 1; width: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._hints: tuple[Hint, ...] = ()
        self.news = ""
        """What is told just now instead of the keys; empty if nothing is."""
        self._lines = [""]
        self._forget: Timer | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._look_again)
        self._hints = tuple(self._find())

    def tell(self, news: str, seconds: float) -> bool:
        """Show news for so long, instead of any older; return False if there is no room for it."""
        lines = wrapped(news, self.room_for_news)
        if len(lines) > MOST_LINES:
            return False
        if self._forget is not None:
            self._forget.stop()
        self._forget = self.set_timer(seconds, self._keys_again)
        self.news = news
        self._show_lines(lines)
        return True

    def _keys_again(self) -> None:
        self.news, self._forget = "", None
        self._show_lines([""])

    def _show_lines(self, lines: list[str]) -> None:
        self._lines = lines
        self.styles.height = len(lines)
        self.refresh()

    def on_resize(self) -> None:
        """Break news anew where the width has changed."""
        if self.news:
            self._show_lines(wrapped(self.news, self.room_for_news)[:MOST_LINES])

    @property
    def room_for_news(self) -> int:
        """How long news may be; the way to all keys stays."""
        keys = self._hints[-1].width if self._hints else 0
        return self.size.width - len(NEWS_MARK) - 1 - keys

    @property
    def _gap(self) -> int:
        return int(self.size.width >= WIDE)

    def _look_again(self, screen: Screen[object]) -> None:
        if not self.is_attached or screen is not self.screen:
            return
        hints = tuple(self._find())
        if hints != self._hints:
            self._hints = hints
            self.refresh()

    def _find(self) -> Iterator[Hint]:
        if self.app.screen_stack:
            # Otherwise one screen is just replacing another; news that it is there will follow.
            yield from hints_of(self.screen, translations_of(self))

    def _fitting(self) -> list[Hint]:
        """Return what there is room for; the last, which leads to all keys, always stays."""
        if not self._hints:
            return []
        *hints, last = self._hints
        if self.news:
            return [last]
        width, shown = self.size.width - last.width, list[Hint]()
        for hint in hints:
            width -= hint.width + self._gap
            if width < 0:
                break
            shown.append(hint)
        return [*shown, last]

    @property
    def _first(self) -> int:
        """The column in which the keys begin."""
        return cell_len(NEWS_MARK + self._lines[-1]) + 1 if self.news else 0

    def draw(self) -> Canvas:
        """Write the news and the keys, or the keys alone."""
        canvas = Canvas(*self.size)
        if self.news:
            for y, line in enumerate(self._lines):
                canvas.put(0, y, NEWS_MARK + line, NEWS_STYLE)
        x, last = self._first, len(self._lines) - 1
        for hint in self._fitting():
            cap = f" {hint.key_names} "
            canvas.put(x, last, cap, KEY)
            canvas.put(x + cell_len(cap), last, f" {hint.words} ", LABEL_STYLE)
            x += hint.width + self._gap
        return canvas

    def on_click(self, event: Click) -> None:
        """Press the key whose words were clicked."""
        if event.y < len(self._lines) - 1:
            return
        x = event.x - self._first
        for hint in self._fitting():
            if 0 <= x < hint.width:
                self.app.simulate_key(hint.keys[0])
                return
            x -= hint.width + self._gap
