"""Views: frozen values that hold what their reader may see, and nothing else."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from odin_engine.chance import Seed, SeedCheck, check_seed
from odin_engine.game import Seat
from odin_server.chat import clean
from odin_server.hall.refusals import BadName, NameTooLong
from odin_server.notices import Notice

NAME_LENGTH = 24
DAY = 86_400.0
GUEST = "guest:"
"""How the ids of guests begin. Such an id ends with its session, so nobody can come back to it."""

DEPARTED = "—"
"""What somebody is called in results whose account is deleted."""

Vote = Literal["pause", "resume", "rematch"]
CoverReason = Literal["left", "away", "lapses"]


def is_guest(player_id: str) -> bool:
    """Tell whether this is the id of a guest, who has no account."""
    return player_id.startswith(GUEST)


def refuse_long_name(wanted: str) -> None:
    """Raise `NameTooLong` for a name that would be cut without its owner being told."""
    length = len(clean(wanted, 10 * NAME_LENGTH))
    if length > NAME_LENGTH:
        raise NameTooLong(length=length, most=NAME_LENGTH)


@lru_cache(maxsize=4096)
def _cleaned(name: str) -> str:
    """Return a name as others see it; everybody's is asked for after every move."""
    return clean(name, NAME_LENGTH)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who can own a seat: an id that stays, and a name that is cleaned for screens."""

    id: str
    name: str
    address: str = field(default="", compare=False, repr=False)
    """Where they connect from, as limits count it; empty at home."""

    def __post_init__(self) -> None:
        name = _cleaned(self.name)
        if not name:
            raise BadName("name-shows-nothing")
        object.__setattr__(self, "name", name)


class Phase(StrEnum):
    """What a table is doing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for each move, and a bank for the whole match that is used when they are gone.

    By correspondence a move has days, and nobody has to be there meanwhile.
    """

    move: float
    bank: float = 0.0
    _: KW_ONLY
    correspondence: bool = False

    @classmethod
    def of_days(cls, days: int) -> "TimeControl":
        """Return the time control of a match by correspondence."""
        return cls(days * DAY, correspondence=True)

    @property
    def days(self) -> int:
        """How many days a move has by correspondence; 0 for any other clock."""
        return round(self.move / DAY) if self.correspondence else 0


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table as somebody wants it opened. The host takes the first seat, the bots the next."""

    game: str
    _: KW_ONLY
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    public: bool = False
    clock: TimeControl | None = None
    spectators: bool = True
    spectators_talk: bool = True
    hints: bool = False
    start_when_full: bool = False
    host_sits: bool = True
    seed: str | None = None
    """A seed chosen by the host, for practice; such a match is not rated, and everyone is told."""
    daily: str = ""
    """The day whose deal is played, if it is a daily deal; only the hall opens such tables."""
    tournament: int = 0
    """The number of the tournament it belongs to; only the hall opens such tables."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as everyone at the table sees it. Times are on the hall's clock, `chair.now()`."""

    seat: Seat
    name: str
    """The player's or the bot's name, also after they have left a match that is over; empty while
    nobody has sat here yet."""
    player: str | None
    """The id of the player the seat belongs to; None for a bot's own seat and a free one."""
    bot: str | None
    """The level of the bot that plays this seat now: its own seat, or an absent player's."""
    covered: CoverReason | None
    """Why a bot plays for the player: they left, are away, or let the clock run out too often."""
    connected: bool
    held_until: float | None
    """When a bot will sit in for a player whose connection was lost."""
    deadline: float | None
    """When this seat's clock runs out, if it is running."""
    bank: float | None
    """Seconds left in the bank, not counting a turn that is being thought about now."""
    lapses: int
    """How many times in a row the clock has run out here."""
    vote: Vote | None
    """What this seat has agreed to: pausing, going on, or playing again."""

    @property
    def is_bot(self) -> bool:
        return self.player is None and self.bot is not None

    @property
    def is_free(self) -> bool:
        return self.player is None and self.bot is None


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line that somebody said at a table or in the hall."""

    at: float
    player: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatNotice:
    """Something that happened at a table, told among the lines of its chat."""

    at: float
    notice: Notice


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a moderator announced to everyone, in their own words."""

    at: float
    text: str


ChatEntry: TypeAlias = ChatLine | ChatNotice | Announcement


def without_ignored(
    chat: tuple[ChatEntry, ...], ignored: frozenset[str] | None
) -> tuple[ChatEntry, ...]:
    """Return a chat without the lines of ignored people."""
    if not ignored:
        return chat
    return tuple(
        entry for entry in chat if not isinstance(entry, ChatLine) or entry.player not in ignored
    )


@dataclass(frozen=True, slots=True)
class MatchScore:
    """How an earlier match at this table ended; names, places and points by seat."""

    names: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one chair sees it now. It never changes; a newer one replaces it."""

    id: str
    code: str
    """The invite code, with its dash."""
    game: str
    options: Mapping[str, str]
    public: bool
    hints: bool
    clock: TimeControl | None
    start_when_full: bool
    phase: Phase
    notice: Notice | None
    """Why the table is paused or closed; None while it is neither."""
    version: int
    """How many facts of the log this view is built from."""
    turn: int
    """How many moves this match has seen; hand it to `play` to mean exactly this turn."""
    seat: Seat | None
    """The reader's own seat; None for a spectator."""
    seats: tuple[SeatView, ...]
    match: Any | None
    """The game's own view for this chair; None before the first match has begun."""
    host: str
    """The host's player id."""
    spectators: tuple[str, ...]
    chat: tuple[ChatEntry, ...]
    scores: tuple[MatchScore, ...]
    """The matches that have ended at this table, the one that is over included."""
    match_no: int
    """The number of this match at the table; 0 before the first."""
    commitment: str | None
    """The SHA-256 of the seed of this match, or of the first while none has begun, as it was
    published before the first card. None if it was not: the match began under an older version."""
    next_commitment: str | None
    """When the match is over: the SHA-256 of the seed of the next, should there be one."""
    seed: str | None
    """The seed itself in hexadecimal digits, once the match is over."""
    seed_given: bool
    """True when whoever opened the table chose the seed, and so could know every deal."""
    lapsed: str | None = None
    """The move that was made for the reader when their clock last ran out, in the game's notation;
    None if they have moved since."""
    daily: str = ""
    """The day whose deal is played, if it is a daily deal; otherwise empty."""
    tournament: int = 0
    """The number of the tournament that the table belongs to; otherwise 0."""

    @property
    def seed_check(self) -> SeedCheck | None:
        """Whether the seed is the one that was published; None until the match is over."""
        if self.seed is None:
            return None
        return check_seed(Seed(bytes.fromhex(self.seed)), self.commitment)

    @property
    def mine(self) -> SeatView | None:
        """The reader's own seat as everyone sees it."""
        return None if self.seat is None else self.seats[self.seat]

    @property
    def covered(self) -> CoverReason | None:
        """Why a bot plays the reader's seat; None if none does."""
        return None if self.mine is None else self.mine.covered

    @property
    def by_correspondence(self) -> bool:
        return self.clock is not None and self.clock.correspondence

    @property
    def my_turn(self) -> bool:
        """Tell whether the match waits for the reader, and not for a bot in their seat."""
        if self.phase is not Phase.PLAYING or self.match is None or self.seat is None:
            return False
        if self.covered is not None:
            return False
        return self.seat in self.match.to_move


@dataclass(frozen=True, slots=True)
class TableListing:
    """A table as the hall lists it."""

    id: str
    code: str
    game: str
    options: Mapping[str, str]
    public: bool
    spectators_allowed: bool
    phase: Phase
    host: str
    """The host's name."""
    names: tuple[str, ...]
    """Who has each seat; empty where it is free."""
    people: int
    """How many seats belong to people."""
    clock: TimeControl | None
    spectators: int
    last_at: float
    waits_for: Mapping[str, float | None] = field(default_factory=dict)
    """The ids of the people whose turn it is, each with when their clock runs out."""

    @property
    def by_correspondence(self) -> bool:
        return self.clock is not None and self.clock.correspondence

    @property
    def free(self) -> int:
        return self.names.count("")


class Activity(StrEnum):
    """What somebody in the hall does."""

    PLAYING = "playing"
    WAITING = "waiting"
    """At a table whose match has not begun."""
    WATCHING = "watching"
    PRESENT = "present"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the hall, and what they do there."""

    id: str
    name: str
    activity: Activity
    game: str = ""
    """The game at whose table they are; empty if they are at none."""


@dataclass(frozen=True, slots=True)
class TableStatus:
    """An open table as the people who run a hall see it, private tables included."""

    id: str
    code: str
    game: str
    phase: Phase
    public: bool
    host: str
    """The host's name."""
    people: tuple[str, ...]
    """The names of the players with a seat, present or not."""
    bots: int
    connected: int | None
    """How many sessions are at the table, spectators included; None where nobody can tell."""
    opened_at: float
    last_at: float
    """When something last happened there; a restart does not count."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was played to its end; its record can be fetched by `id`."""

    id: str
    at: float
    game: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    """By seat the player's id, or `bot:` and the level."""
    places: tuple[int, ...]
    points: tuple[int, ...]
    feats: tuple[int, ...]
    """By seat the highest set played, or the like in other games."""
    rated: bool
    public: bool
    correspondence: bool = False


@dataclass(frozen=True, slots=True)
class Results:
    """What one player has achieved, over all games or in one."""

    matches: int = 0
    wins: int = 0
    """Matches won alone."""
    shared_wins: int = 0
    mean_points: float = 0.0
    highest: int = 0
    """The highest set ever played, or the like in other games."""
    favourite: str | None = None
    """The game played most often."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength in one game; `ordinal` is what a leaderboard sorts by."""

    player: str
    name: str
    game: str
    mu: float
    sigma: float
    matches: int

    @property
    def ordinal(self) -> float:
        """A lower bound of the player's strength, at three standard deviations."""
        return self.mu - 3 * self.sigma
