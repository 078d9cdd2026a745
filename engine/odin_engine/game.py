"""What a game is, and the words the whole house uses for it.

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
room    the folder in which a game lives

A room is a plain module that satisfies `Game`: pure functions over immutable values.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NewType, Protocol, TypeAlias, TypeVar

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
        """Give the code and the facts, for logs."""
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
    """One option of a match as a form or a help text shows it."""

    name: str
    title: str
    values: tuple[str, ...]
    default: str
    meaning: str
    seats: tuple[int, ...]
    numbers: range = range(0)
    """The whole numbers that may be chosen beside the values; none where only those fit."""


class View(Protocol):
    """All that one seat, or a spectator (`seat` None), may know. Every room adds its own fields."""

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


class World(Protocol[MoveT_contra]):
    """One imagined state in which the seat that imagines it can try out its moves.

    `price`: so many of the quickest trials take as long as one in this world.
    """

    @property
    def price(self) -> int: ...

    def trial(self, move: MoveT_contra, rng: Random) -> float:
        """Play the move, carry on by instinct, and give what came of it, from 0 to 1."""
        ...


class Game(Protocol[OptionsT, StateT, MoveT, ViewT]):
    """The rules of one game. `legal_moves` is the only judge of what may be played."""

    @property
    def NAME(self) -> str: ...  # noqa: N802 - a constant of the room's module
    @property
    def TITLE(self) -> str: ...  # noqa: N802
    @property
    def RULES_VERSION(self) -> int: ...  # noqa: N802
    @property
    def SEATS(self) -> range: ...  # noqa: N802
    @property
    def CHOICES(self) -> tuple[Choice, ...]: ...  # noqa: N802

    def read_options(self, words: Mapping[str, str], seats: int) -> OptionsT:
        """Turn words, as a person or a record gives them, into options, or raise `BadOption`."""
        ...

    def write_options(self, options: OptionsT) -> dict[str, str]:
        """Give the words that `read_options` turns into the same options."""
        ...

    def setup(self, options: OptionsT, seats: int, seed: Seed) -> StateT:
        """Begin a match. All its chance, later shuffles included, comes from the seed."""
        ...

    def to_move(self, state: StateT) -> tuple[Seat, ...]:
        """Say who may act now: several where a game asks several at once, none when it is over."""
        ...

    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """List all moves of this seat now; `in` must be quick even where the list is long.

        This and everything else that takes a seat raises `NoSuchSeat` for one that is not there.
        """
        ...

    def play(self, state: StateT, seat: Seat, move: MoveT) -> StateT:
        """Give the next state, or raise `IllegalMove` saying what was asked and why not."""
        ...

    def lapse(self, state: StateT, seat: Seat) -> MoveT:
        """Give the move made for a seat whose clock has run out.

        Raise `IllegalMove` if the match does not wait for this seat.
        """
        ...

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Show what this seat may know. There is no default that shows everything."""
        ...

    def imagine(self, view: ViewT, rng: Random) -> StateT:
        """Make up a full state that looks the same: `view(imagine(v, rng), v.seat) == v`."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Give the result once the match is over."""
        ...

    def parse_move(self, text: str) -> MoveT:
        """Read a move as a person types it, or raise `NotAMove`."""
        ...

    def format_move(self, move: MoveT) -> str:
        """Write a move so that `parse_move` gives it back."""
        ...

    def instinct(self, view: ViewT, rng: Random) -> MoveT:
        """Choose a good move in microseconds, without search."""
        ...

    def candidates(self, view: ViewT, *, wise: bool = False) -> Sequence[MoveT]:
        """Give the moves worth thinking about, the most promising first.

        The wise have the deepest knowledge the room can offer, where it has more than one kind.
        """
        ...

    def worlds(self, view: ViewT, rng: Random, *, wise: bool = False) -> Iterator[World[MoveT]]:
        """Imagine without end what may lie behind the view, the believable more often."""
        ...

    def feat(self, move: MoveT) -> int:
        """Say how remarkable a move is: statistics keep a player's highest. 0 is nothing."""
        ...

    def possessions(self, state: StateT) -> Sequence[object]:
        """List every card or piece once per place it is in; the laws count them."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def check_seat(seat: object, seats: int) -> None:
    """Raise `NoSuchSeat` unless `seat` is a whole number from 0 to `seats` - 1.

    Without this -1 would be the last seat and True the second: tuples take both as an index.
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
    """Give places for points of which fewer are better; equal points share a place."""
    return tuple(1 + sum(other < own for other in points) for own in points)
