"""How long what was sent takes to arrive: a slow line gets no animations."""

import struct
from collections import deque
from collections.abc import Callable

try:
    from fcntl import ioctl
    from termios import TIOCOUTQ
except ImportError:  # Windows has neither
    TIOCOUTQ = 0  # type: ignore[misc]

SLOW = 0.4
"""The seconds on the way from which a line is slow; more than round the world and back."""
REMEMBERED = 30.0
"""How long a line counts as slow after that, or animations would make it so again and again."""
MOST_MARKS = 64


class LineLag:
    """Remembers when bytes were sent, and asks how many of them are still on their way."""

    def __init__(self, queued: Callable[[], int], clock: Callable[[], float]) -> None:
        self._queued, self._clock = queued, clock
        self._total = 0
        self._marks: deque[tuple[int, float]] = deque(maxlen=MOST_MARKS)
        """How many bytes had been sent at a time."""
        self._slow_until = 0.0

    def sent(self, count: int) -> None:
        """Note that so many bytes were sent now."""
        self._total += count
        self._marks.append((self._total, self._clock()))

    @property
    def seconds(self) -> float:
        """How long the oldest byte that has not arrived is on its way; 0 if all have."""
        arrived = self._total - self._queued()
        while self._marks and self._marks[0][0] <= arrived:
            self._marks.popleft()
        return self._clock() - self._marks[0][1] if self._marks else 0.0

    @property
    def is_slow(self) -> bool:
        """Whether the client lags behind, or did a short while ago."""
        if self.seconds > SLOW:
            self._slow_until = self._clock() + REMEMBERED
        return self._clock() < self._slow_until


def unacknowledged(descriptor: int) -> int:
    """Return how many bytes of a TCP socket the other end has not acknowledged.

    It is 0 for a closed socket, and where the system does not tell.
    """
    if not TIOCOUTQ or descriptor < 0:
        return 0
    try:
        answer = ioctl(descriptor, TIOCOUTQ, bytes(4))
    except OSError:
        return 0
    count: int = struct.unpack("i", answer)[0]
    return count
