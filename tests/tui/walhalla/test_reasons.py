"""Every reason is true of the position, and speaks for the move."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from odin_engine import walhalla
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.search import MoveEstimate
from odin_engine.walhalla.box import DRAGONS, Card
from odin_engine.walhalla.events import Event, Foraged, RaidBegun
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

    @property
    def hand(self) -> tuple[Card, ...]:
        return view(self.state, self.seat).hand

    @property
    def moves(self) -> Sequence[Move]:
        return view(self.state, self.seat).moves

    @property
    def this_raid(self) -> tuple[Event, ...]:
        history = self.state.history
        begun = max(at for at, event in enumerate(history) if isinstance(event, RaidBegun))
        return history[begun:]

    @property
    def outer(self) -> int:
        """The large number of the cape that the reason speaks of."""
        return self.now.land.capes["abc".index(self.facts["letter"])].outer

    def points_on(self, letter: str, more: int = 0) -> int:
        """What a peninsula brings the seat, by the rule's own sentences."""
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


def _can_reach(it: Claim, letter: str) -> bool:
    """Whether a Viking of the move has free land of a kind beside it, in some fjord."""
    dragon = DRAGONS[it.now.dragons[it.now.dragon_no - 1]]
    seats = it.move.places if isinstance(it.move, Board) else (dragon.reserved,)
    assert it.boards()
    return any(
        owner < 0 and terrain[0] == letter
        for fjord, moored in enumerate(it.now.moored)
        if moored < it.now.land.capacities[fjord]
        for seat in seats
        for row in (3 * moored + seat, 3 * moored + 2 - seat)
        for owner, terrain in it.fields(fjord, row)
    )


def _covers(it: Claim) -> bool:
    """Whether so many own Vikings stand beside water that the dragon will fill."""
    assert isinstance(it.move, Sail)
    fjord, sailed = it.move.fjord, it.then.moored[it.move.fjord]
    rows = range(3 * it.now.moored[fjord], 3 * sailed)
    owners = [owner for row in rows for owner, _ in it.fields(fjord, row)]
    return sailed == it.now.moored[fjord] + 1 and owners.count(it.seat) == it.count > 0


def _falls(it: Claim, owner: int) -> bool:
    """Whether somebody else than the seat has nothing to win a fight with."""
    helpless = not it.now.walhalla[owner] and not it.now.hand_sizes[owner]
    return owner not in (-1, it.seat) and helpless


def _fills(it: Claim) -> bool:
    assert isinstance(it.move, Sail)
    first = 3 * it.now.moored[it.move.fjord] + 1
    told = {"first": first, "last": first + 2, "fjord": it.move.fjord + 1}
    return it.facts == told and set(it.now.aboard) == {-1}


def _brings_nothing(it: Claim) -> bool:
    """Whether the raid's points would be the same with any one card of the hand."""
    fields = {card for card in it.hand if card in KIND and it.held(KIND[card])}
    capes = {cape.outer: "abc"[at] for at, cape in enumerate(it.now.land.capes)}
    lifted = [
        card
        for card in it.hand
        if card in TONGUE
        and it.points_on(capes[TONGUE[card]], 2) > it.points_on(capes[TONGUE[card]])
    ]
    final = Card.WALHALLA in it.hand and it.now.raid == 3 and it.now.final_card
    return it.cards == () and not fields and not lifted and not final


TRUE: dict[str, Callable[[Claim], bool]] = {
    "wheat-in-reach": lambda it: _can_reach(it, "W"),
    "forest-in-reach": lambda it: _can_reach(it, "F") and not _can_reach(it, "W"),
    "site-in-reach": lambda it: (
        _can_reach(it, "S") and not _can_reach(it, "W") and not _can_reach(it, "F")
    ),
    "last-raid": lambda it: it.boards() and it.now.raid == 3 and it.now.midgard[it.seat] > 0,
    "many-vikings": lambda it: it.boards() and it.count == it.now.midgard[it.seat] > 2,
    "sale-costs": lambda it: it.waits() and it.now.midgard[it.seat] == 0,
    "vikings-wait": lambda it: it.waits() and it.then.midgard[it.seat] > 0 and it.now.raid < 3,
    "card-without-fields": lambda it: (
        isinstance(it.move, Sell)
        and it.move.card == it.facts["card"]
        and it.held(KIND[it.move.card]) == 0
    ),
    "card-brings-little": lambda it: (
        isinstance(it.move, Sell)
        and it.move.card == it.facts["card"]
        and it.held(KIND[it.move.card]) > 0
    ),
    "tongue-brings-nothing": lambda it: (
        isinstance(it.move, Sell)
        and it.points_on(it.facts["letter"], 2) == it.points_on(it.facts["letter"])
        and it.outer == TONGUE[it.move.card]
    ),
    "walhalla-card-is-late": lambda it: (
        it.move == Sell(Card.WALHALLA) and it.now.raid == 3 and not it.now.final_card
    ),
    "cards-left": lambda it: it.count == it.then.hand_sizes[it.seat] > 0,
    "land-in-wheat": lambda it: it.finds("W"),
    "land-in-forests": lambda it: it.finds("F"),
    "land-at-sites": lambda it: it.finds("S"),
    "land-in-villages": lambda it: it.finds("V"),
    "attack-the-weak": lambda it: (
        it.count == sum(any(_falls(it, o) for o, _ in fs) for fs in it.arriving(own=True)) > 0
    ),
    "covers-own": _covers,
    "fills-a-fjord": _fills,
    "others-find-nothing-free": lambda it: (
        len(list(it.arriving(own=False))) > 0
        and not any(owner < 0 for fields in it.arriving(own=False) for owner, _ in fields)
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
    "card-decides": lambda it: (
        it.then.owner[it.site.number] == it.seat and not _falls(it, it.defender)
    ),
    "attack-can-wait": lambda it: it.move == Answer.FIGHT and Card.ATTACK in it.hand,
    "hunt-doubles": lambda it: it.then.points[it.seat] == it.now.points[it.seat] + it.count,
    "hunt-can-wait": lambda it: (
        it.terrain == "F2" and Card.HUNT in it.hand and it.now.raid < 3 and it.move == Answer.GATHER
    ),
    "hero-gained": lambda it: it.count == it.then.walhalla[it.seat],
    "most-heroes": lambda it: it.then.walhalla[it.seat] == max(it.then.walhalla),
    "forest-is-spent": lambda it: (
        it.terrain[0] == "F"
        and any(
            isinstance(event, Foraged) and (event.seat, event.field) == (it.seat, it.site)
            for event in it.this_raid
        )
    ),
    "shield-saves-hero": lambda it: (
        it.then.walhalla[it.seat] == it.now.walhalla[it.seat] > 0 and Answer.PAY in it.moves
    ),
    "keep-wheat": lambda it: it.terrain == "W" and it.count == it.now.raid,
    "keep-the-lead": lambda it: it.leads(it.now) and not it.leads(it.without()),
    "keep-the-field": lambda it: (
        it.facts == {"field": it.site} and it.then.owner[it.site.number] == it.seat
    ),
    "cards-can-wait": lambda it: (
        it.cards == ()
        and it.now.raid < 3
        and (it.now.raid == 1 or it.now.final_card or Card.WALHALLA not in it.hand)
    ),
    "cards-bring-nothing": _brings_nothing,
    "cards-score": lambda it: (
        it.count == sum(it.held(KIND[card]) for card in it.cards if card in KIND) > 0
    ),
    "tongue-gains": lambda it: (
        it.points_on(it.facts["letter"], 2) == it.facts["points"]
        and it.points_on(it.facts["letter"]) == it.facts["before"] < it.facts["points"]
        and it.outer in [TONGUE[card] for card in it.cards if card in TONGUE]
    ),
    "heroes-count": lambda it: (
        Card.WALHALLA in it.cards and it.count == it.now.walhalla[it.seat] + 2
    ),
    "cards-last": lambda it: it.cards != () and it.now.raid == 3,
}
"""How each reason is checked."""


def positions(seats: int, layout: int) -> Iterator[tuple[State, Seat]]:
    """Play a match, half at random and half as a bot would, and give every turn."""
    rng = Random(10 * seats + layout)
    options = Options(LAYOUTS[layout], walhalla_in_final=layout % 2 > 0)
    state = walhalla.setup(options, seats, seed_from(f"reasons {layout}"))
    while movers := walhalla.to_move(state):
        seat = movers[-1]
        yield state, seat
        shown = view(state, seat)
        at_random = shown.moves[rng.randrange(len(shown.moves))]
        move = at_random if rng.random() < 0.5 else walhalla.heuristic_move(shown, rng)
        state = walhalla.play(state, seat, move)


def checked(state: State, seat: Seat, most: int = 24) -> Iterator[str]:
    """Check every reason for some of the legal moves, the bot's among them; yield their codes."""
    shown = view(state, seat)
    good = walhalla.heuristic_move(shown, Random(1))
    step = -(-len(shown.moves) // most)
    for move in {good: None, **dict.fromkeys(shown.moves[::step])}:
        found = reasons(shown, move)
        assert len(found) <= 2
        for each in found:
            assert found.count(each) == 1
            assert TRUE[each.code](Claim(each, state, seat, move)), (each, str(move), shown)
            yield each.code


@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
@pytest.mark.parametrize("seats", [3, 4])
def test_every_reason_on_every_map_is_true(seats: int, layout: int) -> None:
    found = list(positions(seats, layout))
    codes = [code for state, seat in found for code in checked(state, seat, 5)]
    assert len(found) > 80
    assert len(codes) > 300
    stages = {state.stage for state, _ in found}
    assert set(Stage) - stages <= {Stage.OVER, Stage.SELL, Stage.HUNT}


@pytest.mark.parametrize("seats", [3, 4])
def test_what_a_bot_would_do_is_hardly_ever_left_without_a_reason(seats: int) -> None:
    choices = [view(*each) for each in positions(seats, 0) if len(view(*each).moves) > 1]
    silent = [v for v in choices if not reasons(v, walhalla.heuristic_move(v, Random(1)))]
    assert len(silent) <= len(choices) / 50


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
