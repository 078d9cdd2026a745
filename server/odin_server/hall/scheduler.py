"""What happens at a table by itself: bots move, clocks run out, seats are held, tables sleep.

`beat` is called after everything that changed. It looks at where the table stands and at who is
connected, and sees to it that exactly the right alarms are set and the right deeds under way;
calling it once too often does nothing. A deed that cannot be logged is tried again later.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from odin_engine import bots
from odin_engine.game import Refusal, Seat
from odin_server.clock import Alarm
from odin_server.hall import decisions
from odin_server.hall.facts import CloseReason, TableFact
from odin_server.hall.state import TableState
from odin_server.hall.views import Phase, Why
from odin_server.log import LogUnwritable

if TYPE_CHECKING:
    from odin_server.hall.table import Table

COVER = "karl"
"""The level of the bot that plays for somebody who is away."""


class Scheduler:
    """The live side of one table."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._house = table.house
        self._now = table.house.clock.now
        self._alarms: dict[tuple[object, ...], tuple[float, Alarm]] = {}
        self._doing: set[tuple[object, ...]] = set()
        self._noted = 0
        self._stopped = False
        self._began_at = self._now()
        self._visited = False
        """Whether anybody has been connected since the program began."""

    def beat(self, *, only_turns: bool = False) -> None:
        """Do what is due, and set alarms for what will be; a mere move changes only turns."""
        if self._stopped:
            return
        table = self._table.standing
        if len(table.ended) > self._noted:
            self._noted = len(table.ended)
            self._house.match_over(self._table)
        if table.phase is Phase.CLOSED:
            self.stop()
            self._house.table_closed(self._table)
            return
        self._tend_turns(table)
        if not only_turns:
            self._tend_people(table)
            self._tend_idleness()
            self._tend_desertion(table)

    def stop(self) -> None:
        """Call off everything."""
        self._stopped = True
        for _, alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()

    def held_until(self, player: str) -> float | None:
        """Say until when an absent player's seat is held, if it is being held."""
        found = self._alarms.get(("hold", player))
        return None if found is None else found[0]

    def deadline(self, seat: Seat) -> float | None:
        """Say when a seat's clock runs out, if it runs."""
        table = self._table.standing
        place, opened = table.places[seat], table.opened
        if opened.move is None or place.since is None or not place.is_human or not table.is_playing:
            return None
        return place.since + opened.move + place.bank

    def _tend_turns(self, table: TableState) -> None:
        running: set[tuple[object, ...]] = set()
        if table.is_playing:
            for seat in self._table.game.to_move(table.state):
                place = table.places[seat]
                if place.bot is not None:
                    self._wake_bot(seat, place.bot, table)
                elif (due := self.deadline(seat)) is not None:
                    key = ("clock", seat, place.since)
                    running.add(key)
                    self._set(key, due, partial(self._run_out, seat))
        self._call_off("clock", running)

    def _run_out(self, seat: Seat) -> None:
        since, folding = self._table.standing.places[seat].since, self._table.folding
        if since is not None:
            self._do(("lapse", seat), lambda: decisions.lapse(folding, self._now(), seat, since))

    def _tend_people(self, table: TableState) -> None:
        present = self._table.present
        if len(present) < sum(place.player is not None for place in table.places):
            self._hold_seats(table, present)
        else:
            self._call_off("hold", set())
        most = self._house.settings.lapses_before_bot
        for place in table.places:
            if place.lapses >= most and place.is_human and table.in_match and place.player:
                self._cover(place.player, "lapses")
        for decide in (
            self._sleep,
            self._new_host,
            self._commit,
            self._grant,
            self._start,
            self._close_if_empty,
        ):
            if _willing(decide) is not None:
                self._do((decide.__name__,), decide)

    def _sleep(self) -> TableFact | None:
        return decisions.sleep(self._table.standing, self._now(), self._table.present)

    def _new_host(self) -> TableFact | None:
        here = {chair.player.id for chair in self._table.chairs}
        return decisions.new_host(self._table.standing, self._now(), here)

    def _commit(self) -> TableFact | None:
        return decisions.commit(self._table.standing, self._now(), self._house.new_seed)

    def _grant(self) -> TableFact | None:
        table = self._table.standing
        if not any(place.wish for place in table.places):
            return None
        return decisions.grant(table, self._now(), self._table.present, self._table.game)

    def _start(self) -> TableFact | None:
        table = self._table.standing
        if table.phase is not Phase.LOBBY or not table.opened.start_when_full:
            return None
        if any(place.is_free for place in table.places):
            return None
        return decisions.start(table, self._now(), self._table.game)

    def _close_if_empty(self) -> TableFact | None:
        table = self._table.standing
        deserted = not self._table.chairs and all(place.player is None for place in table.places)
        if deserted and not table.in_match:
            return decisions.close(table, self._now(), CloseReason.EMPTY)
        return None

    def _hold_seats(self, table: TableState, present: set[str]) -> None:
        waiting: set[tuple[object, ...]] = set()
        until = self._now() + self._house.settings.hold
        for place in table.places:
            if place.player is None or place.player in present:
                continue
            if table.phase is Phase.PAUSED or (table.is_playing and not place.is_human):
                continue
            key = ("hold", place.player)
            waiting.add(key)
            self._set(key, until, partial(self._give_up, place.player))
        self._call_off("hold", waiting)

    def _give_up(self, player: str) -> None:
        """Stop holding a seat for somebody who has not come back."""
        if self._table.standing.in_match:
            self._cover(player, "away")
            return
        self._do(
            ("stand", player), lambda: decisions.stand(self._table.standing, self._now(), player)
        )

    def _cover(self, player: str, why: Why) -> None:
        self._do(
            ("cover", player),
            lambda: decisions.cover(self._table.standing, self._now(), player, COVER, why),
        )

    def _tend_idleness(self) -> None:
        if (due := self._idle_until()) is not None:
            self._set(("idle",), due, self._close_if_idle)

    def _idle_until(self) -> float | None:
        idle, grace = self._house.settings.idle, self._house.settings.restart_grace
        if idle is None:
            return None
        return max(self._table.standing.last_at + idle, self._began_at + min(idle, grace))

    def _close_if_idle(self) -> None:
        due = self._idle_until()
        if due is None or self._now() < due:
            self._tend_idleness()
            return
        self._do(
            ("idle",),
            lambda: decisions.close(self._table.standing, self._now(), CloseReason.IDLE),
        )

    def _tend_desertion(self, table: TableState) -> None:
        """Close a table of guests soon: their ids end with their sessions, so none comes back."""
        if not self._table.is_deserted:
            self._visited = True
        if not self._table.is_deserted or not table.is_of_guests:
            self._call_off("deserted", set())
            return
        since = self._now() if self._visited else table.last_at
        due = since + self._house.settings.guest_table_timeout
        self._set(("deserted",), due, partial(self._do, ("deserted",), self._close_if_deserted))

    def _close_if_deserted(self) -> TableFact | None:
        table = self._table
        return decisions.close_if_deserted(table.standing, self._now(), deserted=table.is_deserted)

    def _wake_bot(self, seat: Seat, level: str, table: TableState) -> None:
        key = ("bot", seat, table.turn_of(seat), level)
        if key in self._doing:
            return
        self._doing.add(key)
        pause = self._house.bot_pause()
        if pause > 0:
            self._set(key, self._now() + pause, lambda: self._begin_bot(seat, level, key))
        else:
            self._begin_bot(seat, level, key)

    def _begin_bot(self, seat: Seat, level: str, key: tuple[object, ...]) -> None:
        self._house.spawn(self._bot_turn(seat, level, key))

    async def _bot_turn(self, seat: Seat, level: str, key: tuple[object, ...]) -> None:
        table, folding, game = self._table.standing, self._table.folding, self._table.game
        state, turn = table.state, table.turn_of(seat)
        if not table.is_playing or key != ("bot", seat, turn, table.places[seat].bot):
            self._done(key)
            return
        move = await self._choose(level, game.view(state, seat))
        if move not in game.legal_moves(state, seat):
            # A bot that names an impossible move would otherwise be asked again for ever.
            move = game.timeout_move(state, seat)
        await self._finish(key, lambda: decisions.bot_move(folding, self._now(), seat, move, turn))

    async def _choose(self, level: str, view: Any) -> Any:
        rng, game = self._house.rng, self._table.game
        if bots.LEVELS[level].trials:
            return await self._house.minds.choose(game, level, view, rng.getrandbits(64))
        return bots.choose(game, level, view, rng)

    def _do(self, key: tuple[object, ...], decide: Callable[[], TableFact | None]) -> None:
        if key not in self._doing:
            self._doing.add(key)
            self._house.spawn(self._finish(key, decide))

    async def _finish(
        self, key: tuple[object, ...], decide: Callable[[], TableFact | None]
    ) -> None:
        try:
            await self._table.write(lambda: _willing(decide))
        except LogUnwritable:
            again = self._now() + self._house.settings.write_again
            self._set(("again", *key), again, lambda: self._done(key))
        else:
            self._done(key)

    def _done(self, key: tuple[object, ...]) -> None:
        self._doing.discard(key)
        self.beat()

    def _set(self, key: tuple[object, ...], when: float, action: Callable[[], object]) -> None:
        if key in self._alarms or self._stopped:
            return

        def ring() -> None:
            self._alarms.pop(key, None)
            action()

        self._alarms[key] = when, self._house.clock.call_at(when, ring)

    def _call_off(self, kind: str, but: set[tuple[object, ...]]) -> None:
        stale = [key for key in self._alarms if key[0] == kind and key not in but]
        for key in stale:
            self._alarms.pop(key)[1].cancel()


def _willing(decide: Callable[[], TableFact | None]) -> TableFact | None:
    """Decide, and take a refusal for nothing to be done."""
    try:
        return decide()
    except Refusal:
        return None
