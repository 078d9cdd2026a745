"""GC policy: full collections are rare, because with hundreds of sessions one takes a second.

A full collection costs several milliseconds for every session, and by default Python makes one
whenever the number of objects has grown by a quarter: every second or two while a hall fills. So
automatic collections are limited to the young generations. Keys replace old objects by new ones,
which Python does not count as growth, so a million young ones may gather before it collects them:
they are collected more often, as soon as it would take long (`YoungCollections`). What a login has
left behind is collected right after it. A closed session is taken apart by hand
(`odin_server.sessions.app_setup.release_app`). The rest, less than 100 KiB of each, needs a full
collection: after some sessions if there are only few that would have to wait for it, otherwise
not before the memory has grown by much more than the sessions explain.
"""

import asyncio
import gc
from collections.abc import Callable
from time import perf_counter

YOUNG, MIDDLE = 20_000, 4
"""The growth by so many objects, and so many collections, after which Python collects by itself."""
YOUNG_ONLY, YOUNG_AND_MIDDLE = 0, 1
"""The generations of Python's collector that are younger than the oldest."""
NEVER = 1_000_000_000
FEWEST_ENDED, FEW_SESSIONS = 10, 10
"""With so few sessions, which wait a tenth of a second, so many ended ones are worth it."""
SESSION_BYTES = 4 * 2**20
"""More than a session needs, in bytes."""
UNEXPLAINED_BYTES, UNEXPLAINED_PART = 64 * 2**20, 1 / 8
"""How much memory may be garbage, in bytes and as a part of all there was; the larger counts."""
CHECK_EVERY = 2.0
PAUSE = 0.012
"""The seconds that a collection of young objects should take."""
SHORTEST_WAIT, LONGEST_WAIT = 0.1, 2.0


class YoungCollections:
    """Collects young objects so often that nobody waits long for it."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._young = 0
        """How many collections were of young objects only since the last of older ones."""
        self.wait = LONGEST_WAIT
        """The seconds until the next collection."""

    def collect(self) -> None:
        """Collect, and wait longer after a short collection than after a long one."""
        begun, is_young = self._clock(), self._young < MIDDLE
        gc.collect(YOUNG_ONLY if is_young else YOUNG_AND_MIDDLE)
        self._young = self._young + 1 if is_young else 0
        wanted = PAUSE if is_young else (MIDDLE + 1) * PAUSE
        share = wanted / max(self._clock() - begun, wanted / 2)
        self.wait = min(max(self.wait * max(share, 1 / 4), SHORTEST_WAIT), LONGEST_WAIT)

    async def run(self) -> None:
        """Collect again and again, for ever."""
        while True:
            await asyncio.sleep(self.wait)
            self.collect()


class GcPolicy:
    """Decides when a full collection is made."""

    def __init__(
        self,
        memory: Callable[[], float],
        sessions: Callable[[], int],
        ended: Callable[[], int],
    ) -> None:
        self._memory, self._sessions, self._ended = memory, sessions, ended
        self._memory_then = 0.0
        self._sessions_then = self._ended_then = self._logins_then = 0
        self.collections = 0

    def begin(self) -> None:
        """Limit automatic collections to young objects, and exempt everything there is now."""
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._collect_everything()

    def is_due(self) -> bool:
        """Tell whether a collection is cheap and worth it, or memory has grown unexplained."""
        now, ended = self._sessions(), self._ended() - self._ended_then
        grown = (
            self._memory() - self._memory_then - SESSION_BYTES * max(0, now - self._sessions_then)
        )
        if now <= FEW_SESSIONS and ended >= FEWEST_ENDED:
            return True
        return grown > max(UNEXPLAINED_BYTES, UNEXPLAINED_PART * self._memory_then)

    def check(self) -> bool:
        """Make a full collection if one is due, and return whether it was."""
        if self.is_due():
            self._collect_everything()
            self.collections += 1
            return True
        if self._sessions() + self._ended() > self._logins_then:
            self._collect_newcomers()
        return False

    def _collect_everything(self) -> None:
        gc.unfreeze()
        gc.collect()
        self._freeze()
        self._memory_then, self._sessions_then = self._memory(), self._sessions()
        self._ended_then = self._ended()

    def _collect_newcomers(self) -> None:
        """Collect what logins have just left behind, among young objects only.

        With the older ones, to which everybody at the tables adds, it would take a fifth of a
        second at every login.
        """
        gc.collect(YOUNG_AND_MIDDLE)
        self._freeze()

    def _freeze(self) -> None:
        """Exempt the objects of present sessions from other collections."""
        gc.freeze()
        self._logins_then = self._sessions() + self._ended()

    async def run(self, on_collection: Callable[[], object]) -> None:
        """Check every few seconds, for ever; call `on_collection` after each full collection."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            if self.check():
                on_collection()
