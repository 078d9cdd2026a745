"""All keys of a screen."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from odin_tui.keys import KEYS, binding
from odin_tui.screens.screen import OdinModal
from odin_tui.textual_internals import bindings_of
from odin_tui.widgets.footer import key_name

NUMBERS = "Numbers choose too, and everything can be clicked."


class KeysScreen(OdinModal[None]):
    """Lists what every key does on the screen below, whether or not it can be done just now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("back", "close", "back"),
        binding("keys", "close", "back", show=False),
    ]
    AUTO_FOCUS = "VerticalScroll"

    DEFAULT_CSS = """
    KeysScreen { align: center middle; }
    KeysScreen > Vertical {
        width: auto; min-width: 44; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 3; border: round $foreground; background: $background;
    }
    KeysScreen #heading { width: auto; text-style: bold; margin-bottom: 1; }
    KeysScreen VerticalScroll { width: auto; height: auto; max-height: 1fr; }
    KeysScreen #keys { width: auto; }
    KeysScreen #numbers { width: auto; color: $quiet; margin-top: 1; }
    """

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self._lines = keys_of(screen)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("Keys", id="heading")
            with VerticalScroll():
                yield Static(self._content(), id="keys")
            yield Static(NUMBERS, id="numbers")

    def _content(self) -> Content:
        # Two columns where one would not fit a small terminal.
        half = len(self._lines) if len(self._lines) <= 12 else -(-len(self._lines) // 2)
        left, right = self._lines[:half], self._lines[half:]
        wide = [max((len(keys) for keys, _ in side), default=0) for side in (left, right)]
        widest = max((len(words) for _, words in left), default=0) + 4
        rows = []
        for number, (keys, words) in enumerate(left):
            parts = [(keys.ljust(wide[0] + 2), "bold"), (words, "$quiet")]
            if number < len(right):
                other, its = right[number]
                parts[1] = (words.ljust(widest), "$quiet")
                parts += [(other.ljust(wide[1] + 2), "bold"), (its, "$quiet")]
            rows.append(Content.assemble(*parts))
        return Content("\n").join(rows)

    def action_close(self) -> None:
        """Go back to the screen below."""
        self.dismiss()


def keys_of(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Give the keys and words of every binding of the house on a screen, once each."""
    found: dict[str, list[str]] = {}
    for key, each in bindings_of(screen):
        keys = found.setdefault(each.description, [])
        if each.id in KEYS and key_name(key) not in keys:
            keys.append(key_name(key))
    return [(" ".join(keys), words) for words, keys in found.items() if keys and words]
