"""What a player can do in Herrlof, and how it is written."""

import re
from dataclasses import dataclass
from typing import TypeAlias

from odin_engine.game import NotAMove, Seat
from odin_engine.herrlof.cards import CARD_CALLED, Card


@dataclass(frozen=True, slots=True)
class Predict:
    """Write down in secret how many tricks will be yours."""

    tricks: int

    def __str__(self) -> str:
        return f"predict {self.tricks}"


@dataclass(frozen=True, slots=True)
class Play:
    """Lay this card into the trick."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Draw:
    """Use a 3: draw the top card of the deck, and then put a card under it."""

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
    """Give this card to the seat from which one was stolen."""

    card: Card

    def __str__(self) -> str:
        return f"return {self.card}"


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave what a card offers."""

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
    """Read a move as in `predict 4`, `R7`, `bury R7` or `steal 1`; case and spaces are free."""
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
    """Write a move so that `parse_move` gives it back."""
    return str(move)


def feat(move: Move) -> int:  # noqa: ARG001 - whatever the move
    """Give 0: a bold prediction is remarkable only once it has come true."""
    return 0
