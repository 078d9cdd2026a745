"""Herrlof in plain lines, in typed moves, and in JSON."""

import json

import pytest

from odin_engine import herrlof
from odin_engine.game import IllegalMove, NotAMove, Seat
from odin_engine.herrlof.moves import Bury, Play, Return, Steal
from odin_tui.herrlof import text as text_mode
from odin_tui.herrlof.cards import painted
from odin_tui.herrlof.game import GAME
from tests.engine.herrlof.positions import after, position
from tests.tui.herrlof.views import READER, dealt, view


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
        "choose Bo",
        "skip this",
    ]


def test_json_holds_what_a_seat_may_know_and_not_the_others_predictions() -> None:
    state = after(dealt(), "predict 4", "predict 5")
    words = json.loads(json.dumps(GAME.json.words(view(state, 0))))
    assert words["predictions"] == [4, None]
    assert len(words["hand"]) == 15
    assert [1, "predicted", None] in words["history"]


def test_advice_is_a_sentence_that_names_the_player_to_steal_from() -> None:
    words = ["predict 1", "R7", "draw", "bury R7", "return R7", "steal 1", "skip"]
    assert [GAME.advice(herrlof.parse_move(word), READER) for word in words] == [
        "A Konung would predict 1 trick.",
        "A Konung would play R7.",
        "A Konung would draw a card.",
        "A Konung would bury R7.",
        "A Konung would give R7 back.",
        "A Konung would choose Bo.",
        "A Konung would skip this.",
    ]


def test_cards_in_sentences_are_painted() -> None:
    assert painted("Play R7, V or H; RV is none.").plain == "Play R7●, V◬ or H✱; RV is none."
    assert painted("B9", "runes").plain == "B9ᛒ"
