"""Reasons are few, and every one of them is true."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import pytest

from odin_engine import odin
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.odin.cards import CARD_CALLED, Card, Cards
from odin_engine.odin.moves import PASS, Move, Pass, parse_move
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import State
from odin_engine.odin.view import View
from odin_engine.search import MoveEstimate
from odin_tui.languages import ENGLISH
from odin_tui.move_reasons import Reason
from odin_tui.odin.reasons import fewest_sets, nobody_beats, reasons, sentences
from tests.engine.odin.positions import cards, position


def why(state: State, move: str) -> str:
    assert state.turn is not None
    return " ".join(sentences(odin.view(state, state.turn), parse_move(move), tr=ENGLISH))


def test_going_out_is_reason_enough() -> None:
    state = position("B5 B7 | R1 R2", "Y4")
    assert why(state, "B7B5") == "Both cards form a set: play them and you're out."


def test_the_last_card_is_called_the_last() -> None:
    assert (
        why(position("B5 | R1 R2", "Y4"), "B5") == "It is your last card: play it and you're out."
    )


def test_a_play_that_sheds_says_by_how_many() -> None:
    state = position("R8 G8 B8 Y1 P2 O3 | R1 R2 R3 R4", "Y4 Y3")
    assert "Your hand shrinks by 2." in why(state, "R8G8B8+Y4")


def test_a_card_that_joins_others_is_named_with_them() -> None:
    state = position("B9 B7 R5 R3 G2 | O1 O2 O3", "R8 R2")
    assert "R8 joins R5 R3" in why(state, "B9B7+R8")


def test_nothing_to_beat_it_with_is_said_as_it_is() -> None:
    assert why(position("R1 G2 | P5 P6", "Y9"), "pass") == "Nothing you hold beats 9."


def test_a_lone_card_is_led_because_it_goes_with_nothing() -> None:
    state = position("G7 B3 B2 B1 R3 | P8 P9")
    assert "G7 goes with no other card you hold" in why(state, "G7")


def test_a_rest_that_is_one_set_is_worth_saying() -> None:
    state = position("G7 B3 B2 | P8 P9 P1")
    assert why(state, "G7").startswith("That leaves B3 B2, one set")


def test_passing_with_plays_at_hand_says_what_they_would_cost() -> None:
    state = position("B9 B5 B3 B1 | R1 R2 R3", "Y4")
    assert why(state, "pass").startswith("Any play would break up your one set")


def test_trials_speak_where_the_cards_do_not() -> None:
    view = odin.view(position("B9 B8 | R1 R2 R3 R4", "Y7 Y1"), Seat(0))
    estimates: list[MoveEstimate[Move]] = [
        MoveEstimate(PASS, 0.5, 0.01, 100),
        MoveEstimate(parse_move("B9B8"), 0.4, 0.01, 100),
    ]
    assert sentences(view, PASS, estimates, tr=ENGLISH) == [
        "In trials it won more often than the next best: 50% to 40%."
    ]


def by_hand(hand: Cards) -> int:
    """Count the fewest sets a hand splits into by trying all ways."""
    if not hand:
        return 0
    first, *rest = hand
    best = len(hand)
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            group = Cards.of((first, *others))
            if group.bits in VALUE:
                best = min(best, 1 + by_hand(Cards(hand.bits ^ group.bits)))
    return best


def can_beat(view: View, played: Cards) -> bool:
    """Try every set of the deck against what each opponent may hold."""
    for bits, value in VALUE.items():
        if value <= VALUE[played.bits] or bits.bit_count() > len(played) + 1:
            continue
        for seat, count in enumerate(view.counts):
            known = view.known[seat].bits
            hidden = bits & ~known
            fits = hidden.bit_count() <= count - known.bit_count()
            if seat != view.seat and fits and not hidden & ~view.unseen.bits:
                return True
    return False


def positions(seed: int, seats: int) -> list[View]:
    """Play a match at random and give what each seat saw before its turns."""
    rng = Random(seed)
    state = odin.setup(odin.read_options({"target": "10"}, seats), seats, seed_from(str(seed)))
    seen = []
    while (turn := state.turn) is not None:
        view = odin.view(state, turn)
        seen.append(view)
        state = odin.play(state, turn, view.moves[rng.randrange(len(view.moves))])
    return seen


def held_after(view: View, move: Move) -> Cards:
    if isinstance(move, Pass):
        return view.hand
    return Cards(view.hand.bits ^ move.cards.bits | move.take_bit)


@dataclass(frozen=True)
class Claim:
    """A reason, and what it can be checked against."""

    reason: Reason
    view: View
    move: Move

    def __getattr__(self, fact: str) -> Any:
        return self.reason.facts[fact]

    @property
    def played(self) -> Cards:
        return Cards() if isinstance(self.move, Pass) else self.move.cards

    @property
    def after(self) -> Cards:
        return held_after(self.view, self.move)

    @property
    def least(self) -> int:
        """The fewest sets that any play would leave."""
        return min(by_hand(held_after(self.view, play)) for play in self.view.moves if play != PASS)


def _wins_the_lead(claim: Claim) -> bool:
    return not can_beat(claim.view, claim.played)


def _leaves_one_set(claim: Claim) -> bool:
    return claim.cards == claim.after and claim.after.bits in VALUE


def _in_fewer_sets(claim: Claim) -> bool:
    return by_hand(claim.after) == claim.sets < claim.before == by_hand(claim.view.hand)


TRUE: dict[str, Callable[[Claim], bool]] = {
    "last-card": lambda it: len(it.view.hand) == 1 and not it.after,
    "both-cards": lambda it: len(it.view.hand) == 2 and not it.after,
    "whole-hand": lambda it: len(it.view.hand) == it.count and not it.after,
    "nothing-beats": lambda it: len(it.view.moves) == 1 and it.value == VALUE[it.view.table.bits],
    "card-wins-the-lead": _wins_the_lead,
    "set-wins-the-lead": _wins_the_lead,
    "lead-leaves-one-set": _leaves_one_set,
    "play-leaves-one-set": _leaves_one_set,
    "hand-in-fewer-sets": _in_fewer_sets,
    "rest-in-fewer-sets": _in_fewer_sets,
    "rest-in-sets": lambda it: by_hand(it.after) == it.sets,
    "sheds": lambda it: len(it.view.hand) - len(it.after) == it.count,
    "joins": lambda it: (
        {it.card, *it.cards} <= set(it.after) and Cards.of((it.card, *it.cards)).bits in VALUE
    ),
    "goes-with-nothing": lambda it: not any(_related(it.card, card) for card in it.after),
    "lowest-card": lambda it: it.card.number == min(card.number for card in it.view.hand),
    "lowest-play": lambda it: VALUE[it.played.bits] == min(_values(it.view)),
    "every-play-breaks-sets": lambda it: it.least > by_hand(it.view.hand) == it.sets,
    "no-play-leaves-fewer": lambda it: it.least == by_hand(it.view.hand) == it.sets,
    "keeps-for-later": lambda it: it.card.number == max(card.number for card in it.view.hand),
    "exchange": lambda it: it.cards == it.played and it.card in it.after,
}


def _values(view: View) -> list[int]:
    return [VALUE[found.bits] for found in view.moves.sets]


def _related(one: Card, other: Card) -> bool:
    return one.colour == other.colour or one.number == other.number


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_reason_for_every_move_of_random_matches_is_true(seats: int) -> None:
    rng = Random(seats)
    told = 0
    for view in [*positions(seats, seats)[:60], *positions(seats + 10, seats)[-60:]]:
        for move in rng.sample(list(view.moves), min(4, len(view.moves))):
            found = reasons(view, move)
            assert 0 < len(found) <= 2
            for each in found:
                assert TRUE[each.code](Claim(each, view, move)), each
                told += 1
    assert told > 60


@pytest.mark.parametrize("seed", range(20))
def test_the_fewest_sets_are_as_few_as_trying_all_ways_finds(seed: int) -> None:
    rng = Random(seed)
    hand = Cards.of(rng.sample(list(CARD_CALLED.values()), 7))
    assert fewest_sets(hand.bits) == by_hand(hand)


def test_a_known_card_is_beaten_with_what_is_known() -> None:
    state = position("R8 G1 G2 | B9 B1 | Y1 Y2", "R3", owner=2)
    view = odin.view(state, Seat(0))
    assert not nobody_beats(view, cards("R8"))
