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
from odin_server.sessions.app_setup import set_up_app
from odin_server.sessions.driver import RemoteDriver
from odin_server.sessions.input_limits import InputLimits
from odin_server.sessions.settings import HostSettings
from odin_server.sessions.terminal import Terminal
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
    driver: RemoteDriver | None = None
    sizes: list[int] = field(default_factory=list)
    """The bytes of each frame."""

    @property
    def frames(self) -> int:
        return len(self.sizes)

    @property
    def received(self) -> int:
        """The bytes of all frames."""
        return sum(self.sizes)

    def __post_init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.picture = pyte.Screen(self.terminal.width, self.terminal.height)
        self._stream = pyte.ByteStream(self.picture)

    def send(self, frame: bytes) -> None:
        self.sizes.append(len(frame))
        self._stream.feed(frame)

    def cells(self) -> list[list[Any]]:
        buffer, width = self.picture.buffer, self.terminal.width
        return [[_seen(buffer[y][x]) for x in range(width)] for y in range(self.terminal.height)]

    def has_room(self) -> bool:
        return True

    def notice_text(self, notice: Notice) -> str:
        return str(notice)

    def attach(self, driver: RemoteDriver) -> None:
        self.driver = driver

    def put(self, sequence: str) -> None:
        """Titles are no part of the picture."""

    def disconnect(self, reason: Notice) -> None:
        """Nobody hangs up here."""

    async def ping(self) -> float:
        return 0.0


async def rest(screen: Screen) -> None:
    """Wait until nothing has been painted for longer than two steps of a deal are apart."""
    quiet = 0
    while quiet < 20:
        before = screen.frames
        await asyncio.sleep(0.01)
        quiet = quiet + 1 if screen.frames == before else 0


@asynccontextmanager
async def shown(
    environment: Environment, screen: Screen, *words: str, animations: str = "reduced"
) -> Any:
    caller = environment.caller("Astrid", *words)
    caller.client = screen
    app: HallApp = await environment.app(caller)
    app.settings = replace(app.settings, animations=animations)
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


@asynccontextmanager
async def a_table_of_two(screen: Screen) -> Any:
    async with an_environment() as environment:
        astrid = Player("SHA256:Astrid", "Astrid")
        table = await environment.hall.open_table(astrid, NewTable("odin", seats=2))
        await environment.hall.sit(BO, table.view.code)
        await table.start()
        async with shown(environment, screen) as app:
            yield app


async def test_a_cursor_that_moves_costs_a_few_hundred_bytes() -> None:
    screen = Screen()
    async with a_table_of_two(screen):
        screen.sizes.clear()
        screen.driver.feed(b"\x1b[C")  # type: ignore[union-attr]
        await rest(screen)
    assert 0 < screen.received < 1500


def a_small_terminal() -> Screen:
    # Nothing is animated on a slow line, so that only the paint itself is measured.
    return Screen(Terminal("xterm-kitty", 80, 24, colours="truecolor"), line_is_slow=True)


def assert_painted_once(sizes: list[int]) -> None:
    whole = max(sizes)
    assert whole <= 20_000
    # What terminals are asked, and a cursor's place, are a few hundred bytes.
    assert sum(sizes) - whole < 500


async def test_a_table_that_opens_is_painted_once() -> None:
    screen = a_small_terminal()
    async with a_table_of_two(screen) as app:
        assert isinstance(app.screen, TableScreen)
        assert_painted_once(screen.sizes)


async def test_the_hall_is_painted_once_at_the_beginning_and_after_another_screen() -> None:
    screen = a_small_terminal()
    async with an_environment() as environment, shown(environment, screen):
        assert_painted_once(screen.sizes)
        for key in (b"?", b"\x1b"):
            screen.sizes.clear()
            screen.driver.feed(key)  # type: ignore[union-attr]
            await eventually(lambda: bool(screen.sizes))
            await rest(screen)
            assert_painted_once(screen.sizes)
