"""How fast a client may type."""

from collections.abc import Callable

from odin_server.metrics import Metrics
from odin_server.sessions.guards import Bucket
from odin_server.sessions.settings import HostSettings

CELLS_A_KEY = 8000
"""A terminal with more cells than this takes longer to paint, so its keys count for more."""


class InputLimits:
    """Token buckets for the keys and characters of one session; what is dropped is counted."""

    def __init__(self, settings: HostSettings, metrics: Metrics, now: Callable[[], float]) -> None:
        self.longest_paste = settings.paste
        self.keys = Bucket(settings.keys_burst, settings.keys_rate, now())
        self._characters = Bucket(2 * settings.paste, settings.typed_rate, now())
        self._metrics, self._now = metrics, now

    def allow_typing(self, characters: int) -> bool:
        """Tell whether so many characters may be parsed, which costs time."""
        if self._characters.take(characters, self._now()):
            return True
        self._metrics.typing_dropped.inc(characters)
        return False

    def allow_key(self, cells: int, *, behind: bool) -> bool:
        """Tell whether one more key may be handed to the app of a terminal with so many cells.

        None may while the client is behind: what keys do would be painted for nobody.
        """
        if not behind and self.keys.take(max(1.0, cells / CELLS_A_KEY), self._now()):
            return True
        self._metrics.keys_dropped.inc()
        return False
