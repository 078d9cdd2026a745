"""What a house offers to one alone, for those who came through the hall."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from odin_tui.keys import binding
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.menu import Item, Menu

PLACES = {
    "lesson": ("Lesson", "learn the game by playing it"),
    "rules": ("Rules", "how the game is played"),
    "replays": ("Replays", "your finished matches"),
    "statistics": ("Statistics", "what you have achieved"),
}


class MoreMenuScreen(OdinModal[None]):
    """A small menu over the hall."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "back", "back")]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = """
    MoreMenuScreen { align: center middle; }
    MoreMenuScreen > Vertical {
        width: 56; max-width: 100%; height: auto; padding: 1 1;
        border: round $foreground; background: $background;
    }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Menu(*(Item(name, *words) for name, words in PLACES.items()))

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Go there; the hall is what one comes back to."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        app = self.app
        self.dismiss()
        if isinstance(app, OdinApp):
            await app.go(message.item.id)

    def action_back(self) -> None:
        """Go back to the hall."""
        self.dismiss()
