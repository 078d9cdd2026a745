"""Why a move is a good one, in a sentence that is true of the position."""

from collections.abc import Iterator, Sequence

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, Card, Cards, each_bit
from odin_engine.odin.moves import Move, Pass, Play
from odin_engine.odin.sets import VALUE, answers
from odin_engine.odin.view import View
from odin_engine.search import Thought
from odin_tui.advice import sentence

MOST_CLAUSES = 2


def reason(view: View, move: Move, thoughts: Sequence[Thought[Move]] = ()) -> str:
    """Say in one sentence what speaks for this move."""
    return sentence(clauses(view, move, thoughts))


def clauses(view: View, move: Move, thoughts: Sequence[Thought[Move]] = ()) -> list[str]:
    """Give at most two clauses that speak for this move; every word of them can be checked."""
    if isinstance(move, Pass):
        return [_for_passing(view, thoughts)]
    if move.cards == view.hand:
        return [_whole(len(move.cards)), "you are out"]
    found = list(_for_leading(view, move) if not view.table else _for_playing(view, move))
    found += _by_trial(move, thoughts) if not found else []
    return found[:MOST_CLAUSES] or [_swap(view, move)]


def _whole(count: int) -> str:
    return "it is your last card" if count == 1 else f"all {count} cards of your hand are one set"


def _for_leading(view: View, move: Play) -> Iterator[str]:
    rest = view.hand.bits ^ move.cards.bits
    (card,) = move.cards
    if rest in VALUE:
        yield f"what is left, {Cards(rest)}, is one set that goes out when you lead again"
    if nobody_beats(view, move.cards):
        yield f"nobody can beat {card}, so you lead again"
    if not joins(card, rest):
        yield f"{card} goes with none of your other cards"
    if (now := fewest_sets(rest)) < (before := fewest_sets(view.hand.bits)):
        yield f"the rest falls into {_sets(now)} instead of {before}"
    if card.number == min(other.number for other in view.hand):
        yield f"{card} is as low as any card you hold"


def _for_playing(view: View, move: Play) -> Iterator[str]:
    kept = view.hand.bits ^ move.cards.bits
    rest = kept | move.take_bit
    if nobody_beats(view, move.cards):
        yield f"nobody can beat {VALUE[move.cards.bits]}, so you lead next"
    if rest in VALUE:
        yield f"what you hold then, {Cards(rest)}, is one set that goes out when you lead"
    if (shed := len(move.cards) - 1) > 1:
        yield f"your hand gets smaller by {shed}"
    if move.take and (friends := joins(move.take, kept)) and _joins_best(view, move, kept):
        yield f"{move.take} joins {friends}"
    if 1 < fewest_sets(rest) < fewest_sets(view.hand.bits):
        before = fewest_sets(view.hand.bits)
        yield f"your hand then falls into {_sets(fewest_sets(rest))} instead of {before}"
    if shed == 1:
        yield "your hand gets smaller by 1"
    higher = max(VALUE[cards.bits] for cards in view.moves.sets)
    if len(move.cards) == 1 and _is_cheapest(view, move) and higher > VALUE[move.cards.bits]:
        yield f"it is the lowest play that beats {VALUE[view.table.bits]}"


def _for_passing(view: View, thoughts: Sequence[Thought[Move]]) -> str:
    plays = [play for play in view.moves if isinstance(play, Play)]
    if not plays:
        return f"nothing you hold beats {VALUE[view.table.bits]}"
    before = fewest_sets(view.hand.bits)
    after = min(fewest_sets(view.hand.bits ^ p.cards.bits | p.take_bit) for p in plays)
    if after > before:
        return f"every play would break your {_sets(before)} up into more"
    if after == before:
        return f"no play would leave you fewer than the {_sets(before)} you have now"
    tried = next(iter(_by_trial(view.moves[0], thoughts)), "")
    return tried or f"it keeps your {max(view.hand, key=lambda card: card.number)} for later"


def _by_trial(move: Move, thoughts: Sequence[Thought[Move]]) -> list[str]:
    """Say that the move did best when it was tried out, if it did."""
    if len(thoughts) < 2 or thoughts[0].move != move or thoughts[0].worth <= thoughts[1].worth:
        return []
    ahead = f"{thoughts[0].worth:.0%} against {thoughts[1].worth:.0%}"
    return [f"it won more often than the next best when tried out, {ahead}"]


def _swap(view: View, move: Play) -> str:
    if move.take is None:
        return f"the rest still falls into {_sets(fewest_sets(view.hand.bits ^ move.cards.bits))}"
    return f"you give {move.cards} for {move.take}, and may win the lead"


def _joins_best(view: View, move: Play, kept: int) -> bool:
    return all(len(joins(card, kept)) <= len(joins(move.take, kept)) for card in view.table)


def _is_cheapest(view: View, move: Play) -> bool:
    return VALUE[move.cards.bits] == min(VALUE[cards.bits] for cards in view.moves.sets)


def joins(card: Card | None, hand: int) -> Cards:
    """Give the cards of a hand that make the largest set with this card."""
    if card is None:
        return Cards()
    groups = (hand & COLOUR_BITS[card.colour], hand & NUMBER_BITS[card.number])
    return Cards(max(groups, key=int.bit_count))


def fewest_sets(hand: int) -> int:
    """Count the sets a hand falls into at best.

    Every card is where a colour and a number meet, and every set lies in one colour or in one
    number. The fewest of those that hold all cards are as many as the most cards of which no two
    share colour or number (König), and those are found by matching colours to numbers.
    """
    rows = [hand & group for group in COLOUR_BITS.values()]
    row_of: dict[int, int] = {}

    def placed(row: int, tried: set[int]) -> bool:
        for bit in each_bit(rows[row]):
            number = (bit.bit_length() - 1) % 9
            if number not in tried:
                tried.add(number)
                if number not in row_of or placed(row_of[number], tried):
                    row_of[number] = row
                    return True
        return False

    return sum(placed(row, set()) for row in range(len(rows)))


def nobody_beats(view: View, cards: Cards) -> bool:
    """Tell whether no opponent can hold a set that beats these cards, as far as is known."""
    value = VALUE[cards.bits]
    for seat, count in enumerate(view.counts):
        if seat == view.seat:
            continue
        known = view.known[seat].bits
        hidden = count - known.bit_count()
        unseen = view.unseen.bits if hidden else 0
        for answer in answers(known | unseen, value):
            if (answer & ~known).bit_count() <= hidden:
                return False
    return True


def _sets(count: int) -> str:
    return "one set" if count == 1 else f"{count} sets"
