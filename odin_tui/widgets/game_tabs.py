"""The games, each with a sentence; the chosen one stands out, a click chooses another."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from odin_tui.catalogue import PLAYABLE, game_title
from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.labels import TAG
from odin_tui.game_ui import game_ui
from odin_tui.languages.session import translations_of

OTHER = "$quiet on $plate"
LEFT, GAP = 4, 2
ROWS_FOR_SENTENCES = 24
"""The rows of a terminal from which there is room for what the games are."""


class Tab(NamedTuple):
    """Where the name of a game stands."""

    x: int
    y: int
    game: str
    text: str


class GameTabs(CanvasWidget):
    """One tab for every game that can be played: in a row, or one below the other."""

    DEFAULT_CSS = "GameTabs { width: 100%; height: auto; }"

    chosen: reactive[str] = reactive("", layout=True)
    """The game that is chosen."""
    introduces: reactive[bool] = reactive(default=False, layout=True)
    """Whether every game is introduced, and not only the chosen one."""

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    def __init__(
        self, chosen: str, *, introduces: bool = False, rows: int = ROWS_FOR_SENTENCES
    ) -> None:
        """Take the chosen game, and the rows of a terminal from which there are sentences."""
        super().__init__()
        self._rows = rows
        self.set_reactive(GameTabs.chosen, chosen)
        self.set_reactive(GameTabs.introduces, introduces)

    def _label(self, name: str) -> str:
        title = game_title(name)
        # Brackets tell the chosen tab where there are no colours.
        return f"[ {title} ]" if name == self.chosen and self.app.no_color else f"  {title}  "

    @property
    def has_room(self) -> bool:
        """Whether there is room to say what the games are."""
        return self.app.size.height >= self._rows

    def _sentence(self, name: str, width: int) -> list[Content]:
        about = game_ui(name).about
        if not about or not self.has_room:
            return []
        said = Content.styled(translations_of(self).gettext(about), "$quiet")
        return wrapped([said], max(width - 1, 1))

    def _laid_out(self, width: int) -> Iterator[tuple[Tab, list[Content], int]]:
        """Yield the tabs, with what is said of their games, and in which column."""
        if not (self.introduces and self.has_room):
            x = LEFT
            for name in PLAYABLE:
                tab = Tab(x, 0, name, self._label(name))
                said = self._sentence(name, width - LEFT) if name == self.chosen else []
                yield tab, said, LEFT
                x += cell_len(tab.text) + GAP
            return
        column = LEFT + GAP + max(cell_len(self._label(name)) for name in PLAYABLE)
        y = 0
        for name in PLAYABLE:
            said = self._sentence(name, width - column)
            yield Tab(LEFT, y, name, self._label(name)), said, column
            y += max(len(said), 1)

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """Return the rows that the tabs and the sentences need."""
        below = 0 if self.introduces and self.has_room else 1
        return max(
            tab.y + max(len(said) + below if said else 0, 1)
            for tab, said, _ in self._laid_out(width)
        )

    def draw(self) -> Canvas:
        """Write the names of the games, and what they are."""
        canvas = Canvas(*self.size)
        for tab, said, column in self._laid_out(canvas.width):
            canvas.put(tab.x, tab.y, tab.text, TAG if tab.game == self.chosen else OTHER)
            first = tab.y if column > LEFT else tab.y + 1
            for y, line in enumerate(said, first):
                canvas.put_content(column, y, line)
        return canvas

    def on_click(self, event: Click) -> None:
        """Choose the game that was clicked."""
        event.stop()
        for tab, said, column in self._laid_out(self.size.width):
            rows = range(tab.y, tab.y + (max(len(said), 1) if column > LEFT else 1))
            end = self.size.width if column > LEFT else tab.x + cell_len(tab.text)
            if event.y in rows and tab.x <= event.x < end:
                self.post_message(self.Chosen(tab.game))
