"""Playing a match in a page, by keys, by mouse or by touch, as somebody who reads the screen."""

import asyncio
import re
from collections.abc import Callable
from typing import Literal

from playwright.async_api import TimeoutError as PageTimeout

from odin_server.hall import Phase, TableView
from odin_tui.game_ui import game_ui, screen_reader
from odin_tui.pilots.ssh_terminal import SshTerminal
from odin_tui.pilots.terminal import until_changed
from tests.web import PATIENCE
from tests.web.browser import Window

Way = Literal["keys", "mouse", "touch"]
CAPS = {"enter": "enter", "space": "space", "tab": "tab", "escape": "esc"}
LINKS = {"enter": ("Play", "Take", "Predict", "Choose"), "p": ("Pass", "Skip")}
"""Words on the screen that do the same as a key."""
NUMBERS = {"herrlof"}
"""Games in which several digits are one number; in others each chooses a card."""


class PagePlayer:
    """Plays at one table in a window."""

    def __init__(self, window: Window, look: Callable[[], TableView], way: Way) -> None:
        """`look` returns the table as this player may see it."""
        self.window, self.look, self.way = window, look, way
        self.done: set[str] = set()
        """In which ways keys were pressed."""

    async def play(self) -> None:
        """Play until the match is over."""
        async with asyncio.timeout(PATIENCE):
            while self.look().phase is Phase.PLAYING:
                await self.turn()

    async def turn(self) -> None:
        """Do the next thing that the screen asks for, or wait for the others."""
        game = self.look().game
        keys = next_keys(game, await self.window.lines())
        if self.way != "keys" and game in NUMBERS:
            keys = with_whole_numbers(keys)
        for key in keys:
            before = await self.window.lines()
            await self.press(key, before)
            await self._changed(before)
        if not keys:
            await asyncio.sleep(0.05)

    async def _changed(self, before: list[str]) -> None:
        for _ in range(100):
            if await self.window.lines() != before:
                return
            await asyncio.sleep(0.02)

    async def press(self, key: str, lines: list[str]) -> None:
        """Press a key in this player's way: the keyboard, a click, or a button for fingers."""
        if self.way == "touch" and key in await self.window.keys():
            self.done.add("button")
            await self._tap(key)
            return
        place = None if self.way == "keys" else find_cell(key, lines)
        if place is None:
            self.done.add("keys")
            await self.window.type(key)
            return
        self.done.add("cell")
        await self.window.point(*place, touch=self.way == "touch")

    async def _tap(self, key: str) -> None:
        """Tap on the button of a key; it may have gone, because somebody else moved meanwhile."""
        button = self.window.page.locator(f'#keys button[data-key="{key}"]')
        try:
            await button.tap(timeout=5000)
        except PageTimeout:
            if key in await self.window.keys():
                raise


async def ssh_turn(terminal: SshTerminal, game: str) -> None:
    """Do the next thing that the screen of an SSH client asks for, or wait for the others."""
    for key in next_keys(game, await terminal.settle()):
        before = terminal.lines
        await terminal.press(key)
        await until_changed(terminal, before, 2.0)


def next_keys(game: str, lines: list[str]) -> list[str]:
    """Return the next keys for what is on the screen; none while others play."""
    if game_ui(game).screen_reader is None:
        return ["enter"] if "Your turn" in "\n".join(lines) else []
    reading = screen_reader(game).read([line.rstrip() for line in lines])
    if reading is None:
        return ["space"] if "go on" in lines[-1] else []
    return screen_reader(game).next_keys(reading) if reading.my_turn else []


def with_whole_numbers(keys: list[str]) -> list[str]:
    """Return keys with neighbouring digits as one number, which one points at as a whole."""
    whole: list[str] = []
    for key in keys:
        if key.isdigit() and whole and whole[-1].isdigit():
            whole[-1] += key
        else:
            whole.append(key)
    return whole


def find_cell(key: str, lines: list[str]) -> tuple[int, int] | None:
    """Find where a key can be clicked: its words, its number, or its cap in the last line."""
    if key.isdigit():
        return _find_number(key, lines)
    for word in LINKS.get(key, ()):
        for y, line in enumerate(lines):
            if found := re.search(rf" {word}(?: |$)", line[(half := len(line) // 2) :]):
                return half + found.start() + 1, y
    x = f" {lines[-1]} ".find(f" {CAPS.get(key, key)} ")
    return (x, len(lines) - 1) if x >= 0 else None


def _find_number(number: str, lines: list[str]) -> tuple[int, int] | None:
    """Find a number among those to choose from, or the card above its number."""
    prompt = next((y for y, line in enumerate(lines) if "predict your tricks" in line), None)
    sign = re.compile(rf"(?<!\d){number}(?!\d)")
    if prompt is None:
        found = sign.search(lines[-2])
        return None if found is None else (found.start(), len(lines) - 4)
    for y in range(7, prompt):
        plates = lines[y][28:77]
        if found := sign.search(plates):
            return 28 + found.start(), y
    return None
