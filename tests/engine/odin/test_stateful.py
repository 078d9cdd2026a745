"""Matches of Odin step by step, beside a plain account of where every card has gone."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from odin_engine.chance import seed_from
from odin_engine.game import IllegalMove, Seat
from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.moves import PASS, LegalMoves, Move, Pass, Play
from odin_engine.odin.options import Options, read_options
from odin_engine.odin.rules import legal_moves, outcome, play, setup, timeout_move
from odin_engine.odin.state import State
from tests.engine.odin import bounds, oracle


def value(cards: Cards) -> int:
    return oracle.value(frozenset(map(str, cards))) if cards else 0


@st.composite
def agreements(draw: st.DrawFn) -> tuple[int, Options]:
    """Draw a number of players and what they agree on."""
    seats = draw(st.integers(2, 6))
    words = {
        "target": draw(st.sampled_from(["1", "10", "15", "20", "37", "one-hand"])),
        "next-starter": draw(st.sampled_from(["rotate", "winner"])),
        "whole-hand-lead": draw(st.sampled_from(["optional", "forced-first-deal"])),
    }
    if seats == 2:
        words["two-player-deck"] = draw(st.sampled_from(["reduced", "full"]))
    return seats, read_options(words, seats)


class Hand:
    """One hand as somebody with pencil and paper would follow it."""

    def __init__(self, state: State) -> None:
        self.held: list[set[Card]] = [set(Cards(bits)) for bits in state.hands]
        self.undealt = set(Cards(state.undealt))
        self.table: set[Card] = set()
        self.gone: set[Card] = set()
        self.turns = 0
        self.rounds = 1
        self.passed: list[Seat] = []

    def follow(self, seat: Seat, move: Move) -> None:
        self.turns += 1
        if isinstance(move, Pass):
            self.passed.append(seat)
            if len(self.passed) == len(self.held) - 1:
                self.gone |= self.table
                self.table, self.passed, self.rounds = set(), [], self.rounds + 1
            return
        self.held[seat] -= set(move.cards)
        if move.take is not None:
            self.held[seat].add(move.take)
        self.gone |= self.table - {move.take}
        self.table, self.passed = set(move.cards), []


class OdinMatch(RuleBasedStateMachine):
    """A match that does anything its rules allow."""

    @initialize(agreed=agreements(), number=st.integers(0, 2**32))
    def begin(self, agreed: tuple[int, Options], number: int) -> None:
        self.seats, self.options = agreed
        self.state = setup(self.options, self.seats, seed_from(str(number)))
        self.hand = Hand(self.state)
        self.goes_on = True

    @property
    def moves(self) -> LegalMoves:
        assert self.state.turn is not None
        return legal_moves(self.state, self.state.turn)

    @precondition(lambda self: self.goes_on)
    @rule(data=st.data())
    def play_anything(self, data: st.DataObject) -> None:
        self.step(self.moves[data.draw(st.integers(0, len(self.moves) - 1), label="index")])

    @precondition(lambda self: self.goes_on and self.state.table)
    @rule()
    def pass_on(self) -> None:
        self.step(PASS)

    @precondition(lambda self: self.goes_on)
    @rule()
    def let_the_clock_run_out(self) -> None:
        assert self.state.turn is not None
        self.step(timeout_move(self.state, self.state.turn))

    @precondition(lambda self: self.goes_on)
    @rule()
    def lay_as_many_as_possible(self) -> None:
        self.step(
            max(self.moves, key=lambda move: len(move.cards) if isinstance(move, Play) else 0)
        )

    @precondition(lambda self: self.goes_on)
    @rule(number=st.integers(0, 2**32))
    def play_on_to_the_end_of_the_hand(self, number: int) -> None:
        rng, before = Random(number), len(self.state.results)
        while self.goes_on and len(self.state.results) == before:
            self.step(self.moves[rng.randrange(len(self.moves))])

    @precondition(lambda self: not self.goes_on)
    @rule(seat=st.integers(0, 5))
    def move_after_the_end(self, seat: int) -> None:
        for move in (PASS, self.state.history[-1].move):
            with pytest.raises(IllegalMove, match=r"^match-over "):
                play(self.state, Seat(seat % self.seats), move)

    def step(self, move: Move) -> None:
        before, seat = self.state, self.state.turn
        assert seat is not None
        self.state = play(before, seat, move)
        self.hand.follow(seat, move)
        assert self.hand.turns <= bounds.MOST_TURNS[self.seats]
        assert self.hand.rounds <= bounds.most_rounds(self.seats)
        self.goes_on = self.state.turn is not None
        if len(self.state.results) > len(before.results):
            bounds.the_hand_is_over(self.state)
            self.the_hand_ended(before, seat)
        else:
            bounds.the_hand_goes_on(before, move, self.state)
            self.the_hand_went_on(before, seat, move)

    def the_hand_went_on(self, before: State, seat: Seat, move: Move) -> None:
        after = self.state
        assert after.points == before.points
        if isinstance(move, Play):
            assert value(Cards(after.table)) > value(Cards(before.table))
            assert after.owner == seat
            assert (move.take is None) == (before.table == 0)
        round_over = isinstance(move, Pass) and not after.table
        assert after.turn == (before.owner if round_over else (seat + 1) % self.seats)
        assert after.round_no == before.round_no + round_over

    def the_hand_ended(self, before: State, seat: Seat) -> None:
        left = [len(held) for held in self.hand.held]
        assert left[seat] == 0
        assert all(1 <= count <= 9 for other, count in enumerate(left) if other != seat)
        result = self.state.results[-1]
        assert (result.winner, list(result.points)) == (seat, left)
        assert [set(cards) for cards in result.left] == self.hand.held
        assert len(result.history) == self.hand.turns
        total = [was + count for was, count in zip(before.points, left, strict=True)]
        assert list(self.state.points) == total
        over = self.options.target is None or max(total) >= self.options.target
        assert over != self.goes_on
        if self.goes_on:
            rotated = (before.starter + 1) % self.seats
            starter = seat if self.options.next_starter == "winner" else rotated
            assert self.state.turn == self.state.starter == starter
            self.hand = Hand(self.state)
            assert [len(held) for held in self.hand.held] == [9] * self.seats

    @invariant()
    def every_card_is_where_it_went(self) -> None:
        state, hand = self.state, self.hand
        assert [set(Cards(bits)) for bits in state.hands] == hand.held
        assert set(Cards(state.table)) == hand.table
        assert set(Cards(state.discard)) == hand.gone
        assert set(Cards(state.undealt)) == hand.undealt
        bounds.every_card_is_in_one_place(state)

    @invariant()
    def passes_are_counted_since_the_last_play(self) -> None:
        assert self.state.passes == len(self.hand.passed) < self.seats - 1
        assert self.state.round_no == self.hand.rounds
        assert len(self.state.history) == self.hand.turns

    @invariant()
    def nobody_is_asked_to_beat_their_own_set(self) -> None:
        if self.goes_on and self.state.table:
            assert self.state.turn != self.state.owner

    @invariant()
    def the_match_is_over_when_nobody_is_to_move(self) -> None:
        assert (outcome(self.state) is None) == self.goes_on


OdinMatch.TestCase.settings = settings(max_examples=150, stateful_step_count=80)
TestOdinMatch = OdinMatch.TestCase
