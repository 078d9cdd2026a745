"""Brandubh, a small game of perfect information: a king and his men against twice as many."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from odin_engine.chance import Seed
from odin_engine.game import (
    BadOption,
    Deal,
    Evaluator,
    IllegalMove,
    NotAMove,
    Outcome,
    Seat,
    World,
    check_seat,
    wrong_number_of_players,
)
from odin_engine.search import sampled_worlds

NAME, TITLE, RULES_VERSION, SEATS, CHOICES = "brandubh", "Brandubh", 1, range(2, 3), ()
FIELDS = tuple(f"{column}{row}" for row in "7654321" for column in "abcdefg")
THRONE, CORNERS = "d4", frozenset({"a1", "a7", "g1", "g7"})
KING = 0
START = ["d4", "d5", "d3", "c4", "e4", "d7", "d6", "d2", "d1", "a4", "b4", "f4", "g4"]
"""The fields of the king, his four men, and the eight attackers, who move first."""
MOST_MOVES = 60
RAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Move(NamedTuple):
    """A piece goes from one field to another."""

    start: str
    end: str

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


class State(NamedTuple):
    """Where every piece is, None for a captured one, and the moves made so far."""

    at: tuple[str | None, ...] = tuple(START)
    history: tuple[Move, ...] = ()


@dataclass(frozen=True)
class View:
    """A match as a seat or a spectator sees it: everybody sees everything."""

    seat: Seat | None
    at: tuple[str | None, ...]
    history: tuple[Move, ...]
    to_move: tuple[Seat, ...]
    moves: tuple[Move, ...]
    outcome: Outcome | None


def read_options(words: Mapping[str, str], seats: int) -> tuple[()]:
    for option in words:
        raise BadOption("no-such-option", game=NAME, option=option, options=[])
    if seats not in SEATS:
        raise wrong_number_of_players(NAME, seats, SEATS)
    return ()


def write_options(_options: tuple[()]) -> dict[str, str]:
    return {}


def setup(_options: tuple[()], seats: int, _seed: Seed) -> State:
    if seats not in SEATS:
        raise wrong_number_of_players(NAME, seats, SEATS)
    return State()


def side(piece: int) -> int:
    """Return the seat that a piece belongs to: 0 attacks, 1 has the king."""
    return 0 if piece > 4 else 1


def to_move(state: State) -> tuple[Seat, ...]:
    return () if outcome(state) else (Seat(len(state.history) % 2),)


def beyond(field: str, across: int, down: int) -> str | None:
    """Return the field next to a field in a direction; None beyond the edge."""
    place = FIELDS.index(field)
    x, y = place % 7 + across, place // 7 + down
    return FIELDS[7 * y + x] if 0 <= x < 7 and 0 <= y < 7 else None


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    check_seat(seat, 2)
    return tuple(_moves(state, seat)) if seat in to_move(state) else ()


def _moves(state: State, seat: int) -> Iterator[Move]:
    for piece, start in enumerate(state.at):
        if start is None or side(piece) != seat:
            continue
        for ray in RAYS:
            end = beyond(start, *ray)
            while end is not None and end not in state.at:
                if piece == KING or (end != THRONE and end not in CORNERS):
                    yield Move(start, end)
                end = beyond(end, *ray)


def play(state: State, seat: Seat, move: Move) -> State:
    if move not in legal_moves(state, seat):
        code = "cannot-move" if seat in to_move(state) else "not-your-turn"
        raise IllegalMove(code, move=format_move(move))
    at = [move.end if field == move.start else field for field in state.at]
    for ray in RAYS:
        near = beyond(move.end, *ray)
        far = near and beyond(near, *ray)
        if near in at and side(at.index(near)) != seat and _hostile(at, far, seat):
            at[at.index(near)] = None
    return State(tuple(at), (*state.history, move))


def _hostile(at: Sequence[str | None], field: str | None, seat: int) -> bool:
    """Return whether a field helps this seat to capture what stands before it."""
    if field in CORNERS:
        return True
    return field is not None and field in at and side(at.index(field)) == seat


def timeout_move(state: State, seat: Seat) -> Move:
    moves = legal_moves(state, seat)
    if not moves:
        raise IllegalMove("nothing-to-do", seat=seat)
    return moves[0]


def view(state: State, seat: Seat | None) -> View:
    moves = () if seat is None else legal_moves(state, seat)
    return View(seat, state.at, state.history, to_move(state), moves, outcome(state))


def imagine(view: View, _rng: Random) -> State:
    return State(view.at, view.history)


def outcome(state: State) -> Outcome | None:
    if state.at[KING] in CORNERS:
        return Outcome((2, 1), (0, 1), "king-escaped")
    if state.at[KING] is None:
        return Outcome((1, 2), (1, 0), "king-captured")
    if len(state.history) == MOST_MOVES:
        return Outcome((1, 1), (0, 0), "move-limit", {"moves": MOST_MOVES})
    seat = len(state.history) % 2
    if next(_moves(state, seat), None) is None:
        return Outcome((2, 1) if seat == 0 else (1, 2), (seat, 1 - seat), "no-moves")
    return None


def parse_move(text: str) -> Move:
    start, _, end = text.strip().lower().partition("-")
    if start not in FIELDS or end not in FIELDS:
        raise NotAMove("not-a-move", text=text[:40])
    return Move(start, end)


def format_move(move: Move) -> str:
    return str(move)


def heuristic_move(view: View, rng: Random) -> Move:
    """Win at once, else capture, else make any move."""
    state = imagine(view, rng)
    return max(view.moves, key=lambda move: (_worth(state, move), rng.random()))


def _worth(state: State, move: Move) -> int:
    mover = len(state.history) % 2
    after = play(state, Seat(mover), move)
    won = outcome(after)
    return 100 * (won is not None and won.places[mover] == 1) + after.at.count(None)


def candidates(view: View, *, evaluator: Evaluator = "heuristic") -> tuple[Move, ...]:  # noqa: ARG001
    return view.moves


def worlds(
    view: View,
    rng: Random,
    *,
    evaluator: Evaluator = "heuristic",  # noqa: ARG001
) -> Iterator[World[Move]]:
    return sampled_worlds(sys.modules[__name__], view, rng)  # type: ignore[arg-type]


def standing(_state: State) -> tuple[float, ...]:
    return (0.5, 0.5)


def deal(_state: State) -> Deal:
    return Deal(1)


def feat(_move: Move) -> int:
    return 0


def pieces(state: State) -> Sequence[Any]:
    return range(len(state.at))
