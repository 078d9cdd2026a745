"""What happens in Herrlof is told to each reader as far as they may know it."""

from random import Random
from typing import get_args

import pytest

from odin_engine import herrlof
from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARD_CALLED
from odin_engine.herrlof.state import State
from odin_tui.event_text import MatchEnded
from odin_tui.herrlof.events import (
    TEXTS,
    CardReturned,
    CardTaken,
    Event,
    RoundEnded,
    RoundStarted,
    TrickDestroyed,
    TrickWon,
    TurnEvent,
    events,
    tell,
)
from odin_tui.narrator import Reader
from tests.engine.herrlof.positions import after, position
from tests.tui.herrlof.views import NAMES, dealt, view

TURNS = get_args(TurnEvent)


def told(before: State, then: State, seat: int | None) -> list[str]:
    return tell(view(before, seat), view(then, seat), Reader(NAMES[: before.match.seats], seat))


def test_a_prediction_is_told_to_its_maker_alone() -> None:
    start = dealt()
    assert told(start, after(start, "predict 4"), 0) == ["You predict 4."]
    assert told(start, after(start, "predict 4"), 1) == ["Astrid has predicted."]


def test_a_trick_is_told_with_its_winner_and_who_leads_next() -> None:
    start = position("G9 B9 | G7 Y1")
    assert told(start, after(start, "G9", "G7"), 1) == [
        "Astrid leads G9.",
        "You play G7.",
        "Astrid wins the trick; you lead next.",
    ]


def test_only_who_may_know_hears_which_card_was_swapped() -> None:
    start = position("G3 B9 | G7 Y1", deck="B8 Y9")
    then = after(start, "G3", "draw", "bury B9", "G7")
    assert told(start, then, 0) == [
        "You lead G3.",
        "You draw B8 from the deck.",
        "You bury B9 under the deck.",
        "Bo plays G7.",
        "Bo wins the trick.",
    ]
    assert told(start, then, 1)[1:3] == [
        "Astrid draws a card from the deck.",
        "Astrid buries a card under the deck.",
    ]


def test_a_three_laid_last_is_swapped_before_the_trick_is_over() -> None:
    start = position("G7 B9 | G3 Y1", deck="B8 Y9")
    then = after(start, "G7", "G3", "skip")
    assert told(start, then, None) == [
        "Astrid leads G7.",
        "Bo plays G3.",
        "Bo skips it.",
        "Astrid wins the trick.",
    ]


def test_stealing_tells_a_trick_from_a_card() -> None:
    trick = after(position("B1 G2 | H G7", tricks=(0, 2)), "B1", "H")
    assert told(trick, after(trick, "steal 1"), 1) == ["Astrid takes a trick from you."]
    card = after(position("B6 G2 | B5 G7"), "B6", "B5")
    then = after(card, "steal 1", "return G2")
    assert told(card, then, 1) == ["Astrid takes G7 from you.", "Astrid gives G2 back."]
    assert told(card, then, None) == ["Astrid takes a card from Bo.", "Astrid gives a card back."]


def test_two_valknuts_destroy_the_trick_and_turn_up_a_trump() -> None:
    start = position("V B9 | V Y1", "R2", deck="B8 Y9")
    assert told(start, after(start, "V", "V"), 0) == [
        "You lead V.",
        "Bo plays V.",
        "B8 is turned up: blue is trump.",
        "The trick is destroyed; you lead again.",
    ]


def test_the_end_of_a_round_is_told_with_its_sums_and_the_next_deal() -> None:
    start = position("G9 | G7", tricks=(2, 12), said=(3, 11))
    lines = told(start, after(start, "G9", "G7"), 0)
    assert lines[:5] == [
        "You lead G9.",
        "Bo plays G7.",
        "You win the trick.",
        "Round 1 is over.",
        "You predicted 3 and won 3: 3 + 10 as predicted + 5 for 3 or 4 = 18 points.",
    ]
    assert lines[5] == "Bo predicted 11 and won 12: 12 points."
    assert lines[6].startswith("Round 2. ")


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_step_by_step_everything_is_told_exactly_once(seats: int, seat: int | None) -> None:
    """Step by step, a match has an event for every move, trick and round."""
    state, rng, before, moves = dealt(seats, "whole"), Random(1), None, 0
    happened: list[Event] = []
    while True:
        now = view(state, seat)
        happened += events(before, now)
        before = now
        movers = herrlof.to_move(state)
        if not movers:
            break
        move = herrlof.heuristic_move(herrlof.view(state, movers[0]), rng)
        state, moves = herrlof.play(state, movers[0], move), moves + 1
    rounds = len(state.results)
    assert [e.number for e in happened if isinstance(e, RoundEnded)] == [*range(1, rounds + 1)]
    assert [e.number for e in happened if isinstance(e, RoundStarted)] == [*range(1, rounds + 1)]
    tricks = [event for event in happened if isinstance(event, TrickWon | TrickDestroyed)]
    assert len(tricks) == rounds * state.match.hand_size
    assert sum(isinstance(event, TURNS) for event in happened) == moves
    assert isinstance(happened[-1], MatchEnded)
    reader = Reader(NAMES[:seats], None if seat is None else Seat(seat))
    assert all(TEXTS.sentences(event, reader) for event in happened)


def test_a_card_is_named_in_an_event_only_to_those_who_may_know_it() -> None:
    start = after(position("B6 G2 | B5 G7 | H H"), "B6", "B5", "H")
    then = after(start, "steal 1", "return G2")
    taken, given = (CARD_CALLED[name] for name in ("G7", "G2"))
    for seat in (0, 1):
        assert events(view(start, seat), view(then, seat)) == [
            CardTaken(Seat(0), Seat(1), taken),
            CardReturned(Seat(0), given),
        ]
    for other in (2, None):
        assert events(view(start, other), view(then, other)) == [
            CardTaken(Seat(0), Seat(1), None),
            CardReturned(Seat(0), None),
        ]
