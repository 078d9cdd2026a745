"""What a good player of Herrlof knows: which move to make at once, and what others may hold."""

from collections.abc import Iterator, Sequence
from math import exp, sqrt
from random import Random

from odin_engine.game import Seat
from odin_engine.herrlof.card_play import part_with
from odin_engine.herrlof.cards import (
    BIT,
    CARD_CALLED,
    CARD_OF_BIT,
    COLOURS,
    NUMBERS,
    RUNED,
    Card,
)
from odin_engine.herrlof.moves import (
    DRAW,
    SKIP,
    Bury,
    Draw,
    Move,
    Play,
    Predict,
    Return,
    Steal,
)
from odin_engine.herrlof.playout import Table
from odin_engine.herrlof.prediction import TRUMP_SHIFT, WORTHS, predicted, prospects, step_of, worth
from odin_engine.herrlof.sampling import imagined_cards, imagined_predictions
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.tricks import COLOUR_OF
from odin_engine.herrlof.view import View

PREDICTIONS = 7
"""How many predictions are worth thinking about."""
SPREAD = 5.0
"""How far apart two players' points drift in a round, as a scale of the logistic curve."""
PACE = {2: 11.0, 3: 8.0}
"""About how many points a round brings."""

AFTER_A_TRICK = (Stage.STEAL_TRICK, Stage.STEAL_CARD, Stage.RETURN)


def instinct(view: View, rng: Random) -> Move:  # noqa: ARG001 - Karl leaves nothing to chance
    """Play by good habits, without search."""
    seat = _seat(view)
    hands = [view.hand.bits if who == seat else 0 for who in range(view.seats)]
    table = _table(view, hands, [], [said or 0 for said in view.predictions])
    match view.stage:
        case Stage.PREDICT:
            return Predict(_predicted(view, view.hand.bits))
        case Stage.PLAY:
            return Play(_card(table.choose(seat)))
        case Stage.SWAP:
            return DRAW
        case Stage.STEAL_TRICK:
            victim = table.trick_to_steal(seat)
            return SKIP if victim is None else Steal(victim)
        case Stage.STEAL_CARD:
            return Steal(table.richest(seat))
    parted = _card(part_with(view.hand.bits, table.trump, wanted=table.wants(seat)))
    return Bury(parted) if view.stage == Stage.BURY else Return(parted)


def candidates(view: View, *, wise: bool = False) -> Sequence[Move]:  # noqa: ARG001 - all know the same
    """Give the moves worth thinking about: of predictions, those that the hand promises most."""
    if view.stage == Stage.PLAY:
        alike = _alike(view)
        return [move for move in view.moves if not (isinstance(move, Play) and move.card in alike)]
    if view.stage != Stage.PREDICT:
        return view.moves
    size, bonus = view.hand_size, view.options.small_bonus
    step = step_of(worth(view.hand.bits, WORTHS[view.seats][_trump_shift(view)]), size)

    def promise(tricks: int) -> float:
        return prospects(tricks, view.seats, bonus=bonus)[step][size][0]

    return [Predict(n) for n in sorted(range(size + 1), key=promise, reverse=True)[:PREDICTIONS]]


def _alike(view: View) -> set[Card]:
    """Find the cards that do what a lower card of the hand does: no card in play is between."""
    gone = sum(cards.bits for cards in view.memory.played) - sum(BIT[card] for card in view.trick)
    gone += view.memory.old_trumps.bits + BIT[view.trump_card]
    found = set()
    for colour in COLOURS:
        lower = False
        for number in NUMBERS:
            card = CARD_CALLED[f"{colour}{number}"]
            if card not in view.hand:
                lower &= bool(gone & BIT[card])
            elif number not in RUNED:
                found |= {card} if lower else set()
                lower = True
    return found


class Guess:
    """One guess at all hands, the deck and the predictions, in which a seat can try its moves."""

    price = 1

    def __init__(self, view: View, table: Table) -> None:
        self.view, self.seat, self.table = view, _seat(view), table

    def trial(self, move: Move, rng: Random) -> float:
        """Play the move and the rest of the round by habit, and give what that is worth."""
        table, seat, view = self.table.copy(), self.seat, self.view
        match move:
            case Predict(tricks):
                table.predict([tricks if who == seat else n for who, n in enumerate(table.said)])
            case Play(card):
                table.lay(seat, _index(card))
            case Draw():
                table.swap(seat)
            case Bury(card):
                table.bury(seat, _index(card))
            case Steal(victim) if view.stage == Stage.STEAL_TRICK:
                table.steal_trick(seat, victim)
            case Steal(victim):
                table.steal_card(seat, victim, rng)
            case Return(card) if view.victim is not None:
                table.give(seat, view.victim, _index(card))
        won = table.finish(rng)
        return chances(view, list(map(view.options.points, table.said, won)))[seat]


def worlds(view: View, rng: Random, *, wise: bool = False) -> Iterator[Guess]:  # noqa: ARG001 - as above
    """Guess without end what the others hold, and what they predicted from it."""
    while True:
        hands, deck = imagined_cards(view, rng)
        said = [
            _predicted(view, hand) if tricks is None else tricks
            for hand, tricks in zip(hands, imagined_predictions(view, hands, rng), strict=True)
        ]
        order = [bit.bit_length() - 1 for bit in reversed(deck)]
        yield Guess(view, _table(view, list(hands), order, said))


def chances(view: View, points: Sequence[int]) -> list[float]:
    """Give every seat's chance of winning the match if this round brings these points."""
    totals = [old + new for old, new in zip(view.points, points, strict=True)]
    best = max(totals)
    if view.options.is_over(tuple(totals), view.round_no):
        shares = [float(total == best) for total in totals]
    else:
        rounds = min(
            (view.options.target - best) / PACE[view.seats] + 0.5,
            view.options.max_rounds - view.round_no,
        )
        scale = SPREAD * sqrt(rounds)
        shares = [exp((total - best) / scale) for total in totals]
    return [share / sum(shares) for share in shares]


def _seat(view: View) -> Seat:
    if view.seat is None or view.seat not in view.to_move:
        raise ValueError("only a seat to move can judge its moves")
    return view.seat


def _predicted(view: View, hand: int) -> int:
    trump = COLOUR_OF[BIT[view.trump_card]]
    return predicted(hand, trump, view.seats, bonus=view.options.small_bonus)


def _table(view: View, hands: list[int], deck: list[int], said: list[int]) -> Table:
    table = Table(hands, deck, _trump_shift(view), bonus=view.options.small_bonus)
    table.tricks, table.leader = list(view.tricks), view.leader
    table.trick = [_index(card) for card in view.trick]
    table.later = view.hand_size - view.trick_no - (view.stage in AFTER_A_TRICK)
    table.predict(said)
    return table


def _trump_shift(view: View) -> int:
    return TRUMP_SHIFT[COLOUR_OF[BIT[view.trump_card]]]


def _index(card: Card) -> int:
    return BIT[card].bit_length() - 1


def _card(index: int) -> Card:
    return CARD_OF_BIT[1 << index]
