"""Read the table of Herrlof off the screen, letter by letter, as a person does."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from odin_engine.herrlof.cards import CARD_CALLED, HAGALAZ, VALKNUT, Card, Cards
from odin_tui.drawing.card_faces import Look
from odin_tui.game_ui import ScreenReader
from odin_tui.herrlof.cards import CARD_SET
from odin_tui.herrlof.events import TEXTS
from odin_tui.herrlof.recap import LAST_TRICK
from odin_tui.herrlof.text import MESSAGES
from odin_tui.narrator import EventText
from odin_tui.pilots.card_screen import CardScreen, CardScreenReader
from odin_tui.pilots.in_english import YOUR_TURN

MOVES = ("predicted", "card-", "trick-taken", "offer-skipped")
ANSWERS = tuple(
    texts.you
    for code, texts in TEXTS.events.items()
    if isinstance(texts, EventText) and code.startswith(MOVES) and not code.endswith("-brief")
)
"""The messages that tell of one's own move."""
SHORT_TARGETS = ("5", "15", "20")
SHORTEST = "30"
"""What to play to, so that a match does not take long; and what a form offers of that."""

_MOVING = re.compile(r"^ (?:Waiting for )?(.+?)(?:'s turn| to predict| may \w+| puts| gives)\b.*\.")
_PREDICTED = re.compile(r"You predicted (\d+)")
_WON = re.compile(r"\bwon (\d+) +· ")
_MOST = re.compile(r"0 to (\d+)")
_NUMBER = re.compile(r"\[(\d+)\]")


def _is_prompt(line: str) -> bool:
    return line[1:].startswith("Your turn:") or _MOVING.match(line) is not None


SCREEN = CardScreenReader("HERRLOF", CARD_SET, _is_prompt)


@dataclass(frozen=True, slots=True)
class TableReading:
    """What the screen says: hand, trick, trump, prediction, and what is asked."""

    screen: CardScreen[Card]
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
    most: int | None
    """The highest number that may be predicted, while predictions are made."""

    @property
    def plates(self) -> tuple[int, ...]:
        return self.screen.plates


def read(lines: Sequence[str]) -> TableReading | None:
    """Return what the screen shows of the table; None if it shows something else."""
    screen = SCREEN.read(lines)
    if screen is None:
        return None
    trump = screen.lying[0].card if screen.lying else None
    trick = [one.card for one in screen.lying[1:] if one.look is not Look.IDLE]
    hand = tuple(one.card for one in screen.hand)
    predicting = "predict your tricks" in screen.prompt
    number = _NUMBER.search(screen.above) if predicting else None
    most = _MOST.search(screen.prompt) if predicting else None
    predicted, won = _PREDICTED.search(screen.above), _WON.search(screen.above)
    return TableReading(
        screen=screen,
        hand=hand,
        idle=_standing_back(hand, trick),
        chosen=next((i for i, one in enumerate(screen.hand) if one.look is Look.CHOSEN), None),
        trick=tuple(trick),
        trump=trump,
        my_turn="Your turn:" in screen.prompt,
        asked=screen.prompt,
        number=int(number[1]) if number else None,
        predicted=int(predicted[1]) if predicted else None,
        won=int(won[1]) if won else None,
        most=int(most[1]) if most else None,
    )


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
    if wrong := reading.screen.wrong_points(match, seat):
        return wrong
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
    unknown = SCREEN.shown(lines) - {CARD_CALLED[card] for card in seen} - {VALKNUT, HAGALAZ}
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
    offered = said.strip().removeprefix("You can play ").removeprefix("You can type ")
    offered = offered.removesuffix(".")
    return rng.choice(re.split("[,،] ", offered))


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


_STAGES = MESSAGES.stages.values()

READER = ScreenReader(
    sought=(
        YOUR_TURN,
        *(stage[how] for how in ("task", "waiting") for stage in _STAGES if how in stage),
        "Waiting for {names} to predict.",
        MESSAGES.texts["predicted"],
        MESSAGES.texts["won"],
    ),
    read=read,
    disagreement=disagreement,
    next_keys=next_keys,
    typed=typed,
    hidden_but_shown=hidden_but_shown,
    windows=(LAST_TRICK,),
    pictures=SCREEN.pictures,
    offers=tuple(MESSAGES.texts[f"can-{what}"] for what in ("predict", "play", "type")),
    answers=ANSWERS,
    short_options=tuple({"target": target} for target in SHORT_TARGETS),
    form_options={"target": SHORTEST},
)
