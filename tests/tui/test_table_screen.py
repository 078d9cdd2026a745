"""A real table in a real hall: whole matches, and everything around the board."""

import asyncio
import re
from random import Random
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from odin_engine.odin.moves import PASS
from odin_engine.record import Record
from odin_server.hall import Chair, NewTable, Phase, Player
from odin_tui.app import OdinApp
from odin_tui.odin.board import Board
from odin_tui.screens.choose import ChooseScreen
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.rules import RulesScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.waiting import Waiting
from tests.tui.boards import STILL
from tests.tui.screens import ME, news, odin, screen_text, snapshot
from tests.tui.tables import board_of, card_at, click_action, table, wait_for_me

MOST_TURNS = 600


async def turn_by_keys(app: OdinApp, pilot: Pilot[None], chair: Chair) -> None:
    """Play the lowest set there is, or pass, with keys alone."""
    board = board_of(app)
    if board.page == "deal over":
        await pilot.press("enter")
    elif not board.intent.sets:
        await pilot.press("p")
    else:
        await pilot.press("tab", "enter")
        if board.intent.taking:
            await pilot.press("right", "enter")
    await wait_for_me(pilot, chair)


async def turn_by_mouse(app: OdinApp, pilot: Pilot[None], chair: Chair) -> None:
    """Play the lowest set there is, or pass, with the mouse alone."""
    board = board_of(app)
    if board.page == "deal over":
        await pilot.click("#next")
    elif not board.intent.sets:
        await click_action(pilot, "pass")
    else:
        hand = board.query_one(CardHand)
        for card in board.intent.sets[0]:
            across = next(x for x in range(hand.size.width) if card_at(hand, x, 3) == card)
            await pilot.click(CardHand, offset=(across + 1, 3))
        await click_action(pilot, "decide")
        if board.intent.taking:
            middle = board.query_one(CardMiddle)
            cells = [(x, y) for x in range(middle.size.width) for y in range(middle.size.height)]
            last = len(board.intent.table) - 1
            cell = next(cell for cell in cells if middle.place_at(*cell) == last)
            await pilot.click(CardMiddle, offset=cell)
            if board.intent.taking:
                await pilot.click(CardMiddle, offset=cell)
    await wait_for_me(pilot, chair)


async def play_out(turn: Any, app: OdinApp, pilot: Pilot[None], chair: Chair) -> int:
    """Take turns until the screen shows the end of the match."""
    for played in range(MOST_TURNS):
        if board_of(app).page == "match over":
            return played
        await turn(app, pilot, chair)
    raise AssertionError("the match did not end")


# -- whole matches --------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size"), [(6, (80, 24)), (2, (160, 48))])
async def test_a_whole_match_by_keys_alone(seats: int, size: tuple[int, int]) -> None:
    async with table(seats, size=size, options={"target": "10"}) as (app, pilot, chair):
        played = await play_out(turn_by_keys, app, pilot, chair)
        assert played > 3
        assert chair.view.phase is Phase.OVER
        assert "the match" in screen_text(app)
        assert "play again" in screen_text(app)


async def test_a_whole_match_by_mouse_alone_and_another_after_it() -> None:
    async with table(3, options={"target": "10"}) as (app, pilot, chair):
        assert await play_out(turn_by_mouse, app, pilot, chair) > 3
        first = chair.view.commitment
        await pilot.click("#rematch")
        await wait_for_me(pilot, chair)
        assert chair.view.phase is Phase.PLAYING
        assert chair.view.commitment != first
        assert board_of(app).page == "table"


async def test_playing_again_with_nobody_is_refused_where_it_can_be_read() -> None:
    async with table(2, options={"target": "one-hand"}) as (app, pilot, chair):
        await play_out(turn_by_keys, app, pilot, chair)
        await chair.remove_bot(1)
        await pilot.press("m")
        await pilot.pause()
        assert news(app) == "Odin is for 2 to 6 players; 1 sits here."


# -- resizing -------------------------------------------------------------------------------


async def test_resizing_at_any_moment_loses_nothing() -> None:
    async with table(6) as (app, pilot, chair):
        for size in ((160, 48), (60, 20), (100, 30), (40, 10), (300, 90), (80, 24)):
            await pilot.press("tab")
            board = app.screen_stack[-1 if size[0] > 40 else 0]
            chosen = board_of(app).intent if isinstance(app.screen, TableScreen) else None
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if chosen is not None and isinstance(app.screen, TableScreen):
                assert board_of(app).intent == chosen
            assert board is not None
        assert isinstance(app.screen, TableScreen)
        hand = board_of(app).query_one(CardHand)
        async with asyncio.timeout(10):  # A busy machine lays it out a moment later.
            while hand.region.bottom > 24:
                await pilot.pause()
        assert chair.view.my_turn


async def test_a_terminal_that_was_too_small_comes_back_in_the_middle_of_taking() -> None:
    async with table(6, seed="two") as (app, pilot, chair):
        for _ in range(MOST_TURNS):
            board = board_of(app)
            if board.page == "deal over":
                await pilot.press("enter")
            ready = board.intent.my_turn and not board.intent.taking
            if ready and len(board.intent.table) > 1 and board.intent.sets:
                await pilot.press("tab", "enter")
            if board.intent.taking:
                break
            await turn_by_keys(app, pilot, chair)
        before = board_of(app).intent
        assert before.taking
        await pilot.resize_terminal(50, 15)
        await pilot.pause()
        assert not isinstance(app.screen, TableScreen)
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert board_of(app).intent == before
        await pilot.press("enter")
        await wait_for_me(pilot, chair)
        assert not board_of(app).intent.taking


# -- around the board -----------------------------------------------------------------------


async def test_the_footer_shows_what_can_be_done_now() -> None:
    async with table(4) as (app, pilot, chair):
        footer = screen_text(app).split("\n")[-1]
        assert "enter  play" not in footer
        await pilot.press("tab")
        await pilot.pause()
        footer = screen_text(app).split("\n")[-1]
        assert "enter  play" in footer
        assert "esc  back" in footer
        assert ("p  pass" in footer) == (PASS in chair.view.match.moves)


async def test_a_click_on_the_footer_is_a_key() -> None:
    async with table(4) as (app, pilot, _chair):
        footer = screen_text(app).split("\n")[-1]
        await pilot.click(offset=(footer.index("tab  sets") + 1, 23))
        await pilot.pause()
        assert board_of(app).intent.chosen


async def test_h_shows_what_a_jarl_would_do_and_why() -> None:
    async with table(4) as (app, pilot, _chair):
        await pilot.press("h")
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "A Konung would" in screen_text(app)
        assert board_of(app).said is not None


async def test_where_hints_are_not_allowed_there_are_none() -> None:
    async with table(4, hints=False) as (app, pilot, _chair):
        assert "hint" not in screen_text(app).split("\n")[-1]
        await pilot.press("h")
        await pilot.pause()
        assert "A Konung would" not in screen_text(app)


async def test_r_opens_the_rules_and_the_table_is_still_there_after() -> None:
    async with table(4) as (app, pilot, _chair):
        await pilot.press("tab", "r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert board_of(app).intent.chosen


async def test_the_order_of_the_hand_is_kept_in_the_settings() -> None:
    kept: list[Settings] = []
    async with table(4, handed_in={"keep_settings": kept.append}) as (app, pilot, _chair):
        await pilot.press("s")
        await pilot.pause()
        assert [one.sort for one in kept] == ["number"]
        assert app.settings.sort == "number"
        assert board_of(app).settings.sort == "number"


async def test_other_settings_are_shown_at_once() -> None:
    async with table(4) as (app, pilot, _chair):
        app.change_settings(Settings(animations="none", card_style="runes", theme="day"))
        await pilot.pause()
        assert any(rune in screen_text(app) for rune in "ᚱᛟᛃᚷᛒᛈ")


async def test_the_bell_rings_when_it_becomes_ones_turn_if_it_is_on() -> None:
    rung: list[str] = []
    for bell in ("on", "off"):
        async with table(2, settings=Settings(animations="none", bell=bell)) as (app, pilot, chair):
            app.bell = lambda bell=bell: rung.append(bell)  # type: ignore[method-assign]
            for _ in range(3):
                await turn_by_keys(app, pilot, chair)
    assert "on" in rung
    assert "off" not in rung


async def test_a_refused_move_is_explained_in_the_prompt() -> None:
    async with table(4) as (app, pilot, chair):
        move, turn = chair.view.match.moves[0], chair.view.turn
        await turn_by_keys(app, pilot, chair)
        board_of(app).post_message(Board.Chosen(move, turn))
        await pilot.pause()
        assert board_of(app).said is not None


async def test_a_pause_hides_the_table_until_it_is_over() -> None:
    async with table(4) as (app, pilot, chair):
        await pilot.press("z")
        await pilot.pause()
        assert chair.view.phase is Phase.PAUSED
        assert app.screen.query_one(Waiting).display
        assert not board_of(app).display
        await pilot.click("#resume")
        await wait_for_me(pilot, chair)
        assert chair.view.phase is Phase.PLAYING
        assert board_of(app).display
        assert board_of(app).has_focus


async def test_leaving_asks_once_and_keeps_the_match() -> None:
    async with table(4) as (app, pilot, chair):
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ChooseScreen)
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        (left,) = app.hall.unfinished(ME)
        turn, hand = chair.view.turn, chair.view.match.hand
        await app.continue_table(left.code)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        again: Chair = app.screen.chair
        if again.view.phase is Phase.PAUSED:
            await pilot.press("z")
        await wait_for_me(pilot, again)
        assert (again.view.turn, again.view.match.hand) == (turn, hand)


async def test_escape_clears_before_it_leaves() -> None:
    async with table(4) as (app, pilot, _chair):
        await pilot.press("tab", "escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert not board_of(app).intent.chosen


async def test_after_the_match_the_record_can_be_kept_and_home_is_one_key_away() -> None:
    kept: list[Record] = []

    def keep(record: Record) -> str:
        kept.append(record)
        return "the shelf"

    handed_in = {"keep_record": keep}
    options = {"target": "one-hand"}
    async with table(2, options=options, handed_in=handed_in) as (app, pilot, chair):
        await play_out(turn_by_keys, app, pilot, chair)
        await pilot.press("w")
        await pilot.pause()
        assert [record.game for record in kept] == ["odin"]
        assert "the shelf" in news(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_record_that_cannot_be_kept_is_explained() -> None:
    def keep(_record: Record) -> str:
        raise OSError("the disk is full")

    options = {"target": "one-hand"}
    async with table(2, options=options, handed_in={"keep_record": keep}) as (app, pilot, chair):
        await play_out(turn_by_keys, app, pilot, chair)
        await pilot.click("#record")
        await pilot.pause()
        assert "the disk is full" in news(app)


async def test_after_a_match_m_begins_another() -> None:
    async with table(2, options={"target": "one-hand"}) as (app, pilot, chair):
        await play_out(turn_by_keys, app, pilot, chair)
        await pilot.press("m")
        await wait_for_me(pilot, chair)
        assert chair.view.phase is Phase.PLAYING
        assert board_of(app).page == "table"


async def test_a_table_that_is_closed_says_why() -> None:
    async with table(4) as (app, pilot, chair):
        await app.hall.close_table(chair.view.code, "swept")
        await pilot.pause()
        await pilot.pause()
        assert "A moderator closed this table: swept." in screen_text(app)
        await pilot.click("#home")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_chair_that_was_taken_over_says_so() -> None:
    async with table(4) as (app, pilot, chair):
        await app.hall.sit(ME, chair.view.code)
        await pilot.pause()
        await pilot.pause()
        assert "from somewhere else" in screen_text(app)


async def test_a_table_with_free_seats_waits_and_can_be_filled_with_bots() -> None:
    async with odin(settings=STILL) as (app, pilot):
        await app.open_table(NewTable("odin", seats=3))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        chair = app.screen.chair
        assert "Waiting for 2 more players" in screen_text(app)
        assert re.search(r"▐ +Odin +▌", screen_text(app))
        assert chair.view.code in screen_text(app)
        await pilot.press("enter")
        await wait_for_me(pilot, chair)
        assert chair.view.phase is Phase.PLAYING
        assert board_of(app).display


async def test_people_at_a_table_can_talk() -> None:
    async with odin(settings=STILL) as (app, pilot):
        await app.open_table(NewTable("odin", seats=2))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        chair = app.screen.chair
        other = await app.hall.sit(Player("bo", "Bo"), chair.view.code)
        await pilot.pause()
        await other.say("hello there")
        await pilot.pause()
        await pilot.pause()
        assert "Bo: hello there" in news(app)
        await pilot.press("c")
        await pilot.pause()
        assert app.screen.chat_panel is not None
        await pilot.press(*"aye", "enter")
        await pilot.pause()
        await pilot.pause()
        assert other.view.chat[-1].text == "aye"
        assert "aye" in screen_text(app)
        app.screen.query_one(Input).value = "\u200b\u200b\u200bx"
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.chat_panel is None


async def test_a_match_against_bots_can_be_given_up_at_the_table() -> None:
    async with table(2) as (app, pilot, chair):
        await pilot.press("q")
        assert "Give up the match" in screen_text(app)
        await pilot.press("n")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "g", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), "the cursor stands on keeping it"
        assert len(app.hall.unfinished(app.player)) == 1
        await pilot.press("q", "g", "y")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert chair.view.phase is Phase.CLOSED
        assert app.hall.unfinished(app.player) == ()


async def test_a_match_is_kept_when_the_player_only_leaves() -> None:
    async with table(2) as (app, pilot, _chair):
        await pilot.press("q", "y")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert len(app.hall.unfinished(app.player)) == 1


async def test_a_spectator_watches_and_leaves_without_being_asked() -> None:
    async with table(3) as (app, pilot, chair):
        watching = await app.hall.watch(Player("eye", "Eye"), chair.view.code)
        await app.push_screen(TableScreen(watching))
        await pilot.pause()
        shown = screen_text(app)
        assert "Astrid's turn" in shown
        await pilot.press("h", "tab", "enter", "p", "z", "m")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_an_idle_table_writes_nothing_to_the_terminal() -> None:
    async with table(6, settings=Settings(animations="full")) as (app, pilot, _chair):
        await pilot.pause(0.5)
        written: list[str] = []
        assert app._driver is not None
        app._driver.write = written.append  # type: ignore[method-assign]
        painted: list[object] = []
        app._display = lambda *args: painted.append(args)  # type: ignore[method-assign,assignment]
        await pilot.pause(0.5)
        assert (written, painted) == ([], [])


# -- pictures -------------------------------------------------------------------------------


def thralls(seats: int) -> tuple[str, ...]:
    """Seat bots whose play does not change when the others learn something."""
    return ("thrall",) * (seats - 1)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (160, 48)])
@pytest.mark.parametrize("seats", [2, 6])
async def test_the_table_looks_as_reviewed(seats: int, size: tuple[int, int]) -> None:
    async with table(seats, size=size, bots=thralls(seats)) as (app, pilot, _chair):
        await pilot.press("tab")
        await pilot.pause()
        snapshot(app, f"table_{seats}_{size[0]}x{size[1]}")


@pytest.mark.parametrize("theme", ["ansi", "day", "fjord", "ember", "high-contrast"])
async def test_the_table_in_every_theme(theme: str) -> None:
    async with table(6, settings=Settings(animations="none", theme=theme), bots=thralls(6)) as (
        app,
        pilot,
        _chair,
    ):
        await pilot.press("tab")
        await pilot.pause()
        snapshot(app, f"table_6_{theme}")


async def test_the_table_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with table(6, bots=thralls(6)) as (app, pilot, _chair):
        await pilot.press("tab")
        await pilot.pause()
        snapshot(app, "table_6_no_color")


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_the_ends_look_as_reviewed(size: tuple[int, int]) -> None:
    async with table(6, size=size, bots=thralls(6), options={"target": "one-hand"}) as (
        app,
        pilot,
        chair,
    ):
        for _ in range(MOST_TURNS):
            if board_of(app).page == "deal over":
                break
            await turn_by_keys(app, pilot, chair)
        snapshot(app, f"hand_over_{size[0]}x{size[1]}")
        await pilot.press("enter")
        await pilot.pause()
        snapshot(app, f"match_over_{size[0]}x{size[1]}")


# -- anything at all ------------------------------------------------------------------------

KEYS = (
    *"123456789sphmwnxtijkl/",
    *("left", "right", "up", "down", "space", "enter", "tab", "shift+tab", "backspace"),
    *("enter", "space", "tab", "right", "home", "end", "pageup", "pagedown", "ctrl+l"),
    *("r", "c", "v", "z", "q", "y", "question_mark", "ctrl+p", "escape", "escape", "escape"),
)
STEPS = 2000


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_random_keys_clicks_and_sizes_break_nothing(seed: int) -> None:
    chance = Random(seed)
    seats = chance.choice((2, 3, 6))
    animations = chance.choice(("full", "reduced", "none"))
    settings = Settings(animations=animations, key_map=chance.choice(("arrows", "vim")))
    options = {"target": "10"}
    async with table(seats, settings=settings, options=options) as (app, pilot, _chair):
        for _ in range(STEPS // 25):
            for key in chance.choices(KEYS, k=25):
                app.post_message(Key(key, key if len(key) == 1 else None))
            await pilot.pause()
            if chance.random() < 0.25:
                size = chance.randrange(30, 200), chance.randrange(8, 60)
                await pilot.resize_terminal(*size)
                await pilot.pause()
            if chance.random() < 0.25 and app.screen.is_mounted:
                width, height = app.screen.size
                await pilot.click(offset=(chance.randrange(width), chance.randrange(height)))
            await pilot.pause()
            if isinstance(app.screen, HomeScreen):
                await app.open_table(NewTable("odin", seats=3, bots=("karl", "karl"), hints=True))
                await pilot.pause()
            check(app)


def check(app: OdinApp) -> None:
    """Hold what the screen believes against what the table says."""
    assert app._exception is None
    for screen in app.screen_stack:
        if not isinstance(screen, TableScreen) or not screen.is_mounted or screen.chair.ended:
            continue
        board, seen = screen.query_one(GameBoard), screen.chair.view
        if isinstance(board, Board):  # the keys may have led home and to another game
            intent = board.intent
            assert intent.chosen <= intent.hand
            assert not intent.taking or intent.take in intent.takes
            assert intent.cursor is None or intent.cursor in intent.hand
            if seen.phase is Phase.PLAYING and board.table_view == seen:
                assert intent.hand == seen.match.hand
                assert intent.my_turn == seen.my_turn
