"""The facts of tournaments, as the log stores them in one stream for all.

`tournament` is the number of one, `at` the hall's time in seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from odin_server.log.fact_format import FactFormat

Format: TypeAlias = Literal["swiss", "knock-out"]


@dataclass(frozen=True)
class Announced:
    """A tournament was announced; people may enter it.

    A knock-out has as many rounds as it takes, and 0 here. With `auto` a round is seated by itself
    when the one before is over.
    """

    at: float
    tournament: int
    name: str
    organiser: str
    organiser_name: str
    game: str
    options: Mapping[str, str]
    format: Format
    rounds: int
    seats: int
    move: float | None
    bank: float
    auto: bool


@dataclass(frozen=True)
class Entered:
    """Somebody entered, or came back after they had left or a bot had replaced them."""

    at: float
    tournament: int
    player: str
    name: str


@dataclass(frozen=True)
class Withdrawn:
    """Somebody left, or was removed."""

    at: float
    tournament: int
    player: str


@dataclass(frozen=True)
class Replaced:
    """A bot plays for somebody who is absent, from now on."""

    at: float
    tournament: int
    player: str
    bot: str


@dataclass(frozen=True)
class Excused:
    """Somebody sits out the next round."""

    at: float
    tournament: int
    player: str


@dataclass(frozen=True)
class Begun:
    """The tournament began; `seeds` are the players, the strongest first."""

    at: float
    tournament: int
    seeds: list[str]


@dataclass(frozen=True)
class RoundSeated:
    """A round was seated: of each table the id, the code and the players by seat."""

    at: float
    tournament: int
    tables: list[tuple[str, str, list[str]]]
    byes: list[str]
    excused: list[str]


@dataclass(frozen=True)
class TableFinished:
    """A table of the round has ended with these places by seat; none if it was closed before."""

    at: float
    tournament: int
    table: str
    places: list[int]


@dataclass(frozen=True)
class Finished:
    """The tournament is over, or was cancelled."""

    at: float
    tournament: int
    cancelled: bool = False


TournamentFact: TypeAlias = (
    Announced
    | Entered
    | Withdrawn
    | Replaced
    | Excused
    | Begun
    | RoundSeated
    | TableFinished
    | Finished
)


def _round_seated(fields: dict[str, Any]) -> RoundSeated:
    """Read a round; JSON has no tuples."""
    tables = [(table, code, players) for table, code, players in fields["tables"]]
    return RoundSeated(**{**fields, "tables": tables})


_FORMAT: FactFormat[TournamentFact] = FactFormat(
    (
        Announced,
        Entered,
        Withdrawn,
        Replaced,
        Excused,
        Begun,
        RoundSeated,
        TableFinished,
        Finished,
    ),
    {"roundseated": _round_seated},
)
encode, decode = _FORMAT.encode, _FORMAT.decode
