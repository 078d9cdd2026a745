"""The first screen: everything the house offers, one key each."""

from textual.app import ComposeResult

from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu


class HomeScreen(OdinScreen[None]):
    """The way in, and the place one comes back to."""

    def compose(self) -> ComposeResult:
        yield Menu(Item("play", "Play now"))
        yield KeyFooter()

    async def on_menu_chosen(self) -> None:
        await self.odin.open_table(self.odin.settings.last_table)
