"""The hall: opens tables, finds them by code, seats players, and knows the finished matches."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from odin_engine.chance import SEED_BYTES
from odin_engine.game import AnyGame, Refusal
from odin_engine.games import GAMES
from odin_server.chat import clean
from odin_server.clock import Clock, LoopClock
from odin_server.hall.bot_pool import BotPool, ProcessBotPool
from odin_server.hall.bus import Message
from odin_server.hall.chair import Chair
from odin_server.hall.challenges import Challenges
from odin_server.hall.cluster import Cluster
from odin_server.hall.context import TableContext
from odin_server.hall.daily_deals import DailyDeals
from odin_server.hall.facts import CloseReason, TableAdded, TableFact
from odin_server.hall.hall_lists import HallLists
from odin_server.hall.hall_log import HallLog
from odin_server.hall.inbox import Inbox
from odin_server.hall.invite_codes import new_code, normalize_code
from odin_server.hall.limits import Limits
from odin_server.hall.lobby import Lobby
from odin_server.hall.lobby_session import LobbySession
from odin_server.hall.new_table import check, opening_facts
from odin_server.hall.presence import Presence
from odin_server.hall.puzzles import PuzzleBook
from odin_server.hall.rate_limit import RateLimit
from odin_server.hall.refusals import (
    DailyRefused,
    HallClosed,
    NoSuchTable,
    TableClosed,
)
from odin_server.hall.registry import TableRegistry
from odin_server.hall.settings import HallSettings
from odin_server.hall.table import Table
from odin_server.hall.uptime import Uptime
from odin_server.hall.views import (
    Announcement,
    ChatEntry,
    ChatLine,
    NewTable,
    Person,
    Player,
    without_ignored,
)
from odin_server.log import Log
from odin_server.log.memory import MemoryLog
from odin_server.notices import Notice
from odin_server.tournaments.tournaments import Tournaments


class Hall(HallLists):
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
        cluster: Cluster,
    ) -> None:
        """For `begin`, which also reads the log."""
        self._chance, self._bus = chance, cluster.bus
        self.presence = Presence(
            cluster.bus, clock, self._people_changed, self._taken_elsewhere, self._changed
        )
        """Who is connected to which host."""
        self.on_move: Callable[[], object] = lambda: None
        """Called after every move that is made on this host, whoever made it."""
        self.bot_pause = settings.bot_pause
        """Seconds before a bot moves; it may be set at any time."""
        self._context = TableContext(
            settings=settings,
            clock=clock,
            log=log,
            games=games,
            bot_pool=bot_pool,
            leases=cluster.leases,
            presence=self.presence,
            rng=chance or Random(secrets.randbits(128)),
            new_seed=lambda: _random_bytes(chance),
            spawn=self._spawn,
            tell_hosts=self.tell_hosts,
            chat_limit=RateLimit(settings.chat_burst, settings.chat_every),
            muted={},
            ignored={},
            bot_pause=lambda: self.bot_pause,
            changed=self._changed,
            moved=self._moved,
            uptime=Uptime(log, clock, self._spawn, settings.write_again),
        )
        self._log = HallLog(log)
        self._registry = TableRegistry(self._context, self._log)
        self._tables, self._codes = self._registry.tables, self._registry.codes
        self._lobby = Lobby(self._context)
        self._code_limit = RateLimit(settings.code_tries, settings.code_every)
        self._limits = Limits(lambda: self._context.settings, self._tables, self.tell_hosts)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self.on_message: dict[str, Callable[[Message], None]] = {}
        """What is done with messages of other hosts that are none of the hall's business."""
        self.departed: set[str] = set()
        """The ids of players whose accounts are deleted; results show them without a name."""
        self.daily = DailyDeals(self, self._context, self._log.daily, self._tables)
        """The deals of the days, each the same for everybody."""
        self.puzzles = PuzzleBook(log, clock.now)
        """Positions with a best move to find."""
        self.challenges = Challenges(self, log, lambda: self._context.settings, self._changed)
        """Invitations to tables, from person to person."""
        self.inbox = self._context.inbox = Inbox(self, log, self.challenges)
        """What waits for players who come back."""
        self.tournaments = Tournaments(self._context, self._log, self._new_table)
        """Knock-outs and Swiss tournaments."""
        self.unreadable_tables = self._registry.unreadable
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
        cluster: Cluster | None = None,
    ) -> "Hall":
        """Open the hall over a log and bring back every table that was not closed.

        Without a cluster, no other host may have the same hall open.
        `chance`, for tests, decides seeds, codes and bots; otherwise seeds come from `secrets`.
        """
        settings, clock = settings or HallSettings(), clock or LoopClock()
        bot_pool = bot_pool or ProcessBotPool(settings, clock)
        cluster = cluster or Cluster()
        hall = cls(log or MemoryLog(), settings, clock, games, bot_pool, chance, cluster)
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
        await self._context.uptime.begin()
        await self.puzzles.begin()
        await self.inbox.begin()
        await self.challenges.begin()
        self._bus.listen(self._hear, self.presence.introduce)
        self.presence.begin()
        await self._registry.begin()
        await self.tournaments.begin()

    async def open_table(self, player: Player, wanted: NewTable) -> Chair:
        """Open a table with this player as its host, and return their chair."""
        self._check_open()
        with self._limits.new_table(player, wanted):
            game = check(player, wanted, self._context.games)
            table = Table(self._new_id(), self._context)
            seed = _random_bytes(self._chance).hex()
            now = self._context.clock.now()
            try:
                await table.begin()
                for fact in opening_facts(now, player, wanted, game, self._new_code(), seed):
                    await table.write(partial(_always, fact))
            except BaseException:
                table.stop()  # otherwise its log would be followed for ever
                raise
            daily = (wanted.daily, wanted.game, player.id, player.name) if wanted.daily else ()
            if not await self._registry.add(table, TableAdded(now, table.id, *daily)):
                raise DailyRefused("daily-played")
        chair = table.attach(player, spectator=not wanted.host_sits)
        table.go_live()
        self._changed()
        return chair

    async def challenge(self, player: Player, wanted: NewTable, rival: Player) -> Chair:
        """Open a table and invite somebody to it; nothing is left of it if that is refused."""
        self.challenges.check(player, rival)
        chair = await self.open_table(player, wanted)
        try:
            await self.challenges.challenge(player, chair.view.code, rival)
        except Refusal:
            await chair.close_table()
            raise
        return chair

    async def sit(self, player: Player, code: str, seat: int | None = None) -> Chair:
        """Take a free seat, or come back to one's own: the newest session holds the chair."""
        self._check_open()
        table = self._find_table(player, code)
        if table.state.seat_of(player.id) is not None:
            return await table.sit(player, seat)
        with self._limits.new_seat(player, table):
            return await table.sit(player, seat)

    async def watch(self, player: Player, code: str) -> Chair:
        """Watch a table without a seat; someone who has one there sits down on it instead."""
        self._check_open()
        return await self._find_table(player, code).watch(player)

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
        said = self._lobby.say(player, text)
        self._bus.publish({"kind": "said", "line": said})

    async def announce(self, text: str) -> None:
        """Announce something in the hall and at every table."""
        announced = self._lobby.announce(text)
        self._bus.publish({"kind": "announced", "line": announced})
        for table in tuple(self._tables.values()):
            with suppress(TableClosed):  # meanwhile; the others are to hear it
                await table.announce(announced.text)

    async def close_table(self, code: str, text: str = "") -> None:
        """Close a table as a moderator; `text` is told to the players."""
        table = self._codes.get(normalize_code(code))
        if table is None:
            raise NoSuchTable(code=code[:20])
        await table.close(CloseReason.MODERATOR, clean(text, self._context.settings.chat_length))

    def chat_for(self, player: Player) -> tuple[ChatEntry, ...]:
        """Return the newest lines said in the hall by those whom a player does not ignore."""
        return without_ignored(self._lobby.chat, self._context.ignored.get(player.id))

    def ignore_here(self, player_id: str, ignored: frozenset[str]) -> None:
        """Show a player no line of these people from now on, on this host."""
        if ignored:
            self._context.ignored[player_id] = ignored
        else:
            self._context.ignored.pop(player_id, None)
        self._changed()
        for table in self._tables.values():
            if any(chair.player.id == player_id for chair in table.chairs):
                table.changed()

    def mute_here(self, player_id: str, until: float) -> None:
        """Mute a player until a time on the hall's clock, on this host."""
        self._context.muted[player_id] = until

    def mute(self, player_id: str, until: float) -> None:
        """Mute a player until a time on the hall's clock, on every host."""
        self.mute_here(player_id, until)
        self._bus.publish({"kind": "muted", "player": player_id, "until": until})

    async def leave_all(self, player: Player) -> None:
        """Take a player from every table, for good; in a match a bot plays on."""
        for table in tuple(self._tables.values()):
            if table.state.seat_of(player.id) is not None:
                await table.leave(player)
            for chair in [chair for chair in table.chairs if chair.player.id == player.id]:
                table.detach(chair, Notice("left-table"))

    def names_elsewhere(self) -> Iterator[str]:
        """Yield the names of the people on other hosts; some may come twice."""
        return self.presence.names_elsewhere()

    def tell_hosts(self, message: Message) -> None:
        """Send a message to the other hosts, which `on_message` there takes by its kind."""
        self._bus.publish(message)

    def _hear(self, host: str, message: Message) -> None:
        self.presence.hear(host, message)
        match message["kind"]:
            case "said":
                self._lobby.add(ChatLine(*message["line"]))
            case "announced":
                self._lobby.add(Announcement(*message["line"]))
            case "muted":
                self.mute_here(message["player"], message["until"])
            case "wrong-code":
                self._code_limit.spend(message["player"], self.now())
            case "spoke":
                self._context.chat_limit.spend(message["player"], self.now())
            case "address":
                self._limits.remember_address(message["player"], message["address"])
            case kind if kind in self.on_message:
                self.on_message[kind](message)

    def _people_changed(self, table_id: str) -> None:
        table = self._tables.get(table_id)
        if table is not None:
            table.changed()
            self._changed()

    def _taken_elsewhere(self, table_id: str, player: str) -> None:
        table = self._tables.get(table_id)
        if table is not None:
            table.taken_elsewhere(player)

    async def hand_over(self) -> None:
        """Let other hosts drive the tables from now on, and count nobody here as connected."""
        await self._context.leases.close()
        self.presence.stop()

    async def close(self) -> None:
        """Stop all tables and close the log; a new hall over the same log has them again."""
        self._closing = True
        await self.hand_over()
        await self._context.uptime.stop()
        self._registry.shut(Notice("hall-closed"))
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.close()
        await self._context.bot_pool.close()
        await self._context.log.close()

    def _check_open(self) -> None:
        if self._closing:
            raise HallClosed

    def _new_id(self) -> str:
        return _random_bytes(self._chance).hex()

    def _new_table(self) -> tuple[str, str]:
        return self._new_id(), self._new_code()

    def _new_code(self) -> str:
        draw = secrets.randbelow if self._chance is None else self._chance.randrange
        while (code := new_code(draw)) in self._codes:
            pass
        return code

    def _moved(self) -> None:
        self.on_move()

    def _changed(self) -> None:
        self._lobby.changed()
        self.tournaments.tell()

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        if self._closing:
            coroutine.close()
            return
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _always(fact: TableFact) -> TableFact:
    return fact


def _random_bytes(chance: Random | None) -> bytes:
    return secrets.token_bytes(SEED_BYTES) if chance is None else chance.randbytes(SEED_BYTES)
