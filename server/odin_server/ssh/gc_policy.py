"""When Python looks for garbage: seldom, because in a full house it takes a second.

A search through all objects costs several milliseconds for every session there is, and by itself
Python makes one whenever it has grown by a quarter: while a hall fills, every second or two. So
only young objects are searched as a matter of course, and what a few logins have left behind soon
after them. A closed session is taken apart by hand (`odin_server.ssh.app_setup.release_app`). What
that leaves is collected when many sessions have ended, compared with those that would be stopped
by a search; and tables that somebody looked at for long and left, when the memory has grown for no
reason that can be seen.
"""

import asyncio
import gc
from collections.abc import Callable

YOUNG, MIDDLE = 2000, 10
YOUNG_AND_MIDDLE = 1
"""The generations of Python's collector that are younger than the oldest."""
NEVER = 1_000_000_000
FEWEST = 10
"""So many sessions must have ended before a search is worth it, and half of those there are."""
EXPECTED = 4 * 2**20
"""More than a session needs, in bytes."""
SLACK = 64 * 2**20
LOOK_EVERY = 2.0


class GcPolicy:
    """Decides when all objects are searched."""

    def __init__(
        self,
        memory: Callable[[], float],
        sessions: Callable[[], int],
        ended: Callable[[], int],
    ) -> None:
        self._memory, self._sessions, self._ended = memory, sessions, ended
        self._after = 0.0
        self._were = self._had_ended = self._had_come = 0
        self.searches = 0

    def begin(self) -> None:
        """Let automatic searches see young objects only, and never again what is there now."""
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._search_everything()

    def is_due(self) -> bool:
        """Tell whether enough sessions have ended, or the memory has grown for no reason."""
        now, ended = self._sessions(), self._ended() - self._had_ended
        grown = self._memory() - self._after - EXPECTED * max(0, now - self._were)
        return ended >= max(FEWEST, now // 2) or grown > SLACK

    def look(self) -> bool:
        """Search everything if that is due, and tell whether it was."""
        if self.is_due():
            self._search_everything()
            self.searches += 1
            return True
        if self._sessions() + self._ended() > self._had_come:
            self._search_newcomers()
        return False

    def _search_everything(self) -> None:
        gc.unfreeze()
        gc.collect()
        self._put_aside()
        self._after, self._were = self._memory(), self._sessions()
        self._had_ended = self._ended()

    def _search_newcomers(self) -> None:
        """Collect what logins have just left behind.

        Only among young objects: with the older ones, which everybody at the tables adds to, it
        would take a fifth of a second whenever somebody comes in.
        """
        gc.collect(YOUNG_AND_MIDDLE)
        self._put_aside()

    def _put_aside(self) -> None:
        """Let other searches pass over those who are in."""
        gc.freeze()
        self._had_come = self._sessions() + self._ended()

    async def keep(self, told: Callable[[], object]) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.look():
                told()
