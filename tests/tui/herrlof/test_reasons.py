"""Every clause of every reason is true of the position, and speaks for the move."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest

from odin_engine import herrlof
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARD_CALLED, CARDS, VALKNUT, Card
from odin_engine.herrlof.moves import Bury, Move, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.state import Stage, State
from odin_engine.herrlof.view import View
from odin_engine.search import MoveEstimate
from odin_tui.herrlof.reasons import clauses, reason

CARD = re.compile(r"\b([RBGY][1-9]|V|H)\b")


@dataclass(frozen=True)
class Claim:
    """One clause of a reason, and what it can be held against."""

    clause: str
    state: State
    seat: Seat
    move: Move

    @property
    def view(self) -> View:
        return herrlof.view(self.state, self.seat)

    @property
    def named(self) -> list[Card]:
        return [CARD_CALLED[word] for word in CARD.findall(self.clause)]

    @property
    def card(self) -> Card:
        assert isinstance(self.move, Play | Bury | Return)
        return self.move.card

    @property
    def numbers(self) -> list[int]:
        return [int(word) for word in re.findall(r"(?<![RBGY])\b\d+", self.clause)]

    @property
    def playable(self) -> list[Card]:
        return [move.card for move in self.view.moves if isinstance(move, Play)]

    @property
    def last(self) -> bool:
        return len(self.view.trick) == self.view.seats - 1

    @property
    def said(self) -> int:
        said = self.view.predictions[self.seat]
        assert said is not None
        return said

    @property
    def won(self) -> int:
        return self.view.tricks[self.seat]

    @property
    def gain(self) -> int:
        points = self.view.options.points
        return points(self.said, self.won + 1) - points(self.said, self.won)

    @property
    def wanted(self) -> bool:
        """Whether one more trick brings points, or the prediction nearer."""
        return self.won < self.said or self.gain > 0

    @property
    def after(self) -> State:
        return herrlof.play(self.state, self.seat, self.move)

    @property
    def tricks_after(self) -> tuple[int, ...]:
        """The tricks of all after the move, which may have ended the round."""
        over = len(self.after.results) > len(self.state.results)
        return self.after.results[-1].tricks if over else self.after.tricks

    def beats_all(self, card: Card) -> bool:
        """Compare cards by the rules, written down once more."""
        if card.colour is None or VALKNUT in self.view.trick:
            return False
        coloured = [other for other in self.view.trick if other.colour is not None]
        suit = coloured[0].colour if coloured else card.colour
        trump = self.view.trump

        def rank(other: Card) -> int:
            if trump is not None and other.colour == trump:
                return 100 + other.number
            return other.number if other.colour == suit else 0

        return all(rank(card) > rank(other) for other in coloured)

    def is_trump(self, card: Card) -> bool:
        return card.colour is not None and card.colour == self.view.trump

    @property
    def higher_elsewhere(self) -> list[Card]:
        return [
            other
            for other in CARDS
            if other.colour == self.card.colour
            and other.number > self.card.number
            and other not in self.view.hand
        ]

    @property
    def trumps_elsewhere(self) -> bool:
        return any(self.is_trump(card) and card not in self.view.hand for card in CARDS)

    def finished(self, *, first: bool) -> Iterator[State]:
        """Play the trick on in a few ways until its end, without the 3's swaps."""
        for seed in range(6):
            rng, state = Random(seed), self.after
            trick_no = self.view.trick_no
            while state.trick_no == trick_no and state.stage in (Stage.PLAY, Stage.SWAP):
                movers = herrlof.to_move(state)
                moves = [m for m in herrlof.legal_moves(state, movers[0]) if isinstance(m, Play)]
                move = rng.choice(moves) if moves else Skip()
                state = herrlof.play(state, movers[0], move)
            yield state
            if first:
                return


def _exact_points(it: Claim) -> bool:
    assert isinstance(it.move, Predict)
    tricks, points = it.numbers
    return tricks == it.move.tricks and points == it.view.options.points(tricks, tricks)


def _high_cards(it: Claim) -> bool:
    assert isinstance(it.move, Predict)
    high = [card for card in it.view.hand if card.number > 7 or it.is_trump(card)]
    return it.numbers == [len(it.view.hand), len(high), 7] and len(high) >= it.move.tricks > 0


def _low_cards(it: Claim) -> bool:
    assert isinstance(it.move, Predict)
    low = [c for c in it.view.hand if c.colour and c.number < 5 and not it.is_trump(c)]
    fair = it.view.hand_size / it.view.seats
    return it.numbers == [len(it.view.hand), len(low), 5] and it.move.tricks <= fair


def _only_beaten(it: Claim) -> bool:
    higher, trumps = bool(it.higher_elsewhere), it.trumps_elsewhere
    if it.is_trump(it.card):
        return higher and "higher trump" in it.clause
    named = ("higher card of its colour" in it.clause, "a trump" in it.clause)
    return named == (higher, trumps) and (higher or trumps)


TRUE: dict[str, Callable[[Claim], bool]] = {
    "exactly": _exact_points,
    r"of your \d+ cards, \d+ (is|are) (trump or )?above": _high_cards,
    r"of your \d+ cards, \d+ are below": _low_cards,
    ".. is the only card|. is the only card": lambda it: it.playable == [it.card] == it.named,
    "this trick is destroyed": lambda it: VALKNUT in it.view.trick,
    "a second V": lambda it: (
        it.card == VALKNUT
        and it.view.trick.count(VALKNUT) == 1
        and len(it.after.deck) == len(it.state.deck) - 1
    ),
    "no card you may play wins": lambda it: not any(map(it.beats_all, it.playable)),
    "every card you may play wins": lambda it: it.last and all(map(it.beats_all, it.playable)),
    "every card you may play beats": lambda it: all(map(it.beats_all, it.playable)),
    "V destroys": lambda it: all(
        state.tricks == it.state.tricks for state in it.finished(first=False)
    ),
    "you lead again$": lambda it: all(s.leader == it.seat for s in it.finished(first=False)),
    "you lead again unless": lambda it: all(
        state.leader == it.seat
        for state in it.finished(first=False)
        if state.last_trick is not None and "H" not in map(str, state.last_trick.cards[1:])
    ),
    "every coloured card beats H": lambda it: it.named == [it.card] and not it.wanted,
    ".. wins this trick": lambda it: (
        it.named == [it.card]
        and it.wanted
        and all(state.last_trick.winner == it.seat for state in it.finished(first=True))  # type: ignore[union-attr]
    ),
    ".. beats what lies": lambda it: (
        it.named == [it.card] and it.wanted and not it.last and it.beats_all(it.card)
    ),
    "(..|H) does not win": lambda it: (
        it.named == [it.card]
        and not it.wanted
        and all(state.last_trick.winner != it.seat for state in it.finished(first=False))  # type: ignore[union-attr]
    ),
    "a 9 that wins": lambda it: (
        it.card.number == 9 and all(state.leader != it.seat for state in it.finished(first=True))
    ),
    "whoever loses with the last H": lambda it: all(
        state.leader == it.seat for state in it.finished(first=True)
    ),
    "no card beats": lambda it: (
        it.wanted and not it.higher_elsewhere and (it.is_trump(it.card) or not it.trumps_elsewhere)
    ),
    "only a": lambda it: it.wanted and it.named == [it.card] and _only_beaten(it),
    "of its colour": lambda it: (
        not it.wanted and it.numbers == [len(it.higher_elsewhere)] and not it.is_trump(it.card)
    ),
    "a 3 lets": lambda it: it.card.number == 3 and it.after.stage == Stage.SWAP,
    "(..|H|V) cannot win a later": lambda it: it.named == [it.card] and not it.wanted,
    "you keep (..|V|H) for a later": lambda it: (
        it.wanted and it.named[0] in it.view.hand and it.named[0] != it.card
    ),
    "you may bury the card again": lambda it: it.view.stage == Stage.SWAP,
    "you may give the card back": lambda it: it.view.stage == Stage.STEAL_CARD,
    "your hand stays as it (was|is)": lambda it: (
        isinstance(it.move, Skip) or it.card == it.view.drawn
    ),
    "you keep (..|V|H) instead of": lambda it: (
        it.named == [it.view.drawn, it.card] and it.card != it.view.drawn
    ),
    "the trick then counts": lambda it: (
        isinstance(it.move, Steal)
        and it.tricks_after[it.seat] == it.won + 1
        and it.tricks_after[it.move.victim] == it.state.tricks[it.move.victim] - 1
    ),
    "the tricks stay": lambda it: it.tricks_after == it.state.tricks,
    "you still need": lambda it: it.numbers == [it.said - it.won] and it.won < it.said,
    "you have exactly": lambda it: it.numbers == [it.said] == [it.won],
    "one more trick would bring": lambda it: it.numbers == [it.gain] and it.won > it.said,
    "one more trick would cost": lambda it: it.numbers == [-it.gain] and it.won > it.said,
}
"""How each clause is checked; those about the aim are checked again below."""
FOR_WINNING = ("you still need", "one more trick would bring")
FOR_LOSING = ("you have exactly", "one more trick would cost")


def check(claim: Claim) -> None:
    """Hold one clause of a reason against the position."""
    tests = [true for words, true in TRUE.items() if re.match(words, claim.clause)]
    assert len(tests) == 1, f"nobody, or too many, check {claim.clause!r}"
    assert tests[0](claim), claim


def argues(state: State, seat: Seat, move: Move, told: list[str]) -> bool:
    """Tell whether what is said of the prediction agrees with what the move does."""
    it = Claim("", state, seat, move)
    if not any(clause.startswith(FOR_WINNING + FOR_LOSING) for clause in told):
        return True
    for_winning = any(clause.startswith(FOR_WINNING) for clause in told)
    if isinstance(move, Play) and it.view.trick and it.view.stage == Stage.PLAY:
        return it.beats_all(move.card) == for_winning
    if isinstance(move, Steal | Skip) and it.view.stage == Stage.STEAL_TRICK:
        return isinstance(move, Steal) == for_winning
    if isinstance(move, Bury | Return):
        drawn = it.view.drawn
        assert drawn is not None
        ranks = [c.number + 9 * it.is_trump(c) for c in (drawn, move.card)]
        return (ranks[0] > ranks[1]) == for_winning
    return True


def positions(seats: int, seed: int) -> Iterator[tuple[State, Seat]]:
    """Play a match, half at random and half as a bot would, and give every turn."""
    rng = Random(seed)
    options = read_options({"target": "30", "max-rounds": "3"}, seats)
    state = herrlof.setup(options, seats, seed_from(f"reasons {seed}"))
    while movers := herrlof.to_move(state):
        seat = movers[0]
        yield state, seat
        view = herrlof.view(state, seat)
        random = rng.random() < 0.5
        move = rng.choice(view.moves) if random else herrlof.heuristic_move(view, rng)
        state = herrlof.play(state, seat, move)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [2, 3])
def test_every_reason_for_every_move_is_true_and_speaks_for_it(seats: int, seed: int) -> None:
    told = 0
    for state, seat in positions(seats, seed):
        view = herrlof.view(state, seat)
        for move in view.moves:
            said = clauses(view, move)
            assert 1 <= len(said) <= 2
            assert len(set(said)) == len(said)
            for clause in said:
                check(Claim(clause, state, seat, move))
                told += 1
            assert argues(state, seat, move, said), (said, move, view)
    assert told > 300


def test_a_reason_is_one_sentence_and_trials_are_told_where_there_is_room() -> None:
    state = herrlof.setup(read_options({}, 2), 2, seed_from("trials"))
    view = herrlof.view(state, Seat(0))
    estimates: list[MoveEstimate[Move]] = [
        MoveEstimate(Predict(15), 0.5, 0.01, 100),
        MoveEstimate(Predict(2), 0.4, 0.01, 100),
    ]
    said = reason(view, Predict(15), estimates)
    assert said.startswith("Exactly 15 tricks would bring 25 points, and it did better")
    assert said.endswith("50% against 40%.")


def test_only_cards_that_are_held_are_named() -> None:
    for seed in range(60):
        state = herrlof.setup(read_options({}, 2), 2, seed_from(f"marks {seed}"))
        view = herrlof.view(state, Seat(0))
        for move in view.moves:
            named = CARD.findall(reason(view, move))
            assert all(CARD_CALLED[word] in view.hand for word in named)
