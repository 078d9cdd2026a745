"""Reading the table of Odin off the screen, letter by letter, as a person does."""

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
from odin_tui.pilots.boxes import Box, frames

ANSWERS = ("You play", "You lead", "You pass")
"""How a line begins that tells of one's own move."""
OPENED = ("it lay face up",)
"""What shows that Valhalla is open over the table."""

SHORT_TARGETS = ("one-hand", "5", "10")
SHORTEST = "one-hand"
"""What to play to, so that a match does not take long; and what a form offers of that."""

_HEADING = re.compile(r"^ ODIN · hand (\d+) · round (\d+) · .*?(\S.*) · (\d+) points? *$")
_POINTS = re.compile(r"(\d+) ?p(?:ts?)?\b")
_CHIP = re.compile(r"(?<![A-Za-z0-9])([ROYGBP][1-9])(?![0-9A-Za-z])")
_MOVING = re.compile(r"^ (.+) is to move\.")


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
    """Read the table; None if the screen shows something else."""
    heading = next((found for line in lines[:2] if (found := _HEADING.match(line))), None)
    prompt = next((y for y, line in enumerate(lines) if _is_prompt(line)), None)
    if heading is None or prompt is None:
        return None
    whole, _ = frames(lines)
    cards = [(frame, card) for frame in whole if (card := _card(frame)) is not None]
    hand = sorted((frame.x, card) for frame, card in cards if frame.y > prompt)
    lying = Cards.of(card for frame, card in cards if frame.y < prompt)
    table = Cards(lying.bits | _covered(lines[:prompt], whole).bits)
    if table and table.bits not in VALUE:
        # Half of a frame has arrived: one set is going and another coming.
        return None
    chosen = Cards.of(card for frame, card in cards if frame.y > prompt and "═" in frame.style)
    return TableReading(
        hand=tuple(card for _, card in hand),
        chosen=chosen,
        table=table,
        taking="take one of the cards you beat" in lines[prompt],
        my_turn="Your turn:" in lines[prompt],
        plates=_plates(whole, prompt),
        own_points=int(heading[4]),
    )


def disagreement(sight: TableReading, truth: Mapping[str, Any]) -> str | None:
    """Say where the screen and the table differ; None if they do not."""
    match, seat, lying = truth["match"], truth["seat"], _cards(truth["match"]["table"])
    if seat is not None and not sight.taking and (wrong := _wrong_hand(sight, match, seat)):
        return wrong
    if sight.table != lying:
        return f"the set shown is {sight.table or 'none'}, and the table says {lying or 'none'}"
    if seat is not None and sight.own_points != match["points"][seat]:
        return f"{sight.own_points} points are shown, and the table says {match['points'][seat]}"
    count = len(match["points"])
    order = range(count) if seat is None else [(seat + step) % count for step in range(1, count)]
    told = tuple(match["points"][place] for place in order)
    if sight.plates != told:
        return f"the plates show the points {sight.plates}, and the table says {told}"
    if sight.my_turn != truth["my_turn"]:
        return "the screen and the table disagree whose turn it is"
    return None


def _wrong_hand(sight: TableReading, match: Mapping[str, Any], seat: int) -> str | None:
    """Hold the hand against the table's word; from along the wall, against what all have seen."""
    if match["hand"]:
        hand = _cards(match["hand"])
        return None if sight.held == hand else f"{sight.held} is shown, and the hand is {hand}"
    if len(sight.held) != match["counts"][seat]:
        return f"{len(sight.held)} cards are shown, and the hand has {match['counts'][seat]}"
    elsewhere = _cards([*match["table"], *match["discard"]])
    if sight.held & elsewhere:
        return f"{sight.held} is shown, and {elsewhere} is out of the hand"
    if not _cards(match["known"][seat]) <= sight.held:
        return f"{sight.held} is shown without {_cards(match['known'][seat])}, which was taken"
    return None


def foreign(lines: Sequence[str], truth: Mapping[str, Any]) -> Cards:
    """Give the cards on the screen that this player may not know."""
    if read(lines) is None:
        # A hand that is over has been turned up, and is shown until one goes on.
        return Cards()
    match = truth["match"]
    if truth["seat"] is not None and not match["hand"]:
        # Told from along the wall: what this seat holds is its own to see.
        return Cards()
    seen = [*match["hand"], *match["table"], *match["discard"]]
    seen += [card for cards in match["known"] for card in cards]
    return Cards(_shown(lines).bits & ~_cards(seen).bits)


def _shown(lines: Sequence[str]) -> Cards:
    written = [CARD_CALLED[found] for line in lines for found in _CHIP.findall(line)]
    drawn = [card for frame in frames(lines)[0] if (card := _card(frame)) is not None]
    return Cards.of(written + drawn)


def next_keys(sight: TableReading) -> list[str]:
    """Give the keys that come next: choose cards and play them, take one, or pass."""
    if sight.taking:
        return ["enter"]
    move = choose(sight)
    if isinstance(move, Pass):
        return ["p"]
    wrong = Cards(sight.chosen.bits ^ move.cards.bits)
    numbers = [str(place) for place, card in enumerate(sight.hand, 1) if card in wrong]
    return [*numbers, "enter"]


def choose(sight: TableReading) -> Move:
    """Decide by what was read: go out, else shed the most and keep the high cards."""
    moves = LegalMoves(sight.held.bits, sight.table.bits)
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
    """Give what to type after the table has said in a line what can be played."""
    if said == "You can only pass.":
        return "pass"
    sets = said.removeprefix("You can play ").removesuffix(".").split(", ")
    return rng.choice([each for each in sets if each != "or pass"][-3:])


def _cards(words: Sequence[str]) -> Cards:
    return Cards.of(CARD_CALLED[word] for word in words)


def _is_prompt(line: str) -> bool:
    return line.startswith(" Your turn:") or _MOVING.match(line) is not None


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
    """Read the cards of which only the left edge shows: number, mark and letter in a column."""
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
        told = next((found for row in frame.inside if (found := _POINTS.search(row))), None)
        if frame.y < prompt and frame.title and told:
            points.append(int(told[1]))
    return tuple(points)


READER = ScreenReader(
    read=read,
    disagreement=disagreement,
    next_keys=next_keys,
    typed=typed,
    hidden_but_shown=foreign,
    windows=OPENED,
    answers=ANSWERS,
    short_options=tuple({"target": target} for target in SHORT_TARGETS),
    form_options={"target": SHORTEST},
)
