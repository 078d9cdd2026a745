"""Why a move is a good one, in a sentence that is true of the position and speaks for the move."""

from collections.abc import Iterator, Sequence

from odin_engine.herrlof.cards import CARDS, HAGALAZ, VALKNUT, Card
from odin_engine.herrlof.moves import Bury, Draw, Move, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_engine.search import MoveEstimate
from odin_tui.advice import sentence
from odin_tui.herrlof.aims import aim, aim_clause, strength
from odin_tui.herrlof.card_hints import tricks_word, winning
from odin_tui.languages import ENGLISH, Translations

MOST_CLAUSES = 2
HIGH, LOW = 8, 4
"""From which number on a card is called high, and down from which low."""
FEW = 3
"""Fewer low cards than this do not speak for losing."""


def reason(view: View, move: Move, estimates: Sequence[MoveEstimate[Move]] = ()) -> str:
    """Say in one sentence what speaks for this move."""
    return sentence(clauses(view, move, estimates))


def sentences(view: View, move: Move, *, tr: Translations = ENGLISH) -> list[str]:  # noqa: ARG001
    """Return at most two sentences that speak for this move, the stronger first."""
    return [sentence([clause]) for clause in clauses(view, move)]


def clauses(view: View, move: Move, estimates: Sequence[MoveEstimate[Move]] = ()) -> list[str]:
    """Give at most two clauses that speak for this move; every word of them can be checked."""
    found = list(dict.fromkeys(_clauses(view, move)))
    found += _by_trial(move, estimates) if len(found) < MOST_CLAUSES else []
    return found[:MOST_CLAUSES]


def _clauses(view: View, move: Move) -> Iterator[str]:
    match move:
        case Predict(tricks):
            yield from _for_predicting(view, tricks)
        case Play(card):
            yield from _for_playing(view, card)
        case Draw():
            yield "you may bury the card again, so drawing it costs nothing"
        case Bury(card) | Return(card):
            yield from _for_parting(view, card)
        case Steal():
            yield from _for_stealing(view)
        case Skip():
            yield from _for_skipping(view)


def _for_predicting(view: View, tricks: int) -> Iterator[str]:
    """Name the high cards for many tricks and the low ones for few, and what is to be gained."""
    high = [card for card in view.hand if _is_trump(view, card) or card.number >= HIGH]
    low = [card for card in view.hand if 0 < card.number <= LOW and not _is_trump(view, card)]
    if 0 < tricks <= len(high) <= 2 * tricks:
        what = f"above {HIGH - 1}" if view.trump is None else f"trump or above {HIGH - 1}"
        are = "is" if len(high) == 1 else "are"
        yield f"of your {len(view.hand)} cards, {len(high)} {are} {what}"
    elif tricks <= view.hand_size // view.seats and len(low) >= FEW:
        yield f"of your {len(view.hand)} cards, {len(low)} are below {LOW + 1} and not trump"
    points = view.options.points(tricks, tricks)
    yield f"exactly {tricks_word(tricks)} would bring {points} points"


def _is_trump(view: View, card: Card) -> bool:
    return card.colour is not None and card.colour == view.trump


# -- playing a card -------------------------------------------------------------------------


def _for_playing(view: View, card: Card) -> Iterator[str]:
    if len(view.moves) == 1:
        yield f"{card} is the only card you may play"
    elif card == VALKNUT:
        yield from _for_valknut(view)
    elif VALKNUT in view.trick:
        yield "this trick is destroyed anyway"
        yield from _extra(view, card)
    elif not view.trick:
        yield from _for_leading(view, card)
    elif _wins(view, card):
        yield from _for_winning(view, card)
    else:
        yield from _for_losing(view, card)


def _for_valknut(view: View) -> Iterator[str]:
    if VALKNUT in view.trick:
        yield "this trick is destroyed anyway"
        if view.trick.count(VALKNUT) == 1:
            yield "a second V turns up a new trump"
        return
    others = [move.card for move in view.moves if isinstance(move, Play) and move.card != VALKNUT]
    if view.trick and not any(_wins(view, other) for other in others):
        yield "no card you may play wins this trick"
    yield "V destroys this trick, so nobody gets it"
    if not aim(view).wanted:
        yield aim_clause(view)
    elif view.leader == view.seat:
        yield "you lead again"


def _wins(view: View, card: Card) -> bool:
    """Tell whether a card beats all that lies in the trick; if not, it cannot win it any more."""
    return winning((*view.trick, card), view.trump) == len(view.trick)


def _for_winning(view: View, card: Card) -> Iterator[str]:
    last = len(view.trick) == view.seats - 1
    said = "wins this trick" if last else "beats what lies in this trick"
    if aim(view).wanted:
        yield f"{card} {said}"
        yield aim_clause(view)
        return
    playable = [move.card for move in view.moves if isinstance(move, Play)]
    if all(_wins(view, other) for other in playable):
        yield f"every card you may play {said}"
    if last and card.number == 9 and HAGALAZ not in view.trick:
        yield "a 9 that wins gives the lead away"
    yield from _extra(view, card)


def _for_losing(view: View, card: Card) -> Iterator[str]:
    if not aim(view).wanted:
        yield f"{card} does not win this trick"
        yield aim_clause(view)
        return
    playable = [move.card for move in view.moves if isinstance(move, Play)]
    winners = [other for other in playable if _wins(view, other)]
    if not winners:
        yield "no card you may play wins this trick"
    if card == HAGALAZ and len(view.trick) == view.seats - 1:
        yield "whoever loses with the last H leads next"
    yield from _extra(view, card, winners)


def _for_leading(view: View, card: Card) -> Iterator[str]:
    wanted = aim(view).wanted
    if card == HAGALAZ:
        yield "you lead again unless another H falls"
        if not wanted:
            yield "every coloured card beats H"
            yield aim_clause(view)
        return
    above = _higher_elsewhere(view, card)
    if wanted and (card.number >= HIGH or _is_trump(view, card) or not above):
        yield _beaten_by(view, card, above)
        yield aim_clause(view)
    elif not wanted and card.number <= LOW and above and not _is_trump(view, card):
        yield f"of its colour, {above} higher {'is' if above == 1 else 'are'} not in your hand"
        yield aim_clause(view)
    yield from _extra(view, card)


def _higher_elsewhere(view: View, card: Card) -> int:
    """Count the higher cards of a card's colour that are not in the own hand."""
    mine = sum(other.colour == card.colour and other.number > card.number for other in view.hand)
    return 9 - card.number - mine


def _beaten_by(view: View, card: Card, above: int) -> str:
    """Say what beats a card that is led; a V destroys the trick, but beats nothing."""
    trumps_elsewhere = view.trump is not None and any(
        other.colour == view.trump and other not in view.hand for other in CARDS
    )
    if _is_trump(view, card):
        return f"only a higher trump beats {card}" if above else f"no card beats {card}"
    ways = ["a higher card of its colour"] if above else []
    ways += ["a trump"] if trumps_elsewhere else []
    return f"only {' or '.join(ways)} beats {card}" if ways else f"no card beats {card}"


def _extra(view: View, card: Card, kept: Sequence[Card] = ()) -> Iterator[str]:
    """Say what else comes of playing a card, and which of these or of all others is kept."""
    rest = kept or [other for other in view.hand if other != card]
    if card.number == 3 and len(view.hand) > 1:
        yield "a 3 lets you swap a card with the deck"
    if not aim(view).wanted:
        yield f"{card} cannot win a later trick then"
    elif rest:
        best = max(rest, key=lambda other: strength(view, other))
        yield f"you keep {best} for a later trick"


# -- cards and tricks that change hands -----------------------------------------------------


def _for_parting(view: View, card: Card) -> Iterator[str]:
    if view.drawn is None or card == view.drawn:
        yield "your hand stays as it was"
        return
    yield f"you keep {view.drawn} instead of {card}"
    gained = strength(view, view.drawn) - strength(view, card)
    coloured = card.colour is not None and view.drawn.colour is not None
    if coloured and (gained > 0) == aim(view).wanted:
        yield aim_clause(view)


def _for_stealing(view: View) -> Iterator[str]:
    if view.stage == Stage.STEAL_CARD:
        yield "you may give the card back, so looking at it costs nothing"
        return
    if aim(view).wanted:
        yield aim_clause(view)
    yield "the trick then counts for you and no longer for them"


def _for_skipping(view: View) -> Iterator[str]:
    if view.stage != Stage.STEAL_TRICK:
        yield "your hand stays as it is"
        return
    if not aim(view).wanted:
        yield aim_clause(view)
    yield "the tricks stay as they are"


def _by_trial(move: Move, estimates: Sequence[MoveEstimate[Move]]) -> list[str]:
    """Say that the move did best when it was tried out, if it did."""
    if len(estimates) < 2 or estimates[0].move != move or estimates[0].value <= estimates[1].value:
        return []
    ahead = f"{estimates[0].value:.0%} against {estimates[1].value:.0%}"
    return [f"it did better than the next best when tried out, {ahead}"]
