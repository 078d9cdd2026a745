"""How Herrlof says no: a move it cannot read, and a move that cannot be made here."""

from typing import Any

import pytest

from odin_engine.game import IllegalMove, NotAMove, Seat
from odin_engine.herrlof.cards import CARD_CALLED
from odin_engine.herrlof.moves import (
    DRAW,
    SKIP,
    Bury,
    Move,
    Play,
    Predict,
    Return,
    Steal,
    format_move,
    parse_move,
)
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.rules import play, setup, to_move
from odin_engine.herrlof.state import Stage, State
from tests.engine.herrlof.positions import SEED, after, position

R7 = CARD_CALLED["R7"]


def refused(state: State, move: str, seat: int | None = None) -> tuple[str, dict[str, Any]]:
    """Return the code and the facts other than the move."""
    mover = to_move(state)[0] if seat is None else Seat(seat)
    with pytest.raises(IllegalMove) as complaint:
        play(state, mover, parse_move(move))
    facts = dict(complaint.value.facts)
    assert facts.pop("move") == format_move(parse_move(move))
    return complaint.value.code, facts


def waits_for(stage: Stage) -> tuple[str, dict[str, Any]]:
    return "other-stage", {"stage": stage.value}


def unread(text: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(NotAMove) as complaint:
        parse_move(text)
    return complaint.value.code, complaint.value.facts


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("predict 4", Predict(4)),
        ("4", Predict(4)),
        ("Predict15", Predict(15)),
        ("R7", Play(R7)),
        (" r 7 ", Play(R7)),
        ("v", Play(CARD_CALLED["V"])),
        ("H", Play(CARD_CALLED["H"])),
        ("draw", DRAW),
        ("SKIP", SKIP),
        ("bury R7", Bury(R7)),
        ("buryv", Bury(CARD_CALLED["V"])),
        ("return R7", Return(R7)),
        ("Return h", Return(CARD_CALLED["H"])),
        ("steal 2", Steal(Seat(2))),
    ],
)
def test_moves_are_read_in_any_case_and_with_any_spaces(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize(
    "text", ["", "predict", "steal", "bury", "R77", "bury 4", "draw R7", "-1", "predict 100", "٤"]
)
def test_what_looks_like_no_move_is_refused_with_the_text(text: str) -> None:
    assert unread(text) == ("not-a-move", {"text": text})


@pytest.mark.parametrize(("text", "card"), [("R0", "R0"), ("X3", "X3"), ("bury Z", "Z")])
def test_a_card_that_does_not_exist_is_named(text: str, card: str) -> None:
    assert unread(text) == ("not-a-card", {"card": card})


def test_a_long_text_is_refused_briefly() -> None:
    assert len(str(unread("R7" * 100_000))) < 200


def test_before_the_play_everyone_predicts_once() -> None:
    state = setup(read_options({}, 2), 2, SEED)
    assert refused(state, "R7", 0) == waits_for(Stage.PREDICT)
    assert refused(state, "predict 16", 1) == ("bad-prediction", {"most": 15})
    state = play(state, Seat(1), Predict(3))
    assert refused(state, "predict 4", 1) == ("already-predicted", {})
    state = play(state, Seat(0), Predict(3))
    assert refused(state, "predict 4") == waits_for(Stage.PLAY)


def test_nobody_plays_out_of_turn_or_after_the_end() -> None:
    state = position("R6 | R4", options=read_options({"max-rounds": "1"}, 2))
    assert refused(state, "R4", 1) == ("not-your-turn", {})
    assert refused(after(state, "R6", "R4"), "R4", 1) == ("match-over", {})


def test_a_card_must_be_held_and_the_colour_followed() -> None:
    state = after(position("G7 R4 | G2 V H B9"), "G7")
    assert refused(state, "R8") == ("not-held", {"cards": ["R8"]})
    assert refused(state, "B9") == ("must-follow", {"led": "G7"})
    assert refused(state, "draw") == waits_for(Stage.PLAY)


def test_a_three_is_answered_by_drawing_or_skipping() -> None:
    state = after(position("R3 R4 | R5 R6"), "R3")
    assert refused(state, "R4") == waits_for(Stage.SWAP)
    state = after(state, "draw")
    assert refused(state, "R4") == waits_for(Stage.BURY)
    assert refused(state, "skip") == waits_for(Stage.BURY)
    assert refused(state, "bury R5") == ("not-held", {"cards": ["R5"]})


def test_a_six_steals_from_somebody_else_who_is_there() -> None:
    state = after(position("R6 R4 | R5 B6 | R3 B5", "R2"), "R6", "R5", "R3", "skip")
    assert refused(state, "R4") == waits_for(Stage.STEAL_CARD)
    assert refused(state, "steal 0") == ("own-seat", {})
    assert refused(state, "steal 3") == ("no-such-victim", {"seat": 3})
    with pytest.raises(IllegalMove) as complaint:
        play(state, Seat(0), Steal(Seat(-1)))
    assert complaint.value.code == "no-such-victim"
    state = after(state, "steal 1")
    assert refused(state, "R4") == waits_for(Stage.RETURN)
    assert refused(state, "return G9") == ("not-held", {"cards": ["G9"]})


def test_a_one_steals_only_where_there_is_a_trick() -> None:
    state = position("R1 R4 | B5 B6 | B3 B8", "R2", tricks=(0, 0, 2))
    state = after(state, "R1", "B5", "B3", "skip")
    assert refused(state, "steal 1") == ("no-trick-to-steal", {"seat": 1})
    assert refused(state, "draw") == waits_for(Stage.STEAL_TRICK)


def test_a_refused_move_changes_nothing() -> None:
    state = position("G7 R4 | G2 B9")
    copy = position("G7 R4 | G2 B9")
    refused(state, "B9")
    assert state == copy
