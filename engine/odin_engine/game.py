"""The interface of a game, and the glossary of this project.

Glossary
--------
game    the rules themselves: Odin, Herrlof, Walhalla
match   one playing of a game, from the first deal until somebody has won
hand    one deal, until its points are counted
round   within a hand, from a lead until everybody else has passed
turn    one decision of one player
seat    a place in a match, numbered clockwise from 0
table   a match being played by people and bots, with its log
hall    where the tables stand
chair   one session's hold on a seat, or on a spectator's place

A game is a module that satisfies `Game`: pure functions over immutable values.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, NewType, Protocol, TypeAlias, TypeVar

from odin_engine.chance import Seed

Seat = NewType("Seat", int)


class Refusal(Exception):  # noqa: N818 - named after the complaint, not after the mechanism
    """A request that was turned down, as data: its sentence is written where somebody reads it.

    `code` is kebab-case and stable. `facts` hold what the sentence mentions, free of any language:
    numbers, names, cards and moves in the notation of the game, lists of these, or another
    `Refusal` that is the reason for this one. A class with only one meaning has a default code.
    """

    code: str = ""

    def __init__(self, code: str = "", /, **facts: Any) -> None:
        super().__init__(code)
        self.code = code or type(self).code
        self.facts: dict[str, Any] = facts

    def __str__(self) -> str:
        """Return the code and the facts, for logs."""
        return " ".join([self.code, *(f"{name}={fact}" for name, fact in self.facts.items())])


class NotAMove(Refusal):
    """The text is not a move of this game in any position."""


class IllegalMove(Refusal):
    """A move of this game, but not one this seat may make now."""


class NoSuchSeat(Refusal):
    """A seat that this match does not have, or something that is no seat at all."""

    code = "no-such-seat"


class BadOption(Refusal):
    """An option of a match that does not exist, or a value it cannot have."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: a place and points for every seat, and why it ended.

    `reason` is a code of the game, and `facts` are what its sentence mentions, as in `Refusal`.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a match, with the values a form offers."""

    name: str
    values: tuple[str, ...]
    default: str
    seats: tuple[int, ...]
    """The numbers of seats for which the option exists, with this default."""
    numbers: range = range(0)
    """The whole numbers that are valid besides the values."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What the seed deals at once, in the notation of the game, for whoever checks it.

    `number` counts the deals of a match from 1. `hands` has the cards of each seat, and `laid` by
    name whatever else was shuffled, in its order.
    """

    number: int
    hands: tuple[tuple[str, ...], ...] = ()
    laid: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


class View(Protocol):
    """What one seat, or a spectator (`seat` None), may know. Every game adds its own fields."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def to_move(self) -> tuple[Seat, ...]: ...
    @property
    def moves(self) -> Sequence[Any]: ...
    @property
    def outcome(self) -> Outcome | None: ...


OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT", bound=View)
MoveT_contra = TypeVar("MoveT_contra", contravariant=True)


Evaluator: TypeAlias = Literal["heuristic", "network"]
"""What judges positions in a search. A game with only one way ignores which one is asked for."""


class World(Protocol[MoveT_contra]):
    """A sampled full state in which a seat can try its moves.

    `cost` is the time of one trial, in trials of the fastest evaluator.
    """

    @property
    def cost(self) -> int: ...

    def trial(self, move: MoveT_contra, rng: Random) -> float:
        """Return the value of a move, from 0 to 1, by a playout or an estimate."""
        ...


class Game(Protocol[OptionsT, StateT, MoveT, ViewT]):
    """The rules of one game, and what bots need to play it.

    Everything that takes a seat raises `NoSuchSeat` for one that is not there.
    """

    @property
    def NAME(self) -> str: ...  # noqa: N802 - a constant of the game's module
    @property
    def TITLE(self) -> str: ...  # noqa: N802
    @property
    def RULES_VERSION(self) -> int: ...  # noqa: N802
    @property
    def SEATS(self) -> range: ...  # noqa: N802
    @property
    def CHOICES(self) -> tuple[Choice, ...]: ...  # noqa: N802

    def read_options(self, words: Mapping[str, str], seats: int) -> OptionsT:
        """Return the options for words, as typed or recorded, or raise `BadOption`."""
        ...

    def write_options(self, options: OptionsT) -> dict[str, str]:
        """Return the words that `read_options` turns into the same options."""
        ...

    def setup(self, options: OptionsT, seats: int, seed: Seed) -> StateT:
        """Start a match. All its randomness, later shuffles included, comes from the seed."""
        ...

    def to_move(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that may move now: several if they decide at once, none at the end."""
        ...

    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """Return the legal moves of a seat; `in` must be fast even where there are many."""
        ...

    def play(self, state: StateT, seat: Seat, move: MoveT) -> StateT:
        """Return the state after a move, or raise `IllegalMove` if it is not in `legal_moves`."""
        ...

    def timeout_move(self, state: StateT, seat: Seat) -> MoveT:
        """Return the move made for a seat whose clock has run out.

        Raise `IllegalMove` if the match does not wait for this seat.
        """
        ...

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Return what a seat may know; None is a spectator, who sees what is public."""
        ...

    def imagine(self, view: ViewT, rng: Random) -> StateT:
        """Sample a full state that fits a view: `view(imagine(v, rng), v.seat) == v`."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Return the result of a match that is over, or None."""
        ...

    def parse_move(self, text: str) -> MoveT:
        """Return the move that a text stands for, or raise `NotAMove`."""
        ...

    def format_move(self, move: MoveT) -> str:
        """Return the notation of a move, which `parse_move` reads."""
        ...

    def heuristic_move(self, view: ViewT, rng: Random) -> MoveT:
        """Return a good move in microseconds, without search."""
        ...

    def candidates(self, view: ViewT, *, evaluator: Evaluator = "heuristic") -> Sequence[MoveT]:
        """Return the moves worth searching, the most promising first."""
        ...

    def worlds(
        self, view: ViewT, rng: Random, *, evaluator: Evaluator = "heuristic"
    ) -> Iterator[World[MoveT]]:
        """Yield sampled states that fit the view without end, the probable ones more often."""
        ...

    def standing(self, state: StateT) -> tuple[float, ...]:
        """Return each seat's chance to win by the score alone, whatever it was dealt."""
        ...

    def deal(self, state: StateT) -> Deal:
        """Return the deal being played; the first state of a deal has it whole."""
        ...

    def feat(self, move: MoveT) -> int:
        """Return how remarkable a move is; statistics keep a player's highest. 0 is nothing."""
        ...

    def pieces(self, state: StateT) -> Sequence[object]:
        """Return every card or piece once for each place it is in; the laws count them."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def check_seat(seat: object, seats: int) -> None:
    """Raise `NoSuchSeat` unless `seat` is a whole number from 0 to `seats` - 1.

    Without this check -1 would be the last seat and True the second, as indices of a tuple.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        raise NoSuchSeat(last=seats - 1)


def wrong_number_of_players(game: str, players: int, allowed: range) -> BadOption:
    """Return the refusal of a match with so many players."""
    fewest, most = allowed[0], allowed[-1]
    return BadOption(
        "wrong-number-of-players", game=game, players=players, fewest=fewest, most=most
    )


def rank(points: Sequence[int]) -> tuple[int, ...]:
    """Return places for points of which fewer are better; equal points share a place."""
    return tuple(1 + sum(other < own for other in points) for own in points)
