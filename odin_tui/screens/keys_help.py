"""All keys of a screen."""

from typing import Any, ClassVar

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from odin_tui.keys import KEYS, binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinModal
from odin_tui.textual_internals import bindings_of
from odin_tui.widgets.footer import key_name

FRAME = 8
"""Columns of the border and the padding."""


class KeysScreen(OdinModal[None]):
    """Lists what every key does on the screen below, whether or not it can be done just now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("back", "close", N_("back")),
        binding("keys", "close", N_("back"), show=False),
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
        self._screen = screen

    def compose(self) -> ComposeResult:
        tr = self.tr
        with Vertical():
            yield Static(tr.gettext("Keys"), id="heading", markup=False)
            with VerticalScroll():
                yield Static(self._content(), id="keys")
            numbers = tr.gettext("Numbers choose too, and everything can be clicked.")
            yield Static(numbers, id="numbers", markup=False)

    def _content(self) -> Content:
        # Two columns where one would not fit a small terminal, unless they are too wide for it.
        lines = [(keys, self.tr.gettext(label)) for keys, label in keys_of(self._screen)]
        half = len(lines) if len(lines) <= 12 else -(-len(lines) // 2)
        rows = _rows(lines, half)
        if max((row.cell_length for row in rows), default=0) > self.app.size.width - FRAME:
            rows = _rows(lines, len(lines))
        return Content("\n").join(rows)

    def action_close(self) -> None:
        """Go back to the screen below."""
        self.dismiss()


def _rows(lines: list[tuple[str, str]], half: int) -> list[Content]:
    """Return rows of keys and labels; the lines from `half` on stand in a second column."""
    left, right = lines[:half], lines[half:]
    wide = [max((len(keys) for keys, _ in side), default=0) for side in (left, right)]
    widest = max((cell_len(label) for _, label in left), default=0) + 4
    rows = []
    for number, (keys, label) in enumerate(left):
        parts = [(keys.ljust(wide[0] + 2), "bold"), (label, "$quiet")]
        if number < len(right):
            other_keys, other_label = right[number]
            parts[1] = (set_cell_size(label, widest), "$quiet")
            parts += [(other_keys.ljust(wide[1] + 2), "bold"), (other_label, "$quiet")]
        rows.append(Content.assemble(*parts))
    return rows


def keys_of(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Return the keys and the untranslated label of every binding with an id on a screen."""
    found: dict[str, list[str]] = {}
    for key, each in bindings_of(screen):
        keys = found.setdefault(each.description, [])
        if each.id in KEYS and key_name(key) not in keys:
            keys.append(key_name(key))
    return [(" ".join(keys), label) for label, keys in found.items() if keys and label]
