"""One table: its state, its chairs, and what players can do at it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from odin_engine import bots
from odin_engine.game import AnyGame, Refusal
from odin_server.hall import decisions, move_decisions
from odin_server.hall.chair import Chair
from odin_server.hall.context import TableContext
from odin_server.hall.facts import (
    CloseReason,
    Moved,
    Removed,
    Said,
    TableFact,
    code_in,
    decode,
    encode,
)
from odin_server.hall.fold import TableFold
from odin_server.hall.presence import Place
from odin_server.hall.refusals import (
    NoSpectators,
    NoSuchBot,
    NotNow,
    NotYourTurn,
    RemovedFromTable,
)
from odin_server.hall.scheduler import STAND_IN_LEVEL, Scheduler
from odin_server.hall.state import TableState
from odin_server.hall.view_builder import ViewBuilder
from odin_server.hall.views import Phase, Player, Vote, is_guest
from odin_server.log import (
    Following,
    IgnorableFact,
    LogEntry,
    LogUnwritable,
    NewerLog,
    VersionTaken,
)
from odin_server.notices import Notice


class Table:
    """A table: the fold over its log, and who is connected. Screens hold a `Chair`, never a table.

    Every change is a fact that is appended to the log and then applied to the state.
    """

    def __init__(self, table_id: str, context: TableContext) -> None:
        self.id = table_id
        self.context = context
        self.revision = 0
        """Grows with every change that a view could show."""
        self.chairs: list[Chair] = []
        self.fold = TableFold(table_id, context.games, context.settings.chat_tail)
        self._following: Following | None = None
        self.scheduler = Scheduler(self)
        self.view_builder = ViewBuilder(self)
        self.newer_code = ""
        """The invite code, if the log of this table needs a newer version of this program."""
        self._live = False
        self._listed_phase = Phase.LOBBY
        """The phase that the lobby was last told of."""
        self._arriving = 0
        self._removed_guests: dict[str, float] = {}
        """From where guests came whom the host has removed, and when."""
        self._own_facts: dict[str, TableFact] = {}
        """Facts being appended, by payload, so that they need not be decoded again."""

    @property
    def state(self) -> TableState:
        return self.fold.state

    @property
    def game(self) -> AnyGame:
        return self.fold.game

    @property
    def code(self) -> str:
        return self.state.opened.code

    @property
    def places(self) -> list[Place]:
        """Everybody who is connected to this table, on this host or another."""
        here = [
            Place(self.id, chair.player.id, chair.player.name, chair.is_spectator, 0.0)
            for chair in self.chairs
        ]
        return [*here, *self.context.presence.elsewhere(self.id)]

    @property
    def present(self) -> set[str]:
        """The ids of the seated players who are connected."""
        return {place.player for place in self.places if not place.spectator}

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is connected to this table, nor about to be."""
        return not self._arriving and not self.places

    @property
    def is_driven(self) -> bool:
        """Whether this host runs the table's clocks and bots."""
        return self._live and self.context.leases.holds(self.id)

    async def begin(self) -> None:
        """Read the table's log to its end and follow it from there."""
        self._following = await self.context.log.follow(self.id, 0, self._on_entry)

    async def write(self, decide: Callable[[], TableFact | None]) -> bool:
        """Append the fact that is decided; return False if there is none.

        The decision is made again whenever somebody else has appended first. Raises what `decide`
        raises, and `LogUnwritable`.
        """
        while True:
            version = self.fold.state.version if self.fold.begun else 0
            fact = decide()
            if fact is None:
                return False
            payload = encode(fact)
            self._own_facts[payload] = fact
            try:
                await self.context.log.append(self.id, version, payload)
            except VersionTaken:
                if self.fold.begun and self.fold.state.version == version:
                    # The entry that came first could not be read; it would be so for ever.
                    raise LogUnwritable("log-behind") from None
                continue
            finally:
                self._own_facts.pop(payload, None)
            if isinstance(fact, Moved):
                self.context.moved()
            return True

    def _on_entry(self, entry: LogEntry) -> None:
        try:
            fact = self._own_facts.get(entry.payload) or decode(entry.payload)
            self.fold.apply(fact)  # type: ignore[arg-type]
        except IgnorableFact:
            self.fold.ignore()
            return
        except Refusal as refusal:
            if isinstance(refusal, NewerLog):
                self.newer_code = self.code if self.fold.begun else code_in(entry.payload)
            if self._live:
                self.context.registry.remove_unreadable(self, refusal)
            raise
        if isinstance(fact, Removed):
            self._end_removed(fact)
        if self._live:
            self.changed(only_turns=isinstance(fact, Moved) and self.state.is_playing)
            if self.state.phase is not self._listed_phase or self.state.by_correspondence:
                self._listed_phase = self.state.phase
                self.context.changed()

    def _end_removed(self, fact: Removed) -> None:
        """End the chairs of a player whom the host has removed.

        A guest would come back as somebody else, so guests from the same address wait, too.
        """
        for chair in [chair for chair in self.chairs if chair.player.id == fact.player]:
            if is_guest(fact.player) and chair.player.address:
                self._removed_guests[chair.player.address] = fact.at
            self.detach(chair, Notice("removed-by-host"))

    def _refuse_removed(self, player: Player) -> None:
        now = self.context.clock.now()
        decisions.refuse_removed(self.state, now, player)
        removed_at = self._removed_guests.get(player.address) if is_guest(player.id) else None
        if removed_at is not None and now < removed_at + decisions.REMOVED_SECONDS:
            raise RemovedFromTable(name=self.state.host_name)

    def go_live(self) -> None:
        """Start clocks and bots."""
        self._live = True
        self._listed_phase = self.state.phase
        self.changed()

    def changed(self, *, only_turns: bool = False) -> None:
        """Notify all chairs of a change, and update the scheduler."""
        self.revision += 1
        for chair in self.chairs:
            chair.notify_soon()
        self.scheduler.update(only_turns=only_turns)

    def stop(self) -> None:
        """Stop clocks and bots, and stop following the log."""
        self._live = False
        self.scheduler.stop()
        if self._following is not None:
            self._following.stop()

    def shut(self, reason: Notice) -> None:
        """Stop, and end every chair; nothing is logged."""
        self.stop()
        for chair in tuple(self.chairs):
            chair.end(reason)
            self.context.presence.leave_place(self.id, chair.player.id)
        self.chairs.clear()

    def attach(self, player: Player, *, spectator: bool) -> Chair:
        """Return a new chair; an older one of the same player ends."""
        chair = Chair(self, player, spectator=spectator)
        self.chairs.append(chair)
        for old in [other for other in self.chairs[:-1] if other.player.id == player.id]:
            self.chairs.remove(old)
            old.end(Notice("chair-taken-over"))
        self.context.presence.take_place(self.id, player.id, player.name, spectator=spectator)
        self.changed()
        self.context.changed()
        return chair

    def detach(self, chair: Chair, reason: Notice) -> None:
        """End a chair and remove it from the table."""
        chair.end(reason)
        if chair in self.chairs:
            self.chairs.remove(chair)
            self.context.presence.leave_place(self.id, chair.player.id)
            if self.state.by_correspondence and chair.seat is not None:
                self.context.spawn(self._note_visit(chair.player))
            self.changed()
            self.context.changed()

    async def _note_visit(self, player: Player) -> None:
        with suppress(LogUnwritable):  # then the player is told of it once more
            await self.context.inbox.visited(player, self)

    def taken_elsewhere(self, player: str) -> None:
        """End the chair of a player who has come to this table on another host."""
        for chair in [chair for chair in self.chairs if chair.player.id == player]:
            self.detach(chair, Notice("chair-taken-over"))

    async def sit(self, player: Player, seat: int | None) -> Chair:
        """Return a chair for a player, on a free seat or on their own."""
        now = self.context.clock.now
        self._refuse_removed(player)
        self._arriving += 1  # otherwise the table could be closed as deserted meanwhile
        try:
            await self.write(lambda: decisions.sit(self.state, now(), player, seat))
        finally:
            self._arriving -= 1
            self.scheduler.update()
        chair = self.attach(player, spectator=False)
        with suppress(LogUnwritable):
            await self.sleep_or_wake()
        return chair

    async def give_back_downtime(self) -> None:
        """Give back to clocks of correspondence the times without a host."""
        now, uptime = self.context.clock.now, self.context.uptime
        while await self.write(
            lambda: move_decisions.give_back_downtime(self.state, now(), uptime.downtimes)
        ):
            pass

    async def sleep_or_wake(self) -> None:
        """Pause the match if none of its human players is connected, or resume it."""
        now = self.context.clock.now
        await self.write(lambda: decisions.sleep(self.state, now(), self.present))

    async def watch(self, player: Player) -> Chair:
        """Return a chair for a spectator; raises `NoSpectators` or `TableClosed`."""
        decisions.check_open(self.state)
        self._refuse_removed(player)
        if not self.state.opened.spectators:
            raise NoSpectators("no-spectators")
        if (
            sum(place.spectator for place in self.places)
            >= self.context.settings.spectators_per_table
        ):
            raise NoSpectators("too-many-spectators")
        if self.state.seat_of(player.id) is not None:
            return await self.sit(player, None)
        return self.attach(player, spectator=True)

    async def play(self, player: Player, move: Any, turn: int | None) -> None:
        now = self.context.clock.now
        while True:
            try:
                await self.write(
                    lambda: move_decisions.own_move(self.fold, now(), player, move, turn)
                )
            except NotNow:
                # The match may have been paused just before this player came back.
                await self.sleep_or_wake()
                if not self.state.is_playing:
                    raise
            else:
                return

    async def hint(self, player: Player, level: str) -> Any:
        """Return the move a bot would make in this player's place."""
        seat = decisions.own_seat(self.state, player)
        if level not in bots.LEVELS:
            raise NoSuchBot(level=level[:20], levels=list(bots.LEVELS))
        if not self.state.is_playing or seat not in self.game.to_move(self.state.match_state):
            raise NotYourTurn("hint-only-on-your-turn")
        view = self.game.view(self.state.match_state, seat)
        seed = self.context.rng.getrandbits(64)
        return await self.context.bot_pool.choose(self.game, level, view, seed)

    async def say(self, player: Player, text: str, *, spectator: bool) -> None:
        if spectator and not self.state.opened.spectators_talk:
            raise NoSpectators("spectators-do-not-talk")
        line = self.context.check_chat(player, text)
        now = self.context.clock.now()
        await self.write(lambda: self._unless_closed(Said(now, player.id, player.name, line)))

    def _unless_closed(self, fact: TableFact) -> TableFact:
        decisions.check_open(self.state)
        return fact

    async def announce(self, text: str) -> None:
        """Announce something at this table."""
        now = self.context.clock.now()
        await self.write(lambda: self._unless_closed(Said(now, None, "", text)))

    async def start(self, player: Player, fill: str | None) -> None:
        now = self.context.clock.now
        while fill is not None and self.state.phase is Phase.LOBBY:
            if not any(seat_state.is_free for seat_state in self.state.seats):
                break
            await self.add_bot(player, fill, None)
        await self.write(lambda: decisions.start_by_host(self.state, now(), player, self.game))

    async def add_bot(self, player: Player, level: str, seat: int | None) -> None:
        now = self.context.clock.now
        await self.write(
            lambda: decisions.add_bot(self.state, now(), player, bots.LEVELS, level, seat)
        )

    async def remove_bot(self, player: Player, seat: int) -> None:
        now = self.context.clock.now
        await self.write(lambda: decisions.remove_bot(self.state, now(), player, seat))

    async def remove(self, player: Player, seat: int) -> None:
        now = self.context.clock.now
        await self.write(lambda: decisions.remove(self.state, now(), player, seat))

    async def vote(self, player: Player, vote: Vote) -> None:
        now = self.context.clock.now
        if vote == "rematch":
            # Otherwise the seat would belong to the bot in the next match.
            await self.write(lambda: decisions.return_after_match(self.state, now(), player))
        await self.write(lambda: decisions.vote(self.state, now(), player, vote))
        await self.write(lambda: decisions.grant(self.state, now(), self.present, self.game))

    async def rename(self, player: Player) -> None:
        now = self.context.clock.now
        await self.write(lambda: decisions.rename(self.state, now(), player))

    async def give_back(self, player: Player) -> None:
        now = self.context.clock.now
        await self.write(lambda: decisions.give_back(self.state, now(), player))

    async def leave(self, player: Player) -> None:
        now = self.context.clock.now
        await self.write(lambda: decisions.leave(self.state, now(), player, STAND_IN_LEVEL))

    async def close_by(self, player: Player) -> None:
        now = self.context.clock.now
        await self.write(lambda: decisions.close_by_host(self.state, now(), player))

    async def close(self, reason: CloseReason, text: str = "", by: str = "") -> None:
        """Close the table for everyone."""
        now = self.context.clock.now
        await self.write(lambda: decisions.close(self.state, now(), reason, text, by))
