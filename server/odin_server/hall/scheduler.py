"""What a table does without being asked: bots move, clocks run out, seats are held, it closes.

`update` is called after every change. From the state of the table and who is connected it derives
which timers have to be set and which facts have to be written; it is idempotent. Appends that fail
are retried.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from odin_engine import bots
from odin_engine.game import Refusal, Seat
from odin_server.clock import Alarm
from odin_server.hall import decisions
from odin_server.hall.facts import CloseReason, TableFact
from odin_server.hall.state import TableState
from odin_server.hall.views import CoverReason, Phase
from odin_server.log import LogUnwritable

if TYPE_CHECKING:
    from odin_server.hall.table import Table

Key: TypeAlias = tuple[object, ...]

STAND_IN_LEVEL = "karl"
"""The level of the bot that plays for somebody who is away."""


class Scheduler:
    """The timers and pending writes of one table, each with a key that is used once at a time."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._context = table.context
        self._now = table.context.clock.now
        self._timers: dict[Key, tuple[float, Alarm]] = {}
        self._pending: set[Key] = set()
        self._matches_seen = 0
        self._stopped = False
        self._created_at = self._now()
        self._was_visited = False
        """Whether anybody has been connected since the program started."""

    def update(self, *, only_turns: bool = False) -> None:
        """Write what is due and set timers; after a move `only_turns` is enough."""
        if self._stopped:
            return
        state = self._table.state
        if len(state.ended) > self._matches_seen:
            self._matches_seen = len(state.ended)
            self._context.match_over(self._table)
        if state.phase is Phase.CLOSED:
            self.stop()
            self._context.table_closed(self._table)
            return
        self._update_turns(state)
        if not only_turns:
            self._update_seats(state)
            self._update_idle_timer()
            self._update_guest_timeout(state)

    def stop(self) -> None:
        """Cancel all timers and ignore further updates."""
        self._stopped = True
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def held_until(self, player: str) -> float | None:
        """Return until when an absent player's seat is held; None if it is not."""
        found = self._timers.get(("hold", player))
        return None if found is None else found[0]

    def deadline(self, seat: Seat) -> float | None:
        """Return when a seat's clock runs out; None if it does not run."""
        state = self._table.state
        seat_state, opened = state.seats[seat], state.opened
        if (
            opened.move is None
            or seat_state.since is None
            or not seat_state.is_human
            or not state.is_playing
        ):
            return None
        return seat_state.since + opened.move + seat_state.bank

    def _update_turns(self, state: TableState) -> None:
        running: set[Key] = set()
        if state.is_playing:
            for seat in self._table.game.to_move(state.match_state):
                seat_state = state.seats[seat]
                if seat_state.bot is not None:
                    self._schedule_bot(seat, seat_state.bot, state)
                elif (due := self.deadline(seat)) is not None:
                    key = ("clock", seat, seat_state.since)
                    running.add(key)
                    self._set_timer(key, due, partial(self._clock_ran_out, seat))
        self._cancel_timers("clock", running)

    def _clock_ran_out(self, seat: Seat) -> None:
        since, fold = self._table.state.seats[seat].since, self._table.fold
        if since is not None:
            self._start(("lapse", seat), lambda: decisions.lapse(fold, self._now(), seat, since))

    def _update_seats(self, state: TableState) -> None:
        present = self._table.present
        if len(present) < sum(seat_state.player is not None for seat_state in state.seats):
            self._hold_seats(state, present)
        else:
            self._cancel_timers("hold", set())
        most = self._context.settings.lapses_before_bot
        for seat_state in state.seats:
            if (
                seat_state.lapses >= most
                and seat_state.is_human
                and state.in_match
                and seat_state.player
            ):
                self._cover(seat_state.player, "lapses")
        for decide in (
            self._sleep,
            self._new_host,
            self._commit,
            self._grant,
            self._start_when_full,
            self._close_if_empty,
        ):
            if _decide_or_none(decide) is not None:
                self._start((decide.__name__,), decide)

    def _sleep(self) -> TableFact | None:
        return decisions.sleep(self._table.state, self._now(), self._table.present)

    def _new_host(self) -> TableFact | None:
        here = {chair.player.id for chair in self._table.chairs}
        return decisions.new_host(self._table.state, self._now(), here)

    def _commit(self) -> TableFact | None:
        return decisions.commit(self._table.state, self._now(), self._context.new_seed)

    def _grant(self) -> TableFact | None:
        state = self._table.state
        if not any(seat_state.vote for seat_state in state.seats):
            return None
        return decisions.grant(state, self._now(), self._table.present, self._table.game)

    def _start_when_full(self) -> TableFact | None:
        state = self._table.state
        if state.phase is not Phase.LOBBY or not state.opened.start_when_full:
            return None
        if any(seat_state.is_free for seat_state in state.seats):
            return None
        return decisions.start(state, self._now(), self._table.game)

    def _close_if_empty(self) -> TableFact | None:
        state = self._table.state
        deserted = not self._table.chairs and all(
            seat_state.player is None for seat_state in state.seats
        )
        if deserted and not state.in_match:
            return decisions.close(state, self._now(), CloseReason.EMPTY)
        return None

    def _hold_seats(self, state: TableState, present: set[str]) -> None:
        waiting: set[Key] = set()
        until = self._now() + self._context.settings.hold
        for seat_state in state.seats:
            if seat_state.player is None or seat_state.player in present:
                continue
            if state.phase is Phase.PAUSED or (state.is_playing and not seat_state.is_human):
                continue
            key = ("hold", seat_state.player)
            waiting.add(key)
            self._set_timer(key, until, partial(self._stop_holding, seat_state.player))
        self._cancel_timers("hold", waiting)

    def _stop_holding(self, player: str) -> None:
        """Give the seat of somebody who has not come back to a bot, or free it outside a match."""
        if self._table.state.in_match:
            self._cover(player, "away")
            return
        self._start(
            ("stand", player), lambda: decisions.stand(self._table.state, self._now(), player)
        )

    def _cover(self, player: str, why: CoverReason) -> None:
        self._start(
            ("cover", player),
            lambda: decisions.cover(self._table.state, self._now(), player, STAND_IN_LEVEL, why),
        )

    def _update_idle_timer(self) -> None:
        if (due := self._idle_until()) is not None:
            self._set_timer(("idle",), due, self._close_if_idle)

    def _idle_until(self) -> float | None:
        idle, grace = self._context.settings.idle, self._context.settings.restart_grace
        if idle is None:
            return None
        return max(self._table.state.last_at + idle, self._created_at + min(idle, grace))

    def _close_if_idle(self) -> None:
        due = self._idle_until()
        if due is None or self._now() < due:
            self._update_idle_timer()
            return
        self._start(
            ("idle",),
            lambda: decisions.close(self._table.state, self._now(), CloseReason.IDLE),
        )

    def _update_guest_timeout(self, state: TableState) -> None:
        """Close a table of guests soon: their ids end with their sessions, so nobody returns."""
        if not self._table.is_deserted:
            self._was_visited = True
        if not self._table.is_deserted or not state.is_of_guests:
            self._cancel_timers("deserted", set())
            return
        since = self._now() if self._was_visited else state.last_at
        due = since + self._context.settings.guest_table_timeout
        self._set_timer(
            ("deserted",), due, partial(self._start, ("deserted",), self._close_if_deserted)
        )

    def _close_if_deserted(self) -> TableFact | None:
        table = self._table
        return decisions.close_if_deserted(table.state, self._now(), deserted=table.is_deserted)

    def _schedule_bot(self, seat: Seat, level: str, state: TableState) -> None:
        key = ("bot", seat, state.turn_of(seat), level)
        if key in self._pending:
            return
        self._pending.add(key)
        pause = self._context.bot_pause()
        if pause > 0:
            self._set_timer(key, self._now() + pause, lambda: self._start_bot(seat, level, key))
        else:
            self._start_bot(seat, level, key)

    def _start_bot(self, seat: Seat, level: str, key: Key) -> None:
        self._context.spawn(self._bot_turn(seat, level, key))

    async def _bot_turn(self, seat: Seat, level: str, key: Key) -> None:
        state, fold, game = self._table.state, self._table.fold, self._table.game
        match, turn = state.match_state, state.turn_of(seat)
        if not state.is_playing or key != ("bot", seat, turn, state.seats[seat].bot):
            self._done(key)
            return
        move = await self._choose(level, game.view(match, seat))
        if move not in game.legal_moves(match, seat):
            # Otherwise a bot that chooses an illegal move would be asked again for ever.
            move = game.timeout_move(match, seat)
        await self._write(key, lambda: decisions.bot_move(fold, self._now(), seat, move, turn))

    async def _choose(self, level: str, view: Any) -> Any:
        rng, game = self._context.rng, self._table.game
        if bots.LEVELS[level].trials:
            return await self._context.bot_pool.choose(game, level, view, rng.getrandbits(64))
        return bots.choose(game, level, view, rng)

    def _start(self, key: Key, decide: Callable[[], TableFact | None]) -> None:
        if key not in self._pending:
            self._pending.add(key)
            self._context.spawn(self._write(key, decide))

    async def _write(self, key: Key, decide: Callable[[], TableFact | None]) -> None:
        try:
            written = await self._table.write(lambda: _decide_or_none(decide))
        except LogUnwritable:
            again = self._now() + self._context.settings.write_again
            self._set_timer(("again", *key), again, lambda: self._done(key))
        else:
            # The key of a bot's turn is never used again, and its move has already led to an
            # update; other keys may have become due again while this one was pending.
            if written and key[0] == "bot":
                self._pending.discard(key)
            else:
                self._done(key)

    def _done(self, key: Key) -> None:
        self._pending.discard(key)
        self.update()

    def _set_timer(self, key: Key, when: float, action: Callable[[], object]) -> None:
        if key in self._timers or self._stopped:
            return

        def fire() -> None:
            self._timers.pop(key, None)
            action()

        self._timers[key] = when, self._context.clock.call_at(when, fire)

    def _cancel_timers(self, kind: str, but: set[Key]) -> None:
        stale = [key for key in self._timers if key[0] == kind and key not in but]
        for key in stale:
            self._timers.pop(key)[1].cancel()


def _decide_or_none(decide: Callable[[], TableFact | None]) -> TableFact | None:
    """Return the fact to be written; None if the decision is refused."""
    try:
        return decide()
    except Refusal:
        return None
