"""Memory of many sessions in large pages, where the system has them."""

import asyncio
import contextlib
import ctypes
import errno
import mmap
import re
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from odin_server.sessions import large_pages
from odin_server.sessions.large_pages import (
    COLLAPSE,
    LARGE_PAGE,
    MOST_AT_ONCE,
    WORTH_A_PASS,
    LargePages,
    private_memory,
    system_advise,
)
from tests.ssh.wire import eventually

SMAPS = Path("/proc/self/smaps")
MAPS = """\
00400000-00800000 r-xp 00000000 fe:00 1234 /usr/bin/python3.11
00a00000-00c00000 rw-p 00000000 fe:00 1234 /usr/bin/python3.11
01000000-01700000 rw-p 00000000 00:00 0 [heap]
7f0000100000-7f0000900000 rw-p 00000000 00:00 0
7f0001000000-7f0001100000 rw-p 00000000 00:00 0
7f0002000000-7f0002400000 ---p 00000000 00:00 0
7f0003000000-7f0003400000 rw-s 00000000 00:01 5 /dev/zero (deleted)
7f0004000000-7f0004200000 rw-p 00000000 00:00 0 [anon:objects]
7f0005000000-7f0005001000 ---p 00000000 00:00 0
7f0005001000-7f0005801000 rw-p 00000000 00:00 0
7ffc00000000-7ffc00800000 rw-p 00000000 00:00 0 [stack]
"""


class FakeSystem:
    """Takes advice about the memory in a file, and tells which addresses have large pages."""

    def __init__(self, maps: Path) -> None:
        self.maps, self.memory, self.takes = maps, 0.0, True
        self.asked: list[tuple[int, int]] = []
        """What large pages were made of: each address, and the length."""
        self.marked: list[tuple[int, int]] = []
        self.pages = LargePages(self.advise, lambda: self.memory)

    def advise(self, start: int, length: int, advice: int) -> bool:
        assert advice in (mmap.MADV_HUGEPAGE, COLLAPSE)
        (self.asked if advice == COLLAPSE else self.marked).append((start, length))
        if advice == COLLAPSE:
            self.when_asked()
        return self.takes and not self.refuses(start)

    def refuses(self, start: int) -> bool:  # noqa: ARG002 - asked by tests that replace it
        """Return whether no large page can be made of what begins at this address."""
        return False

    def when_asked(self) -> None:
        """Take note that a large page is made of something; replaced by tests that wait."""

    def has(self, *areas: tuple[int, int]) -> None:
        lines = [f"{start:x}-{end:x} rw-p 00000000 00:00 0 \n" for start, end in areas]
        self.maps.write_text("".join(lines))


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeSystem:
    maps = tmp_path / "maps"
    monkeypatch.setattr(large_pages, "MAPS", maps)
    return FakeSystem(maps)


@contextlib.asynccontextmanager
async def running(pages: LargePages) -> AsyncIterator[None]:
    """Run the task in the block, and end it after it."""
    task = asyncio.create_task(pages.run())
    yield
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def test_only_private_memory_for_objects_counts_and_only_whole_pages_of_it() -> None:
    assert list(private_memory(MAPS)) == [
        (0x1000000, 0x1600000),
        (0x7F0000200000, 0x7F0000800000),
        (0x7F0004000000, 0x7F0004200000),
    ]


def test_large_pages_are_made_once(system: FakeSystem) -> None:
    system.has((0x1000000, 0x1400000))
    assert system.pages.make() == 2
    assert system.asked == [(0x1000000, LARGE_PAGE), (0x1200000, LARGE_PAGE)]
    assert system.marked == [(0x1000000, 2 * LARGE_PAGE)]
    system.has((0x1000000, 0x1600000))
    assert system.pages.make() == 1
    assert system.asked[2:] == [(0x1400000, LARGE_PAGE)]


def test_memory_that_was_given_back_gets_large_pages_again(system: FakeSystem) -> None:
    system.has((0x1000000, 0x1200000))
    assert system.pages.make() == 1
    system.has()
    assert system.pages.make() == 0
    system.has((0x1000000, 0x1200000))
    assert system.pages.make() == 1


def test_what_the_system_refuses_is_asked_for_again(system: FakeSystem) -> None:
    system.has((0x1000000, 0x1200000))
    system.takes = False
    assert system.pages.make() == 0
    system.takes = True
    assert system.pages.make() == 1


async def test_passes_follow_each_other_until_none_has_anything_to_do(
    system: FakeSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_pages, "CHECK_EVERY", 0.001)
    system.has((0x1000000, 0x1000000 + 3 * MOST_AT_ONCE * LARGE_PAGE))
    system.memory = WORTH_A_PASS - 1
    assert not system.pages.is_due()
    system.memory = WORTH_A_PASS
    assert system.pages.is_due()
    async with running(system.pages):
        await eventually(lambda: not system.pages.is_due())
    assert len(system.asked) == 3 * MOST_AT_ONCE
    system.memory = 2 * WORTH_A_PASS
    assert system.pages.is_due()


async def test_memory_that_shrank_may_grow_again(
    system: FakeSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_pages, "CHECK_EVERY", 0.001)
    system.has()
    system.memory = 3 * WORTH_A_PASS
    async with running(system.pages):
        await eventually(lambda: not system.pages.is_due())
    system.memory = WORTH_A_PASS
    assert not system.pages.is_due()
    system.memory = 2 * WORTH_A_PASS
    assert system.pages.is_due()


def test_what_the_system_refuses_holds_up_nothing_else(
    system: FakeSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    unused, used = 0x1000000, 0x1000000 + (MOST_AT_ONCE + 1) * LARGE_PAGE
    system.has((unused, used + LARGE_PAGE))
    monkeypatch.setattr(system, "refuses", lambda start: start < used)
    assert [system.pages.make() for _ in range(3)] == [0, 1, 0]


def test_nothing_is_asked_of_a_system_without_large_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_pages, "SYSTEM_SETTINGS", tmp_path)
    assert system_advise() is None
    setting, size = tmp_path / "enabled", tmp_path / "hpage_pmd_size"
    for wanted, length in (("[never]", LARGE_PAGE), ("[always]", 2**29), ("[always]", "?")):
        setting.write_text(f"madvise {wanted}\n")
        size.write_text(f"{length}\n")
        assert system_advise() is None
    assert LargePages(None, lambda: 1e9).make() == 0


async def test_without_advice_the_task_ends() -> None:
    async with asyncio.timeout(5):
        await LargePages(None, lambda: 1e9).run()


async def test_the_task_makes_pages_beside_the_loop(
    system: FakeSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_pages, "CHECK_EVERY", 0.001)
    system.has((0x1000000, 0x1200000))
    system.memory = WORTH_A_PASS
    made, threads = asyncio.Event(), list[threading.Thread]()
    loop = asyncio.get_running_loop()

    def when_asked() -> None:
        threads.append(threading.current_thread())
        loop.call_soon_threadsafe(made.set)

    monkeypatch.setattr(system, "when_asked", when_asked)
    async with running(system.pages), asyncio.timeout(5):
        await made.wait()
    assert system.asked == [(0x1000000, LARGE_PAGE)]
    assert threading.current_thread() not in threads


@pytest.mark.parametrize(
    "trouble", [OSError(errno.EMFILE, "too many files"), RuntimeError("can't start new thread")]
)
async def test_the_task_goes_on_when_there_are_too_many_files_or_threads(
    system: FakeSystem, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    monkeypatch.setattr(large_pages, "CHECK_EVERY", 0.001)
    system.memory = WORTH_A_PASS
    troubles, made = [trouble], asyncio.Event()

    def make() -> int:
        if troubles:
            raise troubles.pop()
        made.set()
        return 0

    monkeypatch.setattr(system.pages, "make", make)
    async with running(system.pages), asyncio.timeout(5):
        await made.wait()
    assert not troubles


async def test_whoever_ends_the_task_does_not_wait_for_a_pass(
    system: FakeSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    system.has((0x1000000, 0x1000000 + 5 * LARGE_PAGE))
    system.memory = WORTH_A_PASS
    asked, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def when_asked() -> None:
        loop.call_soon_threadsafe(asked.set)
        go_on.wait(10)

    monkeypatch.setattr(system, "when_asked", when_asked)
    async with asyncio.timeout(5), running(system.pages):
        await asked.wait()
    assert not go_on.is_set()
    go_on.set()
    assert len(system.asked) == 1


def test_a_pass_has_an_end(system: FakeSystem) -> None:
    system.has((0x1000000, 0x1000000 + 3 * MOST_AT_ONCE * LARGE_PAGE))
    assert [system.pages.make() for _ in range(4)] == [*[MOST_AT_ONCE] * 3, 0]


def test_files_with_strange_names_are_no_memory(system: FakeSystem) -> None:
    system.maps.write_bytes(b"1000000-1200000 rw-p 00000000 fe:00 9 /caf\xe9\xe2\x80\xa8x\n")
    assert system.pages.make() == 0


def test_the_system_has_the_large_pages_that_were_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    advise = system_advise()
    size = 4 * LARGE_PAGE
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as area:
        area.write(b"x" * size)
        first = ctypes.addressof(ctypes.c_char.from_buffer(area))
        monkeypatch.setattr(large_pages, "MAPS", tmp_path / "maps")
        system = FakeSystem(tmp_path / "maps")
        system.has((first, first + size))
        made = LargePages(advise, lambda: 0.0).make()
        told = large_kilobytes(first)
        assert area[:] == b"x" * size
    # An older system takes the advice and makes them later by itself; one that has no free
    # memory of that size refuses. Nobody counts pages that the system does not have.
    assert made * LARGE_PAGE <= 1024 * told


def large_kilobytes(address: int) -> int:
    """Return how much of the memory around an address is in large pages, as the system tells."""
    inside, told = False, 0
    for line in SMAPS.read_text().splitlines():
        if area := re.match(r"([0-9a-f]+)-([0-9a-f]+) ", line):
            first, last = (int(edge, 16) for edge in area.groups())
            inside = first <= address < last
        elif inside and line.startswith("AnonHugePages:"):
            told = int(line.split()[1])
    return told
