"""The bots' view of Herrlof: a quick move, candidate moves, and sampled rounds to search in."""

from collections.abc import Iterator, Sequence
from math import exp, sqrt
from random import Random

from odin_engine.game import Evaluator, Seat
from odin_engine.herrlof.card_play import choose_discard
from odin_engine.herrlof.cards import (
    BIT,
    CARD_CALLED,
    CARD_OF_BIT,
    COLOURS,
    NUMBERS,
    SPECIAL_NUMBERS,
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
from odin_engine.herrlof.options import Options
from odin_engine.herrlof.playout import PlayoutState
from odin_engine.herrlof.prediction import (
    TRICK_TABLES,
    TRUMP_SHIFT,
    expected_points,
    expected_tricks,
    predict_tricks,
    value_step,
)
from odin_engine.herrlof.sampling import sample_cards, sample_predictions
from odin_engine.herrlof.state import Stage, State
from odin_engine.herrlof.tricks import COLOUR_OF
from odin_engine.herrlof.view import View

MAX_PREDICTIONS = 7
"""How many predictions are searched."""
POINT_SPREAD = 5.0
"""How far the points of two players drift apart in a round, as a logistic scale."""
POINTS_PER_ROUND = {2: 11.0, 3: 8.0}
"""Points that a player gets in an average round."""

AFTER_A_TRICK = (Stage.STEAL_TRICK, Stage.STEAL_CARD, Stage.RETURN)


def heuristic_move(view: View, rng: Random) -> Move:  # noqa: ARG001 - nothing is left to chance
    """Return the move of the heuristics, without search."""
    seat = _seat(view)
    hands = [view.hand.bits if who == seat else 0 for who in range(view.seats)]
    state = _playout_state(view, hands, [], [said or 0 for said in view.predictions])
    match view.stage:
        case Stage.PREDICT:
            return Predict(_predicted(view, view.hand.bits))
        case Stage.PLAY:
            return Play(_card(state.choose(seat)))
        case Stage.SWAP:
            return DRAW
        case Stage.STEAL_TRICK:
            victim = state.trick_to_steal(seat)
            return SKIP if victim is None else Steal(victim)
        case Stage.STEAL_CARD:
            return Steal(state.most_tricks(seat))
    discard = _card(choose_discard(view.hand.bits, state.trump, wanted=state.wants_another(seat)))
    return Bury(discard) if view.stage == Stage.BURY else Return(discard)


def candidates(
    view: View,
    *,
    evaluator: Evaluator = "heuristic",  # noqa: ARG001 - there is only one
) -> Sequence[Move]:
    """Return the moves worth searching: no equivalent cards, and only the best predictions."""
    if view.stage == Stage.PLAY:
        equivalent = _equivalent_cards(view)
        return [
            move for move in view.moves if not (isinstance(move, Play) and move.card in equivalent)
        ]
    if view.stage != Stage.PREDICT:
        return view.moves
    size, bonus = view.hand_size, view.options.small_bonus
    step = value_step(
        expected_tricks(view.hand.bits, TRICK_TABLES[view.seats][_trump_shift(view)]), size
    )

    def points(tricks: int) -> float:
        return expected_points(tricks, view.seats, bonus=bonus)[step][size][0]

    return [Predict(n) for n in sorted(range(size + 1), key=points, reverse=True)[:MAX_PREDICTIONS]]


def _equivalent_cards(view: View) -> set[Card]:
    """Return the cards equivalent to a lower card of the hand: no card in play is between."""
    gone = sum(cards.bits for cards in view.memory.played) - sum(BIT[card] for card in view.trick)
    gone += view.memory.old_trumps.bits + BIT[view.trump_card]
    found = set()
    for colour in COLOURS:
        lower = False
        for number in NUMBERS:
            card = CARD_CALLED[f"{colour}{number}"]
            if card not in view.hand:
                lower &= bool(gone & BIT[card])
            elif number not in SPECIAL_NUMBERS:
                found |= {card} if lower else set()
                lower = True
    return found


class SampledRound:
    """A sample of all hands, the deck and the predictions, in which a seat can try its moves."""

    cost = 1

    def __init__(self, view: View, state: PlayoutState) -> None:
        self.view, self.seat, self.state = view, _seat(view), state

    def trial(self, move: Move, rng: Random) -> float:
        """Play the rest of the round by the heuristics; return the chance of winning the match."""
        state, seat, view = self.state.copy(), self.seat, self.view
        match move:
            case Predict(tricks):
                state.predict(
                    [tricks if who == seat else n for who, n in enumerate(state.predictions)]
                )
            case Play(card):
                state.play_card(seat, _index(card))
            case Draw():
                state.swap(seat)
            case Bury(card):
                state.bury(seat, _index(card))
            case Steal(victim) if view.stage == Stage.STEAL_TRICK:
                state.steal_trick(seat, victim)
            case Steal(victim):
                state.steal_card(seat, victim, rng)
            case Return(card) if view.victim is not None:
                state.give(seat, view.victim, _index(card))
        won = state.finish(rng)
        return win_chances(view, list(map(view.options.points, state.predictions, won)))[seat]


def worlds(
    view: View,
    rng: Random,
    *,
    evaluator: Evaluator = "heuristic",  # noqa: ARG001 - there is only one
) -> Iterator[SampledRound]:
    """Yield samples of the others' hands and predictions without end."""
    while True:
        hands, deck = sample_cards(view, rng)
        said = [
            _predicted(view, hand) if tricks is None else tricks
            for hand, tricks in zip(hands, sample_predictions(view, hands, rng), strict=True)
        ]
        order = [bit.bit_length() - 1 for bit in reversed(deck)]
        yield SampledRound(view, _playout_state(view, list(hands), order, said))


def win_chances(view: View, points: Sequence[int]) -> list[float]:
    """Return each seat's chance of winning the match if this round brings these points."""
    totals = tuple(old + new for old, new in zip(view.points, points, strict=True))
    return _shares(view.options, totals, view.round_no)


def standing(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win by the points alone."""
    return tuple(_shares(state.match.options, state.points, len(state.results)))


def _shares(options: Options, totals: tuple[int, ...], rounds_played: int) -> list[float]:
    """Return each seat's chance of winning the match with these points after so many rounds."""
    best = max(totals)
    if options.is_over(totals, rounds_played):
        shares = [float(total == best) for total in totals]
    else:
        rounds = min(
            (options.target - best) / POINTS_PER_ROUND[len(totals)] + 0.5,
            options.max_rounds - rounds_played,
        )
        scale = POINT_SPREAD * sqrt(rounds)
        shares = [exp((total - best) / scale) for total in totals]
    return [share / sum(shares) for share in shares]


def _seat(view: View) -> Seat:
    if view.seat is None or view.seat not in view.to_move:
        raise ValueError("only a seat to move can judge its moves")
    return view.seat


def _predicted(view: View, hand: int) -> int:
    trump = COLOUR_OF[BIT[view.trump_card]]
    return predict_tricks(hand, trump, view.seats, bonus=view.options.small_bonus)


def _playout_state(view: View, hands: list[int], deck: list[int], said: list[int]) -> PlayoutState:
    state = PlayoutState(hands, deck, _trump_shift(view), bonus=view.options.small_bonus)
    state.tricks, state.leader = list(view.tricks), view.leader
    state.trick = [_index(card) for card in view.trick]
    state.tricks_left = view.hand_size - view.trick_no - (view.stage in AFTER_A_TRICK)
    state.predict(said)
    return state


def _trump_shift(view: View) -> int:
    return TRUMP_SHIFT[COLOUR_OF[BIT[view.trump_card]]]


def _index(card: Card) -> int:
    return BIT[card].bit_length() - 1


def _card(index: int) -> Card:
    return CARD_OF_BIT[1 << index]
