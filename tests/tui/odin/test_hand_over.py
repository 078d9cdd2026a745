"""The pages after a hand and after the match."""

import pytest
from odin.positions import after, position

from odin_engine.game import Seat
from odin_engine.odin.state import State
from odin_engine.odin.view import view
from odin_tui.drawing.bars import bar
from odin_tui.narrator import Reader
from odin_tui.odin.cards import Style
from odin_tui.odin.hand_over import EndedHand, draw_places, draw_tally, points_by_hand, scale_of

THREE = position("B9 G8 P1 | R5 R1 Y2 | Y7 Y3 O1")


def finished(hands: int = 1, seats: int = 3) -> State:
    """Give a match with so many hands behind it, in which seat 0 went out every time."""
    holding = " | ".join(["B9", "R5 R1", "Y7 Y3 O1", "G1", "G2", "G3"][:seats])
    state = position(holding, points=(0,) * seats)
    results = [after(state, "B9").results[0]] * hands
    points = tuple(hands * got for got in results[0].points)
    return state._replace(results=tuple(results), points=points)


def test_a_bar_has_one_piece_for_each_hand() -> None:
    assert bar([2, 3], 10, 20).plain == "████▒▒▒▒▒▒··········"
    assert bar([2, 3], 10, 20, newest=1).plain == "████▒▒··············"
    assert len(bar([9, 9, 9], 27, 13).plain) == 13


def test_a_full_bar_is_the_target_or_more() -> None:
    assert scale_of(view(finished(1), 0)) == 15
    assert scale_of(view(finished(6), 0)) == 18
    assert points_by_hand(view(finished(2), 0), 2) == [3, 3]


@pytest.mark.parametrize("size", [(56, 15), (76, 18), (96, 24), (156, 42), (76, 7)])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_hand_is_counted_in_the_room_there_is(size: tuple[int, int], seats: int) -> None:
    names = ("You", "Bo", "Cnut", "Dagny", "Egil", "Frida")[:seats]
    ended = EndedHand(view(finished(2, seats), 0), 2, Reader(names, Seat(0)), Style())
    before, done = (draw_tally(ended, counted, *size).content().plain for counted in (0, 9))
    for name in names:
        assert name in done
    assert "out" in done
    assert "+2" in done
    assert "+2" not in before
    assert "░" in before
    assert "░" not in done
    assert ended.totals[1] == 4


def test_where_there_is_room_the_points_of_every_hand_stand_below_the_bar() -> None:
    over = after(position("B9 | R1 R2 | Y5", points=(3, 14, 1)), "B9")
    over = over._replace(results=over.results * 2)
    drawn = draw_places(view(over, 0), ("You", "Bo", "Cnut"), 140, 12).content().plain
    assert [line.strip() for line in drawn.split("\n")[2::4]] == ["1 + 1", "0 + 0", "2 + 2"]


def test_places_are_listed_with_the_winner_first() -> None:
    over = after(position("B9 | R1 R2 | Y5", points=(3, 14, 1)), "B9")
    drawn = draw_places(view(over, 0), ("You", "Bo", "Cnut"), 76, 11).content().plain
    lines = [line for line in drawn.split("\n") if line.strip()]
    assert [line.split()[:4] for line in lines] == [
        ["1.", "Cnut", "2", "points"],
        ["2.", "You", "3", "points"],
        ["3.", "Bo", "16", "points"],
    ]
    assert not draw_places(view(THREE, 0), ("You", "Bo", "Cnut"), 76, 12).content().plain.strip()
