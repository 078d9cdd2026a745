"""The table of Odin as one sees it from a chair."""

from typing import Any, ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from odin_engine.odin.moves import Move
from odin_server.hall import TableView


class Board(Widget, can_focus=True):
    """Plates above, the set in the middle, the own hand below; attributes down, messages up."""

    BINDINGS: ClassVar[list[BindingType]] = []

    table_view: reactive[TableView | None] = reactive(None)
    """What the chair sees now."""

    class Chosen(Message):
        """The player has decided on a move, meant for the turn the view shows."""

        def __init__(self, move: Move, turn: int) -> None:
            super().__init__()
            self.move, self.turn = move, turn

    def refuse(self, sentence: str) -> None:
        """Show why the table turned the last wish down."""

    def show_hint(self, move: Any, reason: str) -> None:
        """Show what a good player would do here, and why."""
