"""Giving an unfinished match up, after one question."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from odin_engine.game import Refusal
from odin_server.hall import Player, TableListing, TableView
from odin_tui.languages import Translations
from odin_tui.match_titles import match_title
from odin_tui.screens.confirm import ConfirmScreen

if TYPE_CHECKING:
    from odin_tui.app import OdinApp


def may_give_up(table: TableView, player: Player) -> bool:
    """Return whether nobody else would lose this match."""
    people = [seat.player for seat in table.seats if seat.player is not None]
    return people == [player.id] and table.host == player.id


def ask_to_give_up(odin: "OdinApp", table: TableListing, then: Callable[[], None]) -> None:
    """Ask whether a match may be closed for good; call `then` if it was."""

    async def decide(yes: bool | None) -> None:  # noqa: FBT001 - an answer is a truth
        if yes:
            await _close(odin, table.code)
            then()

    tr = odin.translations
    details = tr.gettext("{match}. It will not count, and you cannot continue it.")
    odin.push_screen(
        give_up_question(tr, details.format(match=match_title(table, odin.player, tr))), decide
    )


def give_up_question(tr: Translations, details: str = "") -> ConfirmScreen:
    """Return the question; the cursor stands on keeping the match."""
    return ConfirmScreen(
        tr.gettext("Give this match up?"),
        details or tr.gettext("It will not count, and you cannot continue it."),
        yes=tr.gettext("Give it up"),
        no=tr.gettext("Keep it"),
        careful=True,
    )


async def _close(odin: "OdinApp", code: str) -> None:
    try:
        chair = await odin.hall.sit(odin.player, code)
        await chair.close_table()
    except Refusal as refusal:
        odin.show_refusal(refusal)
