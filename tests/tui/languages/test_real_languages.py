"""No screen cuts a sentence, in any language, at 80×24, 100×30 and 120×36."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import pytest
from textual.pilot import Pilot

from odin_engine.games import GAMES
from odin_server.hall import Chair, Hall, HallSettings, NewTable
from odin_tui.app import OdinApp
from odin_tui.languages import LANGUAGES
from odin_tui.screens.lesson import LessonScreen
from odin_tui.screens.table import TableScreen
from odin_tui.widgets.game_board import GameBoard
from tests.ssh.test_hall_app import BO, an_environment
from tests.tui.languages.marked import Marked
from tests.tui.languages.walk import SIZES, press, push, screens
from tests.tui.screens import odin, screen_text
from tests.tui.tables import HeuristicBots

TRANSLATED = [code for code in LANGUAGES if code != "en"]
TABLES = {
    "odin": NewTable(
        "odin", seats=4, bots=("karl", "jarl", "karl"), options={"target": "one-hand"}
    ),
    "herrlof": NewTable("herrlof", seats=3, bots=("karl", "karl"), options={"target": "30"}),
    "walhalla": NewTable("walhalla", seats=3, bots=("karl", "karl")),
}
KEYS_AT_TABLES = ("", "h", "v", "question_mark", "d", "b", "escape")
KEYS_IN_A_TURN = ("left", "right", "up", "down", "space", "tab", "h")


class Walk:
    """One app in one language, looked at in all sizes."""

    def __init__(self, app: OdinApp, pilot: Pilot[None], tr: Marked) -> None:
        self.app, self.pilot, self.tr = app, pilot, tr
        self.cut: list[str] = []

    async def look(self, name: str, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
        """Note where the screen that is open cuts a sentence; the first size is the last."""
        for size in (*sizes[1:], sizes[0]):
            await self.pilot.resize_terminal(*size)
            await self.pilot.pause()
            self.check(name)

    def check(self, name: str) -> None:
        """Note whether the screen cuts a sentence as it is now."""
        text = screen_text(self.app)
        if "rules" in name:
            # The page beside the topics scrolls.
            text = re.sub("[▗▐▝].*", "", text)
        if self.may_cut_notes(name):
            text = self._without_cut_notes(text)
        if not self.tr.is_whole(text):
            width, height = self.app.size
            self.cut.append(f"{name} at {width}×{height}:\n{text}")

    @staticmethod
    def may_cut_notes(name: str) -> bool:
        """Return whether the quiet words beside a title may be cut there, as … shows."""
        return name.startswith(("hall", "walhalla"))

    def _without_cut_notes(self, text: str) -> str:
        opened, closed = self.tr.opened, self.tr.closed
        cut = rf"{opened}[^{opened}{closed}\n]*…(?=[ │┃]|$)"
        return re.sub(cut, "", text, flags=re.MULTILINE)

    async def home(self) -> None:
        self.app.go_home()
        await self.pilot.pause()


@asynccontextmanager
async def a_walk(language: str) -> AsyncIterator[Walk]:
    tr = Marked(language)
    settings = HallSettings(bot_pause=0.0, tables_per_player=100, seats_per_player=100)
    hall = await Hall.begin(settings=settings, chance=Random("odin"), bot_pool=HeuristicBots())
    try:
        async with odin(hall=hall, translations=tr) as (app, pilot):
            yield Walk(app, pilot, tr)
    finally:
        await hall.close()


@pytest.mark.long
@pytest.mark.parametrize("language", TRANSLATED)
async def test_no_screen_cuts_a_sentence(language: str) -> None:
    async with a_walk(language) as walk:
        ways = screens(walk.tr) | {
            "languages": press("L"),
            "lesson of Herrlof": push(lambda: LessonScreen("herrlof")),
        }
        for name, way in ways.items():
            await way(walk.app, walk.pilot)
            await walk.look(name)
            await walk.home()
        assert walk.cut == [], "\n".join(walk.cut)


@pytest.mark.long
@pytest.mark.parametrize("language", TRANSLATED)
async def test_no_table_cuts_a_sentence(language: str) -> None:
    async with a_walk(language) as walk:
        for name, table in TABLES.items():
            await walk.app.open_table(table)
            await walk.pilot.pause()
            for key in KEYS_AT_TABLES:
                if key:
                    await walk.pilot.press(key)
                await walk.look(f"{name} {key}")
                while not isinstance(walk.app.screen, TableScreen):
                    await walk.pilot.press("escape" if key != "escape" else "n")
            await to_the_end(walk, name)
            await walk.home()
        assert walk.cut == [], "\n".join(walk.cut)


@pytest.mark.long
@pytest.mark.parametrize("language", TRANSLATED)
async def test_no_lesson_cuts_a_sentence(language: str) -> None:
    async with a_walk(language) as walk:
        for game in TABLES:
            await walk.home()
            lesson = LessonScreen(game)
            await walk.app.push_screen(lesson)
            await walk.pilot.pause()
            while not lesson.table.is_over:
                await look_at_step(walk, lesson)
            await walk.look(f"{game}, the end of the lesson", SIZES[:1])
        assert walk.cut == [], "\n".join(walk.cut)


async def look_at_step(walk: Walk, lesson: LessonScreen) -> None:
    """Look at a step of a lesson, at all it says to other moves and at its hint, and do it."""
    step, name = lesson.table.step, f"{lesson.game}, step {lesson.table.progress[0]}"
    assert not lesson.has_class("-tight"), f"{name} hides the table:\n{walk.tr.gettext(step.text)}"
    await walk.look(name, SIZES[:1])
    for reply in filter(None, (*step.replies.values(), step.otherwise)):
        lesson.query_one(GameBoard).refuse(walk.tr.gettext(reply))
        await walk.look(f"{name}, {reply}", SIZES[:1])
    if lesson.table.wanted is None:
        await walk.pilot.press("enter")
    else:
        await walk.pilot.press("h")
        await walk.look(f"{name}, its hint", SIZES[:1])
        lesson.post_message(GameBoard.Chosen(lesson.table.wanted, 0))
    await walk.pilot.pause()
    if lesson.table.others_to_move:
        await walk.pilot.press("x")  # any key hurries them
        await walk.pilot.pause()


@pytest.mark.long
@pytest.mark.parametrize("language", TRANSLATED)
async def test_no_hall_cuts_a_sentence(language: str) -> None:
    async with an_environment() as environment:
        await environment.hall.open_table(BO, NewTable("odin", seats=3, public=True))
        app = await environment.app(environment.caller("Astrid"))
        app.translations = tr = Marked(language)
        async with app.run_test(size=SIZES[0]) as pilot:
            walk = Walk(app, pilot, tr)
            await pilot.pause()
            await walk.look("hall")
            keys = {"c": "chat", "n": "new", "m": "more", "b": "leaders", "t": "tournaments"}
            for key, name in keys.items():
                await pilot.press(key)
                await walk.look(name)
                await pilot.press("escape")
                await pilot.pause()
            await app.open_table(NewTable("odin", seats=3, options={"target": "one-hand"}))
            await walk.look("a table that waits")
        assert walk.cut == [], "\n".join(walk.cut)


def too_long(language: str) -> Marked:
    """Return translations of which one is too long for its place."""

    class TooLong(Marked):
        def gettext(self, message: str) -> str:
            if message == "Nothing to play":
                return self.mark("Wenn keine einzige Karte auf der Hand gespielt werden kann" * 2)
            return super().gettext(message)

    return TooLong(language)


async def test_a_translation_that_is_too_long_is_found() -> None:
    tr = too_long("de")
    async with odin(translations=tr) as (app, pilot):
        walk = Walk(app, pilot, tr)
        await walk.look("home")
        assert walk.cut == []
        await pilot.press("s")
        await walk.look("settings")
        assert [found.partition(":")[0] for found in walk.cut] == [
            *("settings at 100×30", "settings at 120×36", "settings at 80×24")
        ]


def test_marks_cost_no_cell_and_leave_placeholders_and_cards_alone() -> None:
    tr = Marked("de")
    assert tr.mark("{name} führt.") == "{name} ⟦ühr⟧."
    assert tr.mark("R7 und {cards!r:>3} …") == "R7 ⟦n⟧ {cards!r:>3} …"
    assert tr.mark("{a} · {b}") == "{a} · {b}"
    assert tr.mark("x") == "x"
    assert Marked("ar").mark("الطاولة").startswith("א")


async def to_the_end(walk: Walk, name: str) -> None:
    """Play the match at the table; look at every kind of page on the way, and at every prompt."""
    screen, chance = walk.app.screen, Random(name)
    assert isinstance(screen, TableScreen)
    seen: set[str] = set()
    while screen.chair.view.match is not None and screen.chair.view.match.outcome is None:
        await play_on(screen.chair, chance)
        await walk.pilot.pause()
        page = screen.board.page  # type: ignore[attr-defined]
        where = f"{name}, {page}, {type(screen.chair.view.match).__name__}"
        if page not in seen:
            seen.add(page)
            await walk.look(where)
        walk.check(where)
        if screen.chair.view.my_turn:
            for key in chance.sample(KEYS_IN_A_TURN, 2):
                await walk.pilot.press(key)
                walk.check(f"{where}, {key}")
    await walk.look(f"{name}, the end")


async def play_on(chair: Chair, chance: Random) -> None:
    """Make a move, by habit or any other, if it is the player's turn."""
    view = chair.view
    if view.my_turn and view.match is not None:
        by_habit = GAMES[view.game].heuristic_move(view.match, chance)
        await chair.play(chance.choice([by_habit, chance.choice(view.match.moves)]))
