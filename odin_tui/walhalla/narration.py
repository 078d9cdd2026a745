"""The sentences for what happens in a match of Walhalla; whoever reads them is called you."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.events import (
    Attacked,
    Boarded,
    CardDrawn,
    Committed,
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
from odin_tui.event_text import code_of
from odin_tui.languages.numbers import comma_list
from odin_tui.narrator import Reader, match_over
from odin_tui.walhalla.messages import (
    CARDS,
    MESSAGES,
    PENINSULAS,
    card_name,
    cards_text,
    label,
    terrain_at,
)

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
    tr = reader.tr
    return [
        text.format(card=card_name(card, tr), meaning=tr.gettext(CARDS[card])) for card in view.hand
    ]


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
    code, known = _code(event, view), None not in event
    text = MESSAGES.about(code, reader, event.seat, _target(event), known=known, **facts)
    return [text.format(name=reader.names[event.seat], **facts)]


def _code(event: SeatEvent, view: View) -> str:  # noqa: PLR0911 - one for each kind
    """Return the code of the sentences for what a seat did."""
    match event:
        case DragonDrawn(seat, dragon):
            in_match = dragon.colour < view.seats
            others = "dragon-reserved" if in_match else "dragon-unused"
            return "dragon-all-own" if dragon.colour == seat else others
        case Boarded(_, ()):
            return "boarded-nobody"
        case GuestAnswered(_, joined):
            return "joined" if joined else "declined"
        case Sailed(_, _, turned):
            return "sailed-turned" if turned else "sailed"
        case Fought(_, _, _, defence):
            return f"fought-{defence.value}"
        case Foraged(_, _, _, hunted):
            return "hunted" if hunted else "gathered"
        case Committed(_, ()):
            return "committed-nothing"
    return code_of(event)


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
        case Sold(_, card):
            facts["card"] = card_name(card, reader.tr)
        case CardDrawn(_, Card() as card):
            facts["card"] = card_name(card, reader.tr)
            facts["meaning"] = reader.tr.gettext(CARDS[card])
        case Committed(_, tuple() as cards) if cards:
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
            yield MESSAGES.tell("revealed", reader, seat, cards=cards_text(cards, reader.tr))
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
        yield text.format(card=card_name(card, reader.tr), seats=by_seat(seats, reader))


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
    return comma_list((f"{label(seat, reader)} {value}" for seat, value in values), reader.tr)


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
