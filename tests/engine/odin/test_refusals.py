"""How Odin says no: a move it cannot read, and a move that cannot be made here."""

import pytest
from odin.positions import after, cards, position

from odin_engine.chance import seed_from
from odin_engine.game import IllegalMove, NotAMove, Seat
from odin_engine.odin.cards import CARD_CALLED, Cards
from odin_engine.odin.moves import PASS, Play, format_move, parse_move
from odin_engine.odin.options import read_options
from odin_engine.odin.rules import lapse, play, setup, why_not_play
from odin_engine.odin.state import State


def refused(state: State, move: str) -> str:
    with pytest.raises(IllegalMove) as complaint:
        after(state, move)
    return str(complaint.value)


def unread(text: str) -> str:
    with pytest.raises(NotAMove) as complaint:
        parse_move(text)
    return str(complaint.value)


def test_the_leader_cannot_pass() -> None:
    assert refused(position("R1 B2 | P1"), "pass") == "pass: you lead, so you must play a card."


def test_nobody_plays_out_of_turn() -> None:
    state = position("R1 B2 | P1", table="Y4", turn=0)
    with pytest.raises(IllegalMove, match=r"^P1: it is not your turn\.$"):
        play(state, Seat(1), parse_move("P1"))


def test_nobody_plays_after_the_end() -> None:
    options = read_options({"target": "one-hand"}, 3)
    over = after(position("R1 | B2 | P1", options=options), "R1")
    for seat in range(3):
        with pytest.raises(IllegalMove, match=r"^pass: the match is over\.$"):
            play(over, Seat(seat), PASS)


def test_a_play_without_cards_is_none() -> None:
    state = position("R1 B2 | P1")
    with pytest.raises(IllegalMove, match=r": a play needs at least one card\.$"):
        play(state, Seat(0), Play(Cards()))


@pytest.mark.parametrize(
    ("table", "move", "why"),
    [
        ("", "Y9", "you do not hold Y9."),
        ("", "Y9Y8B2", "you do not hold Y9 Y8."),
        ("Y4", "Y4", "you do not hold Y4."),
        ("", "B2R1", "cards played together share one colour or one number."),
        ("", "B5B2", "lead one card, or your whole hand if it is one set."),
        ("", "B2+Y4", "there is no card to take when you lead."),
        ("Y4", "B9B5B2+Y4", "one or two cards are needed."),
        ("Y4 Y1", "B9+Y4", "two or three cards are needed."),
        ("Y8 Y6 Y4 Y3 Y2 Y1", "B9B5B2+Y4", "six or seven cards are needed."),
        ("Y4", "B2+Y4", "2 does not beat 4."),
        ("G9 G8", "B9B5+G8", "95 does not beat 98."),
        ("G9 G5", "B9B5+G5", "95 does not beat 95."),
        ("Y4", "B5", "say which card you take: +Y4."),
        ("Y1 G1", "B9B5", "say which card you take: +Y1 or +G1."),
        ("Y4 Y1", "B9B5+R1", "say which card you take: +Y4 or +Y1."),
        ("Y4 Y1", "B9B5+B9", "say which card you take: +Y4 or +Y1."),
    ],
)
def test_a_play_is_refused_with_its_reason(table: str, move: str, why: str) -> None:
    state = position("R1 B2 B5 B9 | P1", table=table)
    assert refused(state, move) == f"{move}: {why}"


def test_whoever_goes_out_is_told_to_take_nothing() -> None:
    state = position("B5 B7 | P1", table="Y4")
    assert refused(state, "B7B5+Y4") == "B7B5+Y4: you go out with this, so you take no card."


def test_a_whole_hand_is_led_without_taking() -> None:
    state = position("B5 B7 | P1")
    assert refused(state, "B7B5+Y4") == "B7B5+Y4: there is no card to take when you lead."


def test_the_reason_can_be_asked_before_playing() -> None:
    """The screen explains a greyed-out button in the same words."""
    hand, table = cards("B2 B5").bits, cards("Y4").bits
    assert why_not_play(hand, table, Play(cards("B2"))) == "2 does not beat 4."


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
def test_what_looks_like_no_move_is_answered_with_an_example(text: str) -> None:
    assert unread(text) == f"{text!r} is not a move: type pass, or cards like B9 B5 +R8."


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
    assert unread(text) == f"{card} is not a card: colours are R O Y G B P, numbers 1 to 9."


def test_a_card_cannot_be_named_twice() -> None:
    assert unread("B9 b5 B9") == "'B9 b5 B9' names B9 twice, and every card exists once."


def test_a_long_text_is_refused_briefly() -> None:
    assert len(unread("B9" * 100_000)) < 120
    assert len(unread("?" * 100_000)) < 120
    assert len(unread("B" + "9" * 100_000)) < 120


def test_a_move_is_written_from_the_highest_card_down() -> None:
    move = Play(cards("R2 R9 R5"), CARD_CALLED["Y4"])
    assert format_move(move) == str(move) == "R9R5R2+Y4"
    assert str(PASS) == "pass"


def test_a_clock_that_runs_out_passes_or_leads_the_lowest_card() -> None:
    assert lapse(position("R9 | P1", table="Y4"), Seat(0)) == PASS
    assert str(lapse(position("R9 G2 B2 | P1"), Seat(0))) == "G2"
    start = setup(read_options({}, 2), 2, seed_from("lapse"))
    assert lapse(start, start.starter) != PASS
