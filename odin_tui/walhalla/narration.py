"""The sentences for what happens in a match of Walhalla; whoever reads them is called you."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.events import (
    Attacked,
    Boarded,
    CardDrawn,
    Committed,
    Defence,
    DragonDrawn,
    Event,
    Foraged,
    Fought,
    GuestAnswered,
    Occupied,
    RaidBegun,
    RaidEnded,
    Reshuffled,
    Returned,
    Sailed,
    Sold,
)
from odin_engine.walhalla.results import Majority, RaidResult
from odin_engine.walhalla.view import View
from odin_tui.drawing.names import listed
from odin_tui.languages import N_
from odin_tui.narrator import EventText, Reader, match_over
from odin_tui.walhalla.messages import CARDS, PENINSULAS, cards_text, label, terrain_at

SeatEvent: TypeAlias = (
    RaidBegun
    | DragonDrawn
    | Boarded
    | GuestAnswered
    | Sold
    | Sailed
    | Returned
    | Attacked
    | Fought
    | Occupied
    | Foraged
    | CardDrawn
    | Committed
)
"""What a seat did."""

RAID_BEGUN = EventText(
    you=N_("Raid {raid} of 3 begins, and you start it."),
    other=N_("Raid {raid} of 3 begins, and {name} starts it."),
)
ALL_SEATS_OWN = EventText(
    you=N_("You draw dragon {number} of 12. All its seats are yours to fill."),
    other=N_("{name} draws dragon {number} of 12. All its seats are for {name} to fill."),
)
SEAT_RESERVED = EventText(
    you=N_("You draw dragon {number} of 12. Seat {place} is reserved for {guest}."),
    other=N_("{name} draws dragon {number} of 12. Seat {place} is reserved for {guest}."),
    to_you=N_("{name} draws dragon {number} of 12. Seat {place} is reserved for you."),
)
SEAT_UNUSED = EventText(
    you=N_("You draw dragon {number} of 12. Nobody may use seat {place}."),
    other=N_("{name} draws dragon {number} of 12. Nobody may use seat {place}."),
)
NOBODY_BOARDED = EventText(
    you=N_("You send nobody aboard."), other=N_("{name} sends nobody aboard.")
)
BOARDED = EventText(
    you=N_("You fill {places}."),
    other=N_("{name} fills {places}."),
)
JOINED = EventText(
    you=N_("You come along in the reserved seat."),
    other=N_("{name} comes along in the reserved seat."),
)
DECLINED = EventText(you=N_("You do not come along."), other=N_("{name} does not come along."))
SOLD = EventText(
    you=N_("You sell the card {card} and a point for a Viking from Asgard."),
    other=N_("{name} sells the card {card} and a point for a Viking from Asgard."),
)
SAILED = EventText(
    you=N_("You sail into fjord {fjord}."), other=N_("{name} sails into fjord {fjord}.")
)
SAILED_TURNED = EventText(
    you=N_("You turn the dragon and sail into fjord {fjord}."),
    other=N_("{name} turns the dragon and sails into fjord {fjord}."),
)
RETURNED = EventText(
    you=N_("Your Viking cannot land at row {row} and goes back to Midgard."),
    other=N_("The Viking of {name} cannot land at row {row} and goes back to Midgard."),
)
ATTACKED = EventText(
    you=N_("You attack {defender} at {field}."),
    other=N_("{name} attacks {defender} at {field}."),
    to_you=N_("{name} attacks you at {field}."),
)
FOUGHT = {
    Defence.NONE: EventText(
        you=N_("You play attack: the Viking of {defender} falls."),
        other=N_("{name} plays attack: the Viking of {defender} falls."),
        to_you=N_("{name} plays attack: your Viking falls."),
    ),
    Defence.LOSE: EventText(
        you=N_("The Viking of {defender} falls."),
        other=N_("The Viking of {defender} falls."),
        to_you=N_("Your Viking falls."),
    ),
    Defence.PAY: EventText(
        you=N_("{defender} pays a hero: your Viking falls."),
        other=N_("{defender} pays a hero: the Viking of {name} falls."),
        to_you=N_("You pay a hero: the Viking of {name} falls."),
    ),
    Defence.SHIELD: EventText(
        you=N_("{defender} plays shield: your Viking falls."),
        other=N_("{defender} plays shield: the Viking of {name} falls."),
        to_you=N_("You play shield: the Viking of {name} falls."),
    ),
}
OCCUPIED = EventText(
    you=N_("You take {field}, {terrain}."), other=N_("{name} takes {field}, {terrain}.")
)
GATHERED = EventText(
    you=N_("The forest gives you {points} points."),
    other=N_("The forest gives {name} {points} points."),
)
HUNTED = EventText(
    you=N_("You play hunt: the forest gives you {points} points."),
    other=N_("{name} plays hunt: the forest gives {name} {points} points."),
)
CARD_DRAWN = EventText(
    you=N_("You draw the card {card}: {meaning}"),
    other=N_("{name} draws the card {card}."),
    unknown=N_("{name} draws a card."),
)
COMMITTED = EventText(
    you=N_("You lay down {cards}."),
    other=N_("{name} lays down {cards}."),
    unknown=N_("{name} has decided."),
)
TEXTS: dict[type, EventText] = {
    RaidBegun: RAID_BEGUN,
    Boarded: BOARDED,
    Sold: SOLD,
    Returned: RETURNED,
    Attacked: ATTACKED,
    Occupied: OCCUPIED,
    CardDrawn: CARD_DRAWN,
    Committed: COMMITTED,
}
"""Events that are told one way only."""
REVEALED = EventText(you=N_("You laid down {cards}."), other=N_("{name} laid down {cards}."))


def tell(before: View | None, after: View, reader: Reader) -> list[str]:
    """Return sentences for what happened between two views; from the start if one is None."""
    known = 0 if before is None else len(before.history)
    told = [line for event in after.history[known:] for line in sentences(event, after, reader)]
    if before is None and after.seat is not None and not after.results:
        told += _first_cards(after, reader)
    if after.outcome is not None and (before is None or before.outcome is None):
        told += match_over(after.outcome, "walhalla", reader)
    return told


def _first_cards(view: View, reader: Reader) -> list[str]:
    """Return what the cards do that a player holds when the match begins."""
    text = reader.tr.gettext("You hold the card {card}: {meaning}")
    return [text.format(card=card, meaning=reader.tr.gettext(CARDS[card])) for card in view.hand]


def sentences(event: Event, view: View, reader: Reader) -> list[str]:
    """Return what to tell a reader of an event."""
    match event:
        case RaidEnded(result):
            return list(raid_lines(result, reader))
        case Reshuffled(cards):
            text = reader.tr.ngettext(
                "The discards are shuffled: {count} card to draw.",
                "The discards are shuffled: {count} cards to draw.",
                cards,
            )
            return [text.format(count=cards)]
    facts = _facts(event, view, reader)
    text = reader.choose(_texts(event, view), event.seat, _target(event), known=None not in event)
    return [text.format(name=reader.names[event.seat], **facts)]


def _texts(event: SeatEvent, view: View) -> EventText:  # noqa: PLR0911 - one for each kind
    """Return the sentences for what a seat did."""
    match event:
        case DragonDrawn(seat, dragon):
            in_match = dragon.colour < view.seats
            others = SEAT_RESERVED if in_match else SEAT_UNUSED
            return ALL_SEATS_OWN if dragon.colour == seat else others
        case Boarded(_, ()):
            return NOBODY_BOARDED
        case GuestAnswered(_, joined):
            return JOINED if joined else DECLINED
        case Sailed(_, _, turned):
            return SAILED_TURNED if turned else SAILED
        case Fought(_, _, _, defence):
            return FOUGHT[defence]
        case Foraged(_, _, _, hunted):
            return HUNTED if hunted else GATHERED
    return TEXTS[type(event)]


def _target(event: SeatEvent) -> int | None:
    """Return to whom a seat did something."""
    match event:
        case DragonDrawn(_, dragon):
            return dragon.colour
        case Attacked(_, _, defender) | Fought(_, _, defender, _):
            return defender
    return None


def _facts(event: SeatEvent, view: View, reader: Reader) -> dict[str, object]:
    """Return what the sentences for an event mention; everything is counted from 1."""
    names, facts = reader.names, event._asdict()
    match event:
        case DragonDrawn(_, dragon):
            guest = names[dragon.colour] if dragon.colour < view.seats else ""
            facts |= {"guest": guest, "place": dragon.reserved + 1}
        case Boarded(_, places) if places:
            text = reader.tr.gettext("seat {number}")
            seats = [text.format(number=place + 1) for place in places]
            facts["places"] = listed(seats, reader.tr)
        case Sailed(_, fjord):
            facts["fjord"] = fjord + 1
        case Returned(_, row):
            facts["row"] = row + 1
        case Attacked(_, _, defender) | Fought(_, _, defender, _):
            facts["defender"] = names[defender]
        case Occupied(_, field):
            facts["terrain"] = terrain_at(view, field, reader.tr)
        case CardDrawn(_, Card() as card):
            facts["meaning"] = reader.tr.gettext(CARDS[card])
        case Committed(_, tuple() as cards):
            facts["cards"] = cards_text(cards, reader.tr)
    return facts


# -- the end of a raid ---------------------------------------------------------------------------


def raid_lines(result: RaidResult, reader: Reader) -> Iterator[str]:
    """Yield the scoring of a raid item by item, and what happened before the next one."""
    tr = reader.tr
    yield tr.gettext("Raid {raid} is over.").format(raid=result.raid)
    yield from _commits(result, reader)
    for letter, scored in zip(PENINSULAS, result.peninsulas, strict=True):
        text = tr.gettext("Peninsula {letter}, cape {first}/{second}: {seats}.")
        yield text.format(
            letter=letter,
            first=scored.cape.outer,
            second=scored.cape.inner,
            seats=_majority(scored.majority, reader),
        )
    if any(result.wheat):
        text = tr.ngettext(
            "Each wheat field gives {count} point: {seats}.",
            "Each wheat field gives {count} points: {seats}.",
            result.raid,
        )
        wheat = [result.raid * fields for fields in result.wheat]
        yield text.format(count=result.raid, seats=by_seat(enumerate(wheat), reader))
    if result.walhalla is not None:
        text = tr.gettext("Each field that is held gives 1 point: {seats}.")
        yield text.format(seats=by_seat(enumerate(result.fields), reader))
        text = tr.gettext("The most heroes in Walhalla, 6/4: {seats}.")
        yield text.format(seats=_majority(result.walhalla, reader))
    text = tr.gettext("Points of this scoring: {seats}.")
    yield text.format(seats=by_seat(enumerate(result.points), reader))
    yield from _afterwards(result, reader)


def _commits(result: RaidResult, reader: Reader) -> Iterator[str]:
    for seat, cards in enumerate(result.commits):
        if cards:
            text = reader.choose(REVEALED, seat)
            yield text.format(name=reader.names[seat], cards=cards_text(cards, reader.tr))
    for card in dict.fromkeys(scored.card for scored in result.cards):
        worth = reader.tr.gettext("{copies} × {fields} (+{points})")
        seats = [
            (
                each.seat,
                worth.format(copies=each.copies, fields=each.fields, points=each.points),
            )
            for each in result.cards
            if each.card == card
        ]
        text = reader.tr.gettext("Cards {card}, for each field that is held: {seats}.")
        yield text.format(card=card, seats=by_seat(seats, reader))


def _majority(majority: Majority, reader: Reader) -> str:
    return with_points(majority.counts, majority.points, reader)


def _afterwards(result: RaidResult, reader: Reader) -> Iterator[str]:
    """Yield where Vikings went before the next raid."""
    tr = reader.tr
    if result.supply is None:
        return
    if any(result.cleared):
        text = tr.gettext("Back to Asgard from the land, except from wheat: {seats}.")
        yield text.format(seats=by_seat(enumerate(result.cleared), reader))
    heroes: Mapping[int, str] = {
        seat: tr.gettext("{vikings} (place {place}, heroes {heroes})").format(
            vikings=vikings, place=place, heroes=counted
        )
        for seat, (vikings, place, counted) in enumerate(
            zip(result.supply.vikings, result.supply.places, result.supply.counts, strict=True)
        )
    }
    text = tr.gettext("From Asgard to Midgard, as far as there are any: {seats}.")
    yield text.format(seats=by_seat(heroes.items(), reader))
    if result.exodus:
        text = tr.ngettext(
            "Then {count} hero of everybody leaves Walhalla for Asgard.",
            "Then {count} heroes of everybody leave Walhalla for Asgard.",
            result.exodus,
        )
        yield text.format(count=result.exodus)


def by_seat(values: Iterable[tuple[int, object]], reader: Reader) -> str:
    """Return what belongs to each seat, as in `you 3, Bo 2`."""
    return ", ".join(f"{label(seat, reader)} {value}" for seat, value in values)


def with_points(counts: Sequence[int], points: Sequence[int], reader: Reader) -> str:
    """Return what each seat counts, with the points of those who get any."""
    text = reader.tr.gettext("{count} (+{points})")
    return by_seat(
        (
            (seat, text.format(count=count, points=got) if got else count)
            for seat, (count, got) in enumerate(zip(counts, points, strict=True))
        ),
        reader,
    )
