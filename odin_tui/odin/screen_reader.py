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
from odin_tui.game_ui import ScreenReader
from odin_tui.odin.cards import MARKS, SIZES, Style, face
from odin_tui.odin.events import PLAYS, YOU_PASS
from odin_tui.odin.prompt import SOMEBODY_MOVES, TAKE_ONE, YOUR_TURN
from odin_tui.odin.side_panels import FALLEN
from odin_tui.pilots.boxes import Box, frames

SHORT_TARGETS = ("one-hand", "5", "10")
"""Targets with which a match does not take long."""

_HEADING = re.compile(r"^ ODIN · .*\S · (\d+) \S+ *$")
_POINTS = re.compile(r"(\d+) ?p(?:ts?)?\b")
_CHIP = re.compile(r"(?<![A-Za-z0-9])([ROYGBP][1-9])(?![0-9A-Za-z])")
_SET = re.compile(r"[ROYGBP][1-9](?: [ROYGBP][1-9])*")
_SOMEBODY_MOVES = re.compile(r"^ " + re.escape(SOMEBODY_MOVES).replace(r"\{name\}", ".+"))
_TAKE_ONE = TAKE_ONE.format(your_turn=YOUR_TURN)
_ANSWERS = tuple({mine.partition("{")[0] for mine, _ in PLAYS.values()} | {YOU_PASS})


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
    whole, _ = frames(lines)
    cards = [(frame, card) for frame in whole if (card := _card(frame)) is not None]
    hand = sorted((frame.x, card) for frame, card in cards if frame.y > prompt)
    drawn = Cards.of(card for frame, card in cards if frame.y < prompt)
    table = Cards(drawn.bits | _covered(lines[:prompt], whole).bits)
    if table and table.bits not in VALUE:
        # Half of a frame has arrived: one set is going and another coming.
        return None
    chosen = Cards.of(card for frame, card in cards if frame.y > prompt and "═" in frame.style)
    return TableReading(
        hand=tuple(card for _, card in hand),
        chosen=chosen,
        table=table,
        taking=_TAKE_ONE in lines[prompt],
        my_turn=YOUR_TURN in lines[prompt],
        plates=_plates(whole, prompt),
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
    drawn = [card for frame in frames(lines)[0] if (card := _card(frame)) is not None]
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
    return line.startswith(f" {YOUR_TURN}") or _SOMEBODY_MOVES.match(line) is not None


@cache
def _faces() -> dict[tuple[int, tuple[str, ...]], Card]:
    pictures = {}
    for size in SIZES:
        for marks in MARKS.values():
            for card in CARDS:
                rows = face(card, Style(size, marks)).rows
                inside = tuple("".join(cell for cell, _ in row[1:-1]) for row in rows[1:-1])
                pictures[size.width, inside] = card
    return pictures


def _card(frame: Box) -> Card | None:
    return _faces().get((frame.width, frame.inside))


def _covered(lines: Sequence[str], whole: Sequence[Box]) -> Cards:
    """Return the cards of which only the left edge shows: number, mark and letter in a column."""
    marks = {mark for of in MARKS.values() for mark in of.values()}
    starts = {(frame.x, frame.y) for frame in whole}
    found = []
    for y, line in enumerate(lines[:-3]):
        for x, letter in enumerate(line[:-1]):
            if letter not in "╭╔" or (x, y) in starts:
                continue
            number, mark, colour = (lines[y + down][x + 1 : x + 2] for down in (1, 2, 3))
            if mark in marks and colour + number in CARD_CALLED:
                found.append(CARD_CALLED[colour + number])
    return Cards.of(found)


def _plates(whole: Sequence[Box], prompt: int) -> tuple[int, ...]:
    points = []
    for frame in sorted(whole, key=lambda frame: frame.x):
        shown = next((found for row in frame.inside if (found := _POINTS.search(row))), None)
        if frame.y < prompt and frame.title and shown:
            points.append(int(shown[1]))
    return tuple(points)


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
