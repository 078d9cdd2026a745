"""Every screen in a language that is 40 % longer: all of it is translated, and nothing is cut."""

import re
from dataclasses import replace
from random import Random
from time import time

import pytest

from odin_engine.bots import LEVELS
from odin_engine.games import GAMES
from odin_server.hall import FinishedMatch, Hall, HallSettings, NewTable
from odin_tui.app import OdinApp
from odin_tui.game_ui import game_ui
from odin_tui.languages import LANGUAGES
from odin_tui.screens.lesson import LessonScreen
from odin_tui.screens.replays import ReplaysScreen
from odin_tui.screens.table import TableScreen
from tests.ssh.test_hall_app import BO, an_environment
from tests.tui.languages.pseudo import CLOSED, OPENED, PSEUDO, pseudo
from tests.tui.languages.walk import SIZES, press, push, screens
from tests.tui.matches import FINISHED
from tests.tui.screens import ME, begin_hall, new_app, odin, screen_text
from tests.tui.tables import HeuristicBots
from tests.tui.test_text_mode import Conversation

WEEK = 7 * 24 * 3600
NAMES = {"Astrid", "Bo", "Cnut", "Karl", "Thrall", "Jarl", "Konung", *LEVELS}
KEYS = {"esc", "enter", "space", "tab", "home", "end", "delete", "backspace", "pgup", "pgdn"}
KEPT = (
    NAMES
    | KEYS
    | {game.TITLE for game in GAMES.values()}
    | {word for name in LANGUAGES.values() for word in re.findall("[A-Za-z]+", name)}
    | {"ODIN", "HERRLOF", "WALHALLA"}
    | {"SHA", "ssh"}
)
ODIN = NewTable("odin", seats=3, bots=("karl", "karl"), hints=True)
HERRLOF = NewTable("herrlof", seats=2, bots=("karl",), hints=True)


def check(text: str, *kept: str) -> None:
    """Assert that a screen has no letters of English, and no text without its end."""
    words = set(re.findall(r"[A-Za-z]{2,}", text))
    hexadecimal = {word for word in words if re.fullmatch("[a-f]+", word)}
    assert words - KEPT - set(kept) - hexadecimal == set(), text
    assert text.count(OPENED) == text.count(CLOSED), text


def without_cut_notes(text: str) -> str:
    """Leave out what may be cut: quiet words beside a title in the hall, and names on cards."""
    return re.sub(rf"{OPENED}[^{OPENED}{CLOSED}\n]*…(?=[ │┃]|$)", "", text, flags=re.MULTILINE)


def two_years_old() -> tuple[FinishedMatch, ...]:
    """Return finished matches as old as a list of them may well have."""
    return tuple(replace(match, at=time() - 99 * WEEK) for match in FINISHED)


SCREENS = screens(PSEUDO) | {
    "keys of the settings": press("s", "question_mark"),
    "lesson of Walhalla": push(lambda: LessonScreen("walhalla")),
    "replays": push(lambda: ReplaysScreen(ME, two_years_old())),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen_is_translated_and_whole(name: str, size: tuple[int, int]) -> None:
    async with odin(size, translations=PSEUDO) as (app, pilot):
        await SCREENS[name](app, pilot)
        await pilot.pause()
        text = screen_text(app)
        if name == "rules":
            # The page beside the topics scrolls.
            text = re.sub("[▗▐▝].*", "", text)
        if name == "lesson of Walhalla":
            text = text.partition("WALHALLA")[0]
        # A peninsula's letter stands beside its first field, and places on capes are abbreviated.
        text = re.sub(f"[abc](?=[FSVW][123 ])|{OPENED}[12][ñš]\\w*{CLOSED}?", " ", text)
        check(without_cut_notes(text) if "lesson" in name else text, "xy", "Dagny")


@pytest.mark.parametrize("table", [ODIN, HERRLOF], ids=lambda table: table.game)
async def test_the_match_that_was_left_is_translated_and_whole(table: NewTable) -> None:
    hall = await begin_hall()
    chair = await hall.open_table(ME, table)
    await chair.start()
    names = [seat.name for seat in chair.view.seats]
    chair.close()
    try:
        async with odin((120, 36), hall=hall, translations=PSEUDO) as (app, pilot):
            await pilot.pause()
            check(screen_text(app), *names)
    finally:
        await hall.close()


@pytest.mark.parametrize("size", SIZES)
async def test_the_question_before_leaving_is_translated_and_whole(
    size: tuple[int, int],
) -> None:
    async with odin(size, translations=PSEUDO, start=ODIN) as (app, pilot):
        await press("escape")(app, pilot)
        check(screen_text(app))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("table", [ODIN, HERRLOF], ids=lambda table: table.game)
@pytest.mark.parametrize("keys", [[], ["h"], ["v"], ["question_mark"], ["d"]], ids=" ".join)
async def test_a_table_is_translated_and_whole(
    keys: list[str], table: NewTable, size: tuple[int, int]
) -> None:
    settings = HallSettings(bot_pause=0.0)
    hall = await Hall.begin(settings=settings, chance=Random("odin"), bot_pool=HeuristicBots())
    try:
        async with odin(size, hall=hall, translations=PSEUDO, start=table) as (app, pilot):
            await press(*keys)(app, pilot)
            check(without_cut_notes(screen_text(app)), *names_at(app))
    finally:
        await hall.close()


def names_at(app: OdinApp) -> list[str]:
    """Return the names of everyone at the table."""
    table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
    return [seat.name for seat in table.chair.view.seats]


async def test_a_terminal_that_is_too_small_says_so_in_the_players_language() -> None:
    async with odin((40, 12), translations=PSEUDO) as (app, pilot):
        await pilot.pause()
        check(screen_text(app))


@pytest.mark.parametrize("size", SIZES)
async def test_a_table_that_waits_is_translated_and_whole(size: tuple[int, int]) -> None:
    hall = await begin_hall()
    chair = await hall.open_table(ME, NewTable("odin", seats=3, options={"target": "one-hand"}))
    code = chair.view.code
    app = new_app(hall, start=chair, translations=PSEUDO)
    try:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            check(screen_text(app), *re.findall("[A-Za-z]+", code))
    finally:
        await hall.close()


@pytest.mark.parametrize("size", SIZES)
async def test_the_hall_and_its_chat_are_translated_and_whole(size: tuple[int, int]) -> None:
    async with an_environment() as environment:
        chair = await environment.hall.open_table(BO, NewTable("odin", seats=3, public=True))
        app = await environment.app(environment.caller("Astrid"))
        app.translations = PSEUDO
        kept = re.findall("[A-Za-z]+", chair.view.code)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            check(without_cut_notes(screen_text(app)), *kept)
            await pilot.press("n")
            await pilot.pause()
            check(screen_text(app))
            await pilot.press("escape", "c")
            await pilot.pause()
            check(without_cut_notes(screen_text(app)), *kept)


async def test_text_mode_is_translated() -> None:
    hall = await Hall.begin(settings=HallSettings(bot_pause=0.0), chance=Random(5))
    try:
        chair = await hall.open_table(ME, NewTable("odin", seats=3, bots=("karl",)))
        talk = Conversation(chair, tr=PSEUDO)
        talk.type("help", "deals", "hint", "rules", "nonsense", "quit")
        await talk.end()
        names = [seat.name for seat in chair.view.seats]
        topics = [topic.name for topic in game_ui("odin").rules.topics]
        code = re.findall("[A-Za-z]+", chair.view.code)
        for line in talk.heard:
            check(line, *names, *topics, *code, "nonsense")
    finally:
        await hall.close()


def test_the_language_of_tests_keeps_placeholders_and_cards() -> None:
    assert pseudo("{name} plays {cards!r}.").format(name="Bo", cards="R8") == "⟦Bo þĺàýš 'R8'.··⟧"
    assert pseudo("B9 beats {points:>2} points").format(points=3) == "⟦B9 ƀéàţš  3 þóîñţš·····⟧"
    assert PSEUDO.ngettext("{count} match", "{count} matches", 2) == "⟦{count} ɱàţçĥéš··⟧"
