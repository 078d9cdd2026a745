"""Keys typed ahead: each waits until the one before it has done its work."""

import asyncio
from collections import deque
from typing import Any

from textual.app import App
from textual.dom import DOMNode
from textual.events import Key
from textual.screen import Screen

LONGEST_WAIT = 0.5
"""Seconds after which the next key is given to the app even if the last still keeps it busy."""
MOST_KEYS = 1000
"""Keys beyond this many are forgotten; a whole line pasted into a field is far below it."""


class TypeAhead:
    """Lets one key at a time into an app.

    Keys that arrive together would all be sent to the screen that is there when the first of them
    arrives, even if that key opens another; and a letter that a field reads itself would overtake
    a key that is bound to something, because that one wanders up to the app first.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[Key] = deque()
        self._admitted: Key | None = None
        """The key that is at work now, or has just been let in."""
        self._patience: asyncio.TimerHandle | None = None

    def holds(self, key: Key) -> bool:
        """Tell whether a key that has come has to wait; if not, it is at work from now on."""
        if self._admitted is not None and key is not self._admitted:
            if len(self._waiting) < MOST_KEYS:
                self._waiting.append(key)
            return True
        self._admitted = key
        self._patience = asyncio.get_running_loop().call_later(LONGEST_WAIT, self._let_in_next)
        self._app.call_later(self._follow)
        return False

    def _follow(self) -> None:
        """Go the way of the key, from the widget that has the focus up to the app."""
        stack = self._app.screen_stack
        screen = stack[-1] if stack else None
        first = self._app if screen is None else screen.focused or screen
        self._go_up(list(first.ancestors_with_self), screen, self._admitted)

    def _go_up(self, way: list[DOMNode], screen: Screen[Any] | None, key: Key | None) -> None:
        if key is None or key is not self._admitted:
            return
        while way:
            # A widget that is just being removed accepts nothing, and is passed over.
            if way.pop(0).call_later(self._go_up, way, screen, key):
                return
        stack = self._app.screen_stack
        if stack and stack[-1] is not screen:
            # Another screen has come; it answers when it has been built.
            self._follow()
        else:
            self._let_in_next()

    def _let_in_next(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self._admitted = self._waiting.popleft() if self._waiting else None
        if self._admitted is not None and not self._app.post_message(self._admitted):
            self._admitted = None
            self._waiting.clear()
