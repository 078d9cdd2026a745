"""When Python looks for garbage: seldom, because in a full house it takes a second.

A search through all objects costs several milliseconds for every session there is, and by itself
Python makes one whenever it has grown by a quarter: while a hall fills, every second or two. So
only young objects are searched as a matter of course. A closed session is taken apart by hand
(`odin_server.ssh.driver.take_apart`); what is left, such as tables that were looked at for long
and left, is collected when the memory has grown for no reason that can be seen, or when hardly
anybody is there to notice.
"""

import asyncio
import gc
from collections.abc import Callable

YOUNG, MIDDLE = 2000, 10
NEVER = 1_000_000_000
EXPECTED = 5 * 2**19
"""More than a session needs, in bytes."""
SLACK, SLACK_EACH = 4 * 2**20, 2**19
"""How much may lie about: the more people there are, the more a search would disturb."""
LOOK_EVERY = 2.0
FEW = 3


class Tidy:
    """Decides when all objects are searched."""

    def __init__(self, memory: Callable[[], float], sessions: Callable[[], int]) -> None:
        self._memory, self._sessions = memory, sessions
        self._after = 0.0
        self._were = 0
        self.searches = 0

    def begin(self) -> None:
        """Let automatic searches see young objects only, and never again what is there now."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._note()

    def is_due(self) -> bool:
        """Tell whether the memory has grown more than the people in it explain."""
        now = self._sessions()
        more = max(0, now - self._were)
        return self._memory() > self._after + SLACK + now * SLACK_EACH + more * EXPECTED

    def look(self) -> bool:
        """Search everything if that is due, or if it is cheap; tell whether it was done."""
        if not self.is_due() and not (self._were > FEW >= self._sessions()):
            return False
        gc.collect()
        self.searches += 1
        self._note()
        return True

    def _note(self) -> None:
        self._after, self._were = self._memory(), self._sessions()

    async def keep(self, told: Callable[[], object]) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.look():
                told()
