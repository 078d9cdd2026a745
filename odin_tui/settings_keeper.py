"""Keeps settings in the background, so that no key waits until they are written."""

import asyncio
from collections.abc import Awaitable, Callable

from odin_engine.game import Refusal


class SettingsKeeper:
    """Writes the newest settings, and tells `on_refusal` why they could not be written."""

    def __init__(
        self, write: Callable[[str], Awaitable[None]], on_refusal: Callable[[Refusal], object]
    ) -> None:
        self._write, self._on_refusal = write, on_refusal
        self._unwritten: str | None = None
        self._writing: asyncio.Task[None] | None = None

    def keep(self, text: str) -> None:
        """Write these settings soon, instead of older ones that still wait."""
        self._unwritten = text
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_newest())

    def stop_telling(self) -> None:
        """Tell of no refusal any more, because nobody is there to read it."""
        self._on_refusal = str

    async def _write_newest(self) -> None:
        while (text := self._unwritten) is not None:
            self._unwritten = None
            try:
                await self._write(text)
            except Refusal as refusal:
                self._on_refusal(refusal)
        self._writing = None
