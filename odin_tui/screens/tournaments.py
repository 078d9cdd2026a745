"""The tournaments of a hall: those that go on first."""

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Static

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.tournament_text import brief_text
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title

if TYPE_CHECKING:
    from odin_tui.hall_app import HallApp

NEW = "new"


class TournamentPage(OdinScreen[None]):
    """What the list and the page of one tournament have in common: they show every change."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "back", N_("back"))]

    class Changed(Message):
        """A tournament has changed."""

    @property
    def hall_app(self) -> "HallApp":
        """The app, with what it can do in a hall."""
        from odin_tui.hall_app import HallApp  # noqa: PLC0415 - the app imports its screens

        assert isinstance(self.app, HallApp)  # noqa: S101 - no other app shows these screens
        return self.app

    def on_mount(self) -> None:
        self.show()

    def tournaments_changed(self) -> None:
        """Show the change, if this screen is on top. For the app, whichever task calls it."""
        self.tell(self.Changed())

    def on_tournament_page_changed(self) -> None:
        self.show()

    def catch_up(self) -> None:
        self.show()

    @abstractmethod
    def show(self) -> None:
        """Show the tournaments as they are now."""

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()


class TournamentsScreen(TournamentPage):
    """A list of tournaments; moderators, and if the host wants that everybody, make new ones."""

    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = "TournamentsScreen #nothing { padding: 0 4; height: auto; color: $quiet; }"

    def compose(self) -> ComposeResult:
        with Page():
            yield Title(self.tr.gettext("Tournaments"))
            with Plate():
                yield Menu()
            yield Static(id="nothing", markup=False)
        yield KeyFooter()

    def show(self) -> None:
        app, tr = self.hall_app, self.tr
        tournaments = app.hall.tournaments
        items = [
            Item(str(each.number), each.name, brief_text(each, tr)) for each in tournaments.all()
        ]
        nothing = "" if items else tr.gettext("There are no tournaments.")
        if tournaments.may_announce(app.manager):
            words = tr.gettext("you choose the game and the rounds")
            items.append(Item(NEW, tr.gettext("New tournament"), words))
        self.query_one(Plate).display = bool(items)
        self.query_one(Menu).show(items)
        self.query_one("#nothing", Static).update(nothing)

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Show a tournament, or ask for the name of a new one."""
        message.stop()
        app = self.hall_app
        if message.item.id == NEW:
            question = self.tr.gettext("What is the tournament called?")
            app.push_screen(TextPromptScreen(question), self._make)
            return
        from odin_tui.screens.tournament import TournamentScreen  # noqa: PLC0415 - when wanted

        await app.push_screen(TournamentScreen(int(message.item.id)))

    async def _make(self, name: str | None) -> None:
        from odin_tui.screens.new_tournament import NewTournamentScreen  # noqa: PLC0415

        if name:
            await self.hall_app.push_screen(NewTournamentScreen(self.odin.settings, name))
