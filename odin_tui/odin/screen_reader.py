"""Reading the table of Odin off the screen, as a pilot does that plays by what it sees."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from odin_engine.odin.cards import CARD_CALLED, Card, Cards
from odin_engine.odin.moves import PASS, LegalMoves, Move, Pass
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.card_faces import Look
from odin_tui.game_ui import ScreenReader
from odin_tui.narrator import EventText
from odin_tui.odin.cards import CARD_SET
from odin_tui.odin.events import TEXTS
from odin_tui.odin.intent import SOMEBODY_MOVES, YOUR_TURN
from odin_tui.odin.text import MESSAGES, ONLY_PASS, WHICH_CARD
from odin_tui.pilots.card_screen import CardScreen, CardScreenReader

SHORT_TARGETS = ("one-hand", "5", "10")
"""Targets with which a match does not take long."""

_SET = re.compile(r"[ROYGBP][1-9](?: [ROYGBP][1-9])*")
_SOMEBODY_MOVES = re.compile(r"^ " + re.escape(SOMEBODY_MOVES).replace(r"\{name\}", ".+"))
_TAKE_ONE = tuple(MESSAGES.texts[f"task-take{how}"] for how in ("", "-brief"))
_ANSWERS = tuple(
    texts.you
    for code, texts in TEXTS.events.items()
    if isinstance(texts, EventText) and code.startswith(("led", "played", "passed"))
)


def _is_prompt(line: str) -> bool:
    return line[1:].startswith(YOUR_TURN) or _SOMEBODY_MOVES.match(line) is not None


SCREEN = CardScreenReader("ODIN", CARD_SET, _is_prompt)


@dataclass(frozen=True, slots=True)
class TableReading:
    """What the screen says: the hand in its order, the set, the points, whose turn it is."""

    screen: CardScreen[Card]
    hand: tuple[Card, ...]
    chosen: Cards
    table: Cards
    taking: bool
    my_turn: bool

    @property
    def held(self) -> Cards:
        return Cards.of(self.hand)

    @property
    def plates(self) -> tuple[int, ...]:
        return self.screen.plates


def read(lines: Sequence[str]) -> TableReading | None:
    """Return what the screen shows of the table; None if it shows something else."""
    screen = SCREEN.read(lines)
    table = Cards.of(one.card for one in screen.lying) if screen else Cards()
    if screen is None or (table and table.bits not in VALUE):
        # Half of a frame has arrived: one set is going and another coming.
        return None
    return TableReading(
        screen=screen,
        hand=tuple(one.card for one in screen.hand),
        chosen=Cards.of(one.card for one in screen.hand if one.look is Look.CHOSEN),
        table=table,
        taking=any(str(take).partition("} ")[2] in screen.prompt for take in _TAKE_ONE),
        my_turn=YOUR_TURN in screen.prompt,
    )


def disagreement(reading: TableReading, truth: Mapping[str, Any]) -> str | None:
    """Return where the screen and the table differ; None if they do not."""
    match, seat, table = truth["match"], truth["seat"], _cards(truth["match"]["table"])
    if seat is not None and not reading.taking and (wrong := _wrong_hand(reading, match, seat)):
        return wrong
    if reading.table != table:
        return f"the set shown is {reading.table or 'none'}, and the table says {table or 'none'}"
    if wrong := reading.screen.wrong_points(match, seat):
        return wrong
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
    return Cards(Cards.of(SCREEN.shown(lines)).bits & ~_cards(seen).bits)


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


READER = ScreenReader(
    read=read,
    disagreement=disagreement,
    next_keys=next_keys,
    typed=typed,
    hidden_but_shown=hidden_but_shown,
    sought=(YOUR_TURN, SOMEBODY_MOVES, *_TAKE_ONE),
    windows=(MESSAGES.texts["valhalla"],),
    pictures=SCREEN.pictures,
    offers=(MESSAGES.texts["sets"], MESSAGES.texts["sets-or-pass"], ONLY_PASS),
    answers=_ANSWERS,
    questions=(WHICH_CARD,),
    short_options=tuple({"target": target} for target in SHORT_TARGETS),
    form_options={"target": SHORT_TARGETS[0]},
)
