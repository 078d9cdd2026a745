"""The tournaments of a hall: what people can do with them, and what drives a round.

Every host folds the stream and may drive: whatever it writes is decided again at the newest
version, so each round is seated once and each table opened once, whichever host does it.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from odin_engine.game import Refusal
from odin_server.hall.context import TableContext
from odin_server.hall.facts import MatchEnded
from odin_server.hall.hall_log import HallLog
from odin_server.hall.views import Player
from odin_server.log import LogRefusal
from odin_server.log.followed_stream import FollowedStream
from odin_server.tournaments import decisions
from odin_server.tournaments.decisions import Manager, NewTournament, TournamentRefused
from odin_server.tournaments.facts import (
    Announced,
    RoundSeated,
    TournamentFact,
    decode,
    encode,
)
from odin_server.tournaments.round_tables import open_table
from odin_server.tournaments.standings import Standing, standings
from odin_server.tournaments.state import RoundTable, Stage, Tournament, announced, apply

STREAM = "tournaments"
OPEN_FOR_ANOTHER = 5.0
"""Seconds after which a host opens the tables of a round that another has seated."""

Decide = Callable[[], TournamentFact | None]
Seating = Callable[[Tournament, RoundTable], object]
"""Called with the table that waits for somebody."""


class Tournaments:
    """All tournaments, and the timers of this host for them."""

    def __init__(
        self, context: TableContext, hall_log: HallLog, new_table: Callable[[], tuple[str, str]]
    ) -> None:
        """Use what the hall's tables share; `new_table` draws the id and the code of one."""
        self._context, self._hall_log, self._new_table = context, hall_log, new_table
        self._stream = FollowedStream(context.log, STREAM, self._read)
        self._known: dict[int, Tournament] = {}
        self._live = False
        self._listeners: dict[str, list[Seating]] = {}
        self._watchers: set[Callable[[], object]] = set()
        self._untold: set[str] = set()
        """Tables of which their players have not been told, because they are not open yet."""
        self._busy: set[object] = set()
        """What is being done, or waits to be."""
        self._seated_here: set[str] = set()
        """Tables of the rounds that this host has seated, which it opens at once."""

    async def begin(self) -> None:
        """Read the stream and go on where rounds were left; the tables have to be there."""
        await self._stream.begin()
        self._hall_log.on_result = self.update
        self._live = True
        for tournament in self._known.values():
            self._seated_here.update(table.id for table in _unfinished(tournament))
        self.update()

    def _read(self, payload: str) -> None:
        fact = decode(payload)
        if isinstance(fact, Announced):
            self._known[fact.tournament] = announced(fact)
        elif fact.tournament in self._known:
            self._known[fact.tournament] = apply(self._known[fact.tournament], fact)
        if self._live:
            if isinstance(fact, RoundSeated):
                self._untold.update(table for table, _code, _players in fact.tables)
            self.update()
            self._context.changed()
            self._tell_watchers()

    # -- what can be asked ------------------------------------------------------------------

    def all(self) -> tuple[Tournament, ...]:
        """List the tournaments: those that go on first, then the newest."""
        return tuple(sorted(self._known.values(), key=lambda each: (each.is_over, -each.number)))

    def find(self, word: str) -> Tournament:
        """Find a tournament by its number or the beginning of its name.

        Without a word, the only one that goes on. Raises `TournamentRefused`.
        """
        for each in self._known.values():
            if word == str(each.number):
                return each
        wanted = word.casefold()
        exact = [each for each in self.all() if each.name.casefold() == wanted]
        found = exact or [each for each in self.all() if each.name.casefold().startswith(wanted)]
        if not word:
            found = [each for each in found if not each.is_over] or found[:1]
        if not found:
            raise TournamentRefused("no-such-tournament", name=word[:40])
        if len(found) > 1:
            raise TournamentRefused("tournament-which")
        return found[0]

    def get(self, number: int) -> Tournament:
        """Return a tournament as it is now."""
        return self._known[number]

    def standings(self, tournament: Tournament) -> tuple[Standing, ...]:
        """Return everybody in a tournament, the best first."""
        return standings(tournament, self._fewest(tournament))

    def table_of(self, player: str) -> tuple[Tournament, RoundTable] | None:
        """Return the table of a tournament that waits for somebody now."""
        for tournament in self._known.values():
            table = tournament.table_of(player)
            if table is not None and table.id in self._context.registry.tables:
                return tournament, table
        return None

    def may_announce(self, by: Manager) -> bool:
        """Return whether somebody may announce a tournament."""
        return by.moderator or self._context.settings.open_tournaments

    def may_manage(self, tournament: Tournament, by: Manager) -> bool:
        """Return whether somebody may run a tournament."""
        return by.moderator or by.player.id == tournament.organiser

    def listen(self, player: str, seating: Seating) -> Callable[[], None]:
        """Call `seating` whenever a table waits for a player; return what ends that."""
        listeners = self._listeners.setdefault(player, [])
        listeners.append(seating)

        def stop() -> None:
            if seating in listeners:
                listeners.remove(seating)
            if not listeners:
                self._listeners.pop(player, None)

        return stop

    async def wait_for_table(self, number: int, player: str) -> RoundTable | None:
        """Wait until a table waits for somebody; None if they do not play any more."""
        changed = asyncio.Event()
        stop = self.watch(changed.set)
        try:
            while (found := self.table_of(player)) is None or found[0].number != number:
                tournament = self.get(number)
                own = (row for row in self.standings(tournament) if row.entrant.player == player)
                if tournament.is_over or all(row.out for row in own):
                    return None
                changed.clear()
                await changed.wait()
            return found[1]
        finally:
            stop()

    def watch(self, on_change: Callable[[], object]) -> Callable[[], None]:
        """Call `on_change` after every change of a tournament; return what ends that."""
        self._watchers.add(on_change)
        return lambda: self._watchers.discard(on_change)

    def _tell_watchers(self) -> None:
        for on_change in tuple(self._watchers):
            on_change()

    # -- what can be done -------------------------------------------------------------------

    async def announce(self, by: Manager, wanted: NewTournament) -> Tournament:
        """Announce a tournament; raises a `Refusal` if it cannot be played like that."""
        context, made = self._context, 0

        def decide() -> TournamentFact:
            nonlocal made
            anyone = context.settings.open_tournaments
            fact = decisions.announce(
                self._known, context.clock.now(), by, wanted, context.games, anyone=anyone
            )
            made = fact.tournament
            return fact

        await self._write(decide)
        return self._known[made]

    async def enter(self, number: int, player: Player) -> None:
        """Let somebody play."""
        await self._write(lambda: decisions.enter(self.get(number), self._now(), player))

    async def enter_late(self, number: int, by: Manager, player: Player) -> None:
        """Put somebody in as the organiser."""
        decisions.check_manager(self.get(number), by)
        await self.enter(number, player)

    async def withdraw(self, number: int, player: str) -> None:
        """Let somebody go; a bot finishes what they are playing."""
        await self._write(lambda: decisions.withdraw(self.get(number), self._now(), player))
        await self._leave_table(number, player)

    async def remove(self, number: int, by: Manager, player: str) -> None:
        """Remove somebody as the organiser."""
        decisions.check_manager(self.get(number), by)
        await self.withdraw(number, player)

    async def replace_by_bot(
        self, number: int, by: Manager, player: str, level: str = decisions.STAND_IN
    ) -> None:
        """Let a bot play for somebody, at the present table too."""
        await self._write(
            lambda: decisions.replace_by_bot(self.get(number), self._now(), by, player, level)
        )
        await self._leave_table(number, player)

    async def excuse(self, number: int, by: Manager, player: str) -> None:
        """Let somebody sit out the next round."""
        await self._write(lambda: decisions.excuse(self.get(number), self._now(), by, player))

    async def start(self, number: int, by: Manager) -> None:
        """Begin, and seat the first round."""
        history = self._hall_log.history

        def strength(player: str) -> float | None:
            rating = history.rating(player, self.get(number).game)
            return None if rating is None else rating.ordinal

        def decide() -> TournamentFact:
            tournament = self.get(number)
            fewest = self._fewest(tournament)
            return decisions.begin(tournament, self._now(), by, fewest, strength)

        await self._write(decide)
        await self._seat(number, 0)

    async def next_round(self, number: int, by: Manager) -> None:
        """Seat the next round, or finish after the last."""
        decisions.next_round(self.get(number), by)
        await self._seat(number, len(self.get(number).rounds))

    async def cancel(self, number: int, by: Manager) -> None:
        """End a tournament; tables that are being played may be finished."""
        await self._write(lambda: decisions.cancel(self.get(number), self._now(), by))

    # -- driving ----------------------------------------------------------------------------

    def update(self) -> None:
        """Do what is due: note results, open tables, seat the next round. It is idempotent."""
        for tournament in tuple(self._known.values()):
            if tournament.stage is Stage.RUNNING:
                self._update(tournament)
        self.tell()

    def _update(self, tournament: Tournament) -> None:
        number, now = tournament.number, self._now()
        for table in _unfinished(tournament):
            ended = self._hall_log.history.find(f"{table.id}.1")
            if ended is not None:
                self._start(("result", table.id), partial(self._note, number, table.id, ended))
            elif not self._hall_log.was_added(table.id):
                wait = 0.0 if table.id in self._seated_here else OPEN_FOR_ANOTHER
                self._start(("open", table.id), partial(self._open, number, table), now + wait)
            elif table.id not in self._hall_log.open_tables:
                self._start(("result", table.id), partial(self._note, number, table.id, None))
        rounds = len(tournament.rounds)
        at_once = not rounds or decisions.is_complete(tournament, self._fewest(tournament))
        if tournament.awaits_round and (at_once or tournament.auto):
            wait = 0.0 if at_once else self._context.settings.tournament_pause
            self._start(("seat", number, rounds), partial(self._seat, number, rounds), now + wait)

    def tell(self) -> None:
        """Tell players of their tables, as soon as these are open here."""
        for tournament in self._known.values():
            for table in _unfinished(tournament) if self._untold else ():
                if table.id in self._untold and table.id in self._context.registry.tables:
                    self._untold.discard(table.id)
                    self._tell_watchers()
                    for player in table.players:
                        for seating in tuple(self._listeners.get(player, ())):
                            seating(tournament, table)

    async def _note(self, number: int, table: str, ended: MatchEnded | None) -> None:
        places = [] if ended is None else ended.places
        await self._write(
            lambda: decisions.finish_table(self.get(number), self._now(), table, places)
        )

    async def _seat(self, number: int, rounds: int) -> None:
        def decide() -> TournamentFact | None:
            tournament = self.get(number)
            fact = decisions.seat_round(
                tournament, self._now(), rounds, self._fewest(tournament), self._new_table
            )
            if isinstance(fact, RoundSeated):
                self._seated_here.update(table for table, _code, _players in fact.tables)
            return fact

        await self._write(decide)

    async def _open(self, number: int, table: RoundTable) -> None:
        await open_table(self._context, self._hall_log, self.get(number), table)
        self.tell()

    async def _leave_table(self, number: int, player: str) -> None:
        found = self.get(number).table_of(player)
        table = None if found is None else self._context.registry.tables.get(found.id)
        entrant = self.get(number).entrant(player)
        if table is not None and entrant is not None:
            await table.leave(Player(player, entrant.name))

    # -- writing ----------------------------------------------------------------------------

    async def _write(self, decide: Decide) -> None:
        def payload() -> str | None:
            fact = decide()
            return None if fact is None else encode(fact)

        await self._stream.add(payload)

    def _start(
        self, key: object, action: Callable[[], Coroutine[Any, Any, None]], when: float = 0.0
    ) -> None:
        """Do something once, now or later; it is tried again if the log cannot be written."""
        if key in self._busy:
            return
        self._busy.add(key)
        if when > self._now():
            self._context.clock.call_at(when, lambda: self._context.spawn(self._do(key, action)))
        else:
            self._context.spawn(self._do(key, action))

    async def _do(self, key: object, action: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await action()
        except LogRefusal:
            again = self._now() + self._context.settings.write_again
            self._context.clock.call_at(again, partial(self._try_again, key))
            return
        except Refusal:
            pass  # it is not due any more
        self._busy.discard(key)

    def _try_again(self, key: object) -> None:
        self._busy.discard(key)
        self.update()

    def _now(self) -> float:
        return self._context.clock.now()

    def _fewest(self, tournament: Tournament) -> int:
        return self._context.games[tournament.game].SEATS[0]


def _unfinished(tournament: Tournament) -> Iterator[RoundTable]:
    """Yield the tables that are being played."""
    if tournament.stage is Stage.RUNNING:
        for each in tournament.rounds[-1:]:
            yield from (table for table in each.tables if table.places is None)
