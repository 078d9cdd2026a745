"""A menu of what somebody in the hall can do alone."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Dialog

PLACES = {
    "lesson": (N_("Lesson"), N_("learn the game by playing it")),
    "rules": (N_("Rules"), N_("how the game is played")),
    "puzzles": (N_("Puzzles"), N_("find the best move")),
    "replays": (N_("Replays"), N_("your finished matches")),
    "statistics": (N_("Statistics"), N_("what you have achieved")),
    "leaderboard": (N_("Leaderboard"), N_("the strongest players")),
}


class MoreMenuScreen(OdinModal[None]):
    """A small menu over the hall."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "back", N_("back"))]
    AUTO_FOCUS = "Menu"

    def compose(self) -> ComposeResult:
        items = (
            Item(name, self.tr.gettext(title), self.tr.gettext(words))
            for name, (title, words) in PLACES.items()
        )
        with Dialog():
            yield Static(self.tr.gettext("More"), classes="question", markup=False)
            yield Menu(*items)

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
