"""The line that says what is asked of the player, with words at its end that can be clicked."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len
from textual.events import Click, Leave, MouseMove
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import TextLine
from odin_tui.widgets.action_link import put_link, run_action_above


class Word(NamedTuple):
    """A word that stands for an action."""

    text: str
    action: str
    main: bool = False
    """Whether it is what the reader most likely wants."""
    possible: bool = True
    """False if it does nothing now."""

    @property
    def columns(self) -> int:
        """The columns it takes with the blank before it."""
        return cell_len(self.text) + 3


class TaskLine(TextLine):
    """A line of text, and the words that can be clicked at its right end.

    The words are no widgets: whenever one of those came or went, all of the screen would be laid
    out anew, for everybody at every turn.
    """

    words: reactive[tuple[Word, ...]] = reactive(())
    """The words from left to right."""
    _hovered: reactive[str] = reactive("")
    """The action of the word under the mouse."""

    @property
    def taken(self) -> int:
        """The columns that the words take, and the blank behind them."""
        return sum(word.columns for word in self.words) + 1

    def places(self) -> Iterator[tuple[Word, int]]:
        """Yield every word with the column in which it begins."""
        x = self.outer_size.width - self.taken
        for word in self.words:
            yield word, x + 1
            x += word.columns

    def draw(self) -> Canvas:
        """Write the text, with an ellipsis where it is too long, and the words."""
        canvas = Canvas(*self.size)
        room = max(canvas.width - self.taken, 0)
        canvas.put_content(0, 0, self.said.truncate(room, ellipsis=True))
        shades = not (self.app.native_ansi_color or self.app.no_color)
        for word, x in self.places():
            hovered = word.action == self._hovered
            look = {"main": word.main, "possible": word.possible, "hovered": hovered}
            put_link(canvas, x, word.text, shades=shades, **look)
        return canvas

    def _word_at(self, x: int) -> Word | None:
        spans = ((word, range(start, start + word.columns - 1)) for word, start in self.places())
        return next((word for word, span in spans if x in span), None)

    def on_mouse_move(self, event: MouseMove) -> None:
        word = self._word_at(event.x)
        self._hovered = word.action if word is not None else ""

    def on_leave(self, _event: Leave) -> None:
        self._hovered = ""

    async def on_click(self, event: Click) -> None:
        """Do what the word that was clicked stands for, if it can be done now."""
        word = self._word_at(event.x)
        if word is None:
            return
        event.stop()
        if word.possible:
            await run_action_above(self, word.action)
