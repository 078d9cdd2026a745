"""The matches that wait to be continued."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import ScreenResume
from textual.widgets import Static

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_server.hall.sights import TableListing
from odin_tui.ago import ago
from odin_tui.keys import binding
from odin_tui.screens.confirm import ConfirmScreen
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu


class UnfinishedScreen(OdinScreen[None]):
    """A list, the newest first: Enter continues a match, Delete gives it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("list.give_up", "give_up", "give up"),
        binding("back", "back", "back"),
    ]
    AUTO_FOCUS = "Menu"

    DEFAULT_CSS = """
    UnfinishedScreen { align: center middle; }
    UnfinishedScreen > Vertical { width: 76; max-width: 100%; height: 100%; max-height: 26; }
    UnfinishedScreen #heading { height: 1; text-style: bold; margin: 0 3; }
    UnfinishedScreen #under { height: 1; margin: 0 3; color: $line; }
    UnfinishedScreen Menu { height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("Continue a match", id="heading")
            yield Static("─" * 200, id="under")
            yield Menu(*self._items())
        yield KeyFooter()

    def _items(self) -> list[Item]:
        odin = self.odin
        now = odin.hall.now()
        return [
            Item(table.code, _title(table), f"{table.code}   {ago(now - table.last_at)}")
            for table in odin.hall.unfinished(odin.player)
        ]

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Show the list as it is now; go back when it is empty."""
        self._show()

    def _show(self) -> None:
        items = self._items()
        if items:
            self.query_one(Menu).show(items)
        elif self.app.screen is self:
            self.dismiss()

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Sit down at the table again."""
        await self.odin.continue_table(message.item.id)

    def action_give_up(self) -> None:
        """Ask whether the match under the cursor may be closed for good."""
        menu = self.query_one(Menu)
        item = menu.items[menu.here]

        async def decide(yes: bool | None) -> None:  # noqa: FBT001 - an answer is a truth
            if yes:
                await self._close(item.id)

        question = ConfirmScreen(
            "Give this match up?",
            f"{item.title}. It will not count, and cannot be continued.",
            yes="Give it up",
            no="Keep it",
            careful=True,
        )
        self.app.push_screen(question, decide)

    async def _close(self, code: str) -> None:
        try:
            chair = await self.odin.hall.sit(self.odin.player, code)
            await chair.close_table()
        except Refusal as refusal:
            self.odin.complain(refusal)
        self._show()

    def action_back(self) -> None:
        """Go back home."""
        self.dismiss()


def _title(table: TableListing) -> str:
    title = GAMES[table.game].TITLE if table.game in GAMES else table.game
    return f"{title} with {', '.join(table.names[1:])}"
