"""Somebody in front of plain lines: types, and reads until they see what they wait for."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from odin_server.hall import Chair
from odin_tui.languages import ENGLISH, Translations
from odin_tui.text_mode import play_text

PATIENCE = 20.0
Talk = Callable[
    [Callable[[], Awaitable[str | None]], Callable[[str], Awaitable[None]]],
    Coroutine[Any, Any, object],
]
"""A dialogue, given how to read a line and how to write one."""


class Dialogue:
    """Types lines and reads what is written."""

    def __init__(self, talk: Talk) -> None:
        self.heard: list[str] = []
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._news = asyncio.Event()
        self._read = 0
        self.over = asyncio.create_task(talk(self._typed.get, self._hear))

    async def _hear(self, line: str) -> None:
        self.heard.append(line)
        self._news.set()

    def type(self, *lines: str | None) -> None:
        for line in lines:
            self._typed.put_nowait(line)

    async def until(self, words: str) -> str:
        """Read on until a line matches."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self._read < len(self.heard):
                    self._read += 1
                    if re.search(words, self.heard[self._read - 1]):
                        return self.heard[self._read - 1]
                self._news.clear()
                await self._news.wait()

    async def end(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.over


class Conversation(Dialogue):
    """Somebody at a table."""

    def __init__(self, chair: Chair, *, kept: bool = True, tr: Translations = ENGLISH) -> None:
        self.chair = chair
        super().__init__(lambda read, write: play_text(chair, read, write, kept=kept, tr=tr))
