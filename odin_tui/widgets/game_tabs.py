"""The games side by side; the chosen one stands out, and a click chooses another."""

from collections.abc import Iterator

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_tui.catalogue import PLAYABLE, game_title
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.labels import TAG

OTHER = "$quiet on $plate"
LEFT, GAP = 4, 2


class GameTabs(CanvasWidget):
    """One tab for every game that can be played."""

    DEFAULT_CSS = "GameTabs { width: 100%; height: 1; }"

    chosen: reactive[str] = reactive("")
    """The game that is chosen."""

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    def __init__(self, chosen: str) -> None:
        super().__init__()
        self.set_reactive(GameTabs.chosen, chosen)

    def _tabs(self) -> Iterator[tuple[int, str, str]]:
        """Return the column, the game and the text of each tab."""
        x = LEFT
        for name in PLAYABLE:
            title = game_title(name)
            # Brackets tell the chosen tab where there are no colours.
            text = f"[ {title} ]" if name == self.chosen and self._few else f"  {title}  "
            yield x, name, text
            x += cell_len(text) + GAP

    @property
    def _few(self) -> bool:
        return self.app.no_color

    def draw(self) -> Canvas:
        """Write the names of the games."""
        canvas = Canvas(*self.size)
        for x, name, text in self._tabs():
            canvas.put(x, 0, text, TAG if name == self.chosen else OTHER)
        return canvas

    def on_click(self, event: Click) -> None:
        """Choose the game that was clicked."""
        event.stop()
        for x, name, text in self._tabs():
            if x <= event.x < x + cell_len(text):
                self.post_message(self.Chosen(name))
