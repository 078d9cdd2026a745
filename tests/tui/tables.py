"""Tables for tests of the screen: real ones in a hall, and boards set up with a position."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from random import Random
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_engine.odin.cards import Card
from odin_engine.odin.moves import parse_move
from odin_engine.odin.state import State
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, TableView
from odin_tui.app import OdinApp
from odin_tui.odin.board import Board
from odin_tui.settings import Settings
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.task_line import TaskLine
from tests.tui.boards import STILL, BoardApp, shown, table_view
from tests.tui.screens import odin


class HeuristicBots:
    """Thinks at once, so that no test waits for a search."""

    async def choose(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:  # noqa: ARG002
        return game.heuristic_move(view, Random(seed))

    async def close(self) -> None:
        return None


@asynccontextmanager
async def table(
    seats: int = 4,
    *,
    size: tuple[int, int] = (80, 24),
    seed: str = "ravens",
    settings: Settings = STILL,
    bot_pause: float = 0.0,
    chance: str = "odin",
    **wanted: Any,
) -> AsyncIterator[tuple[OdinApp, Pilot[None], Chair]]:
    """Sit at a table full of bots, at the first moment that needs the player."""
    hall_settings = HallSettings(bot_pause=bot_pause)
    hall = await Hall.begin(settings=hall_settings, chance=Random(chance), bot_pool=HeuristicBots())
    handed_in = wanted.pop("handed_in", {})
    wanted = {"bots": ("karl",) * (seats - 1), "hints": True} | wanted
    start = NewTable("odin", seats=seats, seed=seed, **wanted)
    try:
        async with odin(size, hall=hall, start=start, settings=settings, **handed_in) as (
            app,
            pilot,
        ):
            chair: Chair = app.screen.chair  # type: ignore[attr-defined]
            if bot_pause == 0:
                await wait_for_me(pilot, chair)
            yield app, pilot, chair
    finally:
        await hall.close()


async def wait_for_me(pilot: Pilot[None], chair: Chair) -> None:
    """Let the others play until the table needs the player, and the screen shows it."""
    for _ in range(2000):
        seen = chair.view
        if seen.my_turn or seen.phase is not Phase.PLAYING:
            break
        await pilot.pause()
    await pilot.pause()
    await pilot.pause()


def card_at(hand: CardHand, x: int, y: int) -> Card | None:
    """Name the card of the hand that is drawn at a cell."""
    place = hand.place_at(x, y)
    return None if place is None else hand.contents.cards[place]  # type: ignore[union-attr]


def board_of(app: App[Any]) -> Board:
    """Find the board on the screen."""
    return app.screen.query_one(Board)


def seen(state: State, seat: int | None = 0, turn: int = 1, **changed: Any) -> TableView:
    """Show a position as a chair of the hall would."""
    return table_view(GAMES["odin"], state, seat, turn, **changed)


def board(
    state: State,
    seat: int | None = 0,
    *,
    size: tuple[int, int] = (80, 24),
    settings: Settings = STILL,
    **changed: Any,
) -> AbstractAsyncContextManager[tuple[BoardApp, Pilot[None]]]:
    """Show a board with a position."""
    return shown(Board(), seen(state, seat, **changed), size, settings)


async def by_hand(chair: Chair, pilot: Pilot[None], move: str) -> None:
    """Make a move behind the screen's back."""
    await chair.play(parse_move(move))
    await wait_for_me(pilot, chair)


async def play_out(chair: Chair) -> TableView:
    """Play whatever comes first, until the seed of the next match is committed to."""
    async with asyncio.timeout(20):
        while chair.view.next_commitment is None:
            if chair.view.my_turn:
                await chair.play(chair.view.match.moves[-1])  # type: ignore[union-attr]
            await asyncio.sleep(0)
    return chair.view


async def click_action(pilot: Pilot[Any], action: str) -> None:
    """Click the word beside the prompt that stands for an action; nothing if it is not there."""
    line = pilot.app.screen.query_one(TaskLine)
    x = next((x for word, x in line.places() if word.action == action), None)
    if x is not None:
        await pilot.click(TaskLine, offset=(x + 1, 0))
