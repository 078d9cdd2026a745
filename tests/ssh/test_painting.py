"""Frames paint only what has changed; a terminal that gets them must show the whole picture."""

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pyte
import pytest

from odin_server.hall import NewTable, Player
from odin_server.metrics import Metrics
from odin_server.notices import Notice
from odin_server.ssh.app_setup import set_up_app
from odin_server.ssh.driver import SSHDriver
from odin_server.ssh.input_limits import InputLimits
from odin_server.ssh.settings import HostSettings
from odin_server.ssh.terminal import Terminal
from odin_tui.hall_app import HallApp
from odin_tui.screens.table import TableScreen
from tests.ssh.test_hall_app import BO, Environment, an_environment
from tests.ssh.wire import eventually

KEYS = (b"\x1b[C", b"\x1b[D", b"\t", b" ", b"\r", b"p", b"s", b"1", b"?", b"\x1b", b"c", b"v")


@dataclass
class Screen:
    """A wire with a terminal at its end."""

    terminal: Terminal = field(default_factory=lambda: Terminal("xterm", 100, 30))
    input_limits: InputLimits = field(
        default_factory=lambda: InputLimits(
            HostSettings(keys_burst=10**9, keys_rate=10**9, typed_rate=10**9),
            Metrics(),
            time.monotonic,
        )
    )
    has_terminal: bool = True
    line_is_slow: bool = False
    driver: SSHDriver | None = None
    frames: int = 0
    received: int = 0
    """The bytes of all frames."""

    def __post_init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.picture = pyte.Screen(self.terminal.width, self.terminal.height)
        self._stream = pyte.ByteStream(self.picture)

    def send(self, frame: bytes) -> None:
        self.frames += 1
        self.received += len(frame)
        self._stream.feed(frame)

    def cells(self) -> list[list[Any]]:
        buffer, width = self.picture.buffer, self.terminal.width
        return [[_seen(buffer[y][x]) for x in range(width)] for y in range(self.terminal.height)]

    def has_room(self) -> bool:
        return True

    def notice_text(self, notice: Notice) -> str:
        return str(notice)

    def attach(self, driver: SSHDriver) -> None:
        self.driver = driver

    def put(self, sequence: str) -> None:
        """Titles are no part of the picture."""

    def disconnect(self, reason: Notice) -> None:
        """Nobody hangs up here."""

    async def ping(self) -> float:
        return 0.0


async def rest(screen: Screen) -> None:
    """Wait until nothing has been painted for a while."""
    quiet = 0
    while quiet < 12:
        before = screen.frames
        await asyncio.sleep(0.01)
        quiet = quiet + 1 if screen.frames == before else 0


@asynccontextmanager
async def shown(environment: Environment, screen: Screen, *words: str) -> Any:
    caller = environment.caller("Astrid", *words)
    caller.client = screen
    app: HallApp = await environment.app(caller)
    app.settings = replace(app.settings, animations="reduced")
    set_up_app(app, screen)
    running = asyncio.create_task(app.run_async())
    await rest(screen)
    try:
        yield app
    finally:
        app.exit()
        await running


def _seen(cell: Any) -> Any:
    """Return what can be seen of a cell: a blank shows neither ink nor weight."""
    if cell.data != " " or cell.reverse or cell.underscore or cell.strikethrough:
        return cell
    return cell._replace(fg="default", bold=False, italics=False)


async def check(screen: Screen) -> None:
    """Compare what frames have left on the terminal with a picture painted whole."""
    await rest(screen)
    assert screen.driver is not None
    left, before = screen.cells(), screen.frames
    screen.clear()
    screen.driver.catch_up()
    await eventually(lambda: screen.frames > before)
    await rest(screen)
    different = [
        (y, x, was, now)
        for y, (old, new) in enumerate(zip(left, screen.cells(), strict=True))
        for x, (was, now) in enumerate(zip(old, new, strict=True))
        if was != now
    ]
    assert not different


@pytest.mark.parametrize("game", ["odin", "herrlof"])
async def test_what_frames_leave_on_a_terminal_is_the_whole_picture(game: str) -> None:
    chance, screen = Random(game), Screen()
    async with an_environment() as environment:
        astrid = Player("SHA256:Astrid", "Astrid")
        wanted = NewTable(game, seats=3, bots=("karl", "karl"), seed="07" * 16)
        await (await environment.hall.open_table(astrid, wanted)).start()
        async with shown(environment, screen) as app:
            assert isinstance(app.screen, TableScreen)
            for _ in range(12):
                for _ in range(5):
                    screen.driver.feed(chance.choice(KEYS))  # type: ignore[union-attr]
                    await asyncio.sleep(0.02)
                await check(screen)


async def test_a_cursor_that_moves_costs_a_few_hundred_bytes() -> None:
    screen = Screen()
    async with an_environment() as environment:
        astrid = Player("SHA256:Astrid", "Astrid")
        table = await environment.hall.open_table(astrid, NewTable("odin", seats=2))
        await environment.hall.sit(BO, table.view.code)
        await table.start()
        async with shown(environment, screen):
            before = screen.received
            screen.driver.feed(b"\x1b[C")  # type: ignore[union-attr]
            await rest(screen)
            assert 0 < screen.received - before < 1500
