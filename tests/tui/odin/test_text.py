"""Odin in plain lines, and typed moves."""

import pytest

from odin_engine import odin
from odin_engine.game import IllegalMove, NotAMove, Seat
from odin_engine.odin.moves import PASS, Play, parse_move
from odin_engine.odin.options import Options
from odin_engine.odin.state import State
from odin_engine.odin.view import View
from odin_tui.game_ui import Question
from odin_tui.languages import ENGLISH
from odin_tui.messages import refusal_text
from odin_tui.narrator import Reader
from odin_tui.odin import text
from tests.engine.odin.positions import cards, position

NAMES = ("Astrid", "Bo", "Cnut")
READER, WATCHING = Reader(NAMES, Seat(0)), Reader(NAMES)


def seen(state: State, seat: int | None = 0) -> View:
    return odin.view(state, None if seat is None else Seat(seat))


def test_a_hand_is_said_colour_by_colour_with_the_pairs_after_it() -> None:
    assert text.hand(seen(position("B5 G5 B9 R1 | G1 | P1")), READER) == [
        "You hold 4 cards: R1, G5, B9 B5.",
        "Same number: G5 B5.",
    ]


def test_one_card_is_one_card_and_a_spectator_has_none() -> None:
    state = position("B5 | G1 | P1")
    assert text.hand(seen(state), READER) == ["You hold 1 card: B5."]
    assert text.hand(seen(state, None), READER) == ["You watch, so you hold no cards."]


def test_the_table_is_said_with_its_value_and_its_owner() -> None:
    state = position("B5 | G1 G2 | P1", "R8 R2", owner=1, passes=1, discard="Y1 Y2")
    assert text.table(seen(state), READER) == [
        "Hand 1, round 1.",
        "In the middle: R8 R2, worth 82, played by Bo.",
        "1 pass since.",
        "Cards left: you 1, Bo 2, Cnut 1.",
        "It is your turn.",
        "Valhalla holds 2 cards: Y2 Y1.",
    ]


def test_an_empty_table_says_who_is_to_lead() -> None:
    lines = text.table(seen(position("B5 | G1 G2 | P1", turn=1)), READER)
    assert lines[1] == "Nothing lies in the middle; Bo to lead."
    assert "It is the turn of Bo." in lines


def test_points_are_said_from_the_fewest_on() -> None:
    state = position("B5 | G1 | P1", points=(4, 0, 9))
    assert text.scores(seen(state), READER) == [
        "Points: Bo 0, you 4, Cnut 9. The match ends at 15; the fewest win."
    ]
    single = position("B5 | G1 | P1", options=Options(target=None))
    assert text.scores(seen(single, None), WATCHING)[0].endswith("The match is one hand.")


@pytest.mark.parametrize(
    ("hands", "table", "sentence"),
    [
        ("B5 G1 | G2 | P1", "", "Your turn: lead one card."),
        ("B5 B1 | G2 | P1", "", "Your turn: lead one card, or all, since they are one set."),
        ("B5 G1 | G2 | P1", "Y4", "Your turn: play one card above 4 or any pair, or pass."),
        ("B5 B1 | G2 | P1", "Y4 Y1", "Your turn: play two or three cards above 41, or pass."),
        (
            "B5 G1 | G2 | P1",
            "Y9",
            "Your turn: beating 9 needs one card above 9 or any pair; you can only pass.",
        ),
    ],
)
def test_the_prompt_says_what_can_be_done(hands: str, table: str, sentence: str) -> None:
    said = text.prompt(seen(position(hands, table)), READER)
    assert said == sentence


def test_the_sets_are_listed_from_the_lowest() -> None:
    state = position("R3 R5 G5 B9 | G2 | P1", "Y4")
    listed = text.sets(seen(state), READER)[0]
    assert listed.startswith("You can play ")
    assert listed.endswith("B9, R5 R3, R5 G5, or pass.")
    assert text.sets(seen(state, 1), READER) == ["It is not your turn."]
    assert text.sets(seen(position("R1 | G2 | P1", "Y4")), READER) == ["You can only pass."]


def test_a_single_card_to_take_need_not_be_typed() -> None:
    view = seen(position("B5 B7 R1 | G2 | P1", "Y4"))
    assert text.read_move(view, "b7") == parse_move("B7+Y4")


def test_which_of_several_is_taken_is_asked_and_the_answer_understood() -> None:
    view = seen(position("B5 B9 R1 | G2 | P1", "Y4 Y3"))
    with pytest.raises(Question) as question:
        text.read_move(view, "B9 B5")
    assert (question.value.code, question.value.facts) == ("which-card", {"cards": ["Y4", "Y3"]})
    assert refusal_text(question.value, ENGLISH, "odin") == "Which card do you take, Y4 or Y3?"
    for answer in ("Y3", "+y3"):
        assert text.read_move(view, answer, question.value.about) == parse_move("B9B5+Y3")


def test_another_move_may_be_typed_instead_of_an_answer() -> None:
    view = seen(position("B5 B9 R1 | G2 | P1", "Y4 Y3"))
    asked = Play(cards("B9 B5"))
    assert text.read_move(view, "pass", asked) == PASS
    assert text.read_move(view, "B9B5+Y4", asked) == parse_move("B9B5+Y4")


def test_a_play_that_beats_nothing_is_refused_before_anything_is_asked() -> None:
    view = seen(position("B2 B1 R1 | G2 | P1", "Y4 Y3"))
    with pytest.raises(IllegalMove, match="too-low move=B2B1 value=21 table=43"):
        text.read_move(view, "B2B1")


def test_going_out_needs_no_card_to_take() -> None:
    view = seen(position("B9 B5 | G2 | P1", "Y4 Y3"))
    assert text.read_move(view, "B9B5") == parse_move("B9B5")


def test_what_is_no_move_is_said_to_be_none() -> None:
    with pytest.raises(NotAMove):
        text.read_move(seen(position("B2 | G2 | P1")), "dragon")


def test_advice_is_a_whole_sentence() -> None:
    assert text.advice(PASS, READER) == "A Konung would pass."
    assert text.advice(parse_move("Y4"), READER) == "A Konung would play Y4."
    play = parse_move("B9B5+R8")
    assert text.advice(play, READER) == "A Konung would play B9 B5 and take R8."


def test_moves_are_spoken() -> None:
    assert text.spoken(PASS, READER) == "pass"
    assert text.spoken(parse_move("Y4"), READER) == "play Y4"
    assert text.spoken(parse_move("B9B5+R8"), READER) == "play B9 B5 and take R8"
