"""The moves of Herrlof and their notation."""

import re
from dataclasses import dataclass
from typing import TypeAlias

from odin_engine.game import NotAMove, Seat
from odin_engine.herrlof.cards import CARD_CALLED, Card


@dataclass(frozen=True, slots=True)
class Predict:
    """Predict in secret how many tricks one will win."""

    tricks: int

    def __str__(self) -> str:
        return f"predict {self.tricks}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card to the trick."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Draw:
    """Use a 3: draw the top card of the deck, to put a card under the deck next."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Bury:
    """Put this card face down under the deck."""

    card: Card

    def __str__(self) -> str:
        return f"bury {self.card}"


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a trick (with a 1) or an unseen card (with a 6) from this seat."""

    victim: Seat

    def __str__(self) -> str:
        return f"steal {self.victim}"


@dataclass(frozen=True, slots=True)
class Return:
    """Return this card to the seat that one was stolen from."""

    card: Card

    def __str__(self) -> str:
        return f"return {self.card}"


@dataclass(frozen=True, slots=True)
class Skip:
    """Do not use the effect of a card."""

    def __str__(self) -> str:
        return "skip"


Move: TypeAlias = Predict | Play | Draw | Bury | Steal | Return | Skip
DRAW, SKIP = Draw(), Skip()

_MOVE = re.compile(
    r"(?P<predict>(?:PREDICT)?\d{1,2})|STEAL(?P<steal>\d)"
    r"|(?P<verb>BURY|RETURN)?(?P<card>[A-Z]\d?)|(?P<word>DRAW|SKIP)",
    re.ASCII,
)


def parse_move(text: str) -> Move:
    """Read `predict 4`, `R7` or `bury R7` in any case and spacing, or raise `NotAMove`."""
    matched = _MOVE.fullmatch("".join(text.upper().split()))
    if matched is None:
        raise NotAMove("not-a-move", text=text[:40])
    if matched["predict"]:
        return Predict(int(matched["predict"].removeprefix("PREDICT")))
    if matched["steal"]:
        return Steal(Seat(int(matched["steal"])))
    if matched["word"]:
        return DRAW if matched["word"] == "DRAW" else SKIP
    card = CARD_CALLED.get(matched["card"])
    if card is None:
        raise NotAMove("not-a-card", card=matched["card"])
    match matched["verb"]:
        case "BURY":
            return Bury(card)
        case "RETURN":
            return Return(card)
        case _:
            return Play(card)


def format_move(move: Move) -> str:
    """Return the notation of a move, which `parse_move` reads."""
    return str(move)


def feat(move: Move) -> int:  # noqa: ARG001 - whatever the move
    """Return 0: a prediction is remarkable only once it has come true."""
    return 0
