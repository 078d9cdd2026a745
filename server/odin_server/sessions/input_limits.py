"""How fast a client may type."""

from collections.abc import Callable

from odin_server.metrics import Metrics
from odin_server.sessions.guards import Bucket
from odin_server.sessions.settings import HostSettings


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

    def allow_key(self, *, behind: bool) -> bool:
        """Tell whether one more key may be handed to the app; not to one that is behind."""
        if not behind and self.keys.take(1, self._now()):
            return True
        self._metrics.keys_dropped.inc()
        return False
