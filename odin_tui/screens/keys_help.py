"""All keys of a screen."""

from itertools import zip_longest
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from odin_tui.drawing.labels import key_cap
from odin_tui.key_hints import key_name
from odin_tui.keys import KEYS, binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.page import FRAME, Dialog


class KeysScreen(OdinModal[None]):
    """Lists what every key does on the screen below; a key that does nothing there is left out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("back", "close", N_("back")),
        binding("keys", "close", N_("back"), show=False),
    ]
    AUTO_FOCUS = "VerticalScroll"

    DEFAULT_CSS = """
    KeysScreen Dialog { width: auto; min-width: 44; }
    KeysScreen VerticalScroll { width: auto; height: auto; max-height: 1fr; margin-top: 1; }
    KeysScreen #keys, KeysScreen .question, KeysScreen .details { width: auto; }
    """

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self._screen = screen

    def compose(self) -> ComposeResult:
        tr = self.tr
        with Dialog():
            yield Static(tr.gettext("Keys"), classes="question", markup=False)
            numbers = tr.gettext("Numbers choose too, and everything can be clicked.")
            yield Static(numbers, classes="details", markup=False)
            with VerticalScroll():
                yield Static(self._content(), id="keys")

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
    left, right = _column(lines[:half]), _column(lines[half:])
    widest = max((row.cell_length for row in left), default=0) + 4
    return [
        Content.assemble(row, " " * (widest - row.cell_length), other) if other else row
        for row, other in zip_longest(left, right)
    ]


def _column(lines: list[tuple[str, str]]) -> list[Content]:
    """Return rows of keys as caps and, below each other, what they do."""
    caps = [key_cap(keys) for keys, _ in lines]
    widest = max((cap.cell_length for cap in caps), default=0) + 2
    return [
        Content.assemble(cap, " " * (widest - cap.cell_length), (label, "$quiet"))
        for cap, (_, label) in zip(caps, lines, strict=True)
    ]


def keys_of(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Return the keys of a screen that do something now, each once, and their labels in English."""
    found: dict[str, list[str]] = {}
    for key, active in screen.active_bindings.items():
        each = active.binding
        if active.enabled and each.id in KEYS and each.description:
            found.setdefault(each.description, []).append(key_name(key))
    return [(" ".join(keys), label) for label, keys in found.items()]
