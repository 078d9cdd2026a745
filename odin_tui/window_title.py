"""The title of the terminal's window: it tells whoever looks elsewhere that it is their turn."""

from collections.abc import Callable

from odin_server.hall.views import TableView

PUSH, POP = "\x1b[22;0t", "\x1b[23;0t"
"""Terminals keep a pile of titles: around an app, these two leave the window as it was."""


class WindowTitle:
    """Writes a title when it has changed, and at no other time."""

    def __init__(self, put: Callable[[str], object]) -> None:
        self._put = put
        self._shown = ""

    def follow(self, view: TableView) -> None:
        """Say whether it is the player's turn at this table."""
        title = "Your turn · odin" if view.my_turn else "odin"
        if title != self._shown:
            self._put(f"\x1b]0;{title}\x07")
            self._shown = title
