"""How Odin says no: a move it cannot read, and a move that cannot be made here."""

from typing import Any

import pytest

from odin_engine.chance import seed_from
from odin_engine.game import IllegalMove, NotAMove, Refusal, Seat
from odin_engine.odin.cards import CARD_CALLED, Cards
from odin_engine.odin.moves import PASS, Play, format_move, parse_move
from odin_engine.odin.options import read_options
from odin_engine.odin.rules import play, setup, timeout_move, why_not_play
from odin_engine.odin.state import State
from tests.engine.odin.positions import after, cards, position


def refused(state: State, move: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalMove) as complaint:
        after(state, move)
    return reason(complaint.value)


def reason(refusal: Refusal) -> tuple[str, dict[str, Any]]:
    return refusal.code, refusal.facts


def unread(text: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(NotAMove) as complaint:
        parse_move(text)
    return reason(complaint.value)


def test_the_leader_cannot_pass() -> None:
    assert refused(position("R1 B2 | P1"), "pass") == ("pass-on-lead", {"move": "pass"})


def test_nobody_plays_out_of_turn() -> None:
    state = position("R1 B2 | P1", table="Y4", turn=0)
    with pytest.raises(IllegalMove) as complaint:
        play(state, Seat(1), parse_move("P1"))
    assert reason(complaint.value) == ("not-your-turn", {"move": "P1"})


def test_nobody_plays_after_the_end() -> None:
    options = read_options({"target": "one-hand"}, 3)
    over = after(position("R1 | B2 | P1", options=options), "R1")
    for seat in range(3):
        with pytest.raises(IllegalMove) as complaint:
            play(over, Seat(seat), PASS)
        assert reason(complaint.value) == ("match-over", {"move": "pass"})


def test_a_play_without_cards_is_none() -> None:
    state = position("R1 B2 | P1")
    with pytest.raises(IllegalMove) as complaint:
        play(state, Seat(0), Play(Cards()))
    assert complaint.value.code == "no-card"


@pytest.mark.parametrize(
    ("table", "move", "code", "facts"),
    [
        ("", "Y9", "not-held", {"cards": ["Y9"]}),
        ("", "Y9Y8B2", "not-held", {"cards": ["Y9", "Y8"]}),
        ("Y4", "Y4", "not-held", {"cards": ["Y4"]}),
        ("", "B2R1", "not-a-set", {}),
        ("", "B5B2", "lead-one-card", {}),
        ("", "B2+Y4", "nothing-to-take", {}),
        ("Y4", "B9B5B2+Y4", "wrong-size", {"fewest": 1, "most": 2}),
        ("Y4 Y1", "B9+Y4", "wrong-size", {"fewest": 2, "most": 3}),
        ("Y8 Y6 Y4 Y3 Y2 Y1", "B9B5B2+Y4", "wrong-size", {"fewest": 6, "most": 7}),
        ("Y4", "B2+Y4", "too-low", {"value": 2, "table": 4}),
        ("G9 G8", "B9B5+G8", "too-low", {"value": 95, "table": 98}),
        ("G9 G5", "B9B5+G5", "too-low", {"value": 95, "table": 95}),
        ("Y4", "B5", "take-a-card", {"cards": ["Y4"]}),
        ("Y1 G1", "B9B5", "take-a-card", {"cards": ["Y1", "G1"]}),
        ("Y4 Y1", "B9B5+R1", "take-a-card", {"cards": ["Y4", "Y1"]}),
        ("Y4 Y1", "B9B5+B9", "take-a-card", {"cards": ["Y4", "Y1"]}),
    ],
)
def test_a_play_is_refused_with_its_reason(
    table: str, move: str, code: str, facts: dict[str, Any]
) -> None:
    state = position("R1 B2 B5 B9 | P1", table=table)
    assert refused(state, move) == (code, {"move": move} | facts)


def test_whoever_goes_out_is_told_to_take_nothing() -> None:
    state = position("B5 B7 | P1", table="Y4")
    assert refused(state, "B7B5+Y4") == ("going-out-takes-nothing", {"move": "B7B5+Y4"})


def test_a_whole_hand_is_led_without_taking() -> None:
    state = position("B5 B7 | P1")
    assert refused(state, "B7B5+Y4") == ("nothing-to-take", {"move": "B7B5+Y4"})


def test_the_reason_can_be_asked_before_playing() -> None:
    hand, table = cards("B2 B5").bits, cards("Y4").bits
    refusal = why_not_play(hand, table, Play(cards("B2")))
    assert reason(refusal) == ("too-low", {"move": "B2", "value": 2, "table": 4})


def test_a_refused_move_changes_nothing() -> None:
    state = position("R1 B2 | P1", table="Y4")
    copy = position("R1 B2 | P1", table="Y4")
    refused(state, "R1+Y4")
    assert state == copy


@pytest.mark.parametrize(
    "text", ["b9b5+r8", "B9 B5 +R8", " b5  b9\t+ r8 ", "B5B9+R8", "B9B5+r8\n", "b 9 b 5 + r 8"]
)
def test_case_order_and_spaces_do_not_matter(text: str) -> None:
    assert parse_move(text) == Play(cards("B9 B5"), CARD_CALLED["R8"])


@pytest.mark.parametrize("text", ["pass", "PASS", " Pass "])
def test_pass_is_a_word(text: str) -> None:
    assert parse_move(text) == PASS


@pytest.mark.parametrize(
    "text", ["", "+", "R1+", "+R1", "R1+R2+R3", "R", "1", "R1,R2", "passs", "R1-R2", "R1+Y4Y1"]
)
def test_what_looks_like_no_move_is_refused_with_the_text(text: str) -> None:
    assert unread(text) == ("not-a-move", {"text": text})


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("R0", "R0"),
        ("X3", "X3"),
        ("B10", "B10"),
        ("B9+R0", "R0"),
        ("R123456", "R123"),
        ("R٣", "R٣"),
    ],
)
def test_a_card_that_does_not_exist_is_named(text: str, card: str) -> None:
    assert unread(text) == ("not-a-card", {"card": card})


def test_a_card_cannot_be_named_twice() -> None:
    assert unread("B9 b5 B9") == ("card-twice", {"text": "B9 b5 B9", "card": "B9"})


def test_a_long_text_is_refused_briefly() -> None:
    assert len(str(unread("B9" * 100_000))) < 120
    assert len(str(unread("?" * 100_000))) < 120
    assert len(str(unread("B" + "9" * 100_000))) < 120


def test_a_move_is_written_from_the_highest_card_down() -> None:
    move = Play(cards("R2 R9 R5"), CARD_CALLED["Y4"])
    assert format_move(move) == str(move) == "R9R5R2+Y4"
    assert str(PASS) == "pass"


def test_a_clock_that_runs_out_passes_or_leads_the_lowest_card() -> None:
    assert timeout_move(position("R9 | P1", table="Y4"), Seat(0)) == PASS
    assert str(timeout_move(position("R9 G2 B2 | P1"), Seat(0))) == "G2"
    start = setup(read_options({}, 2), 2, seed_from("lapse"))
    assert timeout_move(start, start.starter) != PASS
