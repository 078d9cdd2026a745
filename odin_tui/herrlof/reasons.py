"""Why a move is a good one, in a sentence that is true of the position."""

from collections.abc import Iterator, Sequence

from odin_engine.herrlof.cards import HAGALAZ, VALKNUT, Card
from odin_engine.herrlof.moves import Bury, Draw, Move, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.sight import View
from odin_engine.herrlof.state import Stage
from odin_engine.search import Thought
from odin_tui.herrlof.lore import to_go, tricks_word, winning

MOST_CLAUSES = 2


def reason(view: View, move: Move, thoughts: Sequence[Thought[Move]] = ()) -> str:
    """Say in one sentence what speaks for this move; every word of it can be checked."""
    found = list(_clauses(view, move))
    found += _by_trial(move, thoughts) if len(found) < MOST_CLAUSES else []
    clause = ", and ".join(found[:MOST_CLAUSES])
    return f"{clause[0].upper()}{clause[1:]}."


def _clauses(view: View, move: Move) -> Iterator[str]:
    match move:
        case Predict():
            yield _strength(view)
        case Play(card):
            yield from _for_playing(view, card)
        case Draw():
            yield f"a card of the deck may do more for you than one of your {len(view.hand)}"
        case Bury(card) | Return(card):
            yield from _for_parting(view, card)
        case Steal():
            yield from _for_stealing(view)
        case Skip():
            yield _for_skipping(view)


def _strength(view: View) -> str:
    trumps = [card for card in view.hand if card.colour is not None and card.colour == view.trump]
    high = [card for card in view.hand if card.number >= 8 and card not in trumps]
    marks = [card for card in view.hand if card.colour is None]
    parts = [_count(len(high), "other card above 7" if trumps else "card above 7")]
    if view.trump is not None:
        parts.insert(0, _count(len(trumps), "trump"))
    said = f"you hold {' and '.join(parts)}"
    return (
        f"{said}, with {_count(len(marks), 'V or H', 'V and H')} to steer with" if marks else said
    )


def _count(number: int, what: str, several: str = "") -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    written = words[number] if number < len(words) else str(number)
    return f"{written} {what if number == 1 else several or plural(what)}"


def plural(what: str) -> str:
    """Write several of a thing, as in `cards above 7`."""
    first, card, rest = what.partition("card")
    return f"{first}cards{rest}" if card else f"{what}s"


def _standing(view: View) -> tuple[int, int] | None:
    """Give what one has predicted and won."""
    if view.seat is None or (said := view.predictions[view.seat]) is None:
        return None
    return said, view.tricks[view.seat]


def _for_playing(view: View, card: Card) -> Iterator[str]:
    if len(view.moves) == 1:
        yield f"{card} is the only card you may play"
        return
    standing = _standing(view)
    needs = standing is not None and standing[1] < standing[0]
    last = len(view.trick) == view.seats - 1
    if card == VALKNUT:
        yield "it takes this trick out of the round" if view.trick else "nobody wins what is led"
        if standing and not needs:
            yield (
                f"you have the {tricks_word(standing[0])} you predicted"
                if (standing[0] == standing[1])
                else f"you have {to_go(*standing)} already"
            )
        return
    wins = winning((*view.trick, card), view.trump) == len(view.trick)
    if view.trick and VALKNUT in view.trick:
        yield f"this trick is destroyed anyway, so {card} costs nothing"
    elif view.trick and wins:
        yield f"{card} wins this trick" if last else f"{card} wins as far as it lies"
    elif view.trick:
        yield f"{card} does not win this trick"
    yield from _for_lead(view, card)
    if standing is not None:
        yield _need(*standing)


def _for_lead(view: View, card: Card) -> Iterator[str]:
    if view.trick:
        return
    alike = [other for other in view.hand if other.colour == card.colour]
    if card == HAGALAZ:
        yield "whoever loses with an H leads next, so the lead stays within reach"
    elif card.colour == view.trump:
        yield f"{card} is trump, which only a higher trump beats"
    elif card.number == 9:
        yield f"no other {card.name[0]} is above {card}"
    elif card.number == max(other.number for other in alike) and card.number == 8:
        yield f"only one card of its colour is above {card}"
    elif card.number <= 3:
        yield f"{card} is low, so somebody else is likely to win it"


def _need(said: int, won: int) -> str:
    if said == won:
        return f"you have exactly the {tricks_word(said)} you predicted"
    if won > said:
        return f"you have {won - said} more than you predicted"
    return f"you still need {tricks_word(said - won)}"


def _for_parting(view: View, card: Card) -> Iterator[str]:
    standing = _standing(view)
    if card == view.drawn:
        yield f"your other cards are worth more to you than {card}"
    elif view.drawn is not None:
        yield f"you keep {view.drawn} for {card}"
    if standing is not None:
        yield _need(*standing)


def _for_stealing(view: View) -> Iterator[str]:
    if view.stage == Stage.STEAL_CARD:
        yield "you may give the card back if it is of no use, so looking costs nothing"
    standing = _standing(view)
    if standing is not None:
        yield _need(*standing)


def _for_skipping(view: View) -> str:
    standing = _standing(view)
    if view.stage == Stage.STEAL_TRICK and standing is not None:
        return _need(*standing)
    return "your hand is as you want it"


def _by_trial(move: Move, thoughts: Sequence[Thought[Move]]) -> list[str]:
    """Say that the move did best when it was tried out, if it did."""
    if len(thoughts) < 2 or thoughts[0].move != move or thoughts[0].worth <= thoughts[1].worth:
        return []
    ahead = f"{thoughts[0].worth:.0%} against {thoughts[1].worth:.0%}"
    return [f"it did better than the next best when tried out, {ahead}"]
