"""Who has played the deals of which days, and how: a fold over the hall's stream.

A day is a day of UTC, the same for everyone wherever they are. A match counts for the day it was
begun on and may be finished until the end of the next; then the board is closed and its seed is
published.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from odin_server.hall.facts import MatchEnded, TableAdded


@dataclass(frozen=True, slots=True)
class DailyResult:
    """One row of the board of a day."""

    rank: int
    """From 1; equal results share a rank."""
    player: str
    name: str
    place: int
    points: tuple[int, ...]
    """Of every seat; the player's is the first."""
    lead: int
    """The points by which the player won, or is behind the winner as a number below 0."""
    match: str
    """The id of the match."""


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """The deal of a day in one game, and how everybody did."""

    day: str
    game: str
    results: tuple[DailyResult, ...]
    """The best first."""
    unfinished: int
    """How many have begun and not finished."""
    commitment: str
    """The SHA-256 of the seed, published from the day before on."""
    seed: str | None
    """The seed itself, once the board is closed."""
    ends_at: float
    """When the day ends."""


@dataclass(slots=True)
class Entry:
    """What one player has made of the deal of a day."""

    player: str
    name: str
    table: str
    ended: MatchEnded | None = None


class DailyBook:
    """The tables of daily deals, and their results, each kept once."""

    def __init__(self) -> None:
        self._days: dict[tuple[str, str], dict[str, Entry]] = {}
        self._tables: dict[str, tuple[str, Entry]] = {}

    def add_table(self, added: TableAdded) -> None:
        """Note a table, if it is one of a daily deal and the player's first."""
        if not added.day:
            return
        players = self._days.setdefault((added.day, added.game), {})
        if added.player not in players:
            entry = players[added.player] = Entry(added.player, added.name, added.table)
            self._tables[added.table] = added.day, entry

    def add_result(self, ended: MatchEnded) -> None:
        """Note how the first match of such a table ended, unless that took too long."""
        if ended.table not in self._tables or ended.number != 1:
            return
        day, entry = self._tables[ended.table]
        if entry.ended is None and day_of(ended.at) <= day_after(day):
            entry.ended = ended

    def entry(self, day: str, game: str, player: str) -> Entry | None:
        """Return what a player has made of a deal; None if they have not begun."""
        return self._days.get((day, game), {}).get(player)

    def day_of_table(self, table: str) -> str | None:
        """Return the day whose deal is played at a table; None if it is an ordinary one."""
        return self._tables[table][0] if table in self._tables else None

    def results(self, day: str, game: str) -> tuple[DailyResult, ...]:
        """Rank those who have finished: by place, then by the points they won or lost by."""
        entries = self._days.get((day, game), {}).values()
        found = sorted(
            (_result(entry, entry.ended) for entry in entries if entry.ended is not None),
            key=lambda row: (row[0], -row[1]),
        )
        keys = [row[:2] for row in found]
        return tuple(
            DailyResult(
                keys.index((place, lead)) + 1,
                entry.player,
                entry.name,
                place,
                tuple(ended.points),
                lead,
                f"{ended.table}.{ended.number}",
            )
            for place, lead, entry, ended in found
        )

    def unfinished(self, day: str, game: str) -> int:
        """Return how many have begun and not finished."""
        return sum(entry.ended is None for entry in self._days.get((day, game), {}).values())


def _result(entry: Entry, ended: MatchEnded) -> tuple[int, int, Entry, MatchEnded]:
    seat = ended.players.index(entry.player)
    place = ended.places[seat]
    others = [number for number in range(len(ended.places)) if number != seat]
    rival = min(others, key=lambda other: ended.places[other])
    lead = abs(ended.points[seat] - ended.points[rival])
    return place, lead if place == 1 else -lead, entry, ended


def is_day(text: str) -> bool:
    """Return whether a text is a day as it is written here, as in 2026-11-18."""
    try:
        return datetime.fromisoformat(text).date().isoformat() == text
    except ValueError:
        return False


def day_of(time: float) -> str:
    """Return the day of a time in seconds since 1970."""
    return datetime.fromtimestamp(time, UTC).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    """Return the day so many days later."""
    return (datetime.fromisoformat(day).date() + timedelta(days=days)).isoformat()


def end_of(day: str) -> float:
    """Return the time when a day ends."""
    return datetime.fromisoformat(f"{day_after(day)}T00:00:00+00:00").timestamp()
