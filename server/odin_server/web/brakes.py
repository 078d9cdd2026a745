"""Pausing the reading of one connection for several reasons."""

import asyncio
from typing import Any


class Brake:
    """One reason to pause reading; it goes on when no brake of the same set is on."""

    def __init__(self, transport: asyncio.Transport, engaged: "set[Brake]") -> None:
        self._transport, self._engaged = transport, engaged

    def pause_reading(self) -> None:
        self._engaged.add(self)
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._engaged.discard(self)
        if not self._engaged:
            self._transport.resume_reading()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


class BrakedTransport(Brake):
    """A transport for a protocol that would otherwise undo the pauses of others."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
