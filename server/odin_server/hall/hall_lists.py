"""What a hall can tell: its tables, a player's matches, and how well everybody plays."""

from collections.abc import Sequence
from dataclasses import replace

from odin_engine.record import Record
from odin_server.hall.bus import Bus
from odin_server.hall.chair import Chair
from odin_server.hall.context import TableContext
from odin_server.hall.hall_log import HallLog
from odin_server.hall.invite_codes import format_code, normalize_code
from odin_server.hall.lobby import Lobby
from odin_server.hall.match_records import record_of
from odin_server.hall.rate_limit import RateLimit
from odin_server.hall.refusals import (
    NoSuchMatch,
    NoSuchTable,
    TableOfNewerVersion,
    TooFast,
)
from odin_server.hall.registry import TableRegistry
from odin_server.hall.table import Table
from odin_server.hall.view_builder import listing_of, status_of
from odin_server.hall.views import (
    DEPARTED,
    ChatEntry,
    ChatLine,
    FinishedMatch,
    Person,
    Phase,
    Player,
    Rating,
    Results,
    TableListing,
    TableStatus,
    TableView,
)

LINES_HEARD = 20
"""So many lines go with a report."""


class HallLists:
    """Looks tables and matches up; `Hall` opens and changes them."""

    _context: TableContext
    _log: HallLog
    _tables: dict[str, Table]
    _codes: dict[str, Table]
    _code_limit: RateLimit
    _bus: Bus
    _registry: TableRegistry
    _lobby: Lobby
    departed: set[str]

    def look(self, player: Player, code: str) -> TableView:
        """Return a table as the player's own seat sees it, without coming to it."""
        return Chair(self.own_table(player, code), player, spectator=False).view

    def own_table(self, player: Player, code: str) -> Table:
        """Return a table where a player has a seat; raises `NoSuchTable`. For the hall."""
        table = self._find_table(player, code)
        if table.state.seat_of(player.id) is None:
            raise NoSuchTable(code=code[:20])
        return table

    def table_by_id(self, table_id: str) -> Table:
        """Return a table that is open. For the hall."""
        return self._tables[table_id]

    def waiting_table(self, table_id: str) -> TableListing | None:
        """Return a table by its id while it waits for players; otherwise None."""
        table = self._tables.get(table_id)
        if table is None or table.state.phase is not Phase.LOBBY:
            return None
        listing = listing_of(table)
        return listing if listing.free else None

    def is_closed(self, table_id: str) -> bool:
        """Tell whether a table was closed; False for one of which this host has not read yet."""
        return self._log.was_added(table_id) and table_id not in self._log.open_tables

    def is_seated(self, player_id: str, table_id: str) -> bool:
        """Tell whether a player has a seat at a table that is open."""
        return self._tables[table_id].state.seat_of(player_id) is not None

    def now(self) -> float:
        """Return the hall's time."""
        return self._context.clock.now()

    def find(self, player: Player, code: str) -> TableListing:
        """Look up a table by its invite code, in any case, with or without its dash."""
        return listing_of(self._find_table(player, code))

    def tables(self) -> tuple[TableListing, ...]:
        """List the public tables where somebody is or bots play, those with free seats first."""
        listed = [
            listing_of(table)
            for table in self._tables.values()
            if table.state.opened.public and _is_alive(table)
        ]
        return tuple(
            sorted(listed, key=lambda table: (table.phase is not Phase.LOBBY, -table.free))
        )

    @property
    def table_count(self) -> int:
        """How many tables are not closed, public or not."""
        return len(self._tables)

    def all_tables(self) -> tuple[TableStatus, ...]:
        """List every table for those who run the hall, the one that is quiet longest first."""
        listed = [
            status_of(table.id, table.state, len(table.places)) for table in self._tables.values()
        ]
        return tuple(sorted(listed, key=lambda table: table.last_at))

    def unfinished(self, player: Player) -> tuple[TableListing, ...]:
        """List the tables where this player has a seat in a match, or waits for one."""
        mine = [
            listing_of(table)
            for table in self._tables.values()
            if table.state.seat_of(player.id) is not None and table.state.phase is not Phase.OVER
        ]
        return tuple(sorted(mine, key=lambda table: -table.last_at))

    def finished(self, player: Player) -> tuple[FinishedMatch, ...]:
        """List the matches this player has finished, the newest first."""
        return tuple(map(self._without_departed, self._log.history.finished(player.id)))

    def _without_departed(self, match: FinishedMatch) -> FinishedMatch:
        if self.departed.isdisjoint(match.players):
            return match
        return replace(match, names=self._names(match.players, match.names))

    def _names(self, players: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of players, without those of deleted accounts."""
        return tuple(
            DEPARTED if player in self.departed else name
            for player, name in zip(players, names, strict=True)
        )

    def finished_by_correspondence(self, player: Player, most: int) -> tuple[FinishedMatch, ...]:
        """List the last matches by correspondence of a player, the newest first."""
        matches = self._log.history.by_correspondence(player.id, most)
        return tuple(map(self._without_departed, matches))

    async def record(self, player: Player, match: str) -> Record:
        """Return the record of a finished match: one's own, or one that was played in public."""
        ended = self._log.history.find(match) or self._registry.find_match(match)
        if ended is None or not (ended.public or player.id in ended.players):
            raise NoSuchMatch("no-such-match", match=match[:40])
        record = await record_of(ended, self._context.log, self._context.games)
        return replace(record, names=self._names(ended.players, record.names))

    def heard(self, player: Player, about: str) -> tuple[str, tuple[ChatLine, ...]]:
        """Return where a player was last with somebody, and what they could read there.

        That is the code of a table at which both are, or empty for the hall, and its newest lines.
        """
        for table in sorted(self._tables.values(), key=lambda one: -one.state.last_at):
            here = {place.player for place in table.places}
            here |= {seat.player for seat in table.state.seats if seat.player is not None}
            lines = _lines(table.state.chat)
            if player.id in here and about in here | {line.player for line in lines}:
                return format_code(table.code), lines
        return "", _lines(self._lobby.chat)

    def results(self, player: Player, game: str | None = None) -> Results:
        """Sum up what a player has achieved, in one game or in all."""
        return self._log.history.results(player.id, game)

    def rating(self, player: Player | Person, game: str) -> Rating | None:
        """Return a player's rating in a game; None before the first rated match."""
        return self._log.history.rating(player.id, game)

    def leaderboard(self, game: str, most: int = 20) -> tuple[Rating, ...]:
        """List the strongest players of a game, bots included."""
        rated = self._log.history.leaderboard(game)
        return tuple(one for one in rated if one.player not in self.departed)[:most]

    def _find_table(self, player: Player, code: str) -> Table:
        now = self._context.clock.now()
        if not self._code_limit.allows(player.id, now):
            raise TooFast("too-many-wrong-codes")
        table = self._codes.get(normalize_code(code))
        newer = self._registry.newer.get(normalize_code(code))
        if table is None and newer in self._log.open_tables:
            raise TableOfNewerVersion(code=code[:20])
        if table is None:
            self._code_limit.spend(player.id, now)
            self._bus.publish({"kind": "wrong-code", "player": player.id})
            raise NoSuchTable(code=code[:20])
        return table


def _lines(chat: Sequence[ChatEntry]) -> tuple[ChatLine, ...]:
    return tuple(entry for entry in chat if isinstance(entry, ChatLine))[-LINES_HEARD:]


def _is_alive(table: Table) -> bool:
    """Tell whether a table is listed: not if nobody is connected, unless only bots play.

    By correspondence, nobody has to be there for others to sit down.
    """
    if not table.is_deserted:
        return True
    if table.state.by_correspondence and table.state.phase is Phase.LOBBY:
        return True
    return table.state.is_playing and not any(p.is_human for p in table.state.seats)
