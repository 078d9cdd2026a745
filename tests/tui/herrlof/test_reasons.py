"""Every reason is true of the position, and speaks for the move."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from odin_engine import herrlof
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARDS, HAGALAZ, VALKNUT, Card
from odin_engine.herrlof.moves import Bury, Move, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.state import Stage, State
from odin_engine.herrlof.view import View
from odin_engine.search import MoveEstimate
from odin_tui.herrlof.reasons import reasons, sentences
from odin_tui.herrlof.text import MESSAGES
from odin_tui.move_reasons import Reason
from tests.engine.herrlof.positions import after, position
from tests.tui.herrlof.views import view


@dataclass(frozen=True)
class Claim:
    """One reason, and what it can be held against."""

    reason: Reason
    state: State
    seat: Seat
    move: Move

    @property
    def view(self) -> View:
        return herrlof.view(self.state, self.seat)

    @property
    def facts(self) -> dict[str, Any]:
        return dict(self.reason.facts)

    @property
    def named(self) -> Card:
        card: Card = self.facts["card"]
        return card

    @property
    def count(self) -> int:
        count: int = self.facts["count"]
        return count

    @property
    def card(self) -> Card:
        assert isinstance(self.move, Play | Bury | Return)
        return self.move.card

    @property
    def playable(self) -> list[Card]:
        return [move.card for move in self.view.moves if isinstance(move, Play)]

    @property
    def last(self) -> bool:
        return len(self.view.trick) == self.view.seats - 1

    @property
    def predicted(self) -> int:
        predicted = self.view.predictions[self.seat]
        assert predicted is not None
        return predicted

    @property
    def won(self) -> int:
        return self.view.tricks[self.seat]

    @property
    def gain(self) -> int:
        points = self.view.options.points
        return points(self.predicted, self.won + 1) - points(self.predicted, self.won)

    @property
    def wanted(self) -> bool:
        """Whether one more trick brings points, or the prediction nearer."""
        return self.won < self.predicted or self.gain > 0

    @property
    def after(self) -> State:
        return herrlof.play(self.state, self.seat, self.move)

    @property
    def tricks_after(self) -> tuple[int, ...]:
        """The tricks of all after the move, which may have ended the round."""
        over = len(self.after.results) > len(self.state.results)
        return self.after.results[-1].tricks if over else self.after.tricks

    @property
    def leads_named(self) -> bool:
        """Whether the move leads the card that the reason names, to win with it."""
        return self.wanted and not self.view.trick and self.named == self.card

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
    tricks = it.move.tricks
    return it.facts == {"count": tricks, "points": it.view.options.points(tricks, tricks)}


def _high_cards(it: Claim) -> bool:
    assert isinstance(it.move, Predict)
    high = [card for card in it.view.hand if card.number > 7 or it.is_trump(card)]
    counted = it.facts == {"cards": len(it.view.hand), "count": len(high), "number": 7}
    return counted and len(high) >= it.move.tricks > 0


def _low_cards(it: Claim) -> bool:
    assert isinstance(it.move, Predict)
    low = [c for c in it.view.hand if c.colour and c.number < 5 and not it.is_trump(c)]
    fair = it.view.hand_size / it.view.seats
    counted = it.facts == {"cards": len(it.view.hand), "count": len(low), "number": 5}
    return counted and it.move.tricks <= fair


def _beaten(it: Claim, *, higher: bool, trumps: bool) -> bool:
    """Tell whether exactly these beat a plain card that is led."""
    found = bool(it.higher_elsewhere), it.trumps_elsewhere
    return it.leads_named and not it.is_trump(it.card) and found == (higher, trumps)


TRUE: dict[str, Callable[[Claim], bool]] = {
    "exact-points": _exact_points,
    "high-cards": lambda it: it.view.trump is None and _high_cards(it),
    "high-cards-or-trump": lambda it: it.view.trump is not None and _high_cards(it),
    "low-cards": _low_cards,
    "only-card": lambda it: it.playable == [it.card] == [it.named],
    "destroyed-anyway": lambda it: VALKNUT in it.view.trick,
    "second-valknut": lambda it: (
        it.card == VALKNUT
        and it.view.trick.count(VALKNUT) == 1
        and len(it.after.deck) == len(it.state.deck) - 1
    ),
    "no-card-wins": lambda it: not any(map(it.beats_all, it.playable)),
    "every-card-wins": lambda it: it.last and all(map(it.beats_all, it.playable)),
    "every-card-beats": lambda it: all(map(it.beats_all, it.playable)),
    "valknut-destroys": lambda it: (
        it.card == VALKNUT
        and all(state.tricks == it.state.tricks for state in it.finished(first=False))
    ),
    "lead-again": lambda it: all(s.leader == it.seat for s in it.finished(first=False)),
    "hagalaz-leads-again": lambda it: all(
        state.leader == it.seat
        for state in it.finished(first=False)
        if state.last_trick is not None and HAGALAZ not in state.last_trick.cards[1:]
    ),
    "colours-beat-hagalaz": lambda it: it.card == HAGALAZ and not it.wanted,
    "card-wins": lambda it: (
        it.named == it.card
        and it.wanted
        and all(state.last_trick.winner == it.seat for state in it.finished(first=True))  # type: ignore[union-attr]
    ),
    "card-beats": lambda it: (
        it.named == it.card and it.wanted and not it.last and it.beats_all(it.card)
    ),
    "card-does-not-win": lambda it: (
        it.named == it.card
        and not it.wanted
        and all(state.last_trick.winner != it.seat for state in it.finished(first=False))  # type: ignore[union-attr]
    ),
    "nine-gives-lead-away": lambda it: (
        it.card.number == 9 and all(state.leader != it.seat for state in it.finished(first=True))
    ),
    "last-hagalaz-leads": lambda it: all(
        state.leader == it.seat for state in it.finished(first=True)
    ),
    "no-card-beats": lambda it: (
        it.wanted and not it.higher_elsewhere and (it.is_trump(it.card) or not it.trumps_elsewhere)
    ),
    "higher-trump-beats": lambda it: (
        it.leads_named and it.is_trump(it.card) and bool(it.higher_elsewhere)
    ),
    "higher-card-beats": lambda it: _beaten(it, higher=True, trumps=False),
    "trump-beats": lambda it: _beaten(it, higher=False, trumps=True),
    "higher-card-or-trump-beats": lambda it: _beaten(it, higher=True, trumps=True),
    "higher-elsewhere": lambda it: (
        not it.wanted and it.count == len(it.higher_elsewhere) and not it.is_trump(it.card)
    ),
    "three-swaps": lambda it: it.card.number == 3 and it.after.stage == Stage.SWAP,
    "cannot-win-later": lambda it: it.named == it.card and not it.wanted,
    "keep-for-later": lambda it: it.wanted and it.named in it.view.hand and it.named != it.card,
    "drawing-costs-nothing": lambda it: it.view.stage == Stage.SWAP,
    "looking-costs-nothing": lambda it: it.view.stage == Stage.STEAL_CARD,
    "hand-stays-as-it-was": lambda it: it.card == it.view.drawn,
    "hand-stays-as-it-is": lambda it: isinstance(it.move, Skip),
    "keep-instead": lambda it: (
        it.facts == {"card": it.view.drawn, "other": it.card} and it.card != it.view.drawn
    ),
    "trick-counts-for-you": lambda it: (
        isinstance(it.move, Steal)
        and it.tricks_after[it.seat] == it.won + 1
        and it.tricks_after[it.move.victim] == it.state.tricks[it.move.victim] - 1
    ),
    "tricks-stay": lambda it: it.tricks_after == it.state.tricks,
    "tricks-needed": lambda it: it.count == it.predicted - it.won > 0,
    "exact-now": lambda it: it.count == it.predicted == it.won,
    "trick-brings": lambda it: it.count == it.gain and it.won > it.predicted,
    "trick-costs": lambda it: it.count == -it.gain and it.won > it.predicted,
}
"""How each reason is checked; those about the prediction are checked again below."""
FOR_WINNING = ("tricks-needed", "trick-brings")
FOR_LOSING = ("exact-now", "trick-costs")


def argues(state: State, seat: Seat, move: Move, codes: list[str]) -> bool:
    """Tell whether what is said of the prediction agrees with what the move does."""
    it = Claim(Reason("", {}), state, seat, move)
    if not any(code in FOR_WINNING + FOR_LOSING for code in codes):
        return True
    for_winning = any(code in FOR_WINNING for code in codes)
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
    checked = 0
    for state, seat in positions(seats, seed):
        view = herrlof.view(state, seat)
        for move in view.moves:
            found = reasons(view, move)
            assert 1 <= len(found) <= 2
            for each in found:
                assert found.count(each) == 1
                assert TRUE[each.code](Claim(each, state, seat, move)), (each, state, move)
                checked += 1
            assert argues(state, seat, move, [each.code for each in found]), (found, move, view)
    assert checked > 300


def test_every_reason_has_a_sentence_and_every_sentence_is_checked() -> None:
    assert MESSAGES.reasons.keys() <= TRUE.keys() | {"did-better"}
    for seats in (2, 3):
        for state, seat in positions(seats, 7):
            view = herrlof.view(state, seat)
            for move in view.moves:
                for text in sentences(view, move):
                    assert text[0].isupper()
                    assert text.endswith(".")
                    assert "{" not in text


def test_a_reason_is_a_text_and_trials_are_told_where_there_is_room() -> None:
    state = herrlof.setup(read_options({}, 2), 2, seed_from("trials"))
    view = herrlof.view(state, Seat(0))
    estimates: list[MoveEstimate[Move]] = [
        MoveEstimate(Predict(15), 0.5, 0.01, 100),
        MoveEstimate(Predict(2), 0.4, 0.01, 100),
    ]
    text = " ".join(sentences(view, Predict(15), estimates))
    assert text.startswith("Exactly 15 tricks would bring 25 points. In trials it did better")
    assert text.endswith("50% to 40%.")


def test_only_cards_that_are_held_are_named() -> None:
    for seed in range(60):
        state = herrlof.setup(read_options({}, 2), 2, seed_from(f"marks {seed}"))
        view = herrlof.view(state, Seat(0))
        for move in view.moves:
            for each in reasons(view, move):
                named = [fact for fact in each.facts.values() if isinstance(fact, Card)]
                assert all(card in view.hand for card in named)


def test_reasons_are_read_as_sentences() -> None:
    state = after(position("G9 G2 V B9 | G7 Y1 Y2 Y3", "R2", leader=1, said=(2, 1)), "G7")
    seen = view(state)
    assert sentences(seen, herrlof.parse_move("G9")) == [
        "G9 wins this trick.",
        "You still need 2 tricks.",
    ]
    assert sentences(seen, herrlof.parse_move("G2")) == ["You keep G9 for a later trick."]
    only = after(position("G2 B9 | G7 Y1", "R2", leader=1), "G7")
    assert sentences(view(only), herrlof.parse_move("G2")) == ["G2 is the only card you may play."]
