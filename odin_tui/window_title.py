"""The title of the terminal's window: it shows whether it is the player's turn."""

from collections.abc import Callable

from odin_server.hall.views import TableView
from odin_tui.languages import Translations

PUSH, POP = "\x1b[22;0t", "\x1b[23;0t"
"""Terminals keep a stack of titles: around an app, these two leave the window as it was."""


def window_title(tr: Translations, *, my_turn: bool) -> str:
    """Return the title of the window."""
    return tr.gettext("Your turn · odin") if my_turn else "odin"


class WindowTitle:
    """Writes a title when it has changed, and at no other time."""

    def __init__(self, put: Callable[[str], object]) -> None:
        self._put = put
        self._shown = ""

    def follow(self, view: TableView, tr: Translations) -> None:
        """Show whether it is the player's turn at this table."""
        title = window_title(tr, my_turn=view.my_turn)
        if title != self._shown:
            self._put(f"\x1b]0;{title}\x07")
            self._shown = title
