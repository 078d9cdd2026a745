"""Giving an unfinished match up: asked once, and done for good."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_server.hall import Player, TableListing, TableView
from odin_tui.screens.confirm import ConfirmScreen

if TYPE_CHECKING:
    from odin_tui.app import OdinApp


def may_give_up(table: TableView, player: Player) -> bool:
    """Tell whether a match is this player's to give up: nobody else would lose it."""
    people = [seat.player for seat in table.seats if seat.player is not None]
    return people == [player.id] and table.host == player.id


def match_title(table: TableListing, player: Player) -> str:
    """Name a match by its game and the others at the table."""
    title = GAMES[table.game].TITLE if table.game in GAMES else table.game
    others = list(table.names)
    if player.name in others:
        others.remove(player.name)
    return f"{title} with {', '.join(name for name in others if name) or 'nobody yet'}"


def ask_to_give_up(odin: "OdinApp", table: TableListing, then: Callable[[], None]) -> None:
    """Ask whether a match may be closed for good; call `then` if it was."""

    async def decide(yes: bool | None) -> None:  # noqa: FBT001 - an answer is a truth
        if yes:
            await _close(odin, table.code)
            then()

    odin.push_screen(question(f"{match_title(table, odin.player)}."), decide)


def question(what: str = "") -> ConfirmScreen:
    """Make the question; the cursor stands on keeping the match."""
    return ConfirmScreen(
        "Give this match up?",
        f"{what} It will not count, and cannot be continued.".strip(),
        yes="Give it up",
        no="Keep it",
        careful=True,
    )


async def _close(odin: "OdinApp", code: str) -> None:
    try:
        chair = await odin.hall.sit(odin.player, code)
        await chair.close_table()
    except Refusal as refusal:
        odin.complain(refusal)
