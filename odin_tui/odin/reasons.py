"""Why a move is a good one: reasons that are true of the position, as codes with facts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, Card, Cards, each_bit
from odin_engine.odin.moves import Move, Pass, Play
from odin_engine.odin.sets import VALUE, beating_sets
from odin_engine.odin.view import View
from odin_engine.search import MoveEstimate
from odin_tui.languages import N_, Translations

MOST_REASONS = 2


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that speaks for a move; `sentence` puts it into words."""

    code: str
    facts: Mapping[str, Any]


SENTENCES: Mapping[str, str] = {
    "last-card": N_("It is your last card, and you are out."),
    "lead-leaves-one-set": N_(
        "What is left, {cards}, is one set that goes out when you lead again."
    ),
    "card-wins-the-lead": N_("Nobody can beat {card}, so you lead again."),
    "goes-with-nothing": N_("{card} goes with none of your other cards."),
    "lowest-card": N_("{card} is as low as any card you hold."),
    "set-wins-the-lead": N_("Nobody can beat {value}, so you lead next."),
    "play-leaves-one-set": N_(
        "What you hold then, {cards}, is one set that goes out when you lead."
    ),
    "joins": N_("{card} joins {cards}."),
    "lowest-play": N_("It is the lowest play that beats {value}."),
    "nothing-beats": N_("Nothing you hold beats {value}."),
    "keeps-for-later": N_("It keeps your {card} for later."),
    "won-more-trials": N_(
        "It won more often than the next best when tried out, {worth} against {next_worth}."
    ),
    "exchange": N_("You give {cards} for {card}, and may win the lead."),
}
"""The reasons without a number to agree with."""


def sentence(reason: Reason, tr: Translations) -> str:
    """Return the sentence for a reason."""
    facts = reason.facts
    match reason.code:
        case "whole-hand":
            text = tr.ngettext(
                "The one card of your hand is a set, and you are out.",
                "All {count} cards of your hand are one set, and you are out.",
                facts["count"],
            )
        case "rest-in-fewer-sets":
            text = tr.ngettext(
                "The rest falls into one set instead of {before}.",
                "The rest falls into {sets} sets instead of {before}.",
                facts["sets"],
            )
        case "hand-in-fewer-sets":
            text = tr.ngettext(
                "Your hand then falls into one set instead of {before}.",
                "Your hand then falls into {sets} sets instead of {before}.",
                facts["sets"],
            )
        case "rest-in-sets":
            text = tr.ngettext(
                "The rest still falls into one set.",
                "The rest still falls into {sets} sets.",
                facts["sets"],
            )
        case "sheds":
            text = tr.ngettext(
                "Your hand gets smaller by {count}.",
                "Your hand gets smaller by {count}.",
                facts["count"],
            )
        case "every-play-breaks-sets":
            text = tr.ngettext(
                "Every play would break your one set up into more.",
                "Every play would break your {sets} sets up into more.",
                facts["sets"],
            )
        case "no-play-leaves-fewer":
            text = tr.ngettext(
                "No play would leave you fewer than the one set you have now.",
                "No play would leave you fewer than the {sets} sets you have now.",
                facts["sets"],
            )
        case code:
            text = tr.gettext(SENTENCES[code])
    return text.format(**facts)


def sentences(
    view: View, move: Move, estimates: Sequence[MoveEstimate[Move]] = (), *, tr: Translations
) -> list[str]:
    """Return at most two sentences that speak for this move, the stronger first."""
    return [sentence(each, tr) for each in reasons(view, move, estimates)]


def reasons(view: View, move: Move, estimates: Sequence[MoveEstimate[Move]] = ()) -> list[Reason]:
    """Return at most two reasons for this move, the stronger first; each is true of the view."""
    if isinstance(move, Pass):
        return [_for_passing(view, estimates)]
    if move.cards == view.hand:
        count = len(move.cards)
        return [_reason("last-card") if count == 1 else _reason("whole-hand", count=count)]
    found = list(_for_leading(view, move) if not view.table else _for_playing(view, move))
    found += _by_trial(move, estimates) if not found else []
    return found[:MOST_REASONS] or [_exchange(view, move)]


def _reason(code: str, **facts: Any) -> Reason:
    return Reason(code, facts)


def _for_leading(view: View, move: Play) -> Iterator[Reason]:
    rest = view.hand.bits ^ move.cards.bits
    (card,) = move.cards
    if rest in VALUE:
        yield _reason("lead-leaves-one-set", cards=Cards(rest))
    if nobody_beats(view, move.cards):
        yield _reason("card-wins-the-lead", card=card)
    if not joins(card, rest):
        yield _reason("goes-with-nothing", card=card)
    if (now := fewest_sets(rest)) < (before := fewest_sets(view.hand.bits)):
        yield _reason("rest-in-fewer-sets", sets=now, before=before)
    if card.number == min(other.number for other in view.hand):
        yield _reason("lowest-card", card=card)


def _for_playing(view: View, move: Play) -> Iterator[Reason]:
    kept = view.hand.bits ^ move.cards.bits
    rest = kept | move.take_bit
    if nobody_beats(view, move.cards):
        yield _reason("set-wins-the-lead", value=VALUE[move.cards.bits])
    if rest in VALUE:
        yield _reason("play-leaves-one-set", cards=Cards(rest))
    if (shed := len(move.cards) - 1) > 1:
        yield _reason("sheds", count=shed)
    if move.take and (friends := joins(move.take, kept)) and _joins_best(view, move, kept):
        yield _reason("joins", card=move.take, cards=friends)
    if 1 < fewest_sets(rest) < (before := fewest_sets(view.hand.bits)):
        yield _reason("hand-in-fewer-sets", sets=fewest_sets(rest), before=before)
    if shed == 1:
        yield _reason("sheds", count=shed)
    higher = max(VALUE[cards.bits] for cards in view.moves.sets)
    if len(move.cards) == 1 and _is_cheapest(view, move) and higher > VALUE[move.cards.bits]:
        yield _reason("lowest-play", value=VALUE[view.table.bits])


def _for_passing(view: View, estimates: Sequence[MoveEstimate[Move]]) -> Reason:
    plays = [play for play in view.moves if isinstance(play, Play)]
    if not plays:
        return _reason("nothing-beats", value=VALUE[view.table.bits])
    before = fewest_sets(view.hand.bits)
    after = min(fewest_sets(view.hand.bits ^ p.cards.bits | p.take_bit) for p in plays)
    if after > before:
        return _reason("every-play-breaks-sets", sets=before)
    if after == before:
        return _reason("no-play-leaves-fewer", sets=before)
    tried = _by_trial(view.moves[0], estimates)
    highest = max(view.hand, key=lambda card: card.number)
    return tried[0] if tried else _reason("keeps-for-later", card=highest)


def _by_trial(move: Move, estimates: Sequence[MoveEstimate[Move]]) -> list[Reason]:
    """Return that the move did best in the trials of a search, if it did."""
    if len(estimates) < 2 or estimates[0].move != move or estimates[0].value <= estimates[1].value:
        return []
    worth, next_worth = (f"{estimate.value:.0%}" for estimate in estimates[:2])
    return [_reason("won-more-trials", worth=worth, next_worth=next_worth)]


def _exchange(view: View, move: Play) -> Reason:
    if move.take is None:
        return _reason("rest-in-sets", sets=fewest_sets(view.hand.bits ^ move.cards.bits))
    return _reason("exchange", cards=move.cards, card=move.take)


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
