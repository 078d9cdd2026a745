"""What each game shows of itself. A new game is a new folder and one line here."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol


class Narration(Protocol):
    """How a game tells in sentences what happened."""

    def tell(self, names: Sequence[str], before: Any, after: Any) -> list[str]:
        """Tell what happened between two views; from the first deal if `before` is None."""
        ...


ROOMS = {
    "odin": "odin_tui.odin",
}


def narration(game: str) -> Narration:
    """Load the sentences of a game; nothing of a game is imported before it is wanted."""
    module: Narration = import_module(f"{ROOMS[game]}.narration")
    return module
