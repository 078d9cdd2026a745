"""Challenging somebody: whom, to which match, and what a challenge is answered with."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from odin_engine.game import Refusal
from odin_server.accounts import NobodyCalled
from odin_server.hall import Player, TimeControl
from odin_server.hall.inbox import InboxEntry
from odin_server.hall.refusals import NeedsAccount
from odin_server.hall.views import is_guest
from odin_tui.languages import N_
from odin_tui.screens.choose import ChooseScreen
from odin_tui.screens.new_hall_table import NewHallTableScreen
from odin_tui.screens.new_table import game_field, level_field
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.settings import Settings
from odin_tui.widgets.form import Field
from odin_tui.widgets.menu import Item

if TYPE_CHECKING:
    from odin_tui.hall_app import HallApp

MOST_PEOPLE = 8
"""How many of those who are in the hall are offered; anybody can be named."""
USUAL_DAYS = 3
"""The days for a move that are offered for somebody who is not in the hall."""
BY_NAME = ""
"""The id of the answer that asks for a name."""


class ChallengeScreen(NewHallTableScreen):
    """The form of a table to which one person is invited; bots have the other seats."""

    HEADING = N_("Challenge")

    def __init__(self, settings: Settings, rival: Player, *, is_here: bool) -> None:
        super().__init__(settings)
        self._rival = rival
        clock = None if is_here else TimeControl.of_days(USUAL_DAYS)
        self.table = replace(self.table, seats=self._game.SEATS[0], clock=clock)
        self._keep_one_seat()

    def _keep_one_seat(self) -> None:
        bots = (self._bot,) * (self.table.seats - 2)
        self.table = replace(self.table, bots=bots, public=False)

    def show_fields(self) -> None:
        """Show the form, whatever was changed, with one seat for whoever is challenged."""
        self._keep_one_seat()
        super().show_fields()

    def _seating(self) -> list[Field]:
        tr, table = self.tr, self.table
        seats = [str(number) for number in self._game.SEATS]
        lines = [
            game_field(table.game, tr),
            Field("seats", tr.gettext("Seats"), str(table.seats), seats),
        ]
        if table.bots:
            meaning = tr.gettext("They play in the other seats.")
            lines.append(level_field("level", tr.gettext("Bots"), self._bot, meaning, tr))
        return lines

    def _table_fields(self) -> list[Field]:
        *fields, _open = super()._table_fields()
        title = self.tr.gettext("Challenge {name}").format(name=self._rival.name)
        meaning = self.tr.gettext("They find it in their inbox, and accept or decline.")
        return [*fields, Field("open", title, meaning=meaning)]

    async def action_open(self) -> None:
        """Open the table, and challenge."""
        app, tr = self.odin, self.tr
        try:
            chair = await app.hall.challenge(app.player, self.table, self._rival)
        except Refusal as refusal:
            app.show_refusal(refusal, self.table.game)
            return
        self.dismiss()
        await app.show_table(chair)
        text = tr.gettext("{name} finds your challenge in the inbox.")
        app.notify(text.format(name=self._rival.name), markup=False)


def ask_whom(app: "HallApp") -> None:
    """Ask whom to challenge: somebody who is here, or anybody by name."""
    if is_guest(app.player.id):
        app.show_refusal(NeedsAccount("challenge-needs-account"))
        return
    tr, here = app.translations, _people(app)
    others = [Item(name, name) for name in here][:MOST_PEOPLE]
    if not others:
        _ask_name(app)
        return
    app.push_screen(
        ChooseScreen(
            tr.gettext("Whom do you challenge?"),
            tr.gettext("They can be here or away."),
            *others,
            Item(BY_NAME, tr.gettext("Somebody else")),
        ),
        lambda name: None if name is None else _challenge(app, name),
    )


def _people(app: "HallApp") -> list[str]:
    """Return the names of those in the hall who can be challenged."""
    people = app.lobby_session.people
    return [one.name for one in people if one.id != app.player.id and not is_guest(one.id)]


def _challenge(app: "HallApp", name: str) -> None:
    if name == BY_NAME:
        _ask_name(app)
        return
    account = app.accounts.find(name)
    if account is None:
        app.show_refusal(NobodyCalled(name=name[:30]))
        return
    rival = Player(account.id, account.name)
    try:
        app.hall.challenges.check(app.player, rival)
    except Refusal as refusal:
        app.show_refusal(refusal)
        return
    is_here = rival.name in _people(app)
    app.push_screen(ChallengeScreen(app.settings, rival, is_here=is_here))


def _ask_name(app: "HallApp") -> None:
    tr = app.translations
    app.push_screen(
        TextPromptScreen(tr.gettext("Whom do you challenge?")),
        lambda name: _challenge(app, name) if name else None,
    )


def ask_for_answer(app: "HallApp", entry: InboxEntry, title: str, then: Callable[[], None]) -> None:
    """Ask whether a challenge is accepted; call `then` once it was declined."""
    tr, table = app.translations, entry.table
    if table is None:
        return

    async def answer(word: str | None) -> None:
        if word == "accept":
            await app.continue_table(table.code)
        elif word == "decline":
            try:
                await app.hall.challenges.decline(app.player, table.code)
            except Refusal as refusal:
                app.show_refusal(refusal)
            then()

    app.push_screen(
        ChooseScreen(
            title,
            tr.gettext("Whoever challenges you is told if you decline."),
            Item("accept", tr.gettext("Accept"), tr.gettext("and play"), "y"),
            Item("decline", tr.gettext("Decline"), "", "n"),
            Item("later", tr.gettext("Later"), "", "l"),
        ),
        answer,
    )
