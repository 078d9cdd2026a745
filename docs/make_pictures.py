"""Make the pictures of docs/ from the app itself, so that they stay true.

    python docs/make_pictures.py [FOLDER]

Every deal, bot and name is fixed: the same program gives the same pictures.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot

from odin_engine.games import GAMES
from odin_server.clock import ManualClock
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_tui.app import OdinApp
from odin_tui.drawing.cell_pictures import Frame, animate, draw
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.textual_internals import strips_of
from odin_tui.widgets.table_board import TableBoard

ASTRID = Player("local", "Astrid")
SIZE = (120, 36)
PAGE = "#0d1014"
BOT_PAUSE = 1.0
BOT_SECONDS, CHOSEN_SECONDS, LAST_SECONDS = 0.9, 1.4, 5.0
"""How long the move of a bot, a chosen set and the end of the hand are shown."""


@asynccontextmanager
async def odin(
    size: tuple[int, int] = SIZE, clock: ManualClock | None = None
) -> AsyncIterator[tuple[OdinApp, Pilot[None]]]:
    """Run the app at home, without a terminal; with a clock, bots move when it is advanced."""
    settings = HallSettings(bot_pause=0.0 if clock is None else BOT_PAUSE)
    hall = await Hall.begin(None, settings, clock=clock, chance=Random("pictures"))
    app = OdinApp(
        hall=hall,
        player=ASTRID,
        settings=Settings(animations="none"),
        keep_settings=lambda _settings: None,
        keep_record=lambda _record: "",
    )
    async with app.run_test(size=size) as pilot:
        yield app, pilot
    await hall.close()


async def sit(app: OdinApp, pilot: Pilot[None], seats: int, seed: str, **options: str) -> Any:
    """Open a table with bots, and return the chair."""
    bots = ("karl",) * (seats - 1)
    await app.open_table(
        NewTable("odin", seats=seats, bots=bots, seed=seed, options=options, hints=True)
    )
    await pilot.pause()
    if not isinstance(app.screen, TableScreen):
        raise SystemExit("The table did not open.")
    return app.screen.chair


async def play_until(chair: Any, pilot: Pilot[None], stop: Callable[[Any], bool]) -> None:
    """Make heuristic moves until it is the player's turn and the position is worth a picture."""
    rng, game = Random("Astrid"), GAMES["odin"]
    while chair.view.phase is Phase.PLAYING:
        if not chair.view.my_turn:
            await chair.change()
            continue
        await pilot.pause()
        if stop(chair.view.match):
            return
        await chair.play(game.heuristic_move(chair.view.match, rng))


def picture(app: OdinApp, folder: Path, name: str) -> None:
    """Save what is on the screen."""
    path = folder / f"{name}.svg"
    path.write_text(draw(strips_of(app.screen), PAGE), encoding="utf-8")
    print(path)


async def home(folder: Path) -> None:
    """Show the first screen."""
    async with odin() as (app, pilot):
        await pilot.pause()
        picture(app, folder, "home")


async def table(
    folder: Path, name: str, seats: int, turns: int, size: tuple[int, int] = SIZE
) -> None:
    """Show a table in the middle of a hand, with a set chosen."""
    seed = {2: "two", 6: "six"}[seats]
    async with odin(size) as (app, pilot):
        chair = await sit(app, pilot, seats, seed)

        def is_lively(match: Any) -> bool:
            return len(match.history) >= turns and len(match.table) == 2 and len(match.moves) > 2

        await play_until(chair, pilot, is_lively)
        await pilot.press("tab")
        await pilot.pause()
        picture(app, folder, name)


async def taking(folder: Path) -> None:
    """Show the choice of a card to take."""
    async with odin() as (app, pilot):
        chair = await sit(app, pilot, 4, "taking")

        def can_take(match: Any) -> bool:
            return len(match.table) > 1 and len(match.moves) > 1 and len(match.history) > 6

        await play_until(chair, pilot, can_take)
        await pilot.press("tab", "enter")
        await pilot.pause()
        picture(app, folder, "taking")


async def hand_over(folder: Path) -> None:
    """Show the end of the third hand."""
    async with odin() as (app, pilot):
        chair = await sit(app, pilot, 4, "points", target="40")
        await play_until(chair, pilot, lambda match: len(match.results) >= 3)
        await pilot.pause()
        picture(app, folder, "hand-over")


async def replay(folder: Path) -> None:
    """Show a finished match again, in the middle of it."""
    async with odin() as (app, pilot):
        chair = await sit(app, pilot, 3, "replay", target="one-hand")
        await play_until(chair, pilot, lambda _match: False)
        await pilot.pause()
        app.go_home()
        await pilot.pause()
        await pilot.press("v", "enter")
        await pilot.pause()
        await pilot.press(*["right"] * 8)
        await pilot.pause()
        picture(app, folder, "replay")


async def hand(folder: Path) -> None:
    """Show a whole hand being played, as an animation."""
    clock, rng, game = ManualClock(), Random("Astrid"), GAMES["odin"]
    frames: list[Frame] = []
    async with odin((80, 24), clock) as (app, pilot):
        chair = await sit(app, pilot, 4, "a hand 30", target="one-hand")

        async def note(seconds: float) -> None:
            await pilot.pause()
            # The last row tells keys, which a picture does not have.
            frames.append(Frame(seconds, strips_of(app.screen)[:-1]))

        await note(BOT_SECONDS)
        while chair.view.phase is Phase.PLAYING:
            if not chair.view.my_turn:
                clock.advance(BOT_PAUSE)
                await pilot.pause()
                await note(BOT_SECONDS)
                continue
            move = game.heuristic_move(chair.view.match, rng)
            board = app.screen.query_one(TableBoard)
            board.show_hint(move, ())
            board.said = None  # the cards stay chosen, and the prompt says what they do
            board.paint()
            await note(CHOSEN_SECONDS)
            await chair.play(move)
            await note(BOT_SECONDS)
        await note(LAST_SECONDS)
    path = folder / "hand.svg"
    path.write_text(animate(frames, PAGE), encoding="utf-8")
    print(path)


async def main(folder: Path) -> None:
    """Make all of them."""
    await hand(folder)
    await home(folder)
    await table(folder, "table-2", 2, 6)
    await table(folder, "table-6", 6, 9)
    await table(folder, "table-6-small", 6, 9, (80, 24))
    await table(folder, "table-6-large", 6, 9, (160, 48))
    await taking(folder)
    await hand_over(folder)
    await replay(folder)


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(chosen))
