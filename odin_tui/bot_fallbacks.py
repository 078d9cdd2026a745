"""Telling the player at home, once, that the searching bots do not search."""

from collections.abc import Callable

from odin_server.hall.bot_pool import Fallback

SENTENCES = {
    Fallback.NOT_STARTED: "no process could be started for it",
    Fallback.DIED: "the process that thought for it ended",
    Fallback.HUNG: "thinking took far too long",
    Fallback.BAD_ANSWER: "the answer could not be read",
    Fallback.BUSY: "too many bots were thinking at once",
}


class FallbackNotice:
    """Says it the first time a bot falls back, or as soon as there is somewhere to say it."""

    def __init__(self) -> None:
        self._sentence = ""
        self._tell: Callable[[str], object] | None = None

    def note(self, reason: Fallback) -> None:
        """Tell the player, unless they know."""
        if self._sentence:
            return
        self._sentence = (
            f"A bot could not think ahead and plays by habit, like a Karl: {SENTENCES[reason]}."
        )
        if self._tell is not None:
            self._tell(self._sentence)

    def tell_by(self, tell: Callable[[str], object]) -> None:
        """Say from now on how to tell the player something."""
        self._tell = tell
        if self._sentence:
            tell(self._sentence)
