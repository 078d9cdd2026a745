"""What happens in a match of Odin as typed events, and the sentences for them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from odin_engine.game import Outcome, Seat
from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.moves import Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult, Turn
from odin_engine.odin.view import View
from odin_tui.languages import N_
from odin_tui.narrator import Reader, match_over


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A hand begins."""

    number: int
    leader: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A seat led or beat the set in the middle."""

    seat: Seat
    cards: Cards
    take: Card | None
    leads: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed; if that ended the round, `next_leader` leads the next one."""

    seat: Seat
    next_leader: Seat | None = None


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A seat got rid of its last card."""

    number: int
    winner: Seat


@dataclass(frozen=True, slots=True)
class CardsLeft:
    """What a seat still held at the end of a hand."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    outcome: Outcome


Event: TypeAlias = HandDealt | Played | Passed | HandEnded | CardsLeft | MatchEnded


def events(before: View | None, after: View) -> list[Event]:
    """Return what happened between two views of one match; since its first deal if None."""
    hands = len(before.results) if before else 0
    turns = len(before.history) if before else 0
    found: list[Event] = [] if before else [_dealt(after, 1)]
    for number, result in enumerate(after.results[hands:], hands + 1):
        found += turn_events(result.history, after.seats)[turns:]
        found += _hand_ended(result, number)
        turns = 0
        if number < after.hand_no:
            found.append(_dealt(after, number + 1))
    if after.outcome is None:
        found += turn_events(after.history, after.seats)[turns:]
    elif before is None or before.outcome is None:
        found.append(MatchEnded(after.outcome))
    return found


def turn_events(history: Sequence[Turn], seats: int) -> list[Played | Passed]:
    """Return one event for each turn of a hand."""
    found: list[Played | Passed] = []
    owner: Seat | None = None
    passes = 0
    for seat, move in history:
        if not isinstance(move, Pass):
            found.append(Played(seat, move.cards, move.take, leads=owner is None))
            owner, passes = seat, 0
        elif passes + 1 == seats - 1:
            found.append(Passed(seat, next_leader=owner))
            owner, passes = None, 0
        else:
            found.append(Passed(seat))
            passes += 1
    return found


def rounds(history: Sequence[Turn], seats: int) -> list[list[Played | Passed]]:
    """Return the turns of a hand round by round; the last round may still be empty."""
    found: list[list[Played | Passed]] = [[]]
    for event in turn_events(history, seats):
        found[-1].append(event)
        if isinstance(event, Passed) and event.next_leader is not None:
            found.append([])
    return found


def _dealt(view: View, number: int) -> HandDealt:
    over = number <= len(view.results)
    return HandDealt(number, view.results[number - 1].starter if over else view.starter)


def _hand_ended(result: HandResult, number: int) -> Iterator[Event]:
    yield HandEnded(number, result.winner)
    for seat, cards in enumerate(result.left):
        if cards:
            yield CardsLeft(Seat(seat), cards)


# -- sentences ------------------------------------------------------------------------------

PLAYS = {
    # (leads, several cards, takes one): by the reader, and by somebody else
    (True, False, False): (N_("You lead {cards}."), N_("{name} leads {cards}.")),
    (True, True, False): (
        N_("You lead {cards} for {value}."),
        N_("{name} leads {cards} for {value}."),
    ),
    (False, False, False): (N_("You play {cards}."), N_("{name} plays {cards}.")),
    (False, True, False): (
        N_("You play {cards} for {value}."),
        N_("{name} plays {cards} for {value}."),
    ),
    (False, False, True): (
        N_("You play {cards} and take {card}."),
        N_("{name} plays {cards} and takes {card}."),
    ),
    (False, True, True): (
        N_("You play {cards} for {value} and take {card}."),
        N_("{name} plays {cards} for {value} and takes {card}."),
    ),
}

YOU_PASS = N_("You pass.")


def tell(before: View | None, after: View, reader: Reader) -> list[str]:
    """Return the sentences for what happened between two views."""
    return [line for event in events(before, after) for line in sentences(event, reader)]


def sentences(event: Event, reader: Reader) -> list[str]:
    """Return what a reader is told about an event; the end of a match takes several lines."""
    match event:
        case HandDealt(number, leader):
            return [_hand_dealt(number, leader, reader)]
        case Played():
            return [_played(event, reader)]
        case Passed():
            return [_passed(event, reader)]
        case HandEnded(number, winner):
            return [_hand_ended_text(number, winner, reader)]
        case CardsLeft(seat, cards):
            return [_cards_left(seat, cards, reader)]
        case MatchEnded(outcome):
            return match_over(outcome, "odin", reader)


def who_leads(seat: Seat, reader: Reader) -> str:
    """Return the sentence that says who leads."""
    if reader.is_me(seat):
        return reader.tr.gettext("You lead.")
    return reader.tr.gettext("{name} leads.").format(name=reader.names[seat])


def _hand_dealt(number: int, leader: Seat, reader: Reader) -> str:
    if reader.is_me(leader):
        return reader.tr.gettext("Hand {number}. You lead.").format(number=number)
    text = reader.tr.gettext("Hand {number}. {name} leads.")
    return text.format(number=number, name=reader.names[leader])


def _played(event: Played, reader: Reader) -> str:
    mine, others = PLAYS[event.leads, len(event.cards) > 1, event.take is not None]
    return reader.tr.gettext(mine if reader.is_me(event.seat) else others).format(
        name=reader.names[event.seat],
        cards=event.cards,
        value=VALUE[event.cards.bits],
        card=event.take,
    )


def _passed(event: Passed, reader: Reader) -> str:
    tr, name, leader = reader.tr, reader.names[event.seat], event.next_leader
    if leader is None:
        text = tr.gettext(YOU_PASS) if reader.is_me(event.seat) else tr.gettext("{name} passes.")
        return text.format(name=name)
    if reader.is_me(event.seat):
        text = tr.gettext("You pass. Round over: {leader} leads.")
    elif reader.is_me(leader):
        text = tr.gettext("{name} passes. Round over: you lead.")
    else:
        text = tr.gettext("{name} passes. Round over: {leader} leads.")
    return text.format(name=name, leader=reader.names[leader])


def _hand_ended_text(number: int, winner: Seat, reader: Reader) -> str:
    if reader.is_me(winner):
        return reader.tr.gettext("You are out. Hand {number} is over.").format(number=number)
    text = reader.tr.gettext("{name} is out. Hand {number} is over.")
    return text.format(name=reader.names[winner], number=number)


def _cards_left(seat: Seat, cards: Cards, reader: Reader) -> str:
    points = len(cards)
    if reader.is_me(seat):
        text = reader.tr.ngettext(
            "You hold {cards}: {points} point.", "You hold {cards}: {points} points.", points
        )
    else:
        text = reader.tr.ngettext(
            "{name} holds {cards}: {points} point.",
            "{name} holds {cards}: {points} points.",
            points,
        )
    return text.format(name=reader.names[seat], cards=cards, points=points)
