"""What the table screen knows of a game's board; every game has its own."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from odin_server.hall.views import TableView
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.settings import Settings
from odin_tui.textual_internals import QuickPump


class GameBoard(QuickPump, Widget, can_focus=True):
    """A match from one chair: attributes down, messages up."""

    DEFAULT_CSS = "GameBoard { height: 1fr; }"

    table_view: reactive[TableView | None] = reactive(None, repaint=False)
    """What the chair sees now."""
    settings: reactive[Settings] = reactive(Settings, init=False, repaint=False)
    """What the player has set."""

    lesson_marks: reactive[tuple[str, ...]] = reactive((), repaint=False)
    """What a lesson speaks of at this step, for boards that can mark it."""

    class Chosen(Message):
        """The player has decided on a move, meant for the turn the view shows."""

        def __init__(self, move: Any, turn: int) -> None:
            super().__init__()
            self.move, self.turn = move, turn

    class Preferred(Message):
        """The player has changed something at the table that is kept in the settings."""

        def __init__(self, settings: Settings) -> None:
            super().__init__()
            self.settings = settings

    class SeatWanted(Message):
        """The player wants the seat back from the bot that plays it."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__()
        self.now = now
        """The hall's time, by which deadlines in a view are meant."""
        self.by_itself = True
        """Whether the board may make moves that were planned or are forced; not in a lesson."""

    def watch_has_focus(self, _has_focus: bool) -> None:  # noqa: FBT001 - as Textual calls it
        """Look the same: Textual would work out the style of every part of the board anew."""

    @property
    def waits_for_move(self) -> bool:
        """Return whether the board shows the table, and not the end of something."""
        return True

    @abstractmethod
    def paint(self) -> None:
        """Show everything as it is now; a board on a covered screen need not."""

    def retranslate(self) -> None:
        """Write everything in the session's language, which has changed."""
        for widget in self.query(CanvasWidget):
            widget.refresh()
        self.paint()

    @property
    def rows_to_keep(self) -> int:
        """The rows at the bottom that a panel over the board should not cover."""
        return 0

    @abstractmethod
    def refuse(self, sentence: str) -> None:
        """Show why the table refused the last request."""

    def tell(self, sentence: str) -> None:
        """Show a sentence where refusals are shown, until the player goes on."""
        self.refuse(sentence)

    @abstractmethod
    def show_hint(self, move: Any, reasons: Sequence[str]) -> None:
        """Show what a good player would do here, and why, as far as there is room."""
