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
from odin_tui.narrator import EventText, Reader, match_over


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
    # (leads, several cards, takes one)
    (True, False, False): EventText(N_("You lead {cards}."), N_("{name} leads {cards}.")),
    (True, True, False): EventText(
        N_("You lead {cards} for {value}."), N_("{name} leads {cards} for {value}.")
    ),
    (False, False, False): EventText(N_("You play {cards}."), N_("{name} plays {cards}.")),
    (False, True, False): EventText(
        N_("You play {cards} for {value}."), N_("{name} plays {cards} for {value}.")
    ),
    (False, False, True): EventText(
        N_("You play {cards} and take {card}."), N_("{name} plays {cards} and takes {card}.")
    ),
    (False, True, True): EventText(
        N_("You play {cards} for {value} and take {card}."),
        N_("{name} plays {cards} for {value} and takes {card}."),
    ),
}
PASSES = EventText(N_("You pass."), N_("{name} passes."))
LAST_TO_PASS = EventText(
    N_("You pass. Round over: {leader} leads."),
    N_("{name} passes. Round over: {leader} leads."),
    to_you=N_("{name} passes. Round over: you lead."),
)
LEADS = EventText(N_("You lead."), N_("{name} leads."))
DEALT = EventText(N_("Hand {number}. You lead."), N_("Hand {number}. {name} leads."))
OUT = EventText(
    N_("You are out. Hand {number} is over."), N_("{name} is out. Hand {number} is over.")
)


def tell(before: View | None, after: View, reader: Reader) -> list[str]:
    """Return the sentences for what happened between two views."""
    return [line for event in events(before, after) for line in sentences(event, reader)]


def sentences(event: Event, reader: Reader) -> list[str]:
    """Return what a reader is told about an event; the end of a match takes several lines."""
    match event:
        case HandDealt(number, leader):
            return [reader.say(DEALT, leader, number=number)]
        case Played(seat, cards, take, leads):
            texts = PLAYS[leads, len(cards) > 1, take is not None]
            value = VALUE[cards.bits]
            return [reader.say(texts, seat, cards=cards, value=value, card=take)]
        case Passed(seat, next_leader):
            return [_passed(seat, next_leader, reader)]
        case HandEnded(number, winner):
            return [reader.say(OUT, winner, number=number)]
        case CardsLeft(seat, cards):
            return [_cards_left(seat, cards, reader)]
        case MatchEnded(outcome):
            return match_over(outcome, "odin", reader)


def who_leads(seat: Seat, reader: Reader) -> str:
    """Return the sentence that says who leads."""
    return reader.say(LEADS, seat)


def _passed(seat: Seat, next_leader: Seat | None, reader: Reader) -> str:
    if next_leader is None:
        return reader.say(PASSES, seat)
    text = reader.choose(LAST_TO_PASS, seat, next_leader)
    return text.format(name=reader.names[seat], leader=reader.names[next_leader])


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
