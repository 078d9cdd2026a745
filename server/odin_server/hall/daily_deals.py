"""Opening the daily deal for a player, and its boards."""

import json
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from odin_engine.chance import Seed, commitment
from odin_engine.daily import LEVEL, daily_seats, daily_seed
from odin_server.hall.chair import Chair
from odin_server.hall.context import TableContext
from odin_server.hall.daily import (
    DailyBoard,
    DailyBook,
    DailyResult,
    Entry,
    day_after,
    day_of,
    end_of,
    is_day,
)
from odin_server.hall.refusals import DailyRefused, NoSuchGame
from odin_server.hall.views import DEPARTED, NewTable, Player, is_guest
from odin_server.log import LogEntry, VersionTaken

if TYPE_CHECKING:
    from odin_server.hall.hall import Hall
    from odin_server.hall.table import Table

STREAM = "daily"


class DailyStatus(StrEnum):
    """What a player has made of today's deal."""

    NEW = "new"
    BEGUN = "begun"
    PLAYED = "played"
    GIVEN_UP = "given-up"


class DailyDeals:
    """The daily deals of a hall; everybody gets each deal once.

    On a host the seeds come from a secret that is drawn once and kept in the log, so nobody can
    work out tomorrow's deal, and a restart changes none. At home they follow from the date alone.
    """

    def __init__(
        self,
        hall: "Hall",
        context: TableContext,
        book: DailyBook,
        tables: Mapping[str, "Table"],
    ) -> None:
        self._hall, self._context = hall, context
        self._book, self._tables = book, tables
        self._secret = b""
        self._opening: set[tuple[str, str, str]] = set()

    @property
    def today(self) -> str:
        """The day it is now, by UTC."""
        return day_of(self._context.clock.now())

    def status(self, player: Player, game: str) -> DailyStatus:
        """Return what a player has made of today's deal."""
        entry = self._book.entry(self.today, game, player.id)
        if entry is None:
            return DailyStatus.NEW
        if entry.ended is not None:
            return DailyStatus.PLAYED
        return DailyStatus.BEGUN if self._is_open(entry) else DailyStatus.GIVEN_UP

    def _is_open(self, entry: Entry) -> bool:
        return entry.table in self._tables

    def is_running(self, match_id: str) -> bool:
        """Return whether a match is of a daily deal that others may still play."""
        day = self._book.day_of_table(match_id.partition(".")[0])
        return day is not None and not self._is_closed(day)

    def _is_closed(self, day: str) -> bool:
        return self.today > day_after(day)

    async def play(self, player: Player, game: str) -> Chair:
        """Begin today's deal, or come back to it.

        Raises `DailyRefused` for a guest and for somebody who has finished it or given it up.
        """
        if game not in self._context.games:
            raise NoSuchGame(game=game[:20], games=list(self._context.games))
        if is_guest(player.id):
            raise DailyRefused("daily-needs-account")
        day = self.today
        entry = self._book.entry(day, game, player.id)
        if entry is not None and entry.ended is None and self._is_open(entry):
            return await self._hall.sit(player, self._tables[entry.table].code)
        key = day, game, player.id
        if entry is not None or key in self._opening:
            raise DailyRefused("daily-played")
        self._opening.add(key)
        try:
            chair = await self._hall.open_table(player, await self._new_table(day, game))
        finally:
            self._opening.discard(key)
        await chair.start()
        return chair

    async def board(self, game: str, day: str = "") -> DailyBoard:
        """Return the board of a day, today's if none is named.

        Raises `DailyRefused` for what is no day, and for one still to come: only of tomorrow's is
        the commitment told.
        """
        day = day or self.today
        if not is_day(day):
            raise DailyRefused("daily-not-a-day", day=day[:20])
        if day > day_after(self.today):
            raise DailyRefused("daily-to-come")
        seed = await self._seed(day, game)
        return DailyBoard(
            day,
            game,
            tuple(map(self._without_departed, self._book.results(day, game))),
            self._book.unfinished(day, game),
            commitment(seed),
            seed.hex() if self._is_closed(day) else None,
            end_of(day),
        )

    def _without_departed(self, result: DailyResult) -> DailyResult:
        return replace(result, name=DEPARTED) if result.player in self._hall.departed else result

    async def _new_table(self, day: str, game: str) -> NewTable:
        seats = daily_seats(self._context.games[game])
        return NewTable(
            game,
            seats=seats,
            bots=(LEVEL,) * (seats - 1),
            spectators=False,
            seed=(await self._seed(day, game)).hex(),
            daily=day,
        )

    async def _seed(self, day: str, game: str) -> Seed:
        """Return the seed of a day; raise `LogUnwritable` if the secret cannot be kept."""
        while self._context.settings.daily_secret and not self._secret:
            (await self._context.log.follow(STREAM, 0, self._read)).stop()
            if not self._secret:
                drawn = json.dumps({"secret": self._context.new_seed().hex()})
                try:
                    await self._context.log.append(STREAM, 0, drawn)
                except VersionTaken:
                    continue
        return daily_seed(day, game, self._secret)

    def _read(self, entry: LogEntry) -> None:
        self._secret = bytes.fromhex(json.loads(entry.payload)["secret"])
