"""The story of a round, and where the discarded cards are shown."""

import pytest

from odin_engine.game import Seat
from odin_engine.odin.cards import CARD_CALLED
from odin_engine.odin.moves import parse_move
from odin_engine.odin.state import Turn
from odin_engine.odin.view import view
from odin_tui.languages import ENGLISH
from odin_tui.narrator import Reader
from odin_tui.odin.cards import MARKS, card_places, colours_of
from odin_tui.odin.events import Passed, Played, rounds, turn_events
from odin_tui.odin.table import last_turns, turn_summary
from tests.engine.odin.positions import after, cards, position

THREE = position("B9 G8 P1 | R5 R1 Y2 | Y7 Y3 O1")
PLAYED = after(THREE, "G8", "pass", "pass", "P1", "R5+P1", "pass")
PLAYED_TURNS = [
    Played(Seat(0), cards("P1"), None, leads=True),
    Played(Seat(1), cards("R5"), CARD_CALLED["P1"], leads=False),
    Passed(Seat(2)),
]
NAMES = ("Astrid", "Bo", "Cnut")


def turn(move: str) -> Played | Passed:
    """Return a turn of seat 1."""
    (event,) = turn_events([Turn(Seat(1), parse_move(move))], 3)
    return event


# -- the story ------------------------------------------------------------------------------


def test_a_round_ends_when_everyone_else_has_passed() -> None:
    told = rounds(PLAYED.history, 3)
    lead, first, last = (
        Played(Seat(0), cards("G8"), None, leads=True),
        Passed(Seat(1)),
        Passed(Seat(2), Seat(0)),
    )
    assert told[0] == [lead, first, last]
    assert told[1] == PLAYED_TURNS


def test_a_round_that_has_just_ended_leaves_an_empty_one() -> None:
    assert rounds(after(THREE, "G8", "pass", "pass").history, 3)[-1] == []
    assert rounds((), 3) == [[]]


def test_what_was_done_last_is_of_this_round_only() -> None:
    assert last_turns(view(PLAYED, 0)) == {turn.seat: turn for turn in PLAYED_TURNS}


@pytest.mark.parametrize(
    ("width", "told"),
    [(30, "R8 R2 82 took Y7"), (12, "R8 R2 82 +Y7"), (6, "82 +Y7"), (4, "82"), (1, "×2")],
)
def test_a_play_is_told_in_the_room_there_is(width: int, told: str) -> None:
    assert turn_summary(turn("R8R2+Y7"), width, ENGLISH).plain == told


# -- Valhalla -------------------------------------------------------------------------------


def test_valhalla_tells_where_every_card_is_as_far_as_one_can_know() -> None:
    state = after(position("B9 G8 P1 | R5 R1 Y2 | Y7 Y3 O1"), "P1", "Y2+P1", "pass")
    told = card_places(view(state, Seat(0)), Reader(NAMES, Seat(0)), MARKS["shapes"]).plain
    assert "[2]" in told
    assert "‹9›" in told
    assert "Bo holds P1" in told
    assert "not dealt" in told


def test_valhalla_has_a_row_for_each_colour_that_is_played_with() -> None:
    assert len(colours_of(view(THREE, 0).deck)) == 6
    assert len(colours_of(cards("B9 G1"))) == 2


def test_a_spectator_has_no_cards_of_their_own_in_valhalla() -> None:
    assert "yours" not in card_places(view(THREE, None), Reader(NAMES), MARKS["runes"]).plain
