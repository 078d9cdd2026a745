"""A chair: one session's hold on a seat, or its place as a spectator."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from odin_engine.game import Seat
from odin_server.hall.refusals import ChairGone, HintsOff, StillSaving, refused_with
from odin_server.hall.views import Player, TableView, Vote
from odin_server.notices import Notice

if TYPE_CHECKING:
    from odin_server.hall.table import Table

HINT_LEVEL = "konung"
"""The level of the bot that is asked for a hint."""
SAVED_WITHIN = 3.0
"""How long somebody waits for the log, in seconds, before they are told that it takes longer."""


class Chair:
    """The interface to a table for a screen, a pilot or a protocol.

    `view` is the table now. Set `on_change` to be called, without arguments, soon after
    anything in the view has changed: once for many changes in a row, so a slow reader finds the
    newest view and never a queue. Or wait with `await chair.change()`.

    Every verb raises a `Refusal` when it cannot be done, and `StillSaving` when the log takes long.
    """

    def __init__(self, table: "Table", player: Player, *, spectator: bool) -> None:
        self.player = player
        self.is_spectator = spectator
        self.on_change: Callable[[], object] | None = None
        self.ended: Notice | None = None
        """Why this chair has ended; None while it has not."""
        self._table = table
        self._seen = -1
        self._view: TableView | None = None
        self._notify_due = False
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    @property
    def view(self) -> TableView:
        """The table as this chair sees it now; after the chair's end, as it saw it last."""
        if self._view is None or (self.ended is None and self._seen != self._table.revision):
            self._seen = self._table.revision
            self._view = self._table.view_builder.view_for(self)
        return self._view

    @property
    def seat(self) -> Seat | None:
        """The seat this chair holds; None for a spectator."""
        return None if self.is_spectator else self._table.state.seat_of(self.player.id)

    def now(self) -> float:
        """Return the hall's time, on which the deadlines in a view are."""
        return self._table.context.clock.now()

    async def change(self) -> TableView:
        """Wait until something has changed since the last call, and return the newest view."""
        await self._changed.wait()
        self._changed.clear()
        return self.view

    async def play(self, move: Any, *, turn: int | None = None) -> None:
        """Make a move, as a value or in the game's notation; it is logged when this returns.

        With `turn` from a view, the move is refused if that turn has passed meanwhile.
        """
        self._check()
        if isinstance(move, str):
            move = self._table.game.parse_move(move)
        await self._do(self._table.play(self.player, move, turn))

    async def hint(self, level: str = HINT_LEVEL) -> Any:
        """Return the move that a bot of this level would make here."""
        self._check()
        if not self._table.state.opened.hints:
            raise HintsOff
        return await self._table.hint(self.player, level)

    async def say(self, text: str) -> None:
        """Say something to everyone at the table."""
        self._check()
        await self._do(self._table.say(self.player, text, spectator=self.is_spectator))

    async def start(self, fill: str | None = None) -> None:
        """Begin the match, as the host: with bots of a level in the free seats, or without them."""
        self._check()
        await self._do(self._table.start(self.player, fill))

    async def add_bot(self, level: str, seat: int | None = None) -> None:
        """Put a bot in a free seat, as the host, while no match is being played."""
        self._check()
        await self._do(self._table.add_bot(self.player, level, seat))

    async def remove_bot(self, seat: int) -> None:
        """Remove a bot, as the host, while no match is being played."""
        self._check()
        await self._do(self._table.remove_bot(self.player, seat))

    async def remove(self, seat: int) -> None:
        """Remove another player, as the host, while no match is being played.

        They cannot come back to this table for ten minutes.
        """
        self._check()
        await self._do(self._table.remove(self.player, seat))

    async def pause(self) -> None:
        """Agree to a pause; it begins when all players who are here have agreed."""
        await self._vote("pause")

    async def resume(self) -> None:
        """Agree to go on after a pause; play does when all players who are here have agreed."""
        await self._vote("resume")

    async def rematch(self) -> None:
        """Agree to another match; it begins when all players who are here have agreed."""
        await self._vote("rematch")

    async def rename(self, name: str) -> None:
        """Be called otherwise: here at once if no match has begun, else at the next table."""
        self._check()
        self.player = replace(self.player, name=name)
        await self._do(self._table.rename(self.player))

    async def take_back(self) -> None:
        """Take one's seat back from the bot that plays it."""
        self._check()
        await self._do(self._table.give_back(self.player))

    async def leave(self) -> None:
        """Leave for good: in a match a bot plays on, otherwise the seat becomes free."""
        self._check()
        if not self.is_spectator:
            await self._do(self._table.leave(self.player))
        self._table.detach(self, Notice("left-table"))

    async def close_table(self) -> None:
        """Close the table for everyone, as the host."""
        self._check()
        await self._do(self._table.close_by(self.player))

    def close(self) -> None:
        """Release the chair, as a lost connection does: the seat is held for the player."""
        if self.ended is None:
            self._table.detach(self, Notice("connection-closed"))

    async def _vote(self, vote: Vote) -> None:
        self._check()
        await self._do(self._table.vote(self.player, vote))

    async def _do(self, action: Coroutine[Any, Any, None]) -> None:
        """Wait for something that is written to the log.

        Raises `StillSaving` after a while: a screen that waits for a database that is away would
        answer no key. What was sent to the log is written all the same when it answers.
        """
        try:
            async with asyncio.timeout(SAVED_WITHIN):
                await action
        except TimeoutError as late:
            raise StillSaving from late

    def _check(self) -> None:
        if self.ended is not None:
            raise refused_with(ChairGone, self.ended)

    def notify_soon(self) -> None:
        """Call `on_change` soon, once for many changes in a row. For the table."""
        self._changed.set()
        if not self._notify_due and self.on_change is not None:
            self._notify_due = True
            self._loop.call_soon(self._notify)

    def end(self, reason: Notice) -> None:
        """End the chair. For the table."""
        self._view = self.view
        self.ended = reason
        self.notify_soon()

    def _notify(self) -> None:
        self._notify_due = False
        if self.on_change is not None:
            self.on_change()
