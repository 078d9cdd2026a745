"""Make the pictures of docs/pictures from the app itself, so that they stay true.

    python docs/make_pictures.py [FOLDER] [--only NAME …]

Every deal, bot and name is fixed: the same program gives the same pictures.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from hall_of_pictures import a_hall
from textual.app import App
from textual.pilot import Pilot

from odin_engine.games import GAMES
from odin_server.clock import ManualClock
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_tui.app import OdinApp
from odin_tui.drawing.cell_pictures import GROUND, Frame, animate, draw
from odin_tui.languages import LANGUAGES, RIGHT_TO_LEFT, translations_for
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.textual_internals import strips_of
from odin_tui.widgets.table_board import TableBoard

ASTRID = Player("local", "Astrid")
SIZES = ((80, 24), (160, 48))
MORE_SIZES = {"walhalla": ((120, 36),)}
PICTURED_LANGUAGES = [code for code in LANGUAGES if code not in RIGHT_TO_LEFT]
"""make_arabic_pictures.py makes the others, in real terminals."""
HAND_SIZE = (80, 24)
BOT_PAUSE = 1.0
BOT_SECONDS, CHOSEN_SECONDS, LAST_SECONDS = 0.9, 1.4, 5.0
"""How long the move of a bot, a chosen set and the end of the hand are shown."""

Scene = Callable[[OdinApp, Pilot[None]], Awaitable[None]]
"""Leads the app to what a picture shows."""


@asynccontextmanager
async def odin(
    size: tuple[int, int], clock: ManualClock | None = None, language: str = "en"
) -> AsyncIterator[tuple[OdinApp, Pilot[None]]]:
    """Run the app at home, without a terminal; with a clock, bots move when it is advanced."""
    settings = HallSettings(bot_pause=0.0 if clock is None else BOT_PAUSE)
    hall = await Hall.begin(None, settings, clock=clock, chance=Random("pictures"))
    app = OdinApp(
        hall=hall,
        player=ASTRID,
        settings=Settings(animations="none"),
        translations=translations_for(language),
        keep_settings=lambda _settings: None,
        keep_record=lambda _record: "",
    )
    async with app.run_test(size=size) as pilot:
        yield app, pilot
    await hall.close()


# -- the way to each picture --------------------------------------------------------------------


async def sit(
    app: OdinApp, pilot: Pilot[None], seats: int, seed: str, game: str = "odin", **options: str
) -> Any:
    """Open a table with bots, and return the chair."""
    bots = ("karl",) * (seats - 1)
    wanted = NewTable(game, seats=seats, bots=bots, seed=seed, options=options, hints=True)
    await app.open_table(wanted)
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


async def home(_app: OdinApp, pilot: Pilot[None]) -> None:
    """Show the first screen."""
    await pilot.pause()


def table(seats: int, turns: int, seed: str) -> Scene:
    """Show a table in the middle of a hand, with a set chosen."""

    async def scene(app: OdinApp, pilot: Pilot[None]) -> None:
        def is_lively(match: Any) -> bool:
            return len(match.history) >= turns and len(match.table) == 2 and len(match.moves) > 2

        await play_until(await sit(app, pilot, seats, seed), pilot, is_lively)
        await pilot.press("tab")

    return scene


async def walhalla(app: OdinApp, pilot: Pilot[None]) -> None:
    """Show the map in the second raid, with a dragon that is about to sail."""
    chair = await sit(app, pilot, 4, "longships", game="walhalla")

    def is_lively(match: Any) -> bool:
        crew = len(set(match.aboard) - {None})
        return match.raid == 2 and match.stage == "sail" and match.dragon_no > 6 and crew > 1

    await play_until(chair, pilot, is_lively)
    await pilot.press("enter", "2")  # Enter goes on after the first raid.


async def taking(app: OdinApp, pilot: Pilot[None]) -> None:
    """Show the choice of a card to take."""

    def can_take(match: Any) -> bool:
        return len(match.table) > 1 and len(match.moves) > 1 and len(match.history) > 6

    await play_until(await sit(app, pilot, 4, "taking"), pilot, can_take)
    await pilot.press("tab", "enter")


async def after_a_hand(app: OdinApp, pilot: Pilot[None]) -> None:
    """Show the end of the third hand."""
    chair = await sit(app, pilot, 4, "points", target="40")
    await play_until(chair, pilot, lambda match: len(match.results) >= 3)


async def podium(app: OdinApp, pilot: Pilot[None]) -> None:
    """Show the end of a match."""
    chair = await sit(app, pilot, 4, "podium", target="15")
    await play_until(chair, pilot, lambda _match: False)
    await pilot.pause()
    await pilot.press("enter")


async def rules(app: OdinApp, pilot: Pilot[None]) -> None:
    """Show a page of the rules with an example."""
    app.show_rules("odin", "set")
    await pilot.pause()


async def herrlof(app: OdinApp, pilot: Pilot[None]) -> None:
    """Show a trick of Herrlof with a card in it."""
    chair = await sit(app, pilot, 3, "herrlof", game="herrlof")
    await play_until(chair, pilot, lambda match: len(match.hand) <= 6 and bool(match.trick))


async def replay(app: OdinApp, pilot: Pilot[None]) -> None:
    """Show a finished match again, in the middle of it."""
    chair = await sit(app, pilot, 3, "replay", target="one-hand")
    await play_until(chair, pilot, lambda _match: False)
    await pilot.pause()
    app.go_home()
    await pilot.pause()
    await pilot.press("v", "enter")
    await pilot.pause()
    await pilot.press(*["right"] * 8)


async def hand(folder: Path) -> None:
    """Show a whole hand being played, as an animation."""
    clock, rng, game = ManualClock(), Random("Astrid"), GAMES["odin"]
    frames: list[Frame] = []
    async with odin(HAND_SIZE, clock) as (app, pilot):
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
    path = path_of(folder, "hand", HAND_SIZE)
    path.write_text(animate(frames, GROUND), encoding="utf-8")
    print(path)


SCENES: dict[str, Scene] = {
    "home": home,
    "odin-six": table(6, 9, "six"),
    "odin-two": table(2, 6, "two"),
    "taking": taking,
    "after-a-hand": after_a_hand,
    "podium": podium,
    "herrlof": herrlof,
    "walhalla": walhalla,
    "replay": replay,
}

LANGUAGE_SCENES: dict[str, Scene] = {
    "table": SCENES["odin-six"],
    "rules": rules,
    "podium": podium,
}
"""What is shown in every language, at the smallest size."""


# -- all of them --------------------------------------------------------------------------------


async def picture(app: App[Any], pilot: Pilot[None], path: Path) -> None:
    """Save what is on the screen once it is painted."""
    await pilot.pause()
    await pilot.pause()
    path.write_text(draw(strips_of(app.screen), GROUND), encoding="utf-8")  # noqa: ASYNC240 - nobody waits
    print(path)


async def main(folder: Path, names: Sequence[str]) -> None:
    """Make the pictures of these names."""
    for name, scene in SCENES.items():
        for size in (*SIZES, *MORE_SIZES.get(name, ())) if name in names else ():
            async with odin(size) as (app, pilot):
                await scene(app, pilot)
                await picture(app, pilot, path_of(folder, name, size))
    for language in PICTURED_LANGUAGES if "languages" in names else ():
        for name, scene in LANGUAGE_SCENES.items():
            async with odin(SIZES[0], language=language) as (app, pilot):
                await scene(app, pilot)
                await picture(app, pilot, folder / f"language-{language}-{name}.svg")
    if "hand" in names:
        await hand(folder)
    for size in SIZES if "hall" in names else ():
        async with a_hall(size) as (hall_app, pilot):
            await picture(hall_app, pilot, path_of(folder, "hall", size))


def path_of(folder: Path, name: str, size: tuple[int, int]) -> Path:
    """Return where a picture is kept."""
    return folder / f"{name}-{size[0]}x{size[1]}.svg"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the pictures of the documentation.")
    default = Path(__file__).parent / "pictures"
    parser.add_argument("folder", nargs="?", type=Path, default=default)
    every = [*SCENES, "languages", "hand", "hall"]
    parser.add_argument("--only", nargs="+", default=every, choices=every, metavar="NAME")
    words = parser.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(words.folder, words.only))
