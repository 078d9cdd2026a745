"""What the hall turns down. Each complaint is a class a screen can tell apart, with a sentence."""

from odin_engine.game import Refusal
from odin_server.refusals import SentenceRefusal


class NoSuchGame(SentenceRefusal):
    """There is no game of that name in this house."""


class NoSuchTable(SentenceRefusal):
    """No table has this code, or it is not one this player may know about."""


class NoSuchMatch(SentenceRefusal):
    """No finished match has this name, or it is not this player's to read."""


class NoSuchBot(SentenceRefusal):
    """There is no bot of that level."""


class BadTable(SentenceRefusal):
    """A table cannot be opened like that."""


class BadName(SentenceRefusal):
    """A name with nothing in it that could be shown."""


class NameTooLong(BadName):
    """A name with more letters than fit beside a seat."""


class TableFull(SentenceRefusal):
    """Every seat is taken."""


class TableClosed(SentenceRefusal):
    """The table is closed; nothing more happens at it."""


class SeatTaken(SentenceRefusal):
    """Someone sits there already."""


class SeatsEmpty(Refusal):
    """The match cannot begin with so many seats empty."""


class NotSeated(SentenceRefusal):
    """Only someone with a seat at the table may do that."""


class NotHost(SentenceRefusal):
    """Only the host of the table may do that."""


class NotYourTurn(SentenceRefusal):
    """It is somebody else's turn, or the turn this move was meant for has passed."""


class NotNow(SentenceRefusal):
    """Something that can be done at a table, but not in its present phase."""


class ChairGone(SentenceRefusal):
    """This chair was closed, or a newer session of the same player has taken it over."""


class NoSpectators(SentenceRefusal):
    """This table is not to be watched, or no more people fit along the wall."""


class HintsOff(SentenceRefusal):
    """Hints are not allowed in this match."""


class TooManyTables(SentenceRefusal):
    """A limit on open tables was reached: this player's, or the hall's."""


class TooManySeats(SentenceRefusal):
    """This player sits at as many tables as the hall allows."""


class TooFast(SentenceRefusal):
    """Too much talk, or too many codes tried, in too short a time."""


class NothingToSay(SentenceRefusal):
    """A line of chat in which nothing that could be shown is left."""


class Muted(SentenceRefusal):
    """This player may not talk for now."""


class HallClosed(SentenceRefusal):
    """The hall is closing and takes no new tables or moves."""
