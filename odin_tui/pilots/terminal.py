"""What a pilot sits in front of: a screen of letters, and keys."""

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Protocol

from textual.app import App
from textual.pilot import Pilot as Hands

from odin_tui.textual_internals import lines_of

GLANCE = 0.02
"""How often somebody who waits looks up, in seconds."""


class Terminal(Protocol):
    """A screen that can be read and typed at, near or far."""

    @property
    def lines(self) -> list[str]:
        """The screen as it is now, without blanks at the ends of lines."""
        ...

    @property
    def open(self) -> bool:
        """False once the program at the other end has gone."""
        ...

    async def press(self, key: str) -> None:
        """Press a key."""
        ...

    async def click(self, x: int, y: int) -> None:
        """Click on a cell."""
        ...

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        ...

    async def settle(self) -> list[str]:
        """Wait until nothing more is being painted, and give the screen."""
        ...


async def until_changed(terminal: Terminal, before: Sequence[str], seconds: float) -> float | None:
    """Wait for another screen than before; give the seconds that took, or None."""
    begun = perf_counter()
    while terminal.open:
        taken = perf_counter() - begun
        if terminal.lines != before:
            return taken
        if taken > seconds:
            return None
        await asyncio.sleep(GLANCE / 10 if taken < GLANCE else GLANCE)
    return None


class AppTerminal:
    """An app in this process, driven through Textual's own test driver."""

    def __init__(self, app: App[Any], hands: Hands[Any]) -> None:
        self._app, self._hands = app, hands

    @property
    def lines(self) -> list[str]:
        return lines_of(self._app.screen)

    @property
    def open(self) -> bool:
        return self._app.is_running

    async def press(self, key: str) -> None:
        """Press a key."""
        await self._hands.press(key)

    async def click(self, x: int, y: int) -> None:
        """Click on a cell."""
        await self._hands.click(offset=(x, y))

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        await self._hands.resize_terminal(width, height)

    async def settle(self) -> list[str]:
        """Let the app come to rest, and give the screen."""
        await self._hands.pause()
        return self.lines
