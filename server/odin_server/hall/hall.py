"""The hall: opens tables, finds them by code, seats players, and knows the finished matches."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from random import Random
from typing import Any

from odin_engine.chance import SEED_BYTES
from odin_engine.game import AnyGame, Refusal
from odin_engine.games import GAMES
from odin_engine.record import Record
from odin_server.chat import clean
from odin_server.clock import Clock, LoopClock
from odin_server.hall.bot_pool import BotPool, ProcessBotPool
from odin_server.hall.chair import Chair
from odin_server.hall.context import TableContext
from odin_server.hall.daily_deals import DailyDeals
from odin_server.hall.facts import (
    CloseReason,
    HallFact,
    Resumed,
    TableAdded,
    TableFact,
    TableRemoved,
)
from odin_server.hall.hall_log import HallLog
from odin_server.hall.invite_codes import new_code, normalize_code
from odin_server.hall.limits import Limits
from odin_server.hall.lobby import Lobby
from odin_server.hall.lobby_session import LobbySession
from odin_server.hall.match_records import record_of
from odin_server.hall.new_table import check, opening_facts
from odin_server.hall.puzzles import PuzzleBook
from odin_server.hall.rate_limit import RateLimit
from odin_server.hall.refusals import (
    HallClosed,
    NoSuchMatch,
    NoSuchTable,
    TooFast,
)
from odin_server.hall.settings import HallSettings
from odin_server.hall.table import Table
from odin_server.hall.view_builder import listing_of, status_of
from odin_server.hall.views import (
    Announcement,
    ChatEntry,
    FinishedMatch,
    NewTable,
    Person,
    Phase,
    Player,
    Rating,
    Results,
    TableListing,
    TableStatus,
    TableView,
)
from odin_server.log import DamagedLog, Log, LogUnwritable
from odin_server.log.memory import MemoryLog
from odin_server.notices import Notice


class Hall:
    """All tables of one program, whether one person plays at home or hundreds over SSH.

    `Hall.begin` brings every unfinished table of the log back. Without a log nothing is kept.
    Clock, random numbers, games and bot pool can be replaced, for tests.
    """

    def __init__(
        self,
        log: Log,
        settings: HallSettings,
        clock: Clock,
        games: Mapping[str, AnyGame],
        bot_pool: BotPool,
        chance: Random | None,
        on_move: Callable[[], object],
    ) -> None:
        """For `begin`, which also reads the log."""
        self._chance = chance
        self.bot_pause = settings.bot_pause
        """Seconds before a bot moves; it may be set at any time."""
        self._context = TableContext(
            settings=settings,
            clock=clock,
            log=log,
            games=games,
            bot_pool=bot_pool,
            rng=chance or Random(secrets.randbits(128)),
            new_seed=lambda: _random_bytes(chance),
            spawn=self._spawn,
            chat_limit=RateLimit(settings.chat_burst, settings.chat_every),
            muted={},
            bot_pause=lambda: self.bot_pause,
            changed=self._changed,
            moved=on_move,
            match_over=self._record_matches,
            table_closed=self._remove_table,
        )
        self._log = HallLog(log)
        self._tables: dict[str, Table] = {}
        self._codes: dict[str, Table] = {}
        self._lobby = Lobby(self._context)
        self._code_limit = RateLimit(settings.code_tries, settings.code_every)
        self._limits = Limits(lambda: self._context.settings, self._tables)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self.daily = DailyDeals(self, self._context, self._log.daily, self._tables)
        """The deals of the days, each the same for everybody."""
        self.puzzles = PuzzleBook(log, clock.now)
        """Positions with a best move to find."""
        self.unreadable_tables: dict[str, Refusal] = {}
        """Tables of the log that could not be read, by id, each with the reason."""

    @classmethod
    async def begin(
        cls,
        log: Log | None = None,
        settings: HallSettings | None = None,
        *,
        clock: Clock | None = None,
        games: Mapping[str, AnyGame] = GAMES,
        bot_pool: BotPool | None = None,
        chance: Random | None = None,
        on_move: Callable[[], object] = lambda: None,
    ) -> "Hall":
        """Open the hall over a log and bring back every table that was not closed.

        `on_move` is called after every move that is made, whoever made it.
        `chance`, for tests, decides seeds, codes and bots; otherwise seeds come from `secrets`.
        """
        settings, clock = settings or HallSettings(), clock or LoopClock()
        bot_pool = bot_pool or ProcessBotPool(settings, clock)
        hall = cls(log or MemoryLog(), settings, clock, games, bot_pool, chance, on_move)
        await hall._recover()
        return hall

    @property
    def log(self) -> Log:
        """The log that keeps everything of this hall."""
        return self._context.log

    def change_settings(self, settings: HallSettings) -> None:
        """Use other settings from now on; timers that run keep theirs."""
        self._context.settings, self.bot_pause = settings, settings.bot_pause

    async def _recover(self) -> None:
        await self._log.begin()
        await self.puzzles.begin()
        for table_id in tuple(self._log.open_tables):
            table = Table(table_id, self._context)
            try:
                await table.begin()
                if not table.fold.begun:
                    raise DamagedLog("empty-table-log")
            except Refusal as refusal:
                table.stop()
                self.unreadable_tables[table_id] = refusal
                continue
            self._tables[table_id] = self._codes[table.code] = table
            await self._resume(table)

    async def _resume(self, table: Table) -> None:
        """Restart clocks and bots of a recovered table; downtime is not charged to any clock."""
        try:
            if table.state.is_playing:
                await table.write(lambda: Resumed(self._context.clock.now(), restart=True))
                await table.sleep_or_wake()
        except LogUnwritable:
            again = self._context.clock.now() + self._context.settings.write_again
            self._context.clock.call_at(again, lambda: self._spawn(self._resume(table)))
        else:
            table.go_live()

    async def open_table(self, player: Player, wanted: NewTable) -> Chair:
        """Open a table with this player as its host, and return their chair."""
        self._check_open()
        with self._limits.new_table(player, with_seat=wanted.host_sits):
            game = check(wanted, self._context.games)
            table = Table(self._new_id(), self._context)
            await table.begin()
            seed = _random_bytes(self._chance).hex()
            now = self._context.clock.now()
            for fact in opening_facts(now, player, wanted, game, self._new_code(), seed):
                await table.write(partial(_always, fact))
            daily = (wanted.daily, wanted.game, player.id, player.name) if wanted.daily else ()
            await self._log.add(TableAdded(now, table.id, *daily))
            self._tables[table.id] = self._codes[table.code] = table
        chair = table.attach(player, spectator=not wanted.host_sits)
        table.go_live()
        self._changed()
        return chair

    async def sit(self, player: Player, code: str, seat: int | None = None) -> Chair:
        """Take a free seat, or come back to one's own: the newest session holds the chair."""
        self._check_open()
        table = self._find_table(player, code)
        if table.state.seat_of(player.id) is not None:
            return await table.sit(player, seat)
        with self._limits.new_seat(player):
            return await table.sit(player, seat)

    async def watch(self, player: Player, code: str) -> Chair:
        """Watch a table without a seat; someone who has one there sits down on it instead."""
        self._check_open()
        return await self._find_table(player, code).watch(player)

    def look(self, player: Player, code: str) -> TableView:
        """Return a table as the player's own seat sees it, without coming to it."""
        table = self._find_table(player, code)
        if table.state.seat_of(player.id) is None:
            raise NoSuchTable(code=code[:20])
        return Chair(table, player, spectator=False).view

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
            status_of(table.id, table.state, len(table.chairs)) for table in self._tables.values()
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
        return self._log.history.finished(player.id)

    async def record(self, player: Player, match: str) -> Record:
        """Return the record of a finished match: one's own, or one that was played in public."""
        ended = self._log.history.find(match)
        if ended is None or not (ended.public or player.id in ended.players):
            raise NoSuchMatch("no-such-match", match=match[:40])
        return await record_of(ended, self._context.log, self._context.games)

    def results(self, player: Player, game: str | None = None) -> Results:
        """Sum up what a player has achieved, in one game or in all."""
        return self._log.history.results(player.id, game)

    def rating(self, player: Player | Person, game: str) -> Rating | None:
        """Return a player's rating in a game; None before the first rated match."""
        return self._log.history.rating(player.id, game)

    def leaderboard(self, game: str, most: int = 20) -> tuple[Rating, ...]:
        """List the strongest players of a game, bots included."""
        return self._log.history.leaderboard(game)[:most]

    def enter(self, player: Player) -> LobbySession:
        """Return a session in the lobby, which sees the tables and may chat."""
        self._check_open()
        return self._lobby.enter(LobbySession(self, player))

    def exit(self, session: LobbySession) -> None:
        """End a session in the lobby. For `LobbySession.close`."""
        self._lobby.exit(session)

    def people(self) -> tuple[Person, ...]:
        """Return everyone in the hall, each once, and what they do."""
        return self._lobby.people(self._tables.values())

    def rate_matches(self) -> None:
        """Rate all matches that have ended, so that nobody has to wait for ratings later."""
        self._log.history.rate_new_matches()

    def chat(self) -> tuple[ChatEntry, ...]:
        """Return the newest lines said in the hall; they are not kept when the program ends."""
        return self._lobby.chat

    def announcement(self) -> Announcement | None:
        """Return what a moderator announced last in the hall; None if that is long ago."""
        return self._lobby.announcement

    def say(self, player: Player, text: str) -> None:
        """Say something to everyone in the hall."""
        self._check_open()
        self._lobby.say(player, text)

    async def announce(self, text: str) -> None:
        """Announce something in the hall and at every table."""
        line = self._lobby.announce(text)
        for table in tuple(self._tables.values()):
            await table.announce(line)

    async def close_table(self, code: str, text: str = "") -> None:
        """Close a table as a moderator; `text` is told to the players."""
        table = self._codes.get(normalize_code(code))
        if table is None:
            raise NoSuchTable(code=code[:20])
        await table.close(CloseReason.MODERATOR, clean(text, self._context.settings.chat_length))

    def mute(self, player_id: str, until: float) -> None:
        """Mute a player until a time on the hall's clock."""
        self._context.muted[player_id] = until

    def now(self) -> float:
        """Return the hall's time."""
        return self._context.clock.now()

    async def close(self) -> None:
        """Stop all tables and close the log; a new hall over the same log has them again."""
        self._closing = True
        for table in self._tables.values():
            table.shut(Notice("hall-closed"))
        self._tables.clear()
        self._codes.clear()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._context.bot_pool.close()
        await self._context.log.close()

    def _check_open(self) -> None:
        if self._closing:
            raise HallClosed

    def _find_table(self, player: Player, code: str) -> Table:
        now = self._context.clock.now()
        if not self._code_limit.allows(player.id, now):
            raise TooFast("too-many-wrong-codes")
        table = self._codes.get(normalize_code(code))
        if table is None:
            self._code_limit.spend(player.id, now)
            raise NoSuchTable(code=code[:20])
        return table

    def _new_id(self) -> str:
        return _random_bytes(self._chance).hex()

    def _new_code(self) -> str:
        draw = secrets.randbelow if self._chance is None else self._chance.randrange
        while (code := new_code(draw)) in self._codes:
            pass
        return code

    def _changed(self) -> None:
        self._lobby.changed()

    def _record_matches(self, table: Table) -> None:
        for ended in table.state.ended:
            if not self._log.history.knows(ended):
                self._log.history.add(ended)
                self._spawn(self._append(ended))

    def _remove_table(self, table: Table) -> None:
        """Remove a closed table."""
        self._tables.pop(table.id, None)
        self._codes.pop(table.code, None)
        table.shut(table.state.notice or Notice("hall-closed"))
        self._spawn(self._append(TableRemoved(self._context.clock.now(), table.id)))
        self._changed()

    async def _append(self, fact: HallFact) -> None:
        try:
            await self._log.add(fact)
        except LogUnwritable:
            again = self._context.clock.now() + self._context.settings.write_again
            self._context.clock.call_at(again, lambda: self._spawn(self._append(fact)))

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        if self._closing:
            coroutine.close()
            return
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_alive(table: Table) -> bool:
    """Tell whether a table is listed: not if nobody is connected, unless only bots play."""
    if not table.is_deserted:
        return True
    return table.state.is_playing and not any(p.is_human for p in table.state.seats)


def _always(fact: TableFact) -> TableFact:
    return fact


def _random_bytes(chance: Random | None) -> bytes:
    return secrets.token_bytes(SEED_BYTES) if chance is None else chance.randbytes(SEED_BYTES)
