"""Why a move is a good one: reasons that are true of the position, as codes with facts."""

from collections.abc import Iterator, Sequence

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, Card, Cards, each_bit
from odin_engine.odin.moves import Move, Pass, Play
from odin_engine.odin.sets import VALUE, beating_sets
from odin_engine.odin.view import View
from odin_engine.search import MoveEstimate
from odin_tui.game_text import read_messages
from odin_tui.move_reasons import MOST_REASONS, Reason, best_in_trials, in_sentences, reason


def reasons(view: View, move: Move, estimates: Sequence[MoveEstimate[Move]] = ()) -> list[Reason]:
    """Return at most two reasons for this move, the stronger first; each is true of the view."""
    if isinstance(move, Pass):
        return [_for_passing(view, estimates)]
    if move.cards == view.hand:
        count = len(move.cards)
        codes = {1: "last-card", 2: "both-cards"}
        return [reason(codes[count]) if count in codes else reason("whole-hand", count=count)]
    found = list(_for_leading(view, move) if not view.table else _for_playing(view, move))
    found += best_in_trials("won-more-trials", move, estimates) if not found else []
    return found[:MOST_REASONS] or [_exchange(view, move)]


sentences = in_sentences(reasons, read_messages("odin").reasons)
"""Return at most two sentences that speak for a move, the stronger first."""


def _for_leading(view: View, move: Play) -> Iterator[Reason]:
    rest = view.hand.bits ^ move.cards.bits
    (card,) = move.cards
    if rest in VALUE:
        yield reason("lead-leaves-one-set", cards=Cards(rest))
    if nobody_beats(view, move.cards):
        yield reason("card-wins-the-lead", card=card)
    if not joins(card, rest):
        yield reason("goes-with-nothing", card=card)
    if (now := fewest_sets(rest)) < (before := fewest_sets(view.hand.bits)):
        yield reason("rest-in-fewer-sets", sets=now, before=before)
    if card.number == min(other.number for other in view.hand):
        yield reason("lowest-card", card=card)


def _for_playing(view: View, move: Play) -> Iterator[Reason]:
    kept = view.hand.bits ^ move.cards.bits
    rest = kept | move.take_bit
    if nobody_beats(view, move.cards):
        yield reason("set-wins-the-lead", value=VALUE[move.cards.bits])
    if rest in VALUE:
        yield reason("play-leaves-one-set", cards=Cards(rest))
    if (shed := len(move.cards) - 1) > 1:
        yield reason("sheds", count=shed)
    if move.take and (friends := joins(move.take, kept)) and _joins_best(view, move, kept):
        yield reason("joins", card=move.take, cards=friends)
    if 1 < fewest_sets(rest) < (before := fewest_sets(view.hand.bits)):
        yield reason("hand-in-fewer-sets", sets=fewest_sets(rest), before=before)
    if shed == 1:
        yield reason("sheds", count=shed)
    higher = max(VALUE[cards.bits] for cards in view.moves.sets)
    if len(move.cards) == 1 and _is_cheapest(view, move) and higher > VALUE[move.cards.bits]:
        yield reason("lowest-play", value=VALUE[view.table.bits])


def _for_passing(view: View, estimates: Sequence[MoveEstimate[Move]]) -> Reason:
    plays = [play for play in view.moves if isinstance(play, Play)]
    if not plays:
        return reason("nothing-beats", value=VALUE[view.table.bits])
    before = fewest_sets(view.hand.bits)
    after = min(fewest_sets(view.hand.bits ^ p.cards.bits | p.take_bit) for p in plays)
    if after > before:
        return reason("every-play-breaks-sets", sets=before)
    if after == before:
        return reason("no-play-leaves-fewer", sets=before)
    tried = best_in_trials("won-more-trials", view.moves[0], estimates)
    highest = max(view.hand, key=lambda card: card.number)
    return tried[0] if tried else reason("keeps-for-later", card=highest)


def _exchange(view: View, move: Play) -> Reason:
    if move.take is None:
        return reason("rest-in-sets", sets=fewest_sets(view.hand.bits ^ move.cards.bits))
    return reason("exchange", cards=move.cards, card=move.take)


def _joins_best(view: View, move: Play, kept: int) -> bool:
    return all(len(joins(card, kept)) <= len(joins(move.take, kept)) for card in view.table)


def _is_cheapest(view: View, move: Play) -> bool:
    return VALUE[move.cards.bits] == min(VALUE[cards.bits] for cards in view.moves.sets)


def joins(card: Card | None, hand: int) -> Cards:
    """Return the cards of a hand that make the largest set with this card."""
    if card is None:
        return Cards()
    groups = (hand & COLOUR_BITS[card.colour], hand & NUMBER_BITS[card.number])
    return Cards(max(groups, key=int.bit_count))


def fewest_sets(hand: int) -> int:
    """Return the smallest number of sets that a hand can be split into.

    Colours and numbers are the two sides of a bipartite graph, and every card is an edge. Sets that
    cover all cards are a vertex cover, and the smallest one has as many vertices as the largest
    matching has edges (König), so this is a bipartite matching by augmenting paths.
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
    """Return whether no opponent can hold a set that beats these cards, as far as is known."""
    value = VALUE[cards.bits]
    for seat, count in enumerate(view.counts):
        if seat == view.seat:
            continue
        known = view.known[seat].bits
        hidden = count - known.bit_count()
        unseen = view.unseen.bits if hidden else 0
        for answer in beating_sets(known | unseen, value):
            if (answer & ~known).bit_count() <= hidden:
                return False
    return True
