"""No screen cuts a sentence, in any language, at 80×24, 100×30 and 120×36."""

import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from enum import Enum
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from odin_engine.games import GAMES
from odin_engine.walhalla.box import Card
from odin_server.hall import Hall, HallSettings, NewTable
from odin_tui.app import OdinApp
from odin_tui.languages import LANGUAGES
from odin_tui.languages.session import translations_of
from odin_tui.odin.board import Board as OdinBoard
from odin_tui.odin.text import MESSAGES
from odin_tui.screens.lesson import LessonScreen
from odin_tui.screens.table import TableScreen
from odin_tui.walhalla.board import Board
from odin_tui.walhalla.hand import Strip, parts
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.table_board import TABLE, TableBoard
from tests.ssh.test_hall_app import BO, an_environment
from tests.tui.languages.marked import Marked
from tests.tui.languages.walk import SIZES, press, push, screens
from tests.tui.screens import odin, screen_text
from tests.tui.tables import HeuristicBots

TRANSLATED = [code for code in LANGUAGES if code != "en"]
TABLES = {
    "odin": NewTable("odin", seats=4, bots=("karl", "jarl", "karl"), options={"target": "10"}),
    "herrlof": NewTable("herrlof", seats=3, bots=("karl", "karl"), options={"target": "20"}),
    "walhalla": NewTable("walhalla", seats=3, bots=("karl", "karl")),
}
CHANCES = {"odin": "odin 829", "herrlof": "herrlof 371", "walhalla": "walhalla 567"}
"""What moves and keys are drawn by: each leads to nearly every decision there is, in few moves."""
RARE_DECISIONS = {
    "odin": {"against 0: play", "against 1: pass", "against 3: pass", "a card to take"},
    "herrlof": {"bury: bury", "return: return", "steal-trick: skip steal"},
    "walhalla": {"sell: sell", "hunt: gather hunt", "defend: lose", "defend: lose shield"},
}
"""Decisions that a match may be played without, and of which the walk has to see the prompts.

If it no longer does, because games are dealt or bots play in another way, change `CHANCES`.
"""
KEYS_AT_TABLES = ("", "h", "v", "question_mark", "d", "b", "escape")
MORE_KEYS_AT_TABLES = {"walhalla": ("s", "a")}
KEYS_IN_A_TURN = ("left", "right", "up", "down", "space", "tab", "h", "h", "h")
"""One is drawn for every decision; hints say most."""
OFTEN_ENOUGH = 3
"""So often a key is pressed before decisions of the same kind."""


class Walk:
    """One app in one language, looked at in all sizes."""

    def __init__(self, app: OdinApp, pilot: Pilot[None], tr: Marked) -> None:
        self.app, self.pilot, self.tr = app, pilot, tr
        self.cut: list[str] = []
        self.seen: set[str] = set()
        """What has been looked at in all sizes."""
        self.asked = Counter[str]()
        """How often each kind of decision was asked for."""

    async def look(self, name: str, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
        """Note where the screen that is open cuts a sentence; the first size is the last."""
        for size in (*sizes[1:], sizes[0]):
            if self.app.size != size:
                await self.pilot.resize_terminal(*size)
            await self.pilot.pause()
            self.check(name)

    async def look_once(self, name: str) -> None:
        """Look at a screen in all sizes, or as it is now if one of this name has been seen."""
        if name in self.seen:
            self.check(name)
        else:
            self.seen.add(name)
            await self.look(name)

    def check(self, name: str) -> None:
        """Note whether the screen cuts a sentence as it is now."""
        text = self.without_cut_cards(screen_text(self.app))
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
        return name.startswith("hall")

    def _without_cut_notes(self, text: str) -> str:
        opened, closed = self.tr.opened, self.tr.closed
        cut = rf"{opened}[^{opened}{closed}\n]*…(?=[ │┃]|$)"
        return re.sub(cut, "", text, flags=re.MULTILINE)

    def without_cut_cards(self, text: str) -> str:
        """Take out what ends in … on a card of Walhalla, if the last row names the cards' key.

        Where a hand has many kinds of cards, there is no room for what each is called and does.
        The page of the cards has all of it, which is looked at, too; but a player who is not told
        of its key could not know. Whatever else is on a card has to be whole.
        """
        board = next(iter(self.app.screen.query(Board)), None)
        if board is None or board.page != TABLE:
            return text
        rows = text.split("\n")
        key, words = board.key_of("map.cards"), translations_of(board).gettext("cards")
        if f" {key}  {words} " not in f"{rows[-1]} ":
            return text
        strip = board.query_one(Strip)
        assert strip.contents is not None
        x, y, _, height = strip.content_region
        cut = re.compile(rf"{self.tr.opened}[^{self.tr.opened}{self.tr.closed}]*…")
        for part in parts(strip.contents, *strip.size):
            if part.kind == "card":
                columns = slice(x + part.start, x + part.end)
                card = "\n".join(row[columns] for row in rows[y : y + height])
                for row, seen in enumerate(cut.sub(_blanks, card).split("\n"), y):
                    rows[row] = rows[row][: columns.start] + seen + rows[row][columns.stop :]
        return "\n".join(rows)

    async def home(self) -> None:
        self.app.go_home()
        await self.pilot.pause()


def _blanks(found: re.Match[str]) -> str:
    """Return as many blanks as letters, so that other columns stay where they are."""
    return re.sub(r"[^\n]", " ", found[0])


@asynccontextmanager
async def a_walk(language: str, translations: Marked | None = None) -> AsyncIterator[Walk]:
    tr = translations or Marked(language)
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
@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("language", TRANSLATED)
async def test_no_table_cuts_a_sentence(language: str, game: str) -> None:
    async with a_walk(language) as walk:
        await walk.app.open_table(TABLES[game])
        await walk.pilot.pause()
        for key in (*MORE_KEYS_AT_TABLES.get(game, ()), *KEYS_AT_TABLES):
            if key:
                await walk.pilot.press(key)
            await walk.look(f"{game} {key}")
            while not isinstance(walk.app.screen, TableScreen):
                await walk.pilot.press("escape" if key != "escape" else "n")
        await to_the_end(walk, game)
        assert walk.cut == [], "\n".join(walk.cut)
        assert walk.asked.keys() >= RARE_DECISIONS[game]


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


class LongPasses(Marked):
    """Translations in which it is far too long that one can only pass."""

    def gettext(self, message: str) -> str:
        if message in (MESSAGES.texts["task-pass"], MESSAGES.texts["task-pass-brief"]):
            return self.mark("{your_turn} " + "keine einzige Karte auf der Hand reicht dafür " * 4)
        return super().gettext(message)


@pytest.mark.long
async def test_a_prompt_that_is_seldom_seen_is_found_where_it_is_too_long() -> None:
    async with a_walk("de", LongPasses("de")) as walk:
        await walk.app.open_table(TABLES["odin"])
        await walk.pilot.pause()
        await to_the_end(walk, "odin")
        found = {name for name, _, _ in (cut.partition(" at ") for cut in walk.cut)}
        assert found
        assert not any(" play, " in name for name in found), "it is asked for only if one must pass"


async def test_a_card_may_be_cut_only_where_the_key_of_the_cards_is_named() -> None:
    async with a_walk("de") as walk:
        await walk.app.open_table(TABLES["walhalla"])
        await walk.pilot.pause()
        strip = walk.app.screen.query_one(Strip)
        assert strip.contents is not None
        kinds = Card.FOREST, Card.WHEAT, Card.SACRIFICE, Card.HUNT, Card.ATTACK
        strip.contents = replace(strip.contents, cards=tuple((card, 2) for card in kinds))
        await walk.pilot.pause()
        text, tr = screen_text(walk.app), walk.tr
        assert not tr.is_whole(text)
        assert tr.is_whole(walk.without_cut_cards(text))
        above, _, keys = text.rpartition("\n")
        assert not tr.is_whole(walk.without_cut_cards(f"{above}\n{keys.replace(' a ', ' x ')}"))
        covered = text.replace("…", "x")
        assert not tr.is_whole(walk.without_cut_cards(covered))


def test_marks_cost_no_cell_and_leave_placeholders_and_cards_alone() -> None:
    tr = Marked("de")
    assert tr.mark("{name} führt.") == "{name} ⟦ühr⟧."
    assert tr.mark("R7 und {cards!r:>3} …") == "R7 ⟦n⟧ {cards!r:>3} …"
    assert tr.mark("{a} · {b}") == "{a} · {b}"
    assert tr.mark("x") == "x"
    assert Marked("ar").mark("الطاولة").startswith("א")


async def to_the_end(walk: Walk, game: str) -> None:
    """Play the match at the table, and look at every prompt and at every page.

    A prompt says as much as there is room for, so the narrowest size is where it could be cut.
    Everything is drawn once for each decision: it is the same however long bots take.
    """
    screen, chance = walk.app.screen, Random(CHANCES[game])
    assert isinstance(screen, TableScreen)
    board = screen.query_one(TableBoard)
    while (match := screen.chair.view.match) is not None and match.outcome is None:
        await walk.look_once(f"{game}, {board.page}")
        if not screen.chair.view.my_turn:
            await walk.pilot.pause()
            continue
        asked, key = decision(match), chance.choice(KEYS_IN_A_TURN)
        walk.asked[asked] += 1
        if board.page != TABLE:
            await walk.pilot.press("enter")
            assert board.page == TABLE
            walk.check(f"{game}, {asked}")
        if isinstance(board, OdinBoard) and len(match.table) > 1 and match.moves.sets:
            await look_at_taking(walk)
        if walk.asked[asked] <= OFTEN_ENOUGH:
            await walk.pilot.press(key)
            walk.check(f"{game}, {asked}, {key}")
        by_habit = GAMES[game].heuristic_move(match, chance)
        await screen.chair.play(chance.choice([by_habit, chance.choice(match.moves)]))
        await walk.pilot.pause()
    await walk.look(f"{game}, the end")


async def look_at_taking(walk: Walk) -> None:
    """Look once at a table of Odin that asks which card to take, and go back."""
    if not walk.asked["a card to take"]:
        walk.asked["a card to take"] += 1
        await walk.pilot.press("tab", "enter")
        assert walk.app.screen.query_one(OdinBoard).intent.taking
        await walk.look("odin, a card to take")
        await walk.pilot.press("backspace")


def decision(match: Any) -> str:
    """Return what is decided, each of which has a prompt of its own.

    That is the stage of the game, or in Odin how many cards lie in the middle, and between which
    kinds of moves.
    """
    stage = match.stage if hasattr(match, "stage") else f"against {len(match.table)}"
    kinds = {str(m) if isinstance(m, Enum) else type(m).__name__.lower() for m in match.moves}
    return f"{stage}: {' '.join(sorted(kinds))}"
