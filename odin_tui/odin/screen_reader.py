"""Reading the table of Odin off the screen, as a pilot does that plays by what it sees."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from odin_engine.odin.cards import CARD_CALLED, CARDS, Card, Cards
from odin_engine.odin.moves import PASS, LegalMoves, Move, Pass
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.card_faces import Look
from odin_tui.drawing.card_set import CardStyle as Style
from odin_tui.drawing.layout import SIZES
from odin_tui.game_ui import ScreenReader
from odin_tui.narrator import EventText
from odin_tui.odin.cards import FALLEN, MARKS, printed
from odin_tui.odin.events import TEXTS
from odin_tui.odin.intent import SOMEBODY_MOVES, TAKE_ONE, YOUR_TURN
from odin_tui.pilots.faces import CardFinder

SHORT_TARGETS = ("one-hand", "5", "10")
"""Targets with which a match does not take long."""

_HEADING = re.compile(r"^ ODIN · .*\S · (\d+) \S+ *$")
_POINTS = re.compile(r"(\d+) ?p(?:ts?)?\b")
_CHIP = re.compile(r"(?<![A-Za-z0-9])([ROYGBP][1-9])(?![0-9A-Za-z])")
_SET = re.compile(r"[ROYGBP][1-9](?: [ROYGBP][1-9])*")
_SOMEBODY_MOVES = re.compile(r"^ " + re.escape(SOMEBODY_MOVES).replace(r"\{name\}", ".+"))
_TAKE_ONE = TAKE_ONE.format(your_turn=YOUR_TURN)
_ANSWERS = tuple(
    {
        str(texts.you).partition("{")[0]
        for code, texts in TEXTS.events.items()
        if isinstance(texts, EventText) and code.startswith(("led", "played", "passed"))
    }
)


@dataclass(frozen=True, slots=True)
class TableReading:
    """What the screen says: the hand in its order, the set, the points, whose turn it is."""

    hand: tuple[Card, ...]
    chosen: Cards
    table: Cards
    taking: bool
    my_turn: bool
    plates: tuple[int, ...]
    """The points on the plates, from left to right."""
    own_points: int

    @property
    def held(self) -> Cards:
        return Cards.of(self.hand)


def read(lines: Sequence[str]) -> TableReading | None:
    """Return what the screen shows of the table; None if it shows something else."""
    heading = next((found for line in lines[:2] if (found := _HEADING.match(line))), None)
    prompt = next((y for y, line in enumerate(lines) if _is_prompt(line)), None)
    if heading is None or prompt is None:
        return None
    cards = _finder().find(lines)
    hand = sorted((one for one in cards if one.y > prompt), key=lambda one: one.x)
    table = Cards.of(one.card for one in cards if one.y < prompt)
    if table and table.bits not in VALUE:
        # Half of a frame has arrived: one set is going and another coming.
        return None
    return TableReading(
        hand=tuple(one.card for one in hand),
        chosen=Cards.of(one.card for one in hand if one.look is Look.CHOSEN),
        table=table,
        taking=_TAKE_ONE in lines[prompt],
        my_turn=YOUR_TURN in lines[prompt],
        plates=_plates(lines[1:prompt]),
        own_points=int(heading[1]),
    )


def disagreement(reading: TableReading, truth: Mapping[str, Any]) -> str | None:
    """Return where the screen and the table differ; None if they do not."""
    match, seat, table = truth["match"], truth["seat"], _cards(truth["match"]["table"])
    if seat is not None and not reading.taking and (wrong := _wrong_hand(reading, match, seat)):
        return wrong
    if reading.table != table:
        return f"the set shown is {reading.table or 'none'}, and the table says {table or 'none'}"
    if seat is not None and reading.own_points != match["points"][seat]:
        return f"{reading.own_points} points are shown, and the table says {match['points'][seat]}"
    count = len(match["points"])
    order = range(count) if seat is None else [(seat + step) % count for step in range(1, count)]
    points = tuple(match["points"][place] for place in order)
    if reading.plates != points:
        return f"the plates show the points {reading.plates}, and the table says {points}"
    if reading.my_turn != truth["my_turn"]:
        return "the screen and the table disagree whose turn it is"
    return None


def _wrong_hand(reading: TableReading, match: Mapping[str, Any], seat: int) -> str | None:
    """Return how the hand differs from the table's; from a spectator's view, as far as it shows."""
    if match["hand"]:
        hand = _cards(match["hand"])
        return None if reading.held == hand else f"{reading.held} is shown, and the hand is {hand}"
    if len(reading.held) != match["counts"][seat]:
        return f"{len(reading.held)} cards are shown, and the hand has {match['counts'][seat]}"
    elsewhere = _cards([*match["table"], *match["discard"]])
    if reading.held & elsewhere:
        return f"{reading.held} is shown, and {elsewhere} is out of the hand"
    if not _cards(match["known"][seat]) <= reading.held:
        return f"{reading.held} is shown without {_cards(match['known'][seat])}, which was taken"
    return None


def hidden_but_shown(lines: Sequence[str], truth: Mapping[str, Any]) -> Cards:
    """Return the cards on the screen that this player may not know."""
    if read(lines) is None:
        # The cards of a hand that is over are shown until the player goes on.
        return Cards()
    match = truth["match"]
    if truth["seat"] is not None and not match["hand"]:
        # The truth is a spectator's view, which does not hold this seat's hand.
        return Cards()
    seen = [*match["hand"], *match["table"], *match["discard"]]
    seen += [card for cards in match["known"] for card in cards]
    return Cards(_shown(lines).bits & ~_cards(seen).bits)


def _shown(lines: Sequence[str]) -> Cards:
    written = [CARD_CALLED[found] for line in lines for found in _CHIP.findall(line)]
    drawn = [one.card for one in _finder().find(lines)]
    return Cards.of(written + drawn)


def next_keys(reading: TableReading) -> list[str]:
    """Return the next keys: choose cards and play them, take one, or pass."""
    if reading.taking:
        return ["enter"]
    move = choose(reading)
    if isinstance(move, Pass):
        return ["p"]
    wrong = Cards(reading.chosen.bits ^ move.cards.bits)
    numbers = [str(place) for place, card in enumerate(reading.hand, 1) if card in wrong]
    return [*numbers, "enter"]


def choose(reading: TableReading) -> Move:
    """Return the move that sheds the most cards, and of those the lowest."""
    moves = LegalMoves(reading.held.bits, reading.table.bits)
    plays = [move for move in moves if not isinstance(move, Pass)]
    if not plays:
        return PASS
    return max(
        plays,
        key=lambda move: (
            len(move.cards) - (move.take is not None),
            -max(card.number for card in move.cards),
        ),
    )


def typed(said: str, rng: Random) -> str:
    """Return a move to type, after a line has said which sets can be played."""
    sets: list[str] = _SET.findall(said)
    return rng.choice(sets[-3:]) if sets else "pass"


def _cards(words: Sequence[str]) -> Cards:
    return Cards.of(CARD_CALLED[word] for word in words)


def _is_prompt(line: str) -> bool:
    return line[1:].startswith(YOUR_TURN) or _SOMEBODY_MOVES.match(line) is not None


@cache
def _finder() -> CardFinder[Card]:
    finder = CardFinder[Card](
        lambda card, size: [printed(card, Style(size, marks)) for marks in MARKS.values()]
    )
    finder.learn(CARDS, SIZES)
    return finder


def _plates(lines: Sequence[str]) -> tuple[int, ...]:
    """Return the points on the plates above the table, and on those at the ends of an oval one."""
    found = ([int(points[1]) for points in _POINTS.finditer(line)] for line in lines)
    match list(filter(None, found)):
        case [above, [left, right]]:
            return left, *above, right
        case [above, *_]:
            return tuple(above)
    return ()


READER = ScreenReader(
    read=read,
    disagreement=disagreement,
    next_keys=next_keys,
    typed=typed,
    hidden_but_shown=hidden_but_shown,
    windows=(FALLEN,),
    answers=_ANSWERS,
    short_options=tuple({"target": target} for target in SHORT_TARGETS),
    form_options={"target": SHORT_TARGETS[0]},
)
