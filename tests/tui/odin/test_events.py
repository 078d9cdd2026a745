"""What happens in a match as events, and as sentences for a spectator and for a player."""

from odin_engine import odin
from odin_engine.game import Seat
from odin_engine.odin.cards import CARD_CALLED
from odin_engine.odin.options import Options
from odin_engine.odin.state import State
from odin_tui.event_text import MatchEnded
from odin_tui.narrator import Reader
from odin_tui.odin.events import (
    CardsLeft,
    HandDealt,
    HandEnded,
    Passed,
    Played,
    events,
    tell,
)
from tests.engine.odin.positions import after, cards, position

NAMES = ("Astrid", "Bo", "Cnut")


def events_between(before: State, then: State) -> list[object]:
    return list(events(odin.view(before, None), odin.view(then, None)))


def test_every_turn_is_an_event_and_a_last_pass_names_the_next_leader() -> None:
    start = position("Y2 P1 | G5 P2 | R8 P3")
    assert events_between(start, after(start, "Y2", "G5+Y2", "pass", "pass")) == [
        Played(Seat(0), cards("Y2"), None, leads=True),
        Played(Seat(1), cards("G5"), CARD_CALLED["Y2"], leads=False),
        Passed(Seat(2)),
        Passed(Seat(0), next_leader=Seat(1)),
    ]


def test_only_new_turns_are_events() -> None:
    start = position("Y2 P1 | G5 P2 | R8 P3")
    before = after(start, "Y2")
    assert events_between(before, after(before, "pass")) == [Passed(Seat(1))]
    assert events_between(before, before) == []


def test_a_new_hand_begins_after_what_everyone_was_left_with() -> None:
    start = position("Y2 | G5 P2 | R8")
    then = after(start, "Y2")
    assert events_between(start, then) == [
        Played(Seat(0), cards("Y2"), None, leads=True),
        HandEnded(1, Seat(0)),
        CardsLeft(Seat(1), cards("G5 P2")),
        CardsLeft(Seat(2), cards("R8")),
        HandDealt(2, odin.view(then, None).starter),
    ]


def test_a_match_that_ends_deals_no_other_hand() -> None:
    start = position("Y2 | G5 P2 | R8", options=Options(target=None))
    then = after(start, "Y2")
    outcome = odin.view(then, None).outcome
    assert outcome is not None
    assert events_between(start, then)[-1] == MatchEnded(outcome)


# -- sentences ------------------------------------------------------------------------------


def told(before: State, then: State, seat: int | None) -> list[str]:
    where = None if seat is None else Seat(seat)
    return tell(odin.view(before, where), odin.view(then, where), Reader(NAMES, where))


def test_to_a_spectator_everyone_has_a_name() -> None:
    start = position("Y2 P1 | G5 P2 | R8 P3")
    assert told(start, after(start, "Y2", "G5+Y2", "pass"), None) == [
        "Astrid leads Y2.",
        "Bo plays G5 and takes Y2.",
        "Cnut passes.",
    ]


def test_the_reader_is_you() -> None:
    start = position("Y2 P1 | G5 P2 | R8 P3")
    then = after(start, "Y2", "G5+Y2", "pass", "pass")
    assert told(start, then, 1) == [
        "Astrid leads Y2.",
        "You play G5 and take Y2.",
        "Cnut passes.",
        "Astrid passes. Round over: you lead.",
    ]


def test_a_set_is_told_with_its_value() -> None:
    start = position("Y2 P1 | G5 B5 P2 | R8 P3")
    assert told(start, after(start, "Y2", "G5B5+Y2"), 0)[-1] == (
        "Bo plays G5 B5 for 55 and takes Y2."
    )


def test_the_end_of_a_match_is_told_to_its_winner() -> None:
    start = position("Y2 | G5 P2 | R8 P3 P4", options=Options(target=None))
    assert told(start, after(start, "Y2"), 0) == [
        "You lead Y2.",
        "You are out. Hand 1 is over.",
        "Bo holds G5 P2: 2 points.",
        "Cnut holds R8 P4 P3: 3 points.",
        "The match was one hand, and it is over.",
        "1. You, 0 points.",
        "2. Bo, 2 points.",
        "3. Cnut, 3 points.",
        "You win.",
    ]


def test_a_shared_win_names_all_who_share_it() -> None:
    start = position("Y2 | G5 P2 | R8 P3", points=(3, 1, 1), options=Options(target=3))
    assert told(start, after(start, "Y2"), 1)[-1] == "You share the win with Astrid and Cnut."


def test_nothing_new_is_nothing_to_tell() -> None:
    start = position("Y2 P1 | G5 P2 | R8 P3")
    assert told(start, start, 0) == []


def test_a_match_is_told_from_its_first_deal() -> None:
    assert tell(None, odin.view(position("Y2 P1 | G5 | R8"), Seat(0)), Reader(NAMES, Seat(0))) == [
        "Hand 1. You lead."
    ]
