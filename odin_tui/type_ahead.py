"""Keys typed ahead: each waits until the one before it has done its work."""

import asyncio
from collections import deque
from typing import Any

from textual.app import App
from textual.dom import DOMNode
from textual.events import Callback, Key
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
        self._screen: Screen[Any] | None = None
        self._first: DOMNode = app
        """The screen and the widget that the key was given to first."""
        self._patience: asyncio.TimerHandle | None = None

    def holds(self, key: Key) -> bool:
        """Return whether a key that has come has to wait; if not, it is at work from now on."""
        if self._admitted is not None and key is not self._admitted:
            if not self._waiting:
                self._follow(self._admitted)
            if len(self._waiting) < MOST_KEYS:
                self._waiting.append(key)
            return True
        self._admitted = key
        self._screen, self._first = self.screen, self.first_to_read
        if self._waiting:
            self._follow(key)
        return False

    def came_back(self, key: Key) -> None:
        """Let the next key in: this one has gone all the way up to the app, and is done.

        Most keys do. One that a widget keeps to itself is followed when the next key comes.
        """
        if key is not self._admitted:
            return
        if not self.is_done(self._screen) and not self._waiting:
            self._screen, self._first = self.screen, self.first_to_read

    def _follow(self, key: Key) -> None:
        self._patience = asyncio.get_running_loop().call_later(LONGEST_WAIT, self._let_in_next)
        follower = _Follower(self, key, self._screen, self._first)
        self._app.post_message(Callback(follower.go_up))

    def is_at_work(self, key: Key) -> bool:
        """Return whether a key is the one that was let in last."""
        return key is self._admitted

    def is_done(self, screen: Screen[Any] | None) -> bool:
        """Let the next key in, unless another screen has come that is still to answer."""
        if screen is not self.screen:
            return False
        self._let_in_next()
        return True

    def stop(self) -> None:
        """Forget all keys: the app is closed, and nothing may be sent to it any more."""
        self._waiting.clear()
        self._let_in_next()

    @property
    def screen(self) -> Screen[Any] | None:
        """The screen on top."""
        stack = self._app.screen_stack
        return stack[-1] if stack else None

    @property
    def first_to_read(self) -> DOMNode:
        """What a key is given to first."""
        screen = self.screen
        return self._app if screen is None else screen.focused or screen

    def _let_in_next(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self._screen, self._first = None, self._app
        self._admitted = self._waiting.popleft() if self._waiting else None
        if self._admitted is not None and not self._app.post_message(self._admitted):
            self._admitted = None
            self._waiting.clear()


class _Follower:
    """Goes the way of a key, from the widget that has the focus up to the app.

    It is sent as a plain method: of anything with arguments Textual works out the signature anew
    for every step, which takes longer than the step.
    """

    def __init__(
        self, keys: TypeAhead, key: Key, screen: Screen[Any] | None, first: DOMNode
    ) -> None:
        self._keys, self._key = keys, key
        self._screen, self._way = screen, list(first.ancestors_with_self)

    def go_up(self) -> None:
        """Go to the next widget; behind the last, let the next key in or go the way once more."""
        if not self._keys.is_at_work(self._key):
            return
        while self._way:
            # A widget that is just being removed accepts nothing, and is passed over.
            if self._way.pop(0).post_message(Callback(self.go_up)):
                return
        if not self._keys.is_done(self._screen):
            self._screen = self._keys.screen
            self._way = list(self._keys.first_to_read.ancestors_with_self)
            self.go_up()
