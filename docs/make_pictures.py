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

from cell_pictures import draw
from textual.pilot import Pilot

from odin_engine.games import GAMES
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_tui.app import OdinApp
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.textual_internals import strips_of

ASTRID = Player("local", "Astrid")
SIZE = (120, 36)
PAGE = "#0d1014"


@asynccontextmanager
async def odin(size: tuple[int, int] = SIZE) -> AsyncIterator[tuple[OdinApp, Pilot[None]]]:
    """Run the app at home, without a terminal."""
    hall = await Hall.begin(None, HallSettings(bot_pause=0.0), chance=Random("pictures"))
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


async def sit(
    app: OdinApp, pilot: Pilot[None], seats: int, seed: str, game: str = "odin", **options: str
) -> Any:
    """Open a table with bots, and return the chair."""
    bots = ("karl",) * (seats - 1)
    await app.open_table(
        NewTable(game, seats=seats, bots=bots, seed=seed, options=options, hints=True)
    )
    await pilot.pause()
    if not isinstance(app.screen, TableScreen):
        raise SystemExit("The table did not open.")
    return app.screen.chair


async def play_until(chair: Any, pilot: Pilot[None], stop: Callable[[Any], bool]) -> None:
    """Make heuristic moves until it is the player's turn and the position is worth a picture."""
    rng, game = Random("Astrid"), GAMES[chair.view.game]
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


async def walhalla(folder: Path, name: str, size: tuple[int, int] = SIZE) -> None:
    """Show the map in the second raid, with a dragon that is about to sail."""
    async with odin(size) as (app, pilot):
        chair = await sit(app, pilot, 4, "longships", "walhalla")

        def is_lively(match: Any) -> bool:
            crew = len(set(match.aboard) - {None})
            return match.raid == 2 and match.stage == "sail" and match.dragon_no > 6 and crew > 1

        await play_until(chair, pilot, is_lively)
        await pilot.press("enter", "2")  # Enter goes on after the first raid.
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


async def main(folder: Path) -> None:
    """Make all of them."""
    await home(folder)
    await table(folder, "table-2", 2, 6)
    await table(folder, "table-6", 6, 9)
    await table(folder, "table-6-small", 6, 9, (80, 24))
    await table(folder, "table-6-large", 6, 9, (160, 48))
    await walhalla(folder, "walhalla")
    await walhalla(folder, "walhalla-small", (80, 24))
    await walhalla(folder, "walhalla-large", (160, 48))
    await taking(folder)
    await hand_over(folder)
    await replay(folder)


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(chosen))
