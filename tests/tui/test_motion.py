"""Cards in motion: which frames are seen, what ends them, and that nothing else moves."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from textual.pilot import Pilot

from odin_engine.odin.options import Options
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import LARGE, MEDIUM, SMALL, TINY, Look, Printed, Size
from odin_tui.drawing.card_frames import TURNING, Frame, draw_frame, draw_moving
from odin_tui.herrlof.round_over import ROUND_OVER
from odin_tui.herrlof.round_over import points_at as points_of_round
from odin_tui.odin.hand_over import HAND_OVER, points_at
from odin_tui.settings import Settings
from odin_tui.widgets.card_animation import PLAYING, SlidingMiddle
from odin_tui.widgets.card_hand import CHOICE, CardHand
from odin_tui.widgets.deal_end import DealEnd, EndedDeal, Tally
from odin_tui.widgets.match_end import CELEBRATION, StandingsTable
from odin_tui.widgets.motion import Motion, MovingWidget
from odin_tui.widgets.seat_plate import THINKING
from tests.engine.herrlof import positions as herrlof
from tests.engine.odin.positions import after, cards, position
from tests.tui.boards import BoardApp, press
from tests.tui.frames import next_frame, stop_time
from tests.tui.herrlof import boards as herrlof_boards
from tests.tui.screens import screen_text
from tests.tui.tables import board, board_of, seen, table

FULL, REDUCED = Settings(animations="full"), Settings(animations="reduced")
STATE = position("B9 G8 | R7 R3 | O1", "R4", owner=0, turn=1)
PLAYED = after(STATE, "R7+R4")
BEFORE = position("B9 | R1 R3 | O1 O2 O5 G1", points=(2, 3, 4))
LAST_HAND = position("B9 | R1 R3 | O1", options=Options(target=None))
DEALT = position("B9 B5 G8 | R7 R3 | O1 O2")
LAST_TRICK = herrlof.position("G9 | G7", "R2", said=(1, 0))
SIX = Printed("blue", "B", "■", "6")


def letters(canvas: Canvas) -> list[str]:
    return ["".join(letter for letter, _, _ in row) for row in canvas.rows]


async def frames_of(widget: MovingWidget, pilot: Pilot[None]) -> list[list[str]]:
    """Return what a widget draws in each frame, the last one included."""
    drawn = [letters(widget.draw())]
    while await next_frame(widget, pilot) is not None:
        drawn.append(letters(widget.draw()))
    return [*drawn, letters(widget.draw())]


# -- the frames of a card -------------------------------------------------------------------


@pytest.mark.parametrize("size", [TINY, SMALL, MEDIUM, LARGE])
def test_a_card_that_is_turned_over_is_narrow_then_an_edge_then_narrow(size: Size) -> None:
    widths = []
    for frame in TURNING[:-1]:
        drawn = draw_frame(SIX, size, frame)
        middle = drawn.rows[size.height // 2]
        widths.append(sum(cell != (" ", "", "") for cell in middle))
    back, narrow_back, edge, narrow_face = widths
    assert back == size.width
    assert edge == 1
    assert edge < narrow_back == narrow_face < back


def test_a_narrow_face_shows_its_number_and_a_back_shows_nothing() -> None:
    inks = {ink for row in draw_frame(SIX, SMALL, Frame.NARROW_FACE).rows for _, ink, _ in row}
    assert "$face-blue-ink" in inks
    for frame in TURNING[:3]:
        assert (
            draw_frame(SIX, SMALL, frame).rows
            == draw_frame(Printed("red", "R", "●", "1"), SMALL, frame).rows
        )


def test_cards_that_are_not_dealt_yet_cover_nothing() -> None:
    both = [(SIX, Look.PLAYABLE, Frame.FACE), (SIX, Look.PLAYABLE, Frame.NOTHING)]
    alone = draw_moving(both[:1], SMALL, 4)
    assert draw_moving(both, SMALL, 4).cut(0, 0, SMALL.width, 7).rows == alone.rows


def test_a_card_on_another_is_never_a_narrow_face() -> None:
    cards_so_far = [(SIX, Look.PLAYABLE, Frame.FACE), (SIX, Look.PLAYABLE, Frame.NARROW_FACE)]
    turned = [(SIX, Look.PLAYABLE, Frame.FACE)] * 2
    assert draw_moving(cards_so_far, SMALL, 4).rows == draw_moving(turned, SMALL, 4).rows
    assert draw_moving(cards_so_far, SMALL, 8).rows != draw_moving(turned, SMALL, 8).rows


# -- at the table ---------------------------------------------------------------------------


async def test_a_play_is_a_ghost_then_two_slabs_then_a_face(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers = stop_time(monkeypatch)
    async with board(STATE, settings=FULL) as (app, pilot):
        app.board.table_view = seen(PLAYED, turn=2)
        await pilot.pause()
        middle = app.board.query_one(SlidingMiddle)
        assert middle.contents.cards == cards("R7")
        grounds = []
        for _ in range(4):
            grounds.append({ground for row in middle.draw().rows for _, _, ground in row} - {""})
            await next_frame(middle, pilot)
        assert grounds[0] == {"$kept-red"}
        assert grounds[1] == grounds[2] == {"$flat-red"}
        assert "$face-red" in grounds[3]
        app.board.frame.finish()
        assert (middle.step, "7  to beat" in screen_text(app)) == (None, True)
        plates_alone = timers.running
        assert plates_alone == 1
        app.board.table_view = seen(after(PLAYED, "pass"), turn=3)
        await pilot.pause()
        assert middle.step is None


async def test_the_last_card_of_a_trick_slides_too_and_no_card_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    state = herrlof.position("G9 B1 | G7 B2", "R2", said=(1, 0))
    async with herrlof_boards.board(state, settings=FULL) as (app, pilot):
        middle = app.board.query_one(SlidingMiddle)
        for turn, moves in enumerate((("G9",), ("G9", "G7")), 2):
            now = herrlof_boards.seen(herrlof.after(state, *moves), turn=turn)
            app.board.table_view = now
            await pilot.pause()
            assert middle.step == 0
            assert any(ink == "$kept-green-ink" for row in middle.draw().rows for _, ink, _ in row)
            while await next_frame(middle, pilot) is not None:
                pass
            app.board.table_view = replace(now, turn=turn + 10)
            await pilot.pause()
            assert middle.step is None


async def test_cards_come_from_the_side_of_their_player(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_time(monkeypatch)

    async def first_row(seat: int, played: str) -> int:
        state = position("B9 G8 | R7 R3 | R8 O1", "R4", owner=0, turn=seat)
        async with board(state, settings=FULL) as (app, pilot):
            app.board.table_view = seen(after(state, played), turn=2)
            await pilot.pause()
            rows = app.board.query_one(SlidingMiddle).draw().rows
            return min(x for row in rows for x, cell in enumerate(row) if cell[2])

    assert await first_row(1, "R7+R4") < await first_row(2, "R8+R4")


async def test_a_key_ends_what_moves_and_does_what_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers = stop_time(monkeypatch)
    async with board(DEALT, settings=FULL) as (app, pilot):
        hand = app.board.query_one(CardHand)
        assert hand.step == 0
        cursor = app.board.cursor
        await press(pilot, "right")
        assert hand.step is None
        assert app.board.cursor != cursor
        assert timers.running == 0


async def test_a_new_hand_is_dealt_card_by_card_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_time(monkeypatch)
    async with board(DEALT, settings=FULL) as (app, pilot):
        hand = app.board.query_one(CardHand)
        drawn = await frames_of(hand, pilot)
        filled = [sum(len(row.strip()) for row in frame[1:-1]) for frame in drawn]
        assert filled[0] == 0
        assert all(before != now for before, now in pairwise(drawn))
        app.board.table_view = seen(DEALT, turn=1, chat=())
        await pilot.pause()
        assert hand.step is None
        app.board.table_view = seen(after(DEALT, "G8"), turn=2)
        await pilot.pause()
        assert hand.step is None


async def test_who_comes_to_a_hand_that_is_being_played_sees_no_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    async with board(after(DEALT, "G8"), settings=FULL) as (app, _pilot):
        assert app.board.query_one(CardHand).step is None


async def test_a_hand_is_dealt_when_the_page_before_it_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    async with board(BEFORE, settings=FULL) as (app, pilot):
        hand = app.board.query_one(CardHand)
        await press(pilot, "x")
        app.board.table_view = seen(after(BEFORE, "B9"), turn=2)
        await pilot.pause()
        assert hand.step is None
        await press(pilot, "enter")
        assert app.board.page == "table"
        assert hand.step == 0


async def test_a_chosen_card_is_lit_and_then_rises(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_time(monkeypatch)
    async with board(DEALT, settings=FULL) as (app, pilot):
        hand = app.board.query_one(CardHand)
        await press(pilot, "1")
        lit = hand.draw()
        assert any("$your-turn" in (ink, ground) for _, ink, ground in lit.rows[-2])
        await next_frame(hand, pilot)
        assert hand.step is None
        assert letters(hand.draw())[1] != letters(lit)[1]
        await press(pilot, "1")
        assert hand.step is None


# -- after a hand and after a match ---------------------------------------------------------


async def test_points_are_counted_with_the_cards_that_are_turned_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    async with board(BEFORE, settings=FULL) as (app, pilot):
        app.board.table_view = seen(after(BEFORE, "B9"), turn=2)
        await pilot.pause()
        tally = app.board.query_one(Tally)
        drawn = await frames_of(tally, pilot)
        gains = ["+4" in "".join(frame) for frame in drawn]
        assert gains.index(True) == len(gains) - 1
        bars = [sum(row.count("▌") for row in frame) for frame in drawn]
        assert len(set(bars)) > 1
        assert all(before != now for before, now in pairwise(drawn))
        assert "the match with" in screen_text(app)


def test_points_grow_step_by_step_and_end_where_they_should() -> None:
    growing = [points_at(step, 4) for step in range(14)]
    assert growing == sorted(growing)
    assert (growing[0], growing[4], growing[13], points_at(None, 4)) == (0, 1, 4, 4)
    assert points_of_round(20, 22) == 0
    assert points_of_round(None, 22) == 22
    assert 0 < points_of_round(26, 22) < 22


async def test_enter_goes_on_from_a_page_that_is_still_being_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers = stop_time(monkeypatch)
    async with board(BEFORE, settings=FULL) as (app, pilot):
        app.board.table_view = seen(after(BEFORE, "B9"), turn=2)
        await pilot.pause()
        assert app.board.query_one(DealEnd).counting
        await press(pilot, "enter")
        assert app.board.page == "table"
        assert not app.board.query_one(DealEnd).counting
        moving = [each for each in app.board.query(MovingWidget) if each.step is not None]
        assert timers.running == len(moving)


def test_the_page_after_any_hand_is_complete_within_a_second_and_a_half() -> None:
    nine = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
    ended = seen(after(position(f"B9 | {nine} | O1"), "B9")).match
    hand = EndedDeal(ended, 1, None, {})  # type: ignore[arg-type]
    for motion in (HAND_OVER.counting(hand), ROUND_OVER.counting(hand)):
        assert 0.5 < motion.steps * motion.seconds < 1.5
        assert motion.steps // motion.reduced <= 6


async def test_predictions_are_turned_over_and_the_points_of_a_round_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    state = herrlof.after(LAST_TRICK, "G9")
    async with herrlof_boards.board(state, settings=FULL) as (app, pilot):
        over = herrlof.after(LAST_TRICK, "G9", "G7")
        app.board.table_view = herrlof_boards.seen(over, turn=2)
        await pilot.pause()
        tally = app.board.query_one(Tally)
        drawn = await frames_of(tally, pilot)
        hidden = [any("▚▞" in row for row in frame) for frame in drawn]
        assert (hidden[0], any(hidden[12:])) == (True, False)
        gains = [f"+{points}" for points in app.board.match.results[-1].points]
        assert not any(gain in row for row in drawn[12] for gain in gains)
        assert all(any(gain in row for row in drawn[-1]) for gain in gains)


async def test_light_runs_over_the_winners_name_and_then_all_is_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers = stop_time(monkeypatch)
    async with board(LAST_HAND, settings=FULL) as (app, pilot):
        app.board.table_view = seen(after(LAST_HAND, "B9"), turn=2)
        await pilot.pause()
        await press(pilot, "enter")
        standings = app.board.query_one(StandingsTable)
        assert standings.step == 0
        lit = []
        while standings.step is not None:
            lit.append(sum(ink == "$line" for row in standings.draw().rows for _, ink, _ in row))
            await next_frame(standings, pilot)
        assert lit == sorted(lit, reverse=True)
        assert len(set(lit)) > 3
        assert timers.running == 0


# -- what is never moved --------------------------------------------------------------------

MOTIONS = (PLAYING, CHOICE, CELEBRATION, THINKING, Motion(12, 0.03, reduced=4))


@pytest.mark.parametrize("motion", MOTIONS)
def test_reduced_motion_has_fewer_frames_and_none_has_none(motion: Motion) -> None:
    assert motion.stride("none") == 0
    assert motion.stride("full") == 1
    assert motion.stride("reduced") != 1


async def moving(app: BoardApp, pilot: Pilot[None]) -> list[MovingWidget]:
    """Play a card, choose one, end a hand and a match, and list what moved."""
    moved: set[MovingWidget] = set()
    steps: Sequence[Any] = (seen(PLAYED, turn=2), seen(after(BEFORE, "B9"), turn=3), "enter")
    for step in steps:
        if isinstance(step, str):
            await press(pilot, step)
        else:
            app.board.table_view = step
            await pilot.pause()
        moved |= {each for each in app.board.query(MovingWidget) if each.step is not None}
    return list(moved)


async def test_nothing_moves_when_animations_are_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers = stop_time(monkeypatch)
    async with board(STATE) as (app, pilot):
        assert not await moving(app, pilot)
        assert timers.running == 0


async def test_nothing_moves_on_a_slow_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_time(monkeypatch)
    async with board(STATE, settings=FULL) as (app, pilot):
        app.board.frame.finish()
        app.line_is_slow = True  # type: ignore[attr-defined]
        assert not await moving(app, pilot)


async def test_a_line_that_becomes_slow_gets_the_last_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    async with board(STATE, settings=FULL) as (app, pilot):
        hand = app.board.query_one(CardHand)
        assert await next_frame(hand, pilot) == 1
        app.line_is_slow = True  # type: ignore[attr-defined]
        assert await next_frame(hand, pilot) is None


async def test_no_timer_is_left_when_a_screen_is_closed() -> None:
    async with table(2, settings=FULL) as (app, pilot, _chair):
        hand = board_of(app).query_one(CardHand)
        hand.move(Motion(1000, 3600), "full")
        timer = hand._timer
        assert timer is not None
        app.go_home()
        await pilot.pause()
        assert timer._task is None


async def test_no_timer_is_left_when_a_screen_is_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    timers = stop_time(monkeypatch)
    async with table(2, settings=FULL) as (app, pilot, _chair):
        hand = board_of(app).query_one(CardHand)
        hand.move(Motion(1000, 0.03), "full")
        app.action_show_keys()
        await pilot.pause()
        for widget in app.screen_stack[-2].query(MovingWidget):
            assert widget.step is None
        assert timers.running == 0
