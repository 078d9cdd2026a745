"""The pages after a hand and after the match."""

from dataclasses import replace

import pytest

from odin_engine.game import Seat
from odin_engine.odin.state import State
from odin_engine.odin.view import view
from odin_tui.drawing.bars import Bar, draw_bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.standings import deals_of
from odin_tui.narrator import Reader
from odin_tui.odin.cards import SHAPES
from odin_tui.odin.recap import draw_places, draw_tally, meaning, scale_of
from odin_tui.widgets.deal_end import EndedDeal
from tests.engine.odin.positions import after, position

THREE = position("B9 G8 P1 | R5 R1 Y2 | Y7 Y3 O1")


def finished(hands: int = 1, seats: int = 3) -> State:
    """Give a match with so many hands behind it, in which seat 0 went out every time."""
    holding = " | ".join(["B9", "R5 R1", "Y7 Y3 O1", "G1", "G2", "G3"][:seats])
    state = position(holding, points=(0,) * seats)
    results = [after(state, "B9").results[0]] * hands
    points = tuple(hands * got for got in results[0].points)
    return state._replace(results=tuple(results), points=points)


def drawn_bar(bar: Bar, pixels: int = 2) -> Canvas:
    canvas = Canvas(bar.width, 3)
    draw_bar(canvas, 0, 0, bar, pixels)
    return canvas


def tones(canvas: Canvas, y: int = 0) -> list[str]:
    """Name the tone of every cell of a row, that of its letter where it has no ground."""
    return [(ground or style).removeprefix("$") for _, style, ground in canvas.rows[y]]


def test_a_bar_has_one_piece_for_each_hand_with_its_points() -> None:
    drawn = drawn_bar(Bar([2, 3], 10, 20))
    assert drawn.content().plain.split("\n")[0] == " 2 ▌  3  ▌ · · · · ·"
    assert tones(drawn)[:10] == ["bar-1"] * 4 + ["bar-2"] * 6
    counted = drawn_bar(Bar([2, 3], 10, 20, newest=1, mine=True))
    assert tones(counted)[:6] == ["own-bar-1"] * 4 + ["own-bar-2"] * 2


def test_hands_before_the_last_are_dark_and_lighter_in_turn() -> None:
    drawn = drawn_bar(Bar([1, 1, 1, 1], 4, 4))
    assert tones(drawn) == ["bar-1", "bar-0", "bar-1", "bar-2"]


def test_a_high_bar_ends_with_half_a_row_and_has_its_points_in_the_middle() -> None:
    rows = drawn_bar(Bar([4], 4, 8), pixels=5).content().plain.split("\n")
    assert [rows[1][:7].strip(), rows[2]] == ["4", "▀▀▀▀▀▀▀▘"]


def test_a_full_bar_is_the_target_or_more() -> None:
    assert scale_of(view(finished(1), 0)) == 15
    assert scale_of(view(finished(6), 0)) == 18
    assert deals_of(view(finished(2), 0), 2) == [3, 3]


@pytest.mark.parametrize("size", [(56, 15), (76, 18), (96, 24), (156, 42), (76, 7)])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_hand_is_counted_in_the_room_there_is(size: tuple[int, int], seats: int) -> None:
    names = ("You", "Bo", "Cnut", "Dagny", "Egil", "Frida")[:seats]
    ended = EndedDeal(view(finished(2, seats), 0), 2, Reader(names, Seat(0)), SHAPES)
    before, done = (draw_tally(ended, step, *size).content().plain for step in (0, None))
    for name in names:
        assert name in done
    assert "out" in done
    assert "+2" in done
    assert "+2" not in before
    assert "▚" in before
    assert "▚" not in done
    assert ended.totals[1] == 4


def test_where_there_is_room_the_points_are_drawn_in_pixels() -> None:
    over = after(position("B9 | R1 R2 | Y5", points=(3, 14, 1)), "B9")
    names = ("You", "Bo", "Cnut")
    low, high = (draw_places(view(over, 0), names, 140, height) for height in (7, 16))
    assert "16 points" in low.content().plain
    assert "points" not in high.content().plain
    pixels = {style for row in high.rows for letter, style, _ in row if letter in "▀▄█"}
    assert pixels >= {"$foreground", "$your-turn"}


def test_places_are_listed_with_the_winner_first() -> None:
    over = after(position("B9 | R1 R2 | Y5", points=(3, 14, 1)), "B9")
    drawn = draw_places(view(over, 0), ("You", "Bo", "Cnut"), 76, 11).content().plain
    lines = [line for line in drawn.split("\n") if line.strip()[:2] in ("1.", "2.", "3.")]
    assert [line.split()[:4] for line in lines] == [
        ["1.", "Cnut", "2", "points"],
        ["2.", "You", "3", "points"],
        ["3.", "Bo", "16", "points"],
    ]
    assert not draw_places(view(THREE, 0), ("You", "Bo", "Cnut"), 76, 12).content().plain.strip()


def test_what_a_hand_means_for_the_match_is_said() -> None:
    ended = EndedDeal(view(finished(2), 1), 2, Reader(("Astrid", "Bo", "Cnut"), Seat(1)), SHAPES)
    assert meaning(ended) == (
        "You are 2nd of 3 with 4.",
        "At 15 points the match ends; Cnut is nearest to it with 6.",
    )
    assert meaning(replace(ended, reader=Reader(ended.names, Seat(0)))) == meaning(ended)[1:]
