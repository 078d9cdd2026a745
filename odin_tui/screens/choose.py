"""A small window with a question and more than two answers."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.widgets import Static

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import FRAME, Dialog

WIDTH = 56


class ChooseScreen(OdinModal[str | None]):
    """Closes with the id of the chosen item, or with None for Escape; item keys choose too."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "cancel", N_("back"))]

    def __init__(self, question: str, details: str, *items: Item) -> None:
        super().__init__()
        self._question, self._details, self._items = question, details, items

    def menu(self) -> Menu:
        """Return the menu of the answers."""
        return Menu(*self._items)

    def compose(self) -> ComposeResult:
        menu = self.menu()
        with Dialog() as box:
            box.styles.width = max(WIDTH, menu.columns_needed + FRAME)
            yield Static(self._question, classes="question", markup=False)
            if self._details:
                yield Static(self._details, classes="details", markup=False)
            yield menu

    def on_key(self, event: Key) -> None:
        """Choose the item whose key this is."""
        for item in self._items:
            if event.character and event.character == item.key:
                event.stop()
                self.dismiss(item.id)
                return

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        self.dismiss(message.item.id)

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
