"""The facts of a table and of the hall, as the log stores them: one JSON object each.

`at` is the hall's time in seconds. Moves are in the game's own notation. A field may be added
with a default; anything else needs a new kind of fact, because old logs are read for ever.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from odin_server.hall.views import CoverReason, Vote
from odin_server.log import DamagedLog, NewerLog


@dataclass(frozen=True)
class Opened:
    """A table was opened. The seed is of the first match; `given` if somebody chose it.

    `commitment` is the SHA-256 of the seed as everybody at the table was shown it from then on;
    older logs have none, because nothing was shown. `daily` is the day whose deal is played.
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
    OTHER = "other"
    """`text` says why, in a whole sentence; logs of older versions have nothing else."""


@dataclass(frozen=True)
class Closed:
    """The table was closed. `by` is the host's name, `text` what a moderator wrote."""

    at: float
    reason: CloseReason
    by: str = ""
    text: str = ""


TableFact: TypeAlias = (
    Opened
    | Seated
    | Stood
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


HallFact: TypeAlias = TableAdded | TableRemoved | MatchEnded
Fact: TypeAlias = TableFact | HallFact

_KINDS: dict[str, type[Fact]] = {
    kind.__name__.lower(): kind
    for kind in (
        Opened,
        Seated,
        Stood,
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
        Said,
        Closed,
        TableAdded,
        TableRemoved,
        MatchEnded,
    )
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def encode(fact: Fact) -> str:
    """Encode a fact as one line of JSON."""
    return _ENCODE({"fact": _NAMES[type(fact)], **fact.__dict__})


def _closed(words: dict[str, Any]) -> Closed:
    """Read a closing, also one of older versions, which wrote a sentence instead of a reason."""
    if "why" in words:
        return Closed(words["at"], CloseReason.OTHER, text=words["why"])
    return Closed(**{**words, "reason": CloseReason(words["reason"])})


def _voted(words: dict[str, Any]) -> Voted:
    """Read the vote of a seat as older versions wrote it."""
    return Voted(words["at"], words["seat"], words["wish"])


_OLDER: dict[str, Callable[[dict[str, Any]], Fact]] = {"closed": _closed, "wished": _voted}
"""Facts that older versions wrote in another way."""


def decode(payload: str) -> Fact:
    """Decode a fact; raises `DamagedLog`, or `NewerLog` for one of a later version."""
    try:
        words = json.loads(payload)
        name = words.pop("fact")
    except (ValueError, AttributeError, KeyError, TypeError) as error:
        raise DamagedLog("not-a-fact") from error
    if name not in _KINDS and name not in _OLDER:
        raise NewerLog("unknown-fact", fact=str(name)[:20])
    try:
        return _OLDER[name](words) if name in _OLDER else _KINDS[name](**words)
    except (TypeError, ValueError, KeyError) as error:
        raise NewerLog("unknown-fields", fact=name) from error
