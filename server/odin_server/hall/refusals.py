"""What the hall refuses: a class for each kind of complaint, a code for each reason."""

from typing import TypeVar

from odin_engine.game import Refusal
from odin_server.notices import Notice


class NoSuchGame(Refusal):
    """There is no game of that name."""

    code = "no-such-game"


class NoSuchTable(Refusal):
    """No table has this code, or it is not one this player may know about."""

    code = "no-such-table"


class TableOfNewerVersion(NoSuchTable):
    """Another host has this table, with a newer version of this program."""

    code = "table-of-newer-version"


class NeedsAccount(Refusal):
    """Guests cannot do that, because they cannot come back; the code says what."""


class ChallengeRefused(Refusal):
    """Somebody cannot be challenged now, or a challenge not be declined; the code says why."""


class NoSuchMatch(Refusal):
    """No finished match has this id, or it is not this player's to read."""


class DailyRefused(Refusal):
    """The daily deal cannot be played, or not looked at yet; the code says why."""


class StillSaving(Refusal):
    """The log has not answered yet; what was done counts if it is written after all."""

    code = "still-saving"


class NoSuchBot(Refusal):
    """There is no bot of that level."""

    code = "no-such-bot"


class BadTable(Refusal):
    """A table cannot be opened like that."""


class BadName(Refusal):
    """A name that cannot be shown, or not all of it."""


class NameTooLong(BadName):
    """A name with more letters than fit beside a seat."""

    code = "name-too-long"


class TableFull(Refusal):
    """Every seat is taken."""

    code = "table-full"


class RemovedFromTable(Refusal):
    """The host has removed this player a short while ago."""

    code = "removed-from-table"


class TableClosed(Refusal):
    """The table is closed; the code says why."""


class SeatTaken(Refusal):
    """Someone else has this seat, or there is no such seat."""


class SeatsEmpty(Refusal):
    """The match cannot begin with so many seats empty."""


class NotSeated(Refusal):
    """Only someone with a seat at the table may do that."""

    code = "not-seated"


class NotHost(Refusal):
    """Only the host of the table may do that."""

    code = "not-host"


class NotYourTurn(Refusal):
    """It is somebody else's turn, or the turn this move was meant for has passed."""


class NotNow(Refusal):
    """Something that can be done at a table, but not in its present phase."""


class ChairGone(Refusal):
    """The chair has ended; the code says why."""


class NoSpectators(Refusal):
    """Spectators are not allowed here, not so many, or not to talk."""


class HintsOff(Refusal):
    """Hints are not allowed in this match."""

    code = "hints-off"


class TooManyTables(Refusal):
    """A limit on open tables is reached: the player's, their address's, the guests' or all."""


class TooManySeats(Refusal):
    """A limit on seats is reached: the player's or their address's."""


class TooFast(Refusal):
    """Too many chat lines or invite codes in too short a time."""


class NothingToSay(Refusal):
    """A chat line that is too long, or in which nothing can be shown."""


class Muted(Refusal):
    """A moderator has muted this player."""

    code = "muted"


class HallClosed(Refusal):
    """The hall is closing and takes no new tables or moves."""

    code = "hall-closing"


RefusalT = TypeVar("RefusalT", bound=Refusal)


def refused_with(kind: type[RefusalT], notice: Notice) -> RefusalT:
    """Return a refusal of this class with the code and facts of a notice."""
    return kind(notice.code, **notice.facts)
