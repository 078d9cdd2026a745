"""The matches that wait to be continued."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import ScreenResume

from odin_tui.elapsed_time import ago
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.match_titles import match_title
from odin_tui.screens.give_up import ask_to_give_up
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title


class UnfinishedScreen(OdinScreen[None]):
    """A list, the newest first: Enter continues a match, Delete gives it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("list.give_up", "give_up", N_("give up")),
        binding("back", "back", N_("back")),
    ]
    AUTO_FOCUS = "Menu"

    def compose(self) -> ComposeResult:
        with Page():
            yield Title(self.tr.gettext("Continue a match"))
            with Plate():
                yield Menu(*self._items())
        yield KeyFooter()

    def _items(self) -> list[Item]:
        odin = self.odin
        now = odin.hall.now()
        return [
            Item(
                table.code,
                match_title(table, odin.player, self.tr),
                f"{table.code}   {ago(now - table.last_at, self.tr)}",
            )
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
        code = menu.items[menu.here].id
        waiting = self.odin.hall.unfinished(self.odin.player)
        for table in waiting:
            if table.code == code:
                ask_to_give_up(self.odin, table, self._show)

    def action_back(self) -> None:
        """Go back home."""
        self.dismiss()
