"""A small game of perfect information, registered by tests only, is played everywhere."""

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from odin_engine.game import AnyGame, IllegalMove, Seat
from odin_engine.games import GAMES
from odin_engine.record import read_record, replay
from odin_server.arena import Block, Pairing, Tournament, play_block
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_tui.game_ui import GAME_UIS, game_ui
from odin_tui.json_mode import play_json
from odin_tui.main import main
from odin_tui.narrator import Reader
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.replay import ReplayScreen
from odin_tui.settings import Settings
from odin_tui.text_mode import play_text
from odin_tui.widgets.map_board import MapBoard
from odin_tui.widgets.map_table import MapView
from odin_tui.widgets.menu import Menu
from tests import brandubh
from tests.brandubh.ui import MAP
from tests.engine import laws
from tests.tui.boards import press, seat_view, shown, table_view
from tests.tui.screens import odin
from tests.tui.tables import HeuristicBots, wait_for_me

GAME: AnyGame = brandubh  # type: ignore[assignment]
TABLE = NewTable("brandubh", seats=2, bots=("karl",), hints=True)
SIZES = (60, 20), (80, 24), (160, 48)
SEATS_OF_TWO = seat_view(0), seat_view(1)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "brandubh", GAME)
    monkeypatch.setitem(GAME_UIS, "brandubh", "tests.brandubh.ui:GAME")


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = await Hall.begin(settings=HallSettings(bot_pause=0.0), bot_pool=HeuristicBots())
    yield hall
    await hall.close()


def after(*moves: str) -> brandubh.State:
    state = brandubh.State()
    for number, move in enumerate(moves):
        state = brandubh.play(state, Seat(number % 2), brandubh.parse_move(move))
    return state


# -- rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_it_keeps_the_laws(number: int) -> None:
    case, rng = laws.Case(GAME, 2, (), number), Random(number)
    steps = list(laws.walk(case))
    moves = [step.move for step in steps[:-1]]
    laws.what_is_hidden_is_sampled(GAME, steps[0].state, 2)
    for step in steps[::3] + steps[-1:]:
        state = step.state
        laws.notation_round_trips(GAME, state)
        laws.the_list_of_moves_is_one(GAME, state)
        laws.a_timeout_move_is_legal(GAME, state)
        laws.a_feat_is_never_negative(GAME, state)
        laws.whoever_is_to_move_has_a_move(GAME, state, 2)
        laws.the_outcome_comes_with_the_end(GAME, state, 2)
        laws.a_view_shows_the_public_facts(GAME, state, 2)
        laws.nobody_else_has_a_timeout_move(GAME, state, 2)
        laws.a_seat_that_is_not_there_is_refused(GAME, state, 2)
        laws.secrets_are_kept(GAME, state, 2, rng)
        laws.a_sampled_state_can_be_played_on(GAME, state, 2, rng)
        laws.a_view_holds_no_seed(GAME, state, 2, case.seed)
        laws.everything_is_somewhere_once(GAME, state, brandubh.pieces(state))
        laws.other_moves_are_refused(GAME, state, 2, rng.sample(moves, 5))
        laws.bots_think_of_legal_moves(GAME, state, rng)


def test_a_piece_between_two_enemies_is_captured() -> None:
    before = ("f4-f5", "d5-c5", "f5-e5", "c5-c6", "d2-e2", "c6-c5")
    assert after(*before).at[4] == "e4"
    assert after(*before, "e2-e3").at[4] is None


def test_only_the_king_stops_at_a_corner() -> None:
    with pytest.raises(IllegalMove) as refused:
        after("d7-a7")
    assert refused.value.code == "cannot-move"


def test_bots_play_it_in_the_arena() -> None:
    tournament = Tournament("brandubh", ("karl", "thrall"), seats=2, games=2, seed="fields")
    played = play_block(Block(tournament, Pairing("karl", "thrall", "round-robin"), 0))
    assert {match.seating for match in played} == {("karl", "thrall"), ("thrall", "karl")}
    for match in played:
        record = read_record(match.record.to_text(), GAMES)
        assert brandubh.outcome([*replay(record, GAMES)][-1]) == match.outcome


# -- lines ----------------------------------------------------------------------------------


async def test_it_is_played_in_text_mode_over_the_hall(hall: Hall) -> None:
    chair = await hall.open_table(Player("astrid", "Astrid"), TABLE)
    await chair.start()
    typed: asyncio.Queue[str | None] = asyncio.Queue()
    heard: list[str] = []

    async def write(line: str) -> None:
        heard.append(line)
        if line.startswith("Your turn: choose a move."):
            if len(heard) < 12:
                for asked in ("help", "table", "sets", "rules", "hint", "a1-a1", "dragon"):
                    typed.put_nowait(asked)
            typed.put_nowait(str(chair.view.match.moves[0]))  # type: ignore[union-attr]
        elif line.startswith("Type again"):
            typed.put_nowait("quit")

    async with asyncio.timeout(20):
        await play_text(chair, typed.get, write)
    text = "\n".join(heard)
    assert chair.view.phase is Phase.OVER
    for said in (
        ". . . x . . .  7",
        "Type a move like d6-a6.",
        "You can play d7-e7, ",
        "The king wins at a corner.",
        "A Konung would ",
        "a1-a1: no piece of yours can move like that.",
        "'dragon' is not a move: type two fields, like d6-a6.",
        "You move d7 to e7.",
        "1. ",
    ):
        assert said in text


async def test_it_is_played_in_json(hall: Hall) -> None:
    chair = await hall.open_table(Player("astrid", "Astrid"), TABLE)
    await chair.start()
    typed: asyncio.Queue[str | None] = asyncio.Queue()
    views: list[dict[str, Any]] = []

    async def write(line: str) -> None:
        told = json.loads(line)
        if told["type"] == "view":
            views.append(told)
            if told["outcome"] is not None:
                typed.put_nowait(None)
            elif told["my_turn"]:
                typed.put_nowait(json.dumps({"move": told["moves"][0], "turn": told["turn"]}))

    async with asyncio.timeout(20):
        await play_json(chair, typed.get, write)
    assert views[0]["match"]["at"][0] == "d4"
    assert views[-1]["match"]["history"][0] == "d7-e7"
    assert views[-1]["outcome"]["message"].endswith(".")


# -- the screen -----------------------------------------------------------------------------


async def test_a_piece_is_moved_with_the_arrows() -> None:
    view = table_view(GAME, brandubh.State(), seats=SEATS_OF_TWO)
    async with shown(game_ui("brandubh").board(lambda: 0.0), view) as (app, pilot):
        board: MapBoard = app.board
        assert board.cursor == "d4"
        await press(pilot, "up", "up", "space")
        assert board.chosen == ("d6",)
        assert board.choices() == ("a6", "b6", "c6", "e6", "f6", "g6")
        await press(pilot, "left", "left", "enter")
        assert app.decided == ["d6-b6"]
        assert board.chosen == ()


async def test_fields_are_chosen_by_number_and_put_back() -> None:
    view = table_view(GAME, brandubh.State(), seats=SEATS_OF_TWO)
    async with shown(game_ui("brandubh").board(lambda: 0.0), view) as (app, pilot):
        board: MapBoard = app.board
        await press(pilot, "2")
        assert board.chosen == ("d6",)
        await press(pilot, "backspace")
        assert board.chosen == ()
        await press(pilot, "2", "space")
        assert board.chosen == ()
        await press(pilot, "2", "6")
        assert app.decided == ["d6-g6"]


@pytest.mark.parametrize("size", SIZES)
async def test_a_piece_is_moved_with_the_mouse_at_every_size(size: tuple[int, int]) -> None:
    view = table_view(GAME, brandubh.State(), seats=SEATS_OF_TWO)
    async with shown(game_ui("brandubh").board(lambda: 0.0), view, size) as (app, pilot):
        seen = app.board.query_one(MapView)
        corners = {name: (x, y) for name, x, y in MAP.shape.corners(*seen.size)}
        for name in ("a4", "a5"):
            await pilot.click(MapView, offset=corners[name])
            await pilot.pause()
        assert app.decided == ["a4-a5"]
        drawn = "\n".join(strip.text for strip in seen.render_lines(seen.region.reset_offset))
        assert drawn.count("x") == 8
        assert drawn.count("o") == 4
        assert drawn.count("#") == 4


async def test_a_whole_match_is_played_at_the_table_screen() -> None:
    async with odin(start=TABLE) as (app, pilot):
        chair = app.screen.chair  # type: ignore[attr-defined]
        await wait_for_me(pilot, chair)
        for _ in range(brandubh.MOST_MOVES):
            if chair.view.phase is not Phase.PLAYING:
                break
            turn = chair.view.turn
            await press(pilot, "1", "1")
            assert chair.view.turn > turn
            await wait_for_me(pilot, chair)
        board = app.screen.query_one(MapBoard)
        assert board.page == "match over"


async def test_vim_keys_move_the_cursor_where_the_player_has_chosen_them() -> None:
    vim = Settings(key_map="vim", animations="none")
    async with odin(start=TABLE, settings=vim) as (app, pilot):
        chair = app.screen.chair  # type: ignore[attr-defined]
        await wait_for_me(pilot, chair)
        await press(pilot, "k", "k", "space", "h", "l", "h", "enter")
        await wait_for_me(pilot, chair)
        assert str(chair.view.match.history[0]) == "d6-c6"  # type: ignore[union-attr]


async def test_a_hint_puts_the_cursor_on_the_end_of_a_good_move() -> None:
    async with odin(start=TABLE) as (app, pilot):
        await wait_for_me(pilot, app.screen.chair)  # type: ignore[attr-defined]
        board = app.screen.query_one(MapBoard)
        board.show_hint(brandubh.parse_move("d6-a6"), [])
        await pilot.pause()
        assert (board.chosen, board.cursor) == (("d6",), "a6")


async def test_a_record_is_replayed_with_the_view_of_a_spectator() -> None:
    tournament = Tournament("brandubh", ("karl", "thrall"), seats=2, games=2, seed="fields")
    record = play_block(Block(tournament, Pairing("karl", "thrall", "round-robin"), 0))[0].record
    async with odin() as (app, pilot):
        await app.push_screen(ReplayScreen(record))
        await press(pilot, "right", "right")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.frames[2].moves == 2
        assert len(screen.frames) == len(record.moves) + 1


def test_everything_that_happens_is_told_once() -> None:
    case, tell = laws.Case(GAME, 2, ()), game_ui("brandubh").tell
    views = [brandubh.view(step.state, None) for step in laws.walk(case)]
    reader = Reader(("Astrid", "Bo"))
    told = [
        line
        for before, view in zip([None, *views], views, strict=False)
        for line in tell(before, view, reader)
    ]
    assert told == tell(None, views[-1], reader)


async def test_what_it_does_not_declare_is_not_offered() -> None:
    settings = Settings(last_table=TABLE, animations="none")
    async with odin(settings=settings) as (app, pilot):
        assert "lesson" not in [item.id for item in app.screen.query_one(Menu).items]
        await press(pilot, "t")
        assert isinstance(app.screen, HomeScreen)


def test_pilots_refuse_a_game_they_cannot_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pilot", "--game", "brandubh"]) == 2
    assert "brandubh" in capsys.readouterr().err
