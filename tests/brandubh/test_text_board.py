"""A game that declares no board and no replay is played in lines and a list of moves."""

from dataclasses import replace
from typing import Any

import pytest

from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_server.arena import Block, Pairing, Tournament, play_block
from odin_server.hall import NewTable, Phase
from odin_tui.drawing.canvas_widget import TextLine
from odin_tui.game_ui import GAME_UIS, GameUI, game_ui
from odin_tui.screens.replay import ReplayScreen
from odin_tui.settings import Settings
from odin_tui.widgets.text_board import TextBoard
from odin_tui.widgets.text_table import LinesView, MoveList
from tests import brandubh
from tests.brandubh.ui import GAME as WITH_BOARD
from tests.tui.boards import BoardApp, press, seat_view, shown, table_view
from tests.tui.screens import odin, screen_text
from tests.tui.tables import wait_for_me

RULES: AnyGame = brandubh  # type: ignore[assignment]
TABLE = NewTable("brandubh", seats=2, bots=("karl",), hints=True)
SIZES = (60, 20), (80, 24), (160, 48)
SEATS = seat_view(0), seat_view(1)
WORDS = "tell", "text", "rules", "refusals", "outcomes", "options"


def game(**changed: Any) -> GameUI:
    """Declare the game without board and replay, with some of its words changed."""
    words = {part: getattr(WITH_BOARD, part) for part in WORDS}
    return GameUI(name="brandubh", **{**words, "text": replace(WITH_BOARD.text, **changed)})


GAME = game()
MANY_LINES = game(table=lambda _view, _reader: [f"line {n}" for n in range(30)])
LONG_LINE = game(table=lambda _view, _reader: ["word " * 40])
PREVIEWED = game(preview=lambda _view, move, _reader: f"to {move.end}")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "brandubh", RULES)
    monkeypatch.setitem(GAME_UIS, "brandubh", "tests.brandubh.test_text_board:GAME")


def start(seat: int | None = 0, **changed: Any) -> Any:
    return table_view(RULES, brandubh.State(), seat, seats=SEATS, **changed)


def board(declared: str = "GAME") -> Any:
    GAME_UIS["brandubh"] = f"tests.brandubh.test_text_board:{declared}"
    return game_ui("brandubh").board(lambda: 0.0)


def second_row(app: BoardApp) -> str:
    return str(app.board.query_one("#preview", TextLine).said)[1:]


def drawn(app: BoardApp, part: type[LinesView | MoveList]) -> list[str]:
    widget = app.board.frame.lines if part is LinesView else app.board.frame.moves
    return [strip.text.rstrip() for strip in widget.render_lines(widget.region.reset_offset)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_table_and_the_moves_are_shown_at_every_size(size: tuple[int, int]) -> None:
    async with shown(board(), start(), size) as (app, _):
        assert isinstance(app.board, TextBoard)
        assert " . . . x . . .  7" in drawn(app, LinesView)
        assert " a b c d e f g" in drawn(app, LinesView)
        assert drawn(app, MoveList)[0].startswith(" ▸ 1 d7-e7")
        listed = " ".join(drawn(app, MoveList)).split()
        moves = [str(move) for move in app.board.match.moves]
        assert [word for word in listed if word in moves]
        assert sorted(word for word in listed if "-" in word) == sorted(
            word for word in moves if word in listed
        )


async def test_a_move_is_chosen_with_the_arrows() -> None:
    async with shown(board(), start()) as (app, pilot):
        rows = app.board.query_one(MoveList).size.height
        await press(pilot, "down", "right", "up", "left", "down", "down", "enter")
        assert app.decided == [str(app.board.match.moves[2])]
        await press(pilot, "right", "space")
        assert app.decided[1] == str(app.board.match.moves[2 + rows])


async def test_the_cursor_stays_on_the_list() -> None:
    async with shown(board(), start()) as (app, pilot):
        await press(pilot, "up", "left", "enter")
        last = len(app.board.match.moves) - 1
        await press(pilot, *["right"] * 30, *["down"] * 9, "right", "down", "enter")
        assert app.decided == [str(app.board.match.moves[place]) for place in (0, last)]
        assert str(app.board.match.moves[last]) in "\n".join(drawn(app, MoveList))


async def test_a_move_is_chosen_by_its_digit() -> None:
    async with shown(board(), start()) as (app, pilot):
        await press(pilot, "3")
        assert app.decided == [str(app.board.match.moves[2])]


async def test_what_is_typed_after_a_slash_filters_the_moves() -> None:
    async with shown(board(), start()) as (app, pilot):
        await press(pilot, "slash", *"d6-")
        assert [label for label, _ in app.board.choices()] == [
            "d6-e6", "d6-f6", "d6-g6", "d6-c6", "d6-b6", "d6-a6"
        ]  # fmt: skip
        assert second_row(app) == "Moves with “d6-”: 6 of 40"
        await press(pilot, "x")
        assert drawn(app, MoveList)[0] == " No move matches."
        await press(pilot, "enter")
        assert app.decided == []
        await press(pilot, "backspace", "down", "enter")
        assert app.decided == ["d6-f6"]


async def test_the_filter_ends_with_escape_or_when_it_is_erased() -> None:
    async with shown(board(), start()) as (app, pilot):
        everything = len(app.board.match.moves)
        await press(pilot, "slash", "q", "escape")
        assert len(app.board.choices()) == everything
        await press(pilot, "slash", "d", "backspace", "backspace", "2")
        assert app.decided == [str(app.board.match.moves[1])]


@pytest.mark.parametrize("size", SIZES)
async def test_a_move_is_chosen_with_the_mouse(size: tuple[int, int]) -> None:
    async with shown(board(), start(), size) as (app, pilot):
        moves = app.board.query_one(MoveList)
        await pilot.click(MoveList, offset=(6, 1))
        columns, across = moves.choices.columns(moves.size.width)
        assert columns > 1
        await pilot.click(MoveList, offset=(1 + across, 0))
        await pilot.pause()
        chosen = [str(app.board.match.moves[place]) for place in (1, moves.size.height)]
        assert app.decided == chosen


async def test_lines_that_do_not_fit_are_scrolled() -> None:
    async with shown(board("MANY_LINES"), start()) as (app, pilot):
        lines = app.board.frame.lines
        assert drawn(app, LinesView)[0] == " line 0"
        assert drawn(app, LinesView)[-1].endswith("▼")
        await press(pilot, "pagedown", "pagedown", "pagedown", "pagedown")
        assert drawn(app, LinesView)[-1] == " line 29"
        assert drawn(app, LinesView)[0].endswith("▲")
        await press(pilot, "pageup", "pageup", "pageup", "pageup")
        assert lines.top == 0


async def test_long_lines_are_broken_between_words() -> None:
    async with shown(board("LONG_LINE"), start(), (60, 20)) as (app, _):
        assert [line.split() for line in drawn(app, LinesView)[:4]] == [
            ["word"] * count for count in (11, 11, 11, 7)
        ]


async def test_whoever_watches_sees_the_table_and_no_moves() -> None:
    async with shown(board(), start(seat=None)) as (app, pilot):
        assert app.board.query_one(MoveList).size.height == 0
        await press(pilot, "1", "enter", "slash")
        assert app.decided == []
        assert app.board.filter is None


async def test_a_seat_that_a_bot_plays_has_nothing_to_choose() -> None:
    seats = seat_view(0, covered="away"), seat_view(1)
    async with shown(board(), table_view(RULES, brandubh.State(), seats=seats)) as (app, pilot):
        await press(pilot, "1", "enter")
        assert app.decided == []


async def test_what_a_move_leads_to_is_shown_if_the_game_says_so() -> None:
    async with shown(board("PREVIEWED"), start()) as (app, pilot):
        await press(pilot, "down")
        move = app.board.match.moves[1]
        assert app.board.query_one("#effect", LinesView).lines[0].plain == f"to {move.end}"


async def test_a_whole_match_is_played_at_the_table_screen() -> None:
    async with odin(start=TABLE) as (app, pilot):
        chair = app.screen.chair  # type: ignore[attr-defined]
        await wait_for_me(pilot, chair)
        for _ in range(brandubh.MOST_MOVES):
            if chair.view.phase is not Phase.PLAYING:
                break
            turn = chair.view.turn
            await press(pilot, "1")
            assert chair.view.turn > turn
            await wait_for_me(pilot, chair)
        assert app.screen.query_one(TextBoard).page == "match over"


async def test_vim_keys_move_the_cursor_and_a_hint_does_too() -> None:
    vim = Settings(key_map="vim", animations="none")
    async with odin(start=TABLE, settings=vim) as (app, pilot):
        chair = app.screen.chair  # type: ignore[attr-defined]
        await wait_for_me(pilot, chair)
        screen_board = app.screen.query_one(TextBoard)
        await press(pilot, "j", "l", "h", "k", "j")
        assert screen_board.here == 1
        screen_board.show_hint(brandubh.parse_move("d6-a6"), ["It is free."])
        await pilot.pause()
        assert chair.view.match is not None
        assert str(chair.view.match.moves[screen_board.here]) == "d6-a6"
        assert screen_board.said is not None
        assert str(screen_board.said.above) == "A Konung would choose d6-a6."


@pytest.fixture
def record() -> Any:
    tournament = Tournament("brandubh", ("karl", "thrall"), seats=2, games=2, seed="fields")
    return play_block(Block(tournament, Pairing("karl", "thrall", "round-robin"), 0))[0].record


async def test_a_record_is_replayed_in_the_lines_of_the_table(record: Any) -> None:
    async with odin() as (app, pilot):
        await app.push_screen(ReplayScreen(record))
        await press(pilot, "right", "right")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.frames[2].moves == 2
        assert "a b c d e f g" in screen_text(app)
