"""The facts of a table and of the hall, as the log stores them.

`at` is the hall's time in seconds. Moves are in the game's own notation.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from odin_server.hall.views import CoverReason, Vote
from odin_server.log.fact_format import FactFormat, Fields


@dataclass(frozen=True)
class Opened:
    """A table was opened. The seed is of the first match; `given` if somebody chose it.

    `commitment` is the SHA-256 of the seed as everybody at the table was shown it from then on;
    older logs have none, because nothing was shown. `daily` is the day whose deal is played.
    `move` and `bank` are seconds.
    """

    at: float
    code: str
    game: str
    rules: int
    options: Mapping[str, str]
    seats: int
    seed: str
    given: bool
    host: str
    host_name: str
    public: bool
    spectators: bool
    spectators_talk: bool
    hints: bool
    start_when_full: bool
    move: float | None
    bank: float
    commitment: str | None = None
    daily: str = ""
    correspondence: bool = False
    tournament: int = 0
    """The number of the tournament that this table belongs to; 0 for an ordinary one."""


@dataclass(frozen=True)
class Seated:
    """A player sat down, or changed seats; or a bot of some level was put there."""

    at: float
    seat: int
    name: str
    player: str | None = None
    bot: str | None = None


@dataclass(frozen=True)
class Stood:
    """A seat became free, outside a match."""

    at: float
    seat: int


@dataclass(frozen=True)
class Removed:
    """The host removed a player from their seat, outside a match."""

    at: float
    seat: int
    player: str


@dataclass(frozen=True)
class Covered:
    """A bot took over a player's seat in a match."""

    at: float
    seat: int
    bot: str
    why: CoverReason


@dataclass(frozen=True)
class Returned:
    """A player took the seat back from the bot."""

    at: float
    seat: int
    name: str


@dataclass(frozen=True)
class Hosted:
    """Somebody else became the host."""

    at: float
    player: str
    name: str


@dataclass(frozen=True)
class Committed:
    """The seed of the next match was drawn, and its SHA-256 shown to everybody at the table."""

    at: float
    seed: str
    commitment: str


@dataclass(frozen=True)
class Started:
    """A match began, with the seats that were taken.

    Its seed is the one committed to; in older logs matches from the second on bring their own.
    """

    at: float
    seed: str | None = None


@dataclass(frozen=True)
class Moved:
    """A seat made a move."""

    at: float
    seat: int
    move: str


@dataclass(frozen=True)
class Lapsed:
    """A seat's clock ran out, and this move was made for it."""

    at: float
    seat: int
    move: str


@dataclass(frozen=True)
class Voted:
    """A seat agreed to pause, to go on or to play again; None takes it back."""

    at: float
    seat: int
    vote: Vote | None


@dataclass(frozen=True)
class Paused:
    """The clocks stopped, because all agreed or because nobody is there."""

    at: float
    empty: bool


@dataclass(frozen=True)
class Resumed:
    """The clocks of those to move were restarted, after a pause or a restart of the server."""

    at: float
    restart: bool = False


@dataclass(frozen=True)
class HostDown:
    """No host was up from `since` until `until`; clocks of correspondence stood still meanwhile."""

    at: float
    since: float
    until: float


@dataclass(frozen=True)
class Said:
    """Somebody said something at the table; without a player it is a moderator's announcement."""

    at: float
    player: str | None
    name: str
    text: str


class CloseReason(StrEnum):
    """Why a table was closed."""

    HOST = "host"
    """Its host closed it."""
    MODERATOR = "moderator"
    OPERATOR = "operator"
    """Whoever runs the server closed it with `odin admin`."""
    EMPTY = "empty"
    """Everybody had left."""
    IDLE = "idle"
    """Nothing had happened for too long."""
    DECLINED = "declined"
    """Whoever was challenged to play here declined."""
    OTHER = "other"
    """`text` says why, in a whole sentence; logs of older versions have nothing else."""


@dataclass(frozen=True)
class Closed:
    """The table was closed. `by` is who did it by name, `text` what a moderator wrote."""

    at: float
    reason: CloseReason
    by: str = ""
    text: str = ""


TableFact: TypeAlias = (
    Opened
    | Seated
    | Stood
    | Removed
    | Covered
    | Returned
    | Hosted
    | Committed
    | Started
    | Moved
    | Lapsed
    | Voted
    | Paused
    | Resumed
    | HostDown
    | Said
    | Closed
)


@dataclass(frozen=True)
class TableAdded:
    """In the hall's own stream: this table exists.

    At a table of a daily deal, `day` is the day, and the others say who plays what there: it counts
    from here on as begun.
    """

    at: float
    table: str
    day: str = ""
    game: str = ""
    player: str = ""
    name: str = ""


@dataclass(frozen=True)
class TableRemoved:
    """In the hall's own stream: this table is closed for good."""

    at: float
    table: str


@dataclass(frozen=True)
class MatchEnded:
    """In the hall's own stream: an index of what a table's own log says, for fast results.

    It can always be rebuilt from the tables' logs, which happens after a crash between the two.
    """

    at: float
    table: str
    number: int
    game: str
    names: list[str]
    players: list[str]
    places: list[int]
    points: list[int]
    feats: list[int]
    rated: bool
    public: bool
    correspondence: bool = False


HallFact: TypeAlias = TableAdded | TableRemoved | MatchEnded
Fact: TypeAlias = TableFact | HallFact


def _closed(fields: Fields) -> Closed:
    """Read a closing, also one of older versions, which wrote a sentence instead of a reason."""
    if "why" in fields:
        return Closed(fields["at"], CloseReason.OTHER, text=fields["why"])
    return Closed(**{**fields, "reason": CloseReason(fields["reason"])})


def _voted(fields: Fields) -> Voted:
    """Read the vote of a seat as older versions wrote it."""
    return Voted(fields["at"], fields["seat"], fields["wish"])


_FORMAT: FactFormat[Fact] = FactFormat(
    (
        Opened,
        Seated,
        Stood,
        Removed,
        Covered,
        Returned,
        Hosted,
        Committed,
        Started,
        Moved,
        Lapsed,
        Voted,
        Paused,
        Resumed,
        HostDown,
        Said,
        Closed,
        TableAdded,
        TableRemoved,
        MatchEnded,
    ),
    {"closed": _closed, "wished": _voted},
)
encode, decode = _FORMAT.encode, _FORMAT.decode


def code_in(payload: str) -> str:
    """Return the invite code in the opening of a table that a newer version wrote, or nothing."""
    try:
        code = json.loads(payload)["code"]
    except (ValueError, TypeError, KeyError):
        return ""
    return code if isinstance(code, str) else ""
