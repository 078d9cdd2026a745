"""The moves of Walhalla and their notation."""

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from odin_engine.game import NotAMove
from odin_engine.walhalla.box import COPIES, DRAGON_SEATS, Card
from odin_engine.walhalla.land import FIELD_CALLED, FJORDS, Field


@dataclass(frozen=True, slots=True)
class Board:
    """Let Vikings board these seats of the dragon, counted from 0 and in order; maybe none."""

    places: tuple[int, ...]

    def __str__(self) -> str:
        return f"board {' '.join(str(place + 1) for place in self.places) or 'none'}"


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell this card for a Viking who boards."""

    card: Card

    def __str__(self) -> str:
        return f"sell {self.card}"


@dataclass(frozen=True, slots=True)
class Sail:
    """Send the dragon into this fjord, counted from 0; turned, its stern reaches the coast."""

    fjord: int
    turned: bool = False

    def __str__(self) -> str:
        return f"sail {self.fjord + 1}{' turned' if self.turned else ''}"


@dataclass(frozen=True, slots=True)
class Land:
    """Land on this field."""

    field: Field

    def __str__(self) -> str:
        return f"land {self.field}"


@dataclass(frozen=True, slots=True)
class Commit:
    """Lay down these cards for the end of the raid, in the order of `Card`; maybe none."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"commit {' '.join(self.cards) or 'none'}"


class Answer(StrEnum):
    """A move of one word."""

    JOIN = "join"
    DECLINE = "decline"
    ATTACK = "attack"
    FIGHT = "fight"
    LOSE = "lose"
    PAY = "pay"
    SHIELD = "shield"
    HUNT = "hunt"
    GATHER = "gather"


Move: TypeAlias = Board | Sell | Sail | Land | Commit | Answer

_ORDER = {card: kind for kind, card in enumerate(Card)}
_SAIL = re.compile(r"(\d)(?: (turned))?", re.ASCII)


def parse_move(text: str) -> Move:
    """Read `board 1 3`, `sail 2 turned` or `join` in any case and spacing, or raise `NotAMove`."""
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    if verb in set(Answer) and not rest:
        return Answer(verb)
    match verb:
        case "board" if rest:
            return Board(_places(rest, text))
        case "sell" if rest:
            return Sell(_card(rest))
        case "sail":
            return _sail(rest, text)
        case "land" if rest:
            return Land(_field(rest))
        case "commit" if rest:
            return Commit(_cards(rest))
    raise _not_a_move(text)


def _not_a_move(text: str) -> NotAMove:
    return NotAMove("not-a-move", text=text[:40])


def _places(words: str, text: str) -> tuple[int, ...]:
    if words == "none":
        return ()
    seats = [str(seat) for seat in range(1, DRAGON_SEATS + 1)]
    named = words.split()
    if not set(named) <= set(seats) or len(set(named)) < len(named):
        raise _not_a_move(text)
    return tuple(sorted(seats.index(word) for word in named))


def _sail(words: str, text: str) -> Sail:
    matched = _SAIL.fullmatch(words)
    if matched is None:
        raise _not_a_move(text)
    if not 1 <= int(matched[1]) <= FJORDS:
        raise NotAMove("not-a-fjord", fjord=int(matched[1]), most=FJORDS)
    return Sail(int(matched[1]) - 1, turned=matched[2] is not None)


def _field(word: str) -> Field:
    if word not in FIELD_CALLED:
        raise NotAMove("not-a-field", field=word[:40])
    return FIELD_CALLED[word]


def _card(word: str) -> Card:
    if word not in set(Card):
        raise NotAMove("not-a-card", card=word[:40])
    return Card(word)


def _cards(words: str) -> tuple[Card, ...]:
    if words == "none":
        return ()
    cards = sorted(map(_card, words.split()), key=_ORDER.__getitem__)
    for card, count in Counter(cards).items():
        if count > COPIES[card]:
            raise NotAMove("too-many-copies", card=str(card), most=COPIES[card])
    return tuple(cards)


def format_move(move: Move) -> str:
    """Return the notation of a move, which `parse_move` reads."""
    return str(move)


def feat(move: Move) -> int:  # noqa: ARG001 - whatever the move
    """Return 0: no move of Walhalla is remarkable before the raid is scored."""
    return 0
