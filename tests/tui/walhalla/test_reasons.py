"""Every reason is true of the position, and speaks for the move."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from odin_engine import walhalla
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.search import MoveEstimate
from odin_engine.walhalla.box import Card
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail, Sell
from odin_engine.walhalla.options import LAYOUTS, Options
from odin_engine.walhalla.position import Position
from odin_engine.walhalla.state import Stage, State
from odin_engine.walhalla.view import View
from odin_tui.move_reasons import Reason
from odin_tui.walhalla.messages import MESSAGES
from odin_tui.walhalla.reasons import reasons, sentences
from tests.engine.walhalla.positions import after, position
from tests.tui.walhalla.views import view

KIND = {Card.FOREST: "F", Card.WHEAT: "W", Card.SACRIFICE: "S", Card.VILLAGE: "V"}
TONGUE = {Card.TONGUE_6: 6, Card.TONGUE_7: 7, Card.TONGUE_8: 8}


@dataclass(frozen=True)
class Claim:
    """One reason, and what it can be held against."""

    reason: Reason
    state: State
    seat: Seat
    move: Move

    @property
    def now(self) -> Position:
        return self.state.position

    @property
    def then(self) -> Position:
        """The position after the move; what is asked next is answered without cards."""
        state = walhalla.play(self.state, self.seat, self.move)
        plain = {Stage.ATTACK: Answer.FIGHT, Stage.DEFEND: Answer.LOSE, Stage.HUNT: Answer.GATHER}
        row = self.now.row
        while state.stage in plain and (state.position.row == row or self.lands):
            state = walhalla.play(state, walhalla.to_move(state)[0], plain[state.stage])
            if self.field is not None and state.position.owner[self.field.number] == self.seat:
                break
        return state.position

    @property
    def lands(self) -> bool:
        return isinstance(self.move, Land)

    @property
    def facts(self) -> dict[str, Any]:
        return dict(self.reason.facts)

    @property
    def count(self) -> int:
        count: int = self.facts["count"]
        return count

    @property
    def field(self) -> Field | None:
        if isinstance(self.move, Land):
            return self.move.field
        landing = view(self.state, self.seat).landing
        return None if landing is None else landing.field

    @property
    def site(self) -> Field:
        assert self.field is not None
        return self.field

    @property
    def terrain(self) -> str:
        return self.now.land.terrains[self.site.peninsula][self.site.row]

    @property
    def defender(self) -> int:
        return self.now.owner[self.site.number]

    def fields(self, fjord: int, row: int) -> list[tuple[int, str]]:
        """Return who stands beside a row of a fjord, and on what."""
        terrains = self.now.land.terrains
        return [
            (self.now.owner[16 * p + row], terrains[p][row])
            for p in (fjord - 1, fjord)
            if 0 <= p < 3 and row < len(terrains[p])
        ]

    def arriving(self, *, own: bool) -> Iterator[list[tuple[int, str]]]:
        """Yield what each Viking finds where the move sails to."""
        assert isinstance(self.move, Sail)
        first = 3 * self.now.moored[self.move.fjord]
        for place in range(3):
            who = self.now.aboard[2 - place if self.move.turned else place]
            if who >= 0 and (who == self.seat) == own:
                yield self.fields(self.move.fjord, first + place)

    def finds(self, letter: str) -> bool:
        found = [any(o < 0 and t[0] == letter for o, t in fs) for fs in self.arriving(own=True)]
        return self.count == sum(found)

    def sums(self, at: Position, letter: str) -> list[int]:
        """Count everybody's Vikings and village bonuses on a peninsula, once more."""
        p = "abc".index(letter)
        return [
            sum(
                1 + (int(t[1]) if t[0] == "V" else 0)
                for row, t in enumerate(at.land.terrains[p])
                if at.owner[16 * p + row] == who
            )
            for who in range(at.seats)
        ]

    def leads(self, at: Position) -> bool:
        counts = self.sums(at, self.facts["letter"])
        own = counts.pop(self.seat)
        return own > max(counts)

    def without(self) -> Position:
        """The position without the Viking who is attacked."""
        left = self.now.copy()
        left.owner[self.site.number] = -1
        return left

    def held(self, letter: str) -> int:
        rows = enumerate(self.now.land.terrains)
        return sum(
            self.now.owner[16 * p + row] == self.seat and t[0] == letter
            for p, terrains in rows
            for row, t in enumerate(terrains)
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        assert isinstance(self.move, Commit)
        return self.move.cards

    def boards(self) -> bool:
        return self.move == Answer.JOIN or (isinstance(self.move, Board) and self.move.places != ())

    def waits(self) -> bool:
        return self.move in (Answer.DECLINE, Board(()))

    def peninsula_points(self, *, more: int) -> int:
        """What the named peninsula brings the seat, by the rule's own sentences."""
        letter = self.facts["letter"]
        inner, outer = self.now.land.capes["abc".index(letter)]
        counts = self.sums(self.now, letter)
        counts[self.seat] += more
        own, best = counts[self.seat], max(counts)
        if own == best:
            tied = counts.count(best)
            return outer if tied == 1 else -(-(outer + inner) // tied)
        second = max(count for count in counts if count < best)
        alone = counts.count(best) == 1
        return -(-inner // counts.count(second)) if alone and own == second and own else 0


def _wheat_in_reach(it: Claim) -> bool:
    rows = [
        (fjord, 3 * moored + place)
        for fjord, moored in enumerate(it.now.moored)
        for place in range(3)
        if moored < it.now.land.capacities[fjord]
    ]
    return it.boards() and any(o < 0 and t == "W" for row in rows for o, t in it.fields(*row))


TRUE: dict[str, Callable[[Claim], bool]] = {
    "wheat-in-reach": _wheat_in_reach,
    "last-raid": lambda it: it.boards() and it.now.raid == 3,
    "many-vikings": lambda it: it.boards() and it.count == it.now.midgard[it.seat] > 2,
    "sale-costs": lambda it: it.waits() and it.now.midgard[it.seat] == 0,
    "vikings-wait": lambda it: it.waits() and it.then.midgard[it.seat] > 0 and it.now.raid < 3,
    "card-without-fields": lambda it: (
        isinstance(it.move, Sell)
        and it.move.card == it.facts["card"]
        and it.held(KIND[it.move.card]) == 0
    ),
    "land-in-wheat": lambda it: it.finds("W"),
    "land-in-forests": lambda it: it.finds("F"),
    "land-at-sites": lambda it: it.finds("S"),
    "others-must-fight": lambda it: (
        not any(owner < 0 for fields in it.arriving(own=False) for owner, _ in fields)
    ),
    "hero-if-it-falls": lambda it: it.count == it.now.walhalla[it.seat] + 1 and it.defender >= 0,
    "defender-must-fall": lambda it: (
        it.then.walhalla[it.defender] > it.now.walhalla[it.defender] == 0
        and it.now.hand_sizes[it.defender] == 0
    ),
    "site-gives-card": lambda it: it.then.pile != it.now.pile and it.terrain == "S",
    "wheat-stays": lambda it: it.terrain == "W" and it.count == it.now.raid < 3,
    "wheat-scores": lambda it: it.terrain == "W" and it.count == it.now.raid == 3,
    "village-counts": lambda it: (
        it.terrain[0] == "V"
        and it.count == 1 + int(it.terrain[1])
        and it.then.owner[it.site.number] == it.seat
    ),
    "forest-scores": lambda it: it.terrain == f"F{it.count}",
    "takes-the-lead": lambda it: not it.leads(it.now) and it.leads(it.then),
    "out-of-reach": lambda it: all(
        3 * it.now.moored[it.site.peninsula + side] > it.site.row for side in (0, 1)
    ),
    "card-decides": lambda it: it.then.owner[it.site.number] == it.seat,
    "attack-can-wait": lambda it: (
        it.move == Answer.FIGHT and Card.ATTACK in view(it.state, it.seat).hand
    ),
    "hunt-doubles": lambda it: it.then.points[it.seat] == it.now.points[it.seat] + it.count,
    "hunt-can-wait": lambda it: it.terrain == "F2" and Card.HUNT in view(it.state, it.seat).hand,
    "hero-gained": lambda it: it.count == it.then.walhalla[it.seat],
    "most-heroes": lambda it: it.then.walhalla[it.seat] == max(it.then.walhalla),
    "shield-saves-hero": lambda it: it.then.walhalla[it.seat] == it.now.walhalla[it.seat],
    "keep-wheat": lambda it: it.terrain == "W" and it.count == it.now.raid,
    "keep-the-lead": lambda it: it.leads(it.now) and not it.leads(it.without()),
    "keep-the-field": lambda it: (
        it.facts == {"field": it.site} and it.then.owner[it.site.number] == it.seat
    ),
    "cards-can-wait": lambda it: it.cards == () and it.now.raid < 3,
    "cards-score": lambda it: (
        it.count == sum(it.held(KIND[card]) for card in it.cards if card in KIND) > 0
    ),
    "tongue-gains": lambda it: (
        it.peninsula_points(more=2) == it.facts["points"]
        and it.peninsula_points(more=0) == it.facts["before"] < it.facts["points"]
        and it.now.land.capes["abc".index(it.facts["letter"])].outer
        in [TONGUE[card] for card in it.cards if card in TONGUE]
    ),
    "heroes-count": lambda it: (
        Card.WALHALLA in it.cards and it.count == it.now.walhalla[it.seat] + 2
    ),
    "cards-last": lambda it: it.cards != () and it.now.raid == 3,
}
"""How each reason is checked."""


def positions(seats: int, seed: int) -> Iterator[tuple[State, Seat]]:
    """Play a match, half at random and half as a bot would, and give every turn."""
    rng, options = Random(seed), Options(LAYOUTS[seed % len(LAYOUTS)], walhalla_in_final=True)
    state = walhalla.setup(options, seats, seed_from(f"reasons {seed}"))
    while movers := walhalla.to_move(state):
        seat = movers[0]
        yield state, seat
        shown = view(state, seat)
        at_random = shown.moves[rng.randrange(len(shown.moves))]
        move = at_random if rng.random() < 0.5 else walhalla.heuristic_move(shown, rng)
        state = walhalla.play(state, seat, move)


def checked(state: State, seat: Seat) -> Iterator[str]:
    """Check every reason for the first legal moves; yield their codes."""
    shown = view(state, seat)
    for move in shown.moves[:24]:
        found = reasons(shown, move)
        assert len(found) <= 2
        for each in found:
            assert found.count(each) == 1
            assert TRUE[each.code](Claim(each, state, seat, move)), (each, str(move), shown)
            yield each.code


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seats", [3, 4])
def test_every_reason_for_every_move_is_true(seats: int, seed: int) -> None:
    codes = [code for state, seat in positions(seats, seed) for code in checked(state, seat)]
    assert len(codes) > 300


CHEAP = position(midgard=(0, 5, 5, 5), hands={"R": "forest hunt"}, points=2)
ALONE = position(land="a1=W", vikings="a1=K", walhalla=0, hands={"R": "attack"})
SCORING = position(moored=(4, 4, 3, 0), midgard=0, hands={"R": "walhalla hunt"})
RARE = {
    "sale-costs": CHEAP,
    "card-without-fields": after(CHEAP, "board 1"),
    "defender-must-fall": after(ALONE, "board 1", "decline", "sail 2"),
    "attack-can-wait": after(ALONE, "board 1", "decline", "sail 1"),
    "heroes-count": after(SCORING, "sail 4"),
}


@pytest.mark.parametrize("code", RARE)
def test_reasons_for_rare_moves_are_true(code: str) -> None:
    assert code in checked(RARE[code], Seat(0))


def test_every_reason_has_a_sentence_that_is_checked() -> None:
    assert MESSAGES.reasons.keys() == TRUE.keys() | {"did-better"}


def test_reasons_are_whole_sentences() -> None:
    for state, seat in positions(3, 7):
        shown = view(state, seat)
        for move in shown.moves[:24]:
            for text in sentences(shown, move):
                assert text[0].isupper() or text[0].isdigit()
                assert text.endswith(".")
                assert "{" not in text


def test_trials_are_told_where_there_is_room() -> None:
    shown: View = view(position(raid=1, midgard=1))
    best, other = Board((0,)), Board(())
    estimates: list[MoveEstimate[Move]] = [
        MoveEstimate(best, 0.5, 0.01, 100),
        MoveEstimate(other, 0.4, 0.01, 100),
    ]
    assert sentences(shown, best, estimates) == [
        "It did better than anything else in trials: 50% against 40%."
    ]


def test_a_spectator_is_given_no_reasons() -> None:
    assert reasons(view(position(), None), Board(())) == []
