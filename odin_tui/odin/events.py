"""What happens in a match of Odin as typed events; `messages.toml` has the sentences for them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.moves import Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult, Turn
from odin_engine.odin.view import View
from odin_tui.event_text import MatchEnded
from odin_tui.game_text import read_messages


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

    @property
    def value(self) -> int:
        return VALUE[self.cards.bits]

    @property
    def code(self) -> str:
        """Which sentence tells of it: leading or playing, one card or several, and taking one."""
        done, several = "led" if self.leads else "played", "-set" if len(self.cards) > 1 else ""
        return f"{done}{several}{'' if self.take is None else '-and-taken'}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed; if that ended the round, `next_leader` leads the next one."""

    seat: Seat
    next_leader: Seat | None = None

    @property
    def code(self) -> str:
        return "passed" if self.next_leader is None else "passed-last"


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

    @property
    def points(self) -> int:
        return len(self.cards)


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

TEXTS = read_messages("odin").events
tell = TEXTS.teller(events)
"""Return the sentences for what happened between two views."""
