"""The state of a table: a fold over its log, and nothing else.

Two folds over the same facts are equal, in whichever process; recovery after a crash is nothing
else.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from odin_engine.chance import Seed
from odin_engine.game import Outcome, Seat
from odin_server.hall.facts import (
    Closed,
    CloseReason,
    MatchEnded,
    Opened,
)
from odin_server.hall.views import (
    ChatEntry,
    CoverReason,
    Phase,
    Vote,
    is_guest,
)
from odin_server.notices import Notice


class PauseReason(StrEnum):
    """Why a match is paused."""

    AGREED = "agreed"
    EMPTY = "empty"
    """Nobody is at the table."""


@dataclass(slots=True)
class SeatState:
    """One seat: whose it is, which bot plays it now, and its clock."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    covered: CoverReason | None = None
    lapses: int = 0
    lapsed: str | None = None
    """The move that was made when the clock last ran out; None once the player has moved."""
    bank: float = 0.0
    since: float | None = None
    """Since when the match waits for this seat; None while it does not, or the clock stands."""
    asked: int = 0
    """How many moves the match had seen when it began to wait for this seat."""
    vote: Vote | None = None
    feat: int = 0

    @property
    def is_free(self) -> bool:
        return self.player is None and self.bot is None

    @property
    def is_human(self) -> bool:
        """Whether a person, present or not, plays this seat themselves."""
        return self.player is not None and self.bot is None


@dataclass(slots=True)
class TableState:
    """The state of a table after some facts."""

    opened: Opened
    seats: list[SeatState]
    host: str
    host_name: str
    seed: str
    """The seed of the match that is played or was played last; before the first, of that one."""
    commitment: str | None = None
    """The SHA-256 of `seed` as it was published, not as it would be worked out now; None if it
    was not published."""
    next_seed: str | None = None
    """The seed of the next match, from the end of one until the next begins."""
    next_commitment: str | None = None
    version: int = 1
    phase: Phase = Phase.LOBBY
    pause: PauseReason | None = None
    closed: Closed | None = None
    last_at: float = 0.0
    """When something last happened here; what a restart does by itself does not count."""
    down_until: float = 0.0
    """The end of the last time without a host that was given back to the clocks."""
    match_state: Any = None
    outcome: Outcome | None = None
    moves: list[tuple[Seat, str]] = field(default_factory=list)
    matches: int = 0
    ended: list[MatchEnded] = field(default_factory=list)
    chat: list[ChatEntry] = field(default_factory=list)
    removed: dict[str, float] = field(default_factory=dict)
    """The players whom the host has removed, and when."""

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat that belongs to a player; None if they have none."""
        for seat, seat_state in enumerate(self.seats):
            if seat_state.player == player:
                return Seat(seat)
        return None

    @property
    def chance(self) -> Seed:
        """The seed the table was opened with; later matches have their own."""
        return Seed(bytes.fromhex(self.opened.seed))

    @property
    def seed_given(self) -> bool:
        """Whether whoever opened the table chose the seed of this match."""
        return self.opened.given and self.matches <= 1

    @property
    def by_correspondence(self) -> bool:
        """Whether a move has days, so that nobody has to be there."""
        return self.opened.correspondence

    @property
    def daily(self) -> str:
        """The day whose deal this match is; empty for an ordinary match."""
        return self.opened.daily if self.matches <= 1 else ""

    def turn_of(self, seat: Seat) -> tuple[int, int]:
        """Which match this is, and at which of its moves it began to wait for this seat.

        Where a game asks several at once, a move of another seat leaves one's own turn as it is.
        """
        return self.matches, self.seats[seat].asked

    @property
    def notice(self) -> Notice | None:
        """Why the table is paused or closed; None while it is neither."""
        if self.closed is not None:
            return _close_notice(self.closed)
        match self.pause:
            case PauseReason.AGREED:
                return Notice("paused-as-agreed")
            case PauseReason.EMPTY:
                return Notice("paused-while-empty")
        return None

    @property
    def is_playing(self) -> bool:
        return self.phase is Phase.PLAYING

    @property
    def in_match(self) -> bool:
        """Whether a match has begun and not ended."""
        return self.phase in (Phase.PLAYING, Phase.PAUSED)

    @property
    def closes_when_deserted(self) -> bool:
        """Whether nobody would come back here: guests only, or a tournament's match is over."""
        return self.is_of_guests or (self.is_of_tournament and self.phase is Phase.OVER)

    @property
    def is_of_tournament(self) -> bool:
        """Whether the seats are the tournament's to give, and its match has to be finished."""
        return self.opened.tournament > 0

    @property
    def is_of_guests(self) -> bool:
        """Whether nobody with an account has a seat here; a table of bots alone is its host's."""
        people = [seat_state.player for seat_state in self.seats if seat_state.player is not None]
        return all(map(is_guest, people or [self.host]))


def _close_notice(closed: Closed) -> Notice:  # noqa: PLR0911 - one for each reason
    match closed.reason:
        case CloseReason.HOST:
            return Notice("closed-by-host", name=closed.by)
        case CloseReason.MODERATOR:
            return Notice("closed-by-moderator", text=closed.text)
        case CloseReason.OPERATOR:
            return Notice("closed-by-operator", text=closed.text)
        case CloseReason.EMPTY:
            return Notice("closed-empty")
        case CloseReason.IDLE:
            return Notice("closed-idle")
        case CloseReason.DECLINED:
            return Notice("closed-declined", name=closed.by)
        case CloseReason.OTHER:
            return Notice("closed-otherwise", text=closed.text)
