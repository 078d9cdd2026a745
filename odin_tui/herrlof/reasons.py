"""Why a move is good, or not allowed: reasons true of the position, as codes with facts."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from odin_engine.game import IllegalMove
from odin_engine.herrlof.cards import (
    BIT,
    CARDS,
    COLOUR_BITS,
    HAGALAZ,
    VALKNUT,
    Card,
    Colour,
)
from odin_engine.herrlof.moves import Bury, Draw, Move, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.refusals import must_follow, other_stage
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.tricks import winning_place
from odin_engine.herrlof.view import View
from odin_engine.search import MoveEstimate
from odin_tui.game_text import read_messages
from odin_tui.move_reasons import MOST_REASONS, Reason, best_in_trials, in_sentences, reason

HIGH, LOW = 8, 4
"""From which number on a card is called high, and down from which low."""
FEW = 3
"""Fewer low cards than this do not speak for losing."""


def reasons(view: View, move: Move, estimates: Sequence[MoveEstimate[Move]] = ()) -> list[Reason]:
    """Return at most two reasons for this move, the stronger first; each is true of the view."""
    found: list[Reason] = []
    for each in _reasons(view, move):
        if each not in found:
            found.append(each)
    found += best_in_trials("did-better", move, estimates) if len(found) < MOST_REASONS else []
    return found[:MOST_REASONS]


sentences = in_sentences(reasons, read_messages("herrlof").reasons)
"""Return at most two sentences that speak for a move, the stronger first."""


def _reasons(view: View, move: Move) -> Iterator[Reason]:
    match move:
        case Predict(tricks):
            yield from _for_predicting(view, tricks)
        case Play(card):
            yield from _for_playing(view, card)
        case Draw():
            yield reason("drawing-costs-nothing")
        case Bury(card) | Return(card):
            yield from _for_parting(view, card)
        case Steal():
            yield from _for_stealing(view)
        case Skip():
            yield from _for_skipping(view)


def _for_predicting(view: View, tricks: int) -> Iterator[Reason]:
    """Yield the high cards for many tricks or the low ones for few, and the points to gain."""
    held = len(view.hand)
    high = [card for card in view.hand if _is_trump(view, card) or card.number >= HIGH]
    low = [card for card in view.hand if 0 < card.number <= LOW and not _is_trump(view, card)]
    if 0 < tricks <= len(high) <= 2 * tricks:
        code = "high-cards" if view.trump is None else "high-cards-or-trump"
        yield reason(code, cards=held, count=len(high), number=HIGH - 1)
    elif tricks <= view.hand_size // view.seats and len(low) >= FEW:
        yield reason("low-cards", cards=held, count=len(low), number=LOW + 1)
    points = view.options.points(tricks, tricks)
    yield reason("exact-points", count=tricks, points=points)


def _is_trump(view: View, card: Card) -> bool:
    return card.colour is not None and card.colour == view.trump


# -- whether one more trick is wanted --------------------------------------------------------


class Goal(NamedTuple):
    """What a seat has predicted and won, and what one more trick would bring."""

    predicted: int
    won: int
    gain: int
    """The points that one more trick would bring, if the round ended with it; below 0, cost."""

    @property
    def wants_trick(self) -> bool:
        return self.won < self.predicted or (self.won > self.predicted and self.gain > 0)


def goal(view: View) -> Goal:
    """Return the goal of the seat that sees this view; without a prediction it wants all tricks."""
    predicted = None if view.seat is None else view.predictions[view.seat]
    if view.seat is None or predicted is None:
        return Goal(view.hand_size, 0, 1)
    won, points = view.tricks[view.seat], view.options.points
    return Goal(predicted, won, points(predicted, won + 1) - points(predicted, won))


def _by_goal(view: View) -> Reason:
    """Return how the prediction stands, as far as it tells why a trick is wanted or not."""
    predicted, won, gain = goal(view)
    if won < predicted:
        return reason("tricks-needed", count=predicted - won)
    if won == predicted:
        return reason("exact-now", count=predicted)
    if gain > 0:
        return reason("trick-brings", count=gain)
    return reason("trick-costs", count=-gain)


def _strength(view: View, card: Card) -> int:
    """Order cards by how likely they are to win: trumps, then numbers, then V, then H."""
    if card.colour is None:
        return -1 if card == HAGALAZ else 0
    return card.number + (9 if card.colour == view.trump else 0)


# -- playing a card -------------------------------------------------------------------------


def _for_playing(view: View, card: Card) -> Iterator[Reason]:
    if len(view.moves) == 1:
        yield reason("only-card", card=card)
    elif card == VALKNUT:
        yield from _for_valknut(view)
    elif VALKNUT in view.trick:
        yield reason("destroyed-anyway")
        yield from _besides(view, card)
    elif not view.trick:
        yield from _for_leading(view, card)
    elif _wins(view, card):
        yield from _for_winning(view, card)
    else:
        yield from _for_losing(view, card)


def _for_valknut(view: View) -> Iterator[Reason]:
    if VALKNUT in view.trick:
        yield reason("destroyed-anyway")
        if view.trick.count(VALKNUT) == 1:
            yield reason("second-valknut")
        return
    if view.trick and not any(_wins(view, card) for card in _playable(view) if card != VALKNUT):
        yield reason("no-card-wins")
    yield reason("valknut-destroys")
    if not goal(view).wants_trick:
        yield _by_goal(view)
    elif view.leader == view.seat:
        yield reason("lead-again")


def _playable(view: View) -> list[Card]:
    return [move.card for move in view.moves if isinstance(move, Play)]


def winning(cards: Sequence[Card], trump: Colour | None) -> int | None:
    """Return the place of the card that wins this trick; None where a Valknut destroys it."""
    trump_bits = 0 if trump is None else COLOUR_BITS[trump]
    return winning_place([BIT[card] for card in cards], trump_bits)


def why_not(view: View, move: Move) -> IllegalMove:
    """Return the refusal of a card that is held and may not be laid now."""
    if not view.trick or view.trick[0].colour is None:
        return other_stage(move, view.stage)
    return must_follow(move, view.trick[0])


def _wins(view: View, card: Card) -> bool:
    """Tell whether a card beats all cards of the trick; if not, it cannot win it any more."""
    return winning((*view.trick, card), view.trump) == len(view.trick)


def _for_winning(view: View, card: Card) -> Iterator[Reason]:
    last = len(view.trick) == view.seats - 1
    if goal(view).wants_trick:
        yield reason("card-wins" if last else "card-beats", card=card)
        yield _by_goal(view)
        return
    if all(_wins(view, other) for other in _playable(view)):
        yield reason("every-card-wins" if last else "every-card-beats")
    if last and card.number == 9 and HAGALAZ not in view.trick:
        yield reason("nine-gives-lead-away")
    yield from _besides(view, card)


def _for_losing(view: View, card: Card) -> Iterator[Reason]:
    if not goal(view).wants_trick:
        yield reason("card-does-not-win", card=card)
        yield _by_goal(view)
        return
    winners = [other for other in _playable(view) if _wins(view, other)]
    if not winners:
        yield reason("no-card-wins")
    if card == HAGALAZ and len(view.trick) == view.seats - 1:
        yield reason("last-hagalaz-leads")
    yield from _besides(view, card, winners)


def _for_leading(view: View, card: Card) -> Iterator[Reason]:
    wanted = goal(view).wants_trick
    if card == HAGALAZ:
        yield reason("hagalaz-leads-again")
        if not wanted:
            yield reason("colours-beat-hagalaz")
            yield _by_goal(view)
        return
    above = _higher_elsewhere(view, card)
    if wanted and (card.number >= HIGH or _is_trump(view, card) or not above):
        yield _beaten_by(view, card, above)
        yield _by_goal(view)
    elif not wanted and card.number <= LOW and above and not _is_trump(view, card):
        yield reason("higher-elsewhere", count=above)
        yield _by_goal(view)
    yield from _besides(view, card)


def _higher_elsewhere(view: View, card: Card) -> int:
    """Count the higher cards of a card's colour that are not in the own hand."""
    mine = sum(other.colour == card.colour and other.number > card.number for other in view.hand)
    return 9 - card.number - mine


def _beaten_by(view: View, card: Card, above: int) -> Reason:
    """Return what beats a card that is led; a V destroys the trick, but beats nothing."""
    trumps_elsewhere = view.trump is not None and any(
        other.colour == view.trump and other not in view.hand for other in CARDS
    )
    if _is_trump(view, card):
        return reason("higher-trump-beats" if above else "no-card-beats", card=card)
    if above:
        code = "higher-card-or-trump-beats" if trumps_elsewhere else "higher-card-beats"
    else:
        code = "trump-beats" if trumps_elsewhere else "no-card-beats"
    return reason(code, card=card)


def _besides(view: View, card: Card, kept: Sequence[Card] = ()) -> Iterator[Reason]:
    """Yield what else comes of playing a card, and which of these or of all others is kept."""
    rest = kept or [other for other in view.hand if other != card]
    if card.number == 3 and len(view.hand) > 1:
        yield reason("three-swaps")
    if not goal(view).wants_trick:
        yield reason("cannot-win-later", card=card)
    elif rest:
        best = max(rest, key=lambda other: _strength(view, other))
        yield reason("keep-for-later", card=best)


# -- cards and tricks that change hands -----------------------------------------------------


def _for_parting(view: View, card: Card) -> Iterator[Reason]:
    if view.drawn is None or card == view.drawn:
        yield reason("hand-stays-as-it-was")
        return
    yield reason("keep-instead", card=view.drawn, other=card)
    gained = _strength(view, view.drawn) - _strength(view, card)
    coloured = card.colour is not None and view.drawn.colour is not None
    if coloured and (gained > 0) == goal(view).wants_trick:
        yield _by_goal(view)


def _for_stealing(view: View) -> Iterator[Reason]:
    if view.stage == Stage.STEAL_CARD:
        yield reason("looking-costs-nothing")
        return
    if goal(view).wants_trick:
        yield _by_goal(view)
    yield reason("trick-counts-for-you")


def _for_skipping(view: View) -> Iterator[Reason]:
    if view.stage != Stage.STEAL_TRICK:
        yield reason("hand-stays-as-it-is")
        return
    if not goal(view).wants_trick:
        yield _by_goal(view)
    yield reason("tricks-stay")
