"""Reports of players on other players, which moderators read and close."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from odin_server.accounts.facts import ReportClosed, Reported
from odin_server.accounts.refusals import ReportRefused
from odin_server.accounts.rows import AccountTables
from odin_server.accounts.storage import AccountStorage
from odin_server.chat import clean
from odin_server.hall.rate_limit import RateLimit
from odin_server.hall.views import Player

LONGEST_REASON = 200
REPORTS_AT_ONCE = 3
REPORTS_EVERY = 600.0
"""From one address so many reports at once, and one more each so many seconds."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report, and how it was closed."""

    number: int
    at: float
    by: str
    by_name: str
    about: str
    about_name: str
    why: str
    place: str
    """The code of the table where the reporter was; empty in the hall."""
    lines: tuple[tuple[str, str], ...]
    """What was said there last: names and texts."""
    closed: float | None
    closed_by: str | None
    closing: str | None


class Reports(AccountTables):
    """The reports of one host, or of all hosts of a hall."""

    def __init__(self, storage: AccountStorage, now: Callable[[], float]) -> None:
        super().__init__(storage.db, now)
        self._storage = storage
        self._limit = RateLimit(REPORTS_AT_ONCE, REPORTS_EVERY)
        self.on_report: list[Callable[[], object]] = []
        """Each is called after a report, wherever it was made."""

    async def add(
        self, by: Player, about: Player, why: str, place: str, lines: Sequence[tuple[str, str]]
    ) -> int:
        """Keep a report and return its number; raises `ReportRefused`."""
        if by.id == about.id:
            raise ReportRefused("report-on-yourself")
        spender, now = by.address or by.id, self._now()
        if self._open_by(by.id, about.id) is None and not self._limit.allows(spender, now):
            raise ReportRefused("too-many-reports")
        number = await self._storage.write(lambda: self._new(by, about, why, place, lines))
        self._limit.spend(spender, now)
        return number

    def _new(
        self, by: Player, about: Player, why: str, place: str, lines: Sequence[tuple[str, str]]
    ) -> tuple[Reported, int]:
        if self._open_by(by.id, about.id) is not None:
            raise ReportRefused("already-reported", name=about.name)
        (last,) = self._db.execute("SELECT max(number) FROM reports").fetchone()
        number = (last or 0) + 1
        reason = clean(why, LONGEST_REASON)
        said = [[name, text] for name, text in lines]
        at = self._now()
        fact = Reported(at, number, by.id, by.name, about.id, about.name, reason, place, said)
        return fact, number

    def _open_by(self, by: str, about: str) -> int | None:
        row = self._db.execute(
            "SELECT number FROM reports WHERE by = ? AND about = ? AND closed IS NULL", (by, about)
        ).fetchone()
        return None if row is None else int(row[0])

    async def close(self, number: int, by: str, text: str) -> None:
        """Close a report with a note; raises `ReportRefused` if there is none that is open."""

        def decide() -> tuple[ReportClosed, None]:
            if not self._found("number = ? AND closed IS NULL", (number,)):
                raise ReportRefused("no-such-report", number=number)
            return ReportClosed(self._now(), number, by, clean(text, LONGEST_REASON)), None

        await self._storage.write(decide)

    def find(self, number: int) -> Report | None:
        """Return a report by its number."""
        return next(iter(self._found("number = ?", (number,))), None)

    def open(self) -> list[Report]:
        """List the reports that nobody has closed, the oldest first."""
        return self._found("coalesce(closed, 0) = ?", (0,))

    def about(self, account: str) -> list[Report]:
        """List all reports on somebody, the oldest first."""
        return self._found("about = ?", (account,))

    def by(self, account: str) -> list[Report]:
        """List all reports of somebody, the oldest first."""
        return self._found("by = ?", (account,))

    def count_open(self) -> int:
        """Return how many reports nobody has closed."""
        (count,) = self._db.execute("SELECT count(*) FROM reports WHERE closed IS NULL").fetchone()
        return int(count)

    def _found(self, where: str, values: tuple[object, ...]) -> list[Report]:
        rows = self._db.execute(
            f"SELECT * FROM reports WHERE {where} ORDER BY number",  # noqa: S608 - ours
            values,
        ).fetchall()
        return [_report(*row) for row in rows]


def _report(*row: Any) -> Report:
    (*start, lines), closing = row[:9], row[9:]
    said = tuple((name, text) for name, text in json.loads(lines))
    values: tuple[Any, ...] = (*start, said, *closing)
    return Report(*values)
