"""The trick in the middle: a place for everybody, the chosen card in its own, and what it beats."""

import pytest

from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARD_CALLED, Colour
from odin_tui.drawing.card_faces import LARGE, MEDIUM, SMALL, TINY, Size
from odin_tui.drawing.middle import draw_middle, size_for
from odin_tui.herrlof.cards import CARD_SET
from odin_tui.herrlof.middle import trick_of
from odin_tui.narrator import Reader
from odin_tui.widgets.card_hand import CardHand
from tests.engine.herrlof.positions import after, position
from tests.tui.boards import press
from tests.tui.herrlof.boards import board
from tests.tui.screens import screen_text

THREE = after(
    position("G8 B9 R1 V | G7 Y1 Y2 Y3 | G9 B1 B2 B3", "R2", leader=1, said=(2, 1, 3)), "G7"
)
TWO = after(position("G8 G2 R1 V | G7 Y1 Y2 Y3", "R2", leader=1, said=(2, 1)), "G7")


def drawn(chosen: str, trump: Colour | None = Colour.RED) -> str:
    shown = trick_of(
        [(Seat(0), CARD_CALLED["G7"])],
        [Seat(0), Seat(1)],
        Reader(("Bo", "You"), Seat(1)),
        CARD_SET.style(MEDIUM),
        0,
        chosen=CARD_CALLED[chosen],
        trump=trump,
    )
    return draw_middle(shown, 70, 14).content().plain


@pytest.mark.parametrize(
    ("chosen", "said"),
    [("G8", "beats Bo"), ("G2", "loses to Bo"), ("R1", "your trump"), ("H", "loses to Bo")],
)
def test_the_chosen_card_stands_against_the_best_one(chosen: str, said: str) -> None:
    assert said in drawn(chosen)


def test_without_a_trump_no_card_is_one() -> None:
    assert "your trump" not in drawn("R1", None)
    assert "loses to Bo" in drawn("R1", None)


def test_a_valknut_beats_nothing() -> None:
    assert "Bo" in drawn("V")
    assert "beats" not in drawn("V")
    assert "loses" not in drawn("V")


async def test_everybody_has_a_place_in_the_order_of_play() -> None:
    async with board(THREE, 0) as (app, _pilot):
        below = next(line for line in screen_text(app).split("\n") if "▸Bo" in line)
        assert below.index("▸Bo") < below.index("Cnut") < below.index("You")


async def test_the_chosen_card_appears_in_its_place_until_it_is_taken_back() -> None:
    async with board(TWO, size=(120, 35)) as (app, pilot):
        before = screen_text(app)
        await press(pilot, "tab")
        assert "beats Bo" in screen_text(app)
        await press(pilot, "escape")
        assert screen_text(app).split("\n")[6:20] == before.split("\n")[6:20]


async def test_a_spectator_sees_larger_cards_and_no_empty_hand() -> None:
    async with board(TWO, None, size=(100, 29)) as (app, _pilot):
        assert app.board.query_one(CardHand).size.height == 0
        assert "You predicted" not in screen_text(app)


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [(20, 5, TINY), (28, 6, SMALL), (50, 13, MEDIUM), (50, 12, SMALL), (80, 16, LARGE)],
)
def test_a_trick_of_three_has_the_largest_cards_that_leave_room(
    width: int, height: int, size: Size
) -> None:
    assert size_for(3, width, height, spread=True) is size
