"""Matches of Walhalla step by step, beside a plain account of what may and may not change."""

from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from odin_engine.chance import seed_from
from odin_engine.game import IllegalMove, Seat
from odin_engine.walhalla.box import COPIES, VIKINGS
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail
from odin_engine.walhalla.options import LAYOUTS, Options
from odin_engine.walhalla.position import KINDS
from odin_engine.walhalla.rules import legal_moves, outcome, pieces, play, setup, timeout_move
from odin_engine.walhalla.rules import to_move as movers_of
from odin_engine.walhalla.sampling import imagine
from odin_engine.walhalla.state import Stage, State
from odin_engine.walhalla.view import view

options = st.builds(
    Options, tiles=st.sampled_from(LAYOUTS), turning=st.booleans(), walhalla_in_final=st.booleans()
)


class WalhallaMatch(RuleBasedStateMachine):
    """A match that does anything its rules allow."""

    @initialize(agreed=options, seats=st.integers(3, 4), number=st.integers(0, 2**32))
    def begin(self, agreed: Options, seats: int, number: int) -> None:
        self.seats = seats
        self.state = setup(agreed, seats, seed_from(str(number)))
        self.pieces = set(pieces(self.state))
        self.decisions = 0

    @property
    def goes_on(self) -> bool:
        return self.state.stage != Stage.OVER

    def mover(self, number: int) -> Seat:
        movers = movers_of(self.state)
        return movers[number % len(movers)]

    @precondition(lambda self: self.goes_on)
    @rule(who=st.integers(0, 3), data=st.data())
    def decide_anything(self, who: int, data: st.DataObject) -> None:
        seat = self.mover(who)
        moves = legal_moves(self.state, seat)
        self.step(seat, moves[data.draw(st.integers(0, len(moves) - 1), label="index")])

    @precondition(lambda self: self.goes_on)
    @rule(who=st.integers(0, 3))
    def let_the_clock_run_out(self, who: int) -> None:
        seat = self.mover(who)
        self.step(seat, timeout_move(self.state, seat))

    @precondition(lambda self: self.goes_on)
    @rule(number=st.integers(0, 2**32))
    def crowd_the_boats_to_the_end_of_the_raid(self, number: int) -> None:
        rng, raids = Random(number), len(self.state.results)
        while self.goes_on and len(self.state.results) == raids:
            seat = self.mover(rng.randrange(4))
            moves = legal_moves(self.state, seat)
            eager = self.state.stage in (Stage.BOARD, Stage.GUEST, Stage.ATTACK)
            self.step(seat, moves[-1 if eager else rng.randrange(len(moves))])

    @precondition(lambda self: not self.goes_on)
    @rule(seat=st.integers(0, 2))
    def move_after_the_end(self, seat: int) -> None:
        for move in (Board(()), Answer.JOIN, Sail(0), Commit(())):
            with pytest.raises(IllegalMove, match=r"^match-over "):
                play(self.state, Seat(seat), move)

    def step(self, seat: Seat, move: Move) -> None:
        before = self.state
        self.state = play(before, seat, move)
        self.decisions += 1
        assert self.decisions < 36 * 12
        assert self.state.history[: len(before.history)] == before.history
        if len(self.state.results) > len(before.results):
            self.a_raid_ended(before)
        else:
            self.a_decision_was_made(before, seat, move)

    def a_raid_ended(self, before: State) -> None:
        result, now = self.state.results[-1], self.state.position
        gained = [
            after - was for after, was in zip(now.points, before.position.points, strict=True)
        ]
        scored = [gain - points for gain, points in zip(gained, result.points, strict=True)]
        if before.stage == Stage.COMMIT:
            assert not any(scored)
        else:
            # Nobody holds a card any more: a hunt and two forests may have ended the raid.
            assert all(0 <= forests <= 12 for forests in scored)
        assert result.totals == tuple(now.points)
        assert result.raid == len(self.state.results)
        if self.goes_on:
            assert now.raid == result.raid + 1
            assert now.starter == (before.position.starter + 1) % self.seats
            assert all(now.land.kinds[field] == 1 for field in self.occupied(self.state))
            assert min(now.walhalla) == 0

    def a_decision_was_made(self, before: State, seat: Seat, move: Move) -> None:
        was, now = before.position, self.state.position
        assert now.raid == was.raid
        if isinstance(move, Land):
            assert was.owner[move.field.number] != seat
        if isinstance(move, Sail):
            assert now.moored[move.fjord] == was.moored[move.fjord] + 1
        if move == Answer.PAY:
            # Another attack on the same player may follow at once, and fill Walhalla again.
            assert now.asgard[seat] == was.asgard[seat] + 1
        if isinstance(move, Commit):
            assert now.hands == was.hands

    def occupied(self, state: State) -> list[int]:
        return [field for field, who in enumerate(state.position.owner) if who >= 0]

    @invariant()
    def everything_is_somewhere_once(self) -> None:
        found = pieces(self.state)
        assert len(found) == len(self.pieces)
        assert set(found) == self.pieces

    @invariant()
    def fourteen_vikings_of_each_colour_and_all_cards(self) -> None:
        position = self.state.position
        on_land = Counter(who for who in (*position.owner, *position.aboard) if who >= 0)
        for seat in range(self.seats):
            zones = position.midgard[seat], position.asgard[seat], position.walhalla[seat]
            assert min(zones) >= 0
            assert sum(zones) + on_land[seat] == VIKINGS
            held = position.hands[KINDS * seat : KINDS * (seat + 1)]
            assert sum(held) == position.hand_sizes[seat]
        assert sum(position.hands) + len(position.pile) + sum(position.discards) == sum(
            COPIES.values()
        )

    @invariant()
    def nobody_stands_beyond_the_land_or_owes_points(self) -> None:
        position = self.state.position
        assert set(self.occupied(self.state)) <= set(position.land.fields)
        assert min(position.points) >= 0
        assert all(
            moored <= most
            for moored, most in zip(position.moored, position.land.capacities, strict=True)
        )

    @invariant()
    def a_view_can_be_sampled(self) -> None:
        seat = (None, *map(Seat, range(self.seats)))[self.decisions % (self.seats + 1)]
        shown = view(self.state, seat)
        assert view(imagine(shown, Random(self.decisions)), seat) == shown

    @invariant()
    def the_match_is_over_when_nobody_is_to_move(self) -> None:
        assert (outcome(self.state) is None) == self.goes_on == bool(movers_of(self.state))


WalhallaMatch.TestCase.settings = settings(max_examples=40, stateful_step_count=50)
TestWalhallaMatch = WalhallaMatch.TestCase
