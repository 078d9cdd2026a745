"""How the bytes of one client are taken in: no faster than its budgets and the others allow."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from odin_server.sessions.guards import Bucket
from odin_server.sessions.loop_shares import Share
from odin_server.sessions.loop_time import charged_to

if TYPE_CHECKING:
    from odin_server.sessions.host import Host

AT_ONCE = 256
"""Bytes that are taken in before others have their turn: a few keys, each in a packet."""
IN_LINE = 64
"""Bytes of somebody who has waited in line: about a packet, as an app does all keys in one go."""


class Pausable(Protocol):
    """A transport, as far as it can be paused."""

    def is_closing(self) -> bool: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Intake:
    """Hands on what a client sends; while it has to wait, reading pauses, and TCP makes it wait."""

    def __init__(self, take_in: Callable[[bytes], None], transport: Pausable, host: "Host") -> None:
        self.share = Share(host.loop_shares)
        self._take_in, self._transport, self._host = take_in, transport, host
        self._loop = asyncio.get_running_loop()
        settings = host.settings
        self._bytes = Bucket(settings.inbound_burst, settings.inbound_rate, self._loop.time())
        self._held = b""
        self._slow_until = 0.0
        self._is_paused = False

    def __call__(self, data: bytes) -> None:
        """Take bytes, now or when it is their turn."""
        self._held += data
        if (wait := self._bytes.owe(len(data), self._loop.time())) > 0:
            self._host.metrics.floods_slowed.inc()
            self.slow_down(wait)
        if not self._is_paused:
            self._go_on()

    def slow_down(self, seconds: float) -> None:
        """Take in nothing more for so long, after the piece that is being taken in."""
        self._slow_until = max(self._slow_until, self._loop.time() + seconds)

    def stop(self) -> None:
        """Forget what waits: the client is gone."""
        self._held = b""
        self._host.loop_shares.leave(self._take_small_piece)

    def _go_on(self) -> None:
        """Take in the next piece, or wait until that may be done."""
        wait = self._slow_until - self._loop.time()
        if wait > 0:
            self._pause()
            self._loop.call_later(wait, self._go_on)
        elif not self._held:
            self._resume()
        elif self._host.loop_shares.may_go(self.share):
            self._take_piece()
        else:
            self._pause()
            self._host.loop_shares.wait(self.share, self._take_small_piece)

    def _take_small_piece(self) -> None:
        self._take_piece(IN_LINE)

    def _take_piece(self, size: int = AT_ONCE) -> None:
        piece, self._held = self._held[:size], self._held[size:]
        with charged_to(self.share):
            self._take_in(piece)
        if self._held or self._slow_until > self._loop.time():
            self._pause()
            self._loop.call_soon(self._go_on)
        else:
            self._resume()

    def _pause(self) -> None:
        if not self._is_paused:
            self._is_paused = True
            if not self._transport.is_closing():
                self._transport.pause_reading()

    def _resume(self) -> None:
        if self._is_paused:
            self._is_paused = False
            if not self._transport.is_closing():
                self._transport.resume_reading()
