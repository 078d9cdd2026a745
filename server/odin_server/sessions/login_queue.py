"""In which order people who have logged in get their first picture, the costly part of a login."""

import asyncio
from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count


class LoginQueue:
    """Slots for logins: people who are known come first, and each address in its turn."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._under_way = 0
        self._of_address: Counter[str] = Counter()
        """Logins that wait or are under way."""
        self._numbers = count()
        self._waiting: list[tuple[bool, int, int, asyncio.Future[None]]] = []

    def change(self, at_once: int) -> None:
        """Have another number of logins at once."""
        self._at_once = at_once
        self._wake()

    async def enter(self, network: str, *, known: bool) -> Callable[[], None]:
        """Wait for a slot; return what gives it back."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = not known, self._of_address[network], next(self._numbers), turn
        heappush(self._waiting, place)
        self._of_address[network] += 1
        self._wake()
        try:
            await turn
        except asyncio.CancelledError:
            self._leave(network, had_slot=not turn.cancelled())
            raise
        return lambda: self._leave(network, had_slot=True)

    def _wake(self) -> None:
        while self._waiting and self._under_way < self._at_once:
            turn = heappop(self._waiting)[-1]
            if not turn.cancelled():
                turn.set_result(None)
                self._under_way += 1

    def _leave(self, network: str, *, had_slot: bool) -> None:
        self._of_address[network] -= 1
        if not self._of_address[network]:
            del self._of_address[network]
        self._under_way -= had_slot
        self._wake()
