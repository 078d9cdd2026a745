"""Large memory pages for the objects of many sessions, on Linux.

A key touches objects all over the memory of its session. That of 200 sessions lies in 100,000
pages of 4 KiB, and to look up where they are took a fifth of the CPU of each key. Linux can keep
the same memory in pages of 2 MiB, but does so late by itself, or only where it is asked to.
"""

import asyncio
import mmap
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

LARGE_PAGE = 2 * 2**20
COLLAPSE = 25
"""`MADV_COLLAPSE`: make a large page of memory that is in use. `mmap` does not name it yet."""
MOST_AT_ONCE = 64
"""The large pages of one pass; a system that has none to spare is asked for no more."""
WORTH_A_PASS = 4 * 2**20
"""By so much the memory has to grow before large pages are made again: two sessions."""
CHECK_EVERY = 2.0
MAPS = Path("/proc/self/maps")
OBJECTS = ("[heap]", "[anon:")
"""What memory for objects is called, if it has a name."""
SYSTEM_SETTINGS = Path("/sys/kernel/mm/transparent_hugepage")

Advise = Callable[[int, int, int], bool]
"""Gives the system advice about memory from an address on, so long; returns whether it took it."""


def system_advise() -> Advise | None:
    """Return what gives this system advice; None if it has no such pages or wants none."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes  # noqa: PLC0415 - some builds of Python come without it

        is_wanted = "[never]" not in (SYSTEM_SETTINGS / "enabled").read_text()
        size = int((SYSTEM_SETTINGS / "hpage_pmd_size").read_text())
        madvise = ctypes.CDLL(None).madvise
        MAPS.read_bytes()
    except (ImportError, OSError, AttributeError, ValueError):
        return None
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return None  # Python was built for a system without them
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    if not is_wanted or size != LARGE_PAGE:
        return None  # `COLLAPSE` would make unwanted ones all the same
    return lambda start, length, advice: madvise(start, length, advice) == 0


class LargePages:
    """Makes large pages of the memory that was added since the last time."""

    def __init__(self, advise: Advise | None, memory: Callable[[], float]) -> None:
        self._advise, self._memory = advise, memory
        self._memory_then = 0.0
        """The memory when no large page could be made of it any more."""
        self._done: set[int] = set()
        """The addresses of large pages."""
        self._refused: set[int] = set()
        """The addresses of which the system has made none; they are asked for after the others."""
        self._stopped = Event()

    def make(self) -> int:
        """Make large pages of what is private memory and in none yet; return how many.

        This takes about 5 ms for each, in which other threads run.
        """
        if self._advise is None:
            return 0
        present: list[int] = []
        for start, end in private_memory(MAPS.read_text(errors="replace")):
            self._advise(start, end - start, mmap.MADV_HUGEPAGE)
            present += range(start, end, LARGE_PAGE)
        # What was given back and is used again has small pages.
        self._done.intersection_update(present)
        self._refused.intersection_update(present)
        before = len(self._done)
        missing = sorted(set(present) - self._done, key=lambda page: (page in self._refused, page))
        for page in missing[:MOST_AT_ONCE]:
            if self._stopped.is_set():
                break
            taken = self._advise(page, LARGE_PAGE, COLLAPSE)
            (self._done if taken else self._refused).add(page)
        return len(self._done) - before

    def is_due(self) -> bool:
        """Return whether the memory has grown by enough since there was nothing left to do."""
        now = self._memory()
        self._memory_then = min(self._memory_then, now)
        return now - self._memory_then >= WORTH_A_PASS

    async def run(self) -> None:
        """Make large pages whenever the memory has grown, for ever."""
        loop = asyncio.get_running_loop()
        # A thread of its own: logins wait for that of the loop.
        thread = ThreadPoolExecutor(1, "large-pages")
        try:
            while self._advise is not None:
                # While there are too many, no file can be opened and no thread begun.
                with suppress(OSError, RuntimeError):
                    if self.is_due():
                        memory = self._memory()
                        if not await loop.run_in_executor(thread, self.make):
                            self._memory_then = memory
                await asyncio.sleep(CHECK_EVERY)
        finally:
            # Whoever stops the server does not wait for the rest of a pass.
            self._stopped.set()
            thread.shutdown(wait=False)


def private_memory(maps: str) -> Iterator[tuple[int, int]]:
    """Yield from which address to which there is memory for objects, in whole large pages."""
    guarded = 0
    for line in filter(None, maps.split("\n")):
        addresses, access, _, _, inode, *name = line.split(maxsplit=5)
        first, last = (int(address, 16) for address in addresses.split("-"))
        if access == "---p" and last - first < LARGE_PAGE:
            guarded = last  # Right above begins the stack of a thread, of which little is used.
        for_objects = inode == "0" and (not name or name[0].startswith(OBJECTS))
        if access == "rw-p" and for_objects and first != guarded:
            start, end = -(-first // LARGE_PAGE) * LARGE_PAGE, last // LARGE_PAGE * LARGE_PAGE
            if start < end:
                yield start, end
