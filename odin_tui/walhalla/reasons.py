"""Why a move of Walhalla is good: reasons true of the position, as codes with facts."""

from collections.abc import Iterator, Sequence

from odin_engine.game import Seat
from odin_engine.search import MoveEstimate
from odin_engine.walhalla.box import DRAGON_SEATS, RAIDS, Card, Terrain
from odin_engine.walhalla.land import FJORDS, Field
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail, Sell
from odin_engine.walhalla.view import View
from odin_tui.move_reasons import MOST_REASONS, Reason, best_in_trials, in_sentences, reason
from odin_tui.walhalla.map_text import held, owner_of, shore, sums
from odin_tui.walhalla.messages import MESSAGES, PENINSULAS, with_card_name
from odin_tui.walhalla.preview import SCORING_LETTERS, TONGUES, with_tongue

IN_REACH = {"W": "wheat-in-reach", "F": "forest-in-reach", "S": "site-in-reach"}
"""Reasons to board by the terrain that own Vikings could find, the best first."""
LANDINGS = {
    "W": "land-in-wheat",
    "F": "land-in-forests",
    "S": "land-at-sites",
    "V": "land-in-villages",
}
"""Reasons to sail somewhere by the terrain that own Vikings find there, the best first."""


def reasons(view: View, move: Move, estimates: Sequence[MoveEstimate[Move]] = ()) -> list[Reason]:
    """Return at most two reasons for this move, the stronger first; each is true of the view."""
    if view.seat is None:
        return []
    found = [*_reasons(view, view.seat, move), *best_in_trials("did-better", move, estimates)]
    return found[:MOST_REASONS]


ABOUT_A_CARD = ("card-without-fields", "card-brings-little")
named = {code: with_card_name(MESSAGES.reasons[code]) for code in ABOUT_A_CARD}
sentences = in_sentences(reasons, {**MESSAGES.reasons, **named})
"""Return at most two sentences that speak for a move, the stronger first."""


def _reasons(view: View, seat: Seat, move: Move) -> Iterator[Reason]:
    match move:
        case Board(places):
            yield from _for_boarding(view, seat, places) if places else _for_waiting(view, seat)
        case Answer.JOIN if view.dragon is not None:
            yield from _for_boarding(view, seat, (view.dragon.reserved,))
        case Answer.DECLINE:
            yield from _for_waiting(view, seat)
        case Sell(card):
            yield from _for_selling(view, seat, card)
        case Sail():
            yield from _for_sailing(view, seat, move)
        case Land(field):
            yield from _for_landing(view, seat, field)
        case Commit(cards):
            yield from _for_committing(view, seat, cards)
        case _ if view.landing is not None and view.landing.field is not None:
            yield from _for_answering(view, seat, move, view.landing.field)


# -- boarding and sailing -------------------------------------------------------------------------


def _for_boarding(view: View, seat: Seat, places: tuple[int, ...]) -> Iterator[Reason]:
    """Yield what the Vikings on these seats could find in some fjord, and that there are enough."""
    ends = {place if not turned else 2 - place for place in places for turned in _ways(view)}
    beside = [
        field
        for fjord in range(FJORDS)
        for place, row in enumerate(_rows(view, fjord))
        if place in ends
        for field in shore(view, fjord, row)
    ]
    found = [code for letter, code in IN_REACH.items() if _any_free(view, beside, letter)]
    yield from map(reason, found[:1])
    if view.raid == RAIDS and view.midgard[seat]:
        yield reason("last-raid")
    elif view.midgard[seat] > 2:
        yield reason("many-vikings", count=view.midgard[seat])


def _ways(view: View) -> tuple[bool, ...]:
    return (False, True) if view.options.turning else (False,)


def _any_free(view: View, fields: Sequence[Field], letter: str = "") -> bool:
    return any(_is_free(view, field, letter) for field in fields)


def _for_waiting(view: View, seat: Seat) -> Iterator[Reason]:
    if not view.midgard[seat]:
        yield reason("sale-costs")
    elif view.raid < RAIDS:
        yield reason("vikings-wait")


def _rows(view: View, fjord: int) -> range:
    """Return the rows that the next dragon in a fjord would reach; none if there is no room."""
    ships = len(view.fjords[fjord])
    room = ships < view.capacities[fjord]
    return range(DRAGON_SEATS * ships, DRAGON_SEATS * (ships + 1) if room else 0)


def _is_free(view: View, field: Field, letter: str = "") -> bool:
    """Tell whether nobody stands on a field of this kind of terrain."""
    terrain = view.terrains[field.peninsula][field.row]
    return owner_of(view, field) is None and terrain.startswith(letter)


def _for_selling(view: View, seat: Seat, card: Card) -> Iterator[Reason]:
    if card in SCORING_LETTERS:
        fields = held(view, seat, SCORING_LETTERS[card])
        yield reason("card-brings-little" if fields else "card-without-fields", card=card)
    elif card in TONGUES:
        gain = with_tongue(view, seat, TONGUES[card])
        if gain.points == gain.before:
            yield reason("tongue-brings-nothing", letter=PENINSULAS[gain.peninsula])
    elif _counts_no_more(view, card):
        yield reason("walhalla-card-is-late")
    if len(view.hand) > 1:
        yield reason("cards-left", count=len(view.hand) - 1)


def _counts_no_more(view: View, card: Card) -> bool:
    """Tell whether this is the card for Walhalla, and it cannot be committed any more."""
    last = view.raid == RAIDS and not view.options.walhalla_in_final
    return card == Card.WALHALLA and last


def _for_sailing(view: View, seat: Seat, move: Sail) -> Iterator[Reason]:
    """Yield what own Vikings find, and that others find nothing free."""
    aboard = view.aboard[::-1] if move.turned else view.aboard
    rows = _rows(view, move.fjord)
    beside = [shore(view, move.fjord, row) for row in rows]
    arriving = [
        (who, fields) for who, fields in zip(aboard, beside, strict=True) if who is not None
    ]
    own = [fields for who, fields in arriving if who == seat]
    others = [fields for who, fields in arriving if who != seat]
    for letter, code in LANDINGS.items():
        count = sum(_any_free(view, fields, letter) for fields in own)
        if count:
            yield reason(code, count=count)
    weak = sum(any(_must_fall(view, seat, field) for field in fields) for fields in own)
    if weak:
        yield reason("attack-the-weak", count=weak)
    if others and not any(_any_free(view, fields) for fields in others):
        yield reason("others-find-nothing-free")
    covered = sum(owner_of(view, field) == seat for fields in beside for field in fields)
    if covered:
        yield reason("covers-own", count=covered)
    if not arriving:
        yield reason("fills-a-fjord", first=rows[0] + 1, last=rows[-1] + 1, fjord=move.fjord + 1)


def _must_fall(view: View, seat: Seat, field: Field) -> bool:
    """Tell whether another player stands there who cannot win a fight."""
    owner = owner_of(view, field)
    return owner not in (None, seat) and _is_weak(view, owner)


def _is_weak(view: View, owner: Seat | None) -> bool:
    return owner is not None and not view.walhalla[owner] and not view.counts[owner]


# -- landing and fighting -------------------------------------------------------------------------


def _for_landing(view: View, seat: Seat, field: Field) -> Iterator[Reason]:
    defender = owner_of(view, field)
    if defender is None:
        yield from _for_taking(view, seat, field)
    elif _is_weak(view, defender):
        yield reason("defender-must-fall")
        yield from _for_taking(view, seat, field)
    else:
        yield reason("hero-if-it-falls", count=view.walhalla[seat] + 1)


def _for_taking(view: View, seat: Seat, field: Field) -> Iterator[Reason]:
    """Yield what a field gives whoever takes it."""
    terrain, letter = view.terrains[field.peninsula][field.row], PENINSULAS[field.peninsula]
    counts = sums(view, field.peninsula)
    others = max(count for who, count in enumerate(counts) if who != seat)
    weight = 1
    match terrain:
        case Terrain.SACRIFICE:
            if view.pile or view.discards:
                yield reason("site-gives-card")
        case Terrain.WHEAT:
            yield reason("wheat-stays" if view.raid < RAIDS else "wheat-scores", count=view.raid)
        case Terrain.VILLAGE_1 | Terrain.VILLAGE_2:
            weight += terrain.number
            yield reason("village-counts", count=weight, letter=letter)
        case _:
            yield reason("forest-scores", count=terrain.number)
    if counts[seat] <= others < counts[seat] + weight:
        yield reason("takes-the-lead", letter=letter)
    if all(3 * len(view.fjords[f]) > field.row for f in (field.peninsula, field.peninsula + 1)):
        yield reason("out-of-reach")


def _for_answering(view: View, seat: Seat, move: Move, field: Field) -> Iterator[Reason]:
    points = view.terrains[field.peninsula][field.row].number
    match move:
        case Answer.ATTACK:
            if not _is_weak(view, owner_of(view, field)):
                yield reason("card-decides")
            yield from _for_taking(view, seat, field)
        case Answer.FIGHT:
            yield from _for_fighting(view, field)
        case Answer.HUNT:
            yield reason("hunt-doubles", count=2 * points)
        case Answer.GATHER if Card.HUNT in view.hand and points < 3 and view.raid < RAIDS:
            yield reason("hunt-can-wait")
        case Answer.LOSE:
            yield from _for_losing(view, seat, field)
        case Answer.PAY | Answer.SHIELD:
            yield from _for_holding(view, seat, field)
            if move == Answer.SHIELD and view.walhalla[seat]:
                yield reason("shield-saves-hero")


def _for_fighting(view: View, field: Field) -> Iterator[Reason]:
    if _is_weak(view, owner_of(view, field)):
        yield reason("defender-must-fall")
    if Card.ATTACK in view.hand:
        yield reason("attack-can-wait")


def _for_losing(view: View, seat: Seat, field: Field) -> Iterator[Reason]:
    heroes = view.walhalla[seat] + 1
    yield reason("hero-gained", count=heroes)
    if view.terrains[field.peninsula][field.row].startswith("F"):
        yield reason("forest-is-spent")
    if heroes >= max(view.walhalla):
        yield reason("most-heroes")


def _for_holding(view: View, seat: Seat, field: Field) -> Iterator[Reason]:
    terrain, counts = view.terrains[field.peninsula][field.row], sums(view, field.peninsula)
    weight = 1 + (terrain.number if terrain.startswith("V") else 0)
    others = max(count for who, count in enumerate(counts) if who != seat)
    if terrain == Terrain.WHEAT:
        yield reason("keep-wheat", count=view.raid)
    if counts[seat] > others >= counts[seat] - weight:
        yield reason("keep-the-lead", letter=PENINSULAS[field.peninsula])
    yield reason("keep-the-field", field=field)


# -- the end of a raid ----------------------------------------------------------------------------


def _for_committing(view: View, seat: Seat, cards: tuple[Card, ...]) -> Iterator[Reason]:
    if not cards:
        yield from _for_keeping(view, seat)
    points = sum(
        held(view, seat, SCORING_LETTERS[card]) for card in cards if card in SCORING_LETTERS
    )
    if points:
        yield reason("cards-score", count=points)
    for card in cards:
        if card in TONGUES:
            gain = with_tongue(view, seat, TONGUES[card])
            if gain.points > gain.before:
                letter = PENINSULAS[gain.peninsula]
                yield reason("tongue-gains", letter=letter, points=gain.points, before=gain.before)
    if Card.WALHALLA in cards:
        yield reason("heroes-count", count=view.walhalla[seat] + 2)
    if cards and view.raid == RAIDS:
        yield reason("cards-last")


def _for_keeping(view: View, seat: Seat) -> Iterator[Reason]:
    if not any(_brings_points(view, seat, card) for card in view.hand):
        yield reason("cards-bring-nothing")
    # The card for Walhalla may not count any more in the last raid.
    late = view.raid == RAIDS - 1 and not view.options.walhalla_in_final
    if view.raid < RAIDS and not (late and Card.WALHALLA in view.hand):
        yield reason("cards-can-wait")


def _brings_points(view: View, seat: Seat, card: Card) -> bool:
    """Tell whether committing this card would bring points at the end of this raid."""
    if card in SCORING_LETTERS:
        return bool(held(view, seat, SCORING_LETTERS[card]))
    if card in TONGUES:
        gain = with_tongue(view, seat, TONGUES[card])
        return gain.points > gain.before
    return card == Card.WALHALLA and view.raid == RAIDS and view.options.walhalla_in_final
