"""All keys of a screen."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen, Screen

from odin_tui.keys import binding
from odin_tui.widgets.menu import Item, Menu


class KeysScreen(ModalScreen[None]):
    """Lists what every key does on the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "dismiss", "back")]

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self._below = screen

    def compose(self) -> ComposeResult:
        bindings = self._below.active_bindings.items()
        yield Menu(*(Item(key, key, each.binding.description) for key, each in bindings))
