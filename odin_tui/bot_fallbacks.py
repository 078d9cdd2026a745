"""A notice for the player at home, shown once, that a bot could not search."""

from collections.abc import Callable

from odin_server.hall.bot_pool import Fallback
from odin_tui.languages import N_

SENTENCES = {
    Fallback.NOT_STARTED: N_(
        "A bot cannot think ahead and plays like a Karl: no process could be started for it."
    ),
    Fallback.DIED: N_("A bot cannot think ahead and plays like a Karl: its process ended."),
    Fallback.HUNG: N_("A bot cannot think ahead and plays like a Karl: it took too long."),
    Fallback.BAD_ANSWER: N_(
        "A bot cannot think ahead and plays like a Karl: its answer could not be read."
    ),
    Fallback.BUSY: N_(
        "A bot cannot think ahead and plays like a Karl: too many bots are thinking at once."
    ),
}


class FallbackNotice:
    """Says it the first time a bot falls back, or as soon as there is somewhere to say it."""

    def __init__(self) -> None:
        self._reason: Fallback | None = None
        self._tell: Callable[[str], object] | None = None

    def note(self, reason: Fallback) -> None:
        """Tell the player, unless they know."""
        if self._reason is None:
            self._reason = reason
            if self._tell is not None:
                self._tell(SENTENCES[reason])

    def tell_by(self, tell: Callable[[str], object]) -> None:
        """Say from now on how to tell the player something; it gets the message to translate."""
        self._tell = tell
        if self._reason is not None:
            tell(SENTENCES[self._reason])
