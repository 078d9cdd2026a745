"""Herrlof in sentences, in plain lines, in JSON, and in reasons."""

import json
from random import Random
from typing import get_args

import pytest
from herrlof.positions import after, position

from odin_engine import herrlof
from odin_engine.chance import seed_from
from odin_engine.game import IllegalMove, NotAMove, Seat
from odin_engine.herrlof.cards import CARD_CALLED
from odin_engine.herrlof.moves import Bury, Play, Return, Steal
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.state import State
from odin_engine.herrlof.view import View
from odin_tui.herrlof import text as text_mode
from odin_tui.herrlof.cards import painted
from odin_tui.herrlof.events import (
    CardReturned,
    CardTaken,
    Event,
    MatchEnded,
    RoundEnded,
    RoundStarted,
    TrickDestroyed,
    TrickWon,
    TurnEvent,
    events,
)
from odin_tui.herrlof.game import GAME
from odin_tui.herrlof.narration import sentences, tell
from odin_tui.herrlof.reasons import sentences as reasons
from odin_tui.narrator import Reader

NAMES = ("Astrid", "Bo", "Cnut")
TURNS = get_args(TurnEvent)
READER = Reader(NAMES, Seat(0))


def view(state: State, seat: int | None = 0) -> View:
    return herrlof.view(state, None if seat is None else Seat(seat))


def told(before: State, then: State, seat: int | None) -> list[str]:
    return tell(view(before, seat), view(then, seat), Reader(NAMES[: before.match.seats], seat))


def dealt(seats: int = 2, seed: str = "ravens") -> State:
    return herrlof.setup(read_options({}, seats), seats, seed_from(seed))


# -- narration ------------------------------------------------------------------------------


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
        "Bo lets it be.",
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
    assert all(sentences(event, reader) for event in happened)


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


# -- plain lines ----------------------------------------------------------------------------


def test_the_table_in_lines_tells_trump_trick_last_trick_and_what_is_missing() -> None:
    state = after(position("G9 B9 B2 | G7 Y1 Y2", "R2", said=(2, 1)), "G9", "G7", "Y1")
    assert text_mode.table(view(state), READER) == [
        "Round 1, trick 14 of 15. Trump is red (R2).",
        "In the middle: Bo Y1.",
        "The last trick: you G9, Bo G7; won by you.",
        "Tricks won: you 1, Bo 0; destroyed 0.",
        "You predicted 2 and have 1: 1 to go.",
        "Cards left: you 2, Bo 1; in the deck 11.",
        "It is your turn.",
    ]


def test_what_is_asked_is_said() -> None:
    swapping = after(position("G3 B9 | G7 Y1", deck="B8 Y9"), "G3")
    assert "Type draw or skip." in text_mode.prompt(view(swapping), READER)
    assert "you drew B8" in text_mode.prompt(view(after(swapping, "draw")), READER)
    assert text_mode.prompt(view(swapping, 1), READER) == "It is not your turn."
    stealing = after(position("B6 G2 | B5 G7"), "B6", "B5")
    assert text_mode.prompt(view(stealing), READER) == (
        "Your turn: take an unseen card from Bo. Type steal 1, or skip."
    )
    assert "Predict from 0 to 15 tricks." in text_mode.prompt(view(dealt()), READER)


def test_what_can_be_done_is_listed_with_what_special_cards_do() -> None:
    state = after(position("G2 V B9 | G7 Y1 Y2", "R2", leader=1), "G7")
    lines = text_mode.moves(view(state), READER)
    assert lines[0] == "You can play G2, V."
    assert any(line.startswith("V: Valknut destroys") for line in lines)


def test_a_typed_card_is_buried_or_returned_where_that_is_asked() -> None:
    burying = after(position("G3 B9 | G7 Y1", deck="B8 Y9"), "G3", "draw")
    assert text_mode.read_move(view(burying), "b9") == Bury(herrlof.parse_move("B9").card)
    stealing = after(position("B6 G2 | B5 G7"), "B6", "B5")
    assert text_mode.read_move(view(stealing), "steal") == Steal(Seat(1))
    returning = after(stealing, "steal 1")
    assert text_mode.read_move(view(returning), "g2") == Return(herrlof.parse_move("G2").card)


def test_a_card_that_does_not_follow_is_refused_with_the_reason() -> None:
    state = after(position("G2 V B9 | G7 Y1 Y2", "R2", leader=1), "G7")
    with pytest.raises(IllegalMove, match="must-follow move=B9 led=G7"):
        text_mode.read_move(view(state), "B9")
    with pytest.raises(NotAMove):
        text_mode.read_move(view(state), "4")
    assert isinstance(text_mode.read_move(view(state), "G2"), Play)


def test_a_move_is_spoken_as_one_would_make_it() -> None:
    words = ["predict 1", "R7", "draw", "bury R7", "return R7", "steal 1", "skip"]
    assert [text_mode.spoken(herrlof.parse_move(word), READER) for word in words] == [
        "predict 1 trick",
        "play R7",
        "draw a card",
        "bury R7",
        "give R7 back",
        "steal from Bo",
        "leave it",
    ]


# -- JSON -----------------------------------------------------------------------------------


def test_json_holds_what_a_seat_may_know_and_not_the_others_predictions() -> None:
    state = after(dealt(), "predict 4", "predict 5")
    words = json.loads(json.dumps(GAME.json.words(view(state, 0))))
    assert words["predictions"] == [4, None]
    assert len(words["hand"]) == 15
    assert [1, "predicted", None] in words["history"]


# -- reasons --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_of_a_match_has_reasons_in_whole_sentences(seats: int) -> None:
    state, rng = dealt(seats, "reasons"), Random(2)
    while movers := herrlof.to_move(state):
        seen = herrlof.view(state, movers[0])
        for move in seen.moves[:4]:
            for sentence in reasons(seen, move):
                assert sentence.endswith(".")
                assert sentence[0].isupper()
        state = herrlof.play(state, movers[0], herrlof.heuristic_move(seen, rng))


def test_reasons_are_true_of_the_position() -> None:
    state = after(position("G9 G2 V B9 | G7 Y1 Y2 Y3", "R2", leader=1, said=(2, 1)), "G7")
    seen = view(state)
    assert reasons(seen, herrlof.parse_move("G9")) == [
        "G9 wins this trick.",
        "You still need 2 tricks.",
    ]
    assert reasons(seen, herrlof.parse_move("G2")) == ["You keep G9 for a later trick."]
    only = after(position("G2 B9 | G7 Y1", "R2", leader=1), "G7")
    assert reasons(view(only), herrlof.parse_move("G2")) == ["G2 is the only card you may play."]


def test_cards_in_sentences_are_painted() -> None:
    assert painted("Play R7, V or H; RV is none.").plain == "Play R7●, V◬ or Hᚺ; RV is none."
    assert painted("B9", "runes").plain == "B9ᛒ"
