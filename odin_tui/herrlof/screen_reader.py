"""Read the table of Herrlof off the screen, letter by letter, as a person does."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from odin_engine.herrlof.cards import CARD_CALLED, CARDS, HAGALAZ, VALKNUT, Card, Cards
from odin_tui.drawing.card_faces import TINY, Look
from odin_tui.drawing.card_set import CardStyle as Style
from odin_tui.drawing.layout import SIZES
from odin_tui.game_ui import ScreenReader
from odin_tui.herrlof.cards import MARKS, printed
from odin_tui.pilots.faces import CardFinder

ANSWERS = tuple(
    f"You {verb}" for verb in ("predict", "play", "lead", "draw", "bury", "take", "give", "let")
)
"""How a line begins that tells of one's own move."""
WINDOWS = ("The last trick",)
"""What shows that a window is open over the table."""

SHORT_TARGETS = ("5", "15", "20")
SHORTEST = "30"
"""What to play to, so that a match does not take long; and what a form offers of that."""

_HEADING = re.compile(r"^ HERRLOF · .*\S · (\d+) points?")
_MOVING = re.compile(r"^ (.+) (?:is to move|still to predict|may \w+|puts|gives)\b.*\.")
_PREDICTED = re.compile(r"You predicted (\d+)")
_WON = re.compile(r"\bwon (\d+) · ")
_MOST = re.compile(r"0 to (\d+)")
_POINTS = re.compile(r" (\d+)(?: pts?|p)\b")
_CHIP = re.compile(r"(?<![A-Za-z0-9])([RBGY][1-9])(?![0-9A-Za-z])")
_NUMBER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class TableReading:
    """What the screen says: hand, trick, trump, prediction, and what is asked."""

    hand: tuple[Card, ...]
    idle: tuple[bool, ...]
    """Which cards of the hand stand back."""
    chosen: int | None
    trick: tuple[Card, ...]
    trump: Card | None
    my_turn: bool
    asked: str
    """The prompt's first line."""
    number: int | None
    """The prediction that is looked at."""
    predicted: int | None
    won: int | None
    own_points: int
    plates: tuple[int, ...]
    """The points on the plates, from left to right."""
    most: int | None
    """The highest number that may be predicted, while predictions are made."""


def read(lines: Sequence[str]) -> TableReading | None:
    """Return what the screen shows of the table; None if it shows something else."""
    heading = next((found for line in lines[:2] if (found := _HEADING.match(line))), None)
    prompt = next((y for y, line in enumerate(lines) if _is_prompt(line)), None)
    if heading is None or prompt is None or _is_covered(lines):
        return None
    cards = _finder().find(lines)
    hand = sorted((one for one in cards if one.y > prompt), key=lambda one: one.x)
    above = sorted((one for one in cards if one.y < prompt), key=lambda one: one.x)
    trump = above.pop(0) if above else None
    trick = [one for one in above if one.look is not Look.IDLE]
    text = "\n".join(lines[:prompt])
    predicting = "predict your tricks" in lines[prompt]
    number = _NUMBER.search(text) if predicting else None
    most = _MOST.search(lines[prompt]) if predicting else None
    predicted, won = _PREDICTED.search(text), _WON.search(text)
    return TableReading(
        hand=tuple(one.card for one in hand),
        idle=_standing_back([one.card for one in hand], [one.card for one in trick]),
        chosen=next((i for i, one in enumerate(hand) if one.look is Look.CHOSEN), None),
        trick=tuple(one.card for one in trick),
        trump=None if trump is None else trump.card,
        my_turn="Your turn:" in lines[prompt],
        asked=lines[prompt],
        number=int(number[1]) if number else None,
        predicted=int(predicted[1]) if predicted else None,
        won=int(won[1]) if won else None,
        own_points=int(heading[1]),
        plates=tuple(int(found) for line in lines[1:8] for found in _POINTS.findall(line)),
        most=int(most[1]) if most else None,
    )


def _is_covered(lines: Sequence[str]) -> bool:
    return any(sign in line for sign in WINDOWS for line in lines)


def disagreement(reading: TableReading, truth: Mapping[str, Any]) -> str | None:
    """Return where the screen and the table differ; None if they do not."""
    match, seat = truth["match"], truth["seat"]
    laid = tuple(CARD_CALLED[card] for _, card in match["trick"])
    if reading.trick != laid:
        return f"the trick shown is {_written(reading.trick)}, and the table says {_written(laid)}"
    if reading.trump is not None and str(reading.trump) != match["trump_card"]:
        return f"{reading.trump} is shown as trump, and the table says {match['trump_card']}"
    if reading.my_turn != truth["my_turn"]:
        return "the screen and the table disagree whose turn it is"
    if seat is None:
        return None
    return _wrong_hand(reading, match, seat) or _wrong_counts(reading, match, seat)


def _wrong_hand(reading: TableReading, match: Mapping[str, Any], seat: int) -> str | None:
    held = Cards.of(reading.hand)
    if match["hand"] and held != _of(match["hand"]):
        return f"the hand shown is {held}, and the table says {_of(match['hand'])}"
    if not match["hand"] and len(held) != match["counts"][seat]:
        return f"{len(held)} cards are shown, and the hand has {match['counts'][seat]}"
    return None


def _wrong_counts(reading: TableReading, match: Mapping[str, Any], seat: int) -> str | None:
    if reading.own_points != match["points"][seat]:
        return f"{reading.own_points} points are shown, and the table says {match['points'][seat]}"
    count = len(match["points"])
    told = tuple(match["points"][(seat + step) % count] for step in range(1, count))
    if reading.plates != told:
        return f"the plates show the points {reading.plates}, and the table says {told}"
    said = match["predictions"][seat]
    if match["hand"] and reading.predicted != said:
        return f"the prediction shown is {reading.predicted}, and the table says {said}"
    if reading.won is not None and reading.won != match["tricks"][seat]:
        return f"{reading.won} tricks are shown as won, and the table says {match['tricks'][seat]}"
    return None


def hidden_but_shown(lines: Sequence[str], truth: Mapping[str, Any]) -> Cards:
    """Return the cards on the screen that this player may not know; V and H tell nothing."""
    match = truth["match"]
    if read(lines) is None or (truth["seat"] is not None and not match["hand"]):
        return Cards()
    seen = [*match["hand"], match["trump_card"], *(card for _, card in match["trick"])]
    seen += [card for cards in match["known"] for card in cards]
    if match["last_trick"] is not None:
        seen += [card for _, card in match["last_trick"]["laid"]]
    for _, move, card in match["history"]:
        seen += [word for word in (*move.split(), card) if word in CARD_CALLED]
    written = [CARD_CALLED[found] for line in lines for found in _CHIP.findall(line)]
    shown = {*written, *(one.card for one in _finder().find(lines))}
    unknown = shown - {CARD_CALLED[card] for card in seen} - {VALKNUT, HAGALAZ}
    return Cards.of(unknown)


def next_keys(reading: TableReading) -> list[str]:
    """Return the next keys to press, decided by what was read alone."""
    if "predict your tricks" in reading.asked:
        wanted = _promising(reading)
        return ["enter"] if reading.number == wanted else [*str(wanted), "enter"]
    if "draw a card, or skip" in reading.asked or "take a " in reading.asked:
        wants = reading.predicted is None or (reading.won or 0) < reading.predicted
        return ["enter"] if wants or "take a card" in reading.asked else ["p"]
    place = _best(reading)
    if reading.chosen == place:
        return ["enter"]
    return [*str(place + 1), "enter"]


def typed(said: str, rng: Random) -> str:
    """Return what to type after a line has said what can be done."""
    if said.startswith("You can predict"):
        return "4"
    offered = said.removeprefix("You can play ").removeprefix("You can type ").removesuffix(".")
    return rng.choice(offered.split(", "))


def _promising(reading: TableReading) -> int:
    """Predict a trick for each high card and half of one for each low trump."""
    trump = None if reading.trump is None else reading.trump.colour
    worth = sum(1.0 for card in reading.hand if card.number >= 8)
    worth += sum(0.5 for card in reading.hand if card.colour == trump and 0 < card.number < 8)
    return min(round(worth), len(reading.hand) if reading.most is None else reading.most)


def _best(reading: TableReading) -> int:
    """Lay the highest card that may be laid while tricks are needed, and else the lowest."""
    places = [place for place, idle in enumerate(reading.idle) if not idle]
    needs = reading.predicted is not None and (reading.won or 0) < reading.predicted
    return (max if needs else min)(places, key=lambda place: reading.hand[place].number)


def _is_prompt(line: str) -> bool:
    return line[1:].startswith("Your turn:") or _MOVING.match(line) is not None


def _of(words: Sequence[str]) -> Cards:
    return Cards.of(CARD_CALLED[word] for word in words)


def _written(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "empty"


def _standing_back(hand: Sequence[Card], trick: Sequence[Card]) -> tuple[bool, ...]:
    """Return which cards of a hand cannot follow; in a fan that is a matter of tone alone."""
    led = next((card.colour for card in trick if card.colour is not None), None)
    if all(card.colour != led for card in hand):
        led = None
    return tuple(led is not None and card.colour not in (led, None) for card in hand)


@cache
def _finder() -> CardFinder[Card]:
    finder = CardFinder[Card](
        lambda card, size: [printed(card, Style(size, marks)) for marks in MARKS.values()]
    )
    finder.learn(CARDS, (*SIZES, TINY))
    return finder


READER = ScreenReader(
    read=read,
    disagreement=disagreement,
    next_keys=next_keys,
    typed=typed,
    hidden_but_shown=hidden_but_shown,
    windows=WINDOWS,
    answers=ANSWERS,
    short_options=tuple({"target": target} for target in SHORT_TARGETS),
    form_options={"target": SHORTEST},
)
