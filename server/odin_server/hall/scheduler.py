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
from odin_server.hall import decisions, move_decisions
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
        self._timers: dict[Key, Alarm] = {}
        self._held: dict[str, float] = {}
        """Until when the seats of players who are away are held."""
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
            self._context.registry.record_matches(self._table)
        if state.phase is Phase.CLOSED:
            self.stop()
            self._context.registry.remove(self._table)
            return
        if not only_turns:
            self._note_absences(state)
        if not self._table.is_driven:
            self._cancel_all()
            return
        self._update_turns(state)
        if not only_turns:
            self._update_seats(state)
            self._update_idle_timer()
            self._update_guest_timeout(state)

    def stop(self) -> None:
        """Cancel all timers and ignore further updates."""
        self._stopped = True
        self._cancel_all()

    def _cancel_all(self) -> None:
        for key, timer in self._timers.items():
            timer.cancel()
            # Otherwise a bot whose pause was cut short would never move again.
            self._pending -= {key, key[1:]}
        self._timers.clear()

    def held_until(self, player: str) -> float | None:
        """Return until when an absent player's seat is held; None if it is not."""
        return self._held.get(player)

    def _note_absences(self, state: TableState) -> None:
        """Note until when each seat is held whose player is away.

        Every host does, so that one that takes the table over knows how long they have been away.
        """
        if not self._table.is_deserted:
            self._was_visited = True
        if state.by_correspondence:
            return  # nobody has to be there
        present, until = self._table.present, self._now() + self._context.settings.hold
        self._held = {
            seat_state.player: self._held.get(seat_state.player, until)
            for seat_state in state.seats
            if seat_state.player is not None
            and seat_state.player not in present
            and state.phase is not Phase.PAUSED
            and not (state.is_playing and not seat_state.is_human)
        }

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
                    if state.by_correspondence:
                        due = self._context.uptime.earliest_lapse(due)
                    self._set_timer(key, due, partial(self._clock_ran_out, seat))
        self._cancel_timers("clock", running)
        if state.by_correspondence and state.is_playing:
            self._context.uptime.begin_writing()

    def _clock_ran_out(self, seat: Seat) -> None:
        since = self._table.state.seats[seat].since
        if since is not None:
            self._start(("lapse", seat), partial(self._lapse, seat, since))

    def _lapse(self, seat: Seat, since: float) -> TableFact | None:
        """Decide on the move of a seat that is late; by correspondence a bot chooses it."""
        now, fold, uptime = self._now(), self._table.fold, self._context.uptime
        if not fold.state.by_correspondence:
            return move_decisions.lapse(fold, now, seat, since, fold.game.timeout_move)
        if uptime.is_behind:
            return None
        owed = move_decisions.give_back_downtime(fold.state, now, uptime.downtimes)
        return owed or move_decisions.lapse(fold, now, seat, since, self._stand_in_move)

    def _stand_in_move(self, match: Any, seat: Seat) -> Any:
        game = self._table.game
        return bots.choose(game, STAND_IN_LEVEL, game.view(match, seat), self._context.rng)

    def _update_seats(self, state: TableState) -> None:
        for player, until in self._held.items():
            self._set_timer(("hold", player), until, partial(self._stop_holding, player))
        self._cancel_timers("hold", {("hold", player) for player in self._held})
        most = self._context.settings.lapses_before_bot
        for seat_state in state.seats:
            if (
                seat_state.lapses >= most
                and seat_state.is_human
                and state.in_match
                and not state.by_correspondence
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
        here = {place.player for place in self._table.places}
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
        away = {seat_state.player for seat_state in state.seats} - {None, *self._table.present}
        if state.is_of_tournament and away:
            return None
        return decisions.start(state, self._now(), self._table.game)

    def _close_if_empty(self) -> TableFact | None:
        state = self._table.state
        deserted = not self._table.places and all(
            seat_state.player is None for seat_state in state.seats
        )
        if state.is_of_tournament and state.phase is Phase.LOBBY:
            return None
        if deserted and not state.in_match:
            return decisions.close(state, self._now(), CloseReason.EMPTY)
        return None

    def _stop_holding(self, player: str) -> None:
        """Give the seat of somebody who has not come back to a bot, or free it outside a match.

        A match of a tournament begins without them.
        """
        state = self._table.state
        if state.in_match:
            self._cover(player, "away")
            return
        if state.is_of_tournament and state.phase is Phase.LOBBY:
            self._start(("begin",), lambda: decisions.start(state, self._now(), self._table.game))
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
            # The end of a match by correspondence brings the time forward.
            key = ("idle", self._table.state.in_match)
            self._cancel_timers("idle", {key})
            self._set_timer(key, due, self._close_if_idle)

    def _idle_until(self) -> float | None:
        settings, state = self._context.settings, self._table.state
        idle, grace = settings.idle, settings.restart_grace
        if idle is None:
            return None
        if state.by_correspondence:
            grace = settings.correspondence_wait
            idle = settings.correspondence_abandoned if state.in_match else grace
        return max(state.last_at + idle, self._created_at + min(idle, grace))

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
        """Close a deserted table soon: of guests, who cannot return, or of a tournament."""
        if not self._table.is_deserted or not state.closes_when_deserted:
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
        if (
            not state.is_playing
            or key != ("bot", seat, turn, state.seats[seat].bot)
            or seat not in game.to_move(match)  # another host has let it move
        ):
            self._done(key)
            return
        move = await self._choose(level, game.view(match, seat))
        if move not in game.legal_moves(match, seat):
            # Otherwise a bot that chooses an illegal move would be asked again for ever.
            move = game.timeout_move(match, seat)
        await self._write(key, lambda: move_decisions.bot_move(fold, self._now(), seat, move, turn))

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
            written = await self._table.write(lambda: self._decide_if_driven(decide))
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

        self._timers[key] = self._context.clock.call_at(when, fire)

    def _cancel_timers(self, kind: str, but: set[Key]) -> None:
        stale = [key for key in self._timers if key[0] == kind and key not in but]
        for key in stale:
            self._timers.pop(key).cancel()

    def _decide_if_driven(self, decide: Callable[[], TableFact | None]) -> TableFact | None:
        """Return the fact to be written; None if it is not due any more, or another host's task."""
        return _decide_or_none(decide) if self._table.is_driven else None


def _decide_or_none(decide: Callable[[], TableFact | None]) -> TableFact | None:
    """Return the fact to be written; None if the decision is refused."""
    try:
        return decide()
    except Refusal:
        return None
