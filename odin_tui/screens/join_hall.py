"""Joining the hall of a host over SSH: one that is remembered, or one that is pasted."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from odin_engine.game import Refusal
from odin_tui.hall_address import read_address
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title

if TYPE_CHECKING:
    from odin_tui.app_places import PlacesApp

ANOTHER = "another"
REMEMBERED = "hall "
"""What the id of a remembered hall begins with."""


def ask_for_hall(odin: "PlacesApp") -> None:
    """Ask for a host or an invitation, and go there."""

    async def join(text: str) -> None:
        odin.join_hall(read_address(text))

    tr = odin.translations
    odin.push_screen(
        TextPromptScreen(
            tr.gettext("Which hall?"),
            details=tr.gettext(
                "Paste the invitation you got, or type the name of the host. "
                "Your own ssh connects you; leave the hall to come back here."
            ),
            accept=join,
        )
    )


class JoinHallScreen(OdinScreen[None]):
    """A list of the halls joined before, the last one first; Delete forgets one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("list.give_up", "forget", N_("forget")),
        binding("back", "back", N_("back")),
    ]
    AUTO_FOCUS = "Menu"

    def compose(self) -> ComposeResult:
        with Page():
            yield Title(self.tr.gettext("Join a hall"), self.tr.gettext("over SSH"))
            with Plate():
                yield Menu(*self._items())
        yield KeyFooter()

    def _items(self) -> list[Item]:
        tr = self.tr
        another = Item(ANOTHER, tr.gettext("Another hall"), tr.gettext("paste an invitation"))
        return [*(Item(REMEMBERED + hall, hall) for hall in self.odin.settings.halls), another]

    def catch_up(self) -> None:
        """Show the halls as they are remembered now."""
        self.query_one(Menu).show(self._items())

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Go there, or ask where."""
        if message.item.id == ANOTHER:
            ask_for_hall(self.odin)
            return
        try:
            self.odin.join_hall(read_address(message.item.title))
        except Refusal as refusal:
            self.odin.show_refusal(refusal)
        self.catch_up()

    def on_rows_moved(self) -> None:
        """Offer to forget a hall only where the cursor is on one."""
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        return action != "forget" or any(
            menu.items[menu.here].id != ANOTHER for menu in self.query(Menu)
        )

    def action_forget(self) -> None:
        """Forget the hall under the cursor."""
        menu = self.query_one(Menu)
        gone = menu.items[menu.here].title
        halls = tuple(hall for hall in self.odin.settings.halls if hall != gone)
        self.odin.change_settings(replace(self.odin.settings, halls=halls))
        self.catch_up()
        self.refresh_bindings()

    def action_back(self) -> None:
        """Go back home."""
        self.dismiss()
