"""A session that may be read from right to left: its rows, its keys and its mouse."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

from textual.app import App
from textual.dom import DOMNode
from textual.events import Key, MouseEvent
from textual.widget import Widget
from textual.widgets import Input

from odin_tui.keys import keys_by_id
from odin_tui.languages import Translations
from odin_tui.languages.reading import for_screens, is_right_to_left
from odin_tui.settings import Settings
from odin_tui.terminal_letters import EXPLICIT, IMPLICIT, VISUAL, likely_order

if TYPE_CHECKING:
    from odin_tui.right_to_left.mirror import Mirror

PAIRS = (
    ("menu.left", "menu.right"),
    ("hand.left", "hand.right"),
    ("hand.move_left", "hand.move_right"),
    ("moves.left", "moves.right"),
    ("replay.back", "replay.next"),
)
OPPOSITE = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
"""Bindings that mean a side of the screen, each with the one for the other side.

A map is a picture, and is not mirrored.
"""
TIMES = frozenset({"replay.back", "replay.next"})
"""Those that mean a side only if their key does."""
OTHER_SIDE = {"left": "right", "right": "left"}
SIDE_KEYS = frozenset({*OTHER_SIDE, "h", "l"})


class ReadingDirection:
    """Turns what an app draws and is told round, where its language asks for that."""

    def __init__(self, app: App[Any], write: Callable[[str], None], terminal: str | None) -> None:
        """`terminal` is what is known of its name; None for our own page in a browser."""
        self._app, self._write, self._terminal = app, write, terminal or ""
        self.is_page = terminal is None
        self.mirror: Mirror | None = None
        """What mirrors rows; None unless the session is read from right to left."""
        self.was_used = False
        """Whether the terminal has been told to show letters as they come."""

    @property
    def wants_answer(self) -> bool:
        """Whether the reader has to say which order of letters the terminal wants."""
        return self.mirror is not None and not self.is_page

    def follow(self, tr: Translations) -> Translations:
        """Return the translations for screens, and draw as they are read from now on."""
        if is_right_to_left(tr):
            from odin_tui.right_to_left.mirror import Mirror  # noqa: PLC0415 - seldom wanted

            self.mirror = self.mirror or Mirror()
        elif self.mirror is not None:
            self.mirror = None
            self._write(IMPLICIT)
        if self._app.is_running:
            self.begin()
        return for_screens(tr)

    def begin(self) -> None:
        """Tell the terminal that letters come in the order in which they are to be seen."""
        if self.mirror is None:
            return
        self._write(EXPLICIT)
        if not self.was_used:
            self.was_used = True
            self._app.app_suspend_signal.subscribe(
                self._app, lambda _app: self.rest(), immediate=True
            )
            self._app.app_resume_signal.subscribe(
                self._app, lambda _app: self.begin(), immediate=True
            )

    def rest(self) -> None:
        """Leave the terminal to others as it was."""
        if self.mirror is not None:
            self._write(IMPLICIT)

    def name_terminal(self, name: str) -> None:
        """Take what the terminal calls itself."""
        self._terminal = f"{name} {self._terminal}"

    def use_order(self, chosen: str) -> None:
        """Send letters in the order that was chosen, or else that the terminal's name tells."""
        if self.mirror is None:
            return
        order = VISUAL if self.is_page else chosen or likely_order(self._terminal)
        if order != self.mirror.order:
            self.mirror.order = order
            self._app.refresh()

    def turned_mouse(self, event: MouseEvent) -> MouseEvent:
        """Return a click or a move at the place where what is seen there was drawn."""
        if self.mirror is None:
            return event
        x = self.mirror.drawn_column(event.screen_x, event.screen_y)
        return type(event)(
            event.widget,
            x,
            event.y,
            -event.delta_x,
            event.delta_y,
            event.button,
            event.shift,
            event.meta,
            event.ctrl,
            x,
            event.screen_y,
        )

    def turn_key(self, event: Key, settings: Settings) -> None:
        """Change a key that means a side of the screen to what means that side as it is drawn.

        In a field it means where the cursor goes, which only Arabic letters turn round.
        """
        if self.mirror is None:
            return
        *held, key = event.key.split("+")
        focused = self._app.focused
        if isinstance(focused, Input):
            if key in OTHER_SIDE and _reads_leftwards(focused.value):
                event.key = "+".join([*held, OTHER_SIDE[key]])
        elif key in OTHER_SIDE and not settings.keys:
            if not any(getattr(node, "is_picture", False) for node in self._nodes(focused)):
                event.key = "+".join([*held, OTHER_SIDE[key]])
        elif event.key in _side_keys(settings):
            self._turn_binding(event, settings)

    def _nodes(self, focused: Widget | None) -> list[DOMNode]:
        return (focused or self._app.screen).ancestors_with_self

    def _turn_binding(self, event: Key, settings: Settings) -> None:
        """Change a key by what it is bound to now."""
        found = self._app.screen.active_bindings.get(event.key)
        key_id = "" if found is None else found.binding.id or ""
        if key_id in OPPOSITE and (key_id not in TIMES or event.key in SIDE_KEYS):
            event.key = keys_by_id(settings)[OPPOSITE[key_id]][0]
            event.character = None


@lru_cache(maxsize=64)
def _keys_of_sides(key_map: str, own: tuple[tuple[str, str], ...]) -> frozenset[str]:
    keys = keys_by_id(Settings(key_map=key_map, keys=dict(own)))
    return frozenset(key for key_id in OPPOSITE for key in keys[key_id])


def _side_keys(settings: Settings) -> frozenset[str]:
    """Return the keys that may mean a side of the screen."""
    return _keys_of_sides(settings.key_map, tuple(settings.keys.items()))


def _reads_leftwards(text: str) -> bool:
    """Return whether the first letter of a text that has a direction is Arabic."""
    found = (bidirectional(letter) for letter in text)
    return next((each for each in found if each in ("L", "R", "AL")), "L") != "L"
