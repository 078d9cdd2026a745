"""All keys of a screen."""

from itertools import zip_longest
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from odin_tui.drawing.labels import key_cap
from odin_tui.key_groups import GROUPS, group_of
from odin_tui.key_hints import key_name
from odin_tui.keys import KEYS, binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.page import FRAME, Dialog

EDGES = 2
"""The rows of the window's edge."""
ONE_COLUMN = 14
"""How many rows stand below each other on a small terminal."""


class KeysScreen(OdinModal[None]):
    """Lists what every key does on the screen below; a key that does nothing there is left out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("back", "close", N_("back")),
        binding("keys", "close", N_("back"), show=False),
    ]
    AUTO_FOCUS = "VerticalScroll"

    DEFAULT_CSS = """
    KeysScreen Dialog { width: auto; min-width: 44; padding: 0 3; }
    KeysScreen VerticalScroll { width: auto; max-width: 100%; height: auto; max-height: 1fr; }
    KeysScreen #keys, KeysScreen Dialog .question, KeysScreen Dialog .details {
        width: auto; max-width: 100%;
    }
    KeysScreen #keys { margin-top: 1; }
    """

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self._screen = screen

    def compose(self) -> ComposeResult:
        tr = self.tr
        notes = [tr.gettext("Numbers choose too, and everything can be clicked.")]
        if self._types_digits:
            notes.append(tr.gettext("From ten on, type both digits; 0 alone is the tenth card."))
        closes = tr.gettext("{key} closes this page.").format(key=self.odin.key_of("back"))
        notes.append(closes)
        rows = self._rows()
        # Everything scrolls: beside rows that stay, `1fr` would be taller than what they leave.
        with Dialog(), VerticalScroll() as scroll:
            yield Static(tr.gettext("Keys"), classes="question", markup=False)
            yield self._note("\n".join(notes))
            yield Static(Content("\n").join(rows), id="keys")
        if 3 + len(notes) + len(rows) > self.app.size.height - EDGES:
            # Textual would paint everything before it finds out that there is a bar beside it.
            scroll.styles.overflow_y = "scroll"

    def _note(self, text: str) -> Static:
        """Return sentences that make the window wider, and break where there is no room."""
        note = Static(text, classes="details", markup=False)
        note.styles.max_width = self.app.size.width - FRAME
        return note

    @property
    def _types_digits(self) -> bool:
        """Whether numbers of two digits can be typed."""
        active = self._screen.active_bindings.values()
        return any(each.binding.action == "digit('0')" for each in active)

    def _rows(self) -> list[Content]:
        # Two columns where one would not fit a small terminal, unless they are too wide for it.
        groups = [
            _Group(
                self.tr.gettext(title), [(keys, self.tr.gettext(label)) for keys, label in lines]
            )
            for title, lines in keys_of(self._screen).items()
        ]
        rows = _rows(groups, _middle(groups))
        if max((row.cell_length for row in rows), default=0) > self.app.size.width - FRAME:
            rows = _rows(groups, len(groups))
        return rows

    def action_close(self) -> None:
        """Go back to the screen below."""
        self.dismiss()


class _Group(NamedTuple):
    """Keys of one kind, and what each does."""

    title: str
    lines: list[tuple[str, str]]


def _middle(groups: list[_Group]) -> int:
    """Return how many groups make the first of two columns; all of them if they are few."""
    heights = [len(group.lines) + 1 for group in groups]
    if sum(heights) <= ONE_COLUMN:
        return len(groups)
    taller = [max(sum(heights[:count]), sum(heights[count:])) for count in range(len(groups) + 1)]
    return taller.index(min(taller))


def _rows(groups: list[_Group], first: int) -> list[Content]:
    """Return rows of keys and labels; the groups from `first` on stand in a second column."""
    left, right = _column(groups[:first]), _column(groups[first:])
    widest = max((row.cell_length for row in left), default=0) + 4
    empty = Content("")
    return [
        Content.assemble(row, " " * (widest - row.cell_length), other) if other else row
        for row, other in zip_longest(left, right, fillvalue=empty)
    ]


def _column(groups: list[_Group]) -> list[Content]:
    """Return rows of keys as caps and, below each other, what they do."""
    caps = [[key_cap(keys) for keys, _ in group.lines] for group in groups]
    widest = max((cap.cell_length for found in caps for cap in found), default=0) + 2
    rows = []
    for group, found in zip(groups, caps, strict=True):
        rows.append(Content.styled(group.title, "bold"))
        rows += [
            Content.assemble(cap, " " * (widest - cap.cell_length), (label, "$quiet"))
            for cap, (_, label) in zip(found, group.lines, strict=True)
        ]
    return rows


def keys_of(screen: Screen[Any]) -> dict[str, list[tuple[str, str]]]:
    """Return the keys of a screen that do something now, each once, and their labels in English.

    They are grouped by what they are for.
    """
    found: dict[str, list[str]] = {}
    groups: dict[str, str] = {}
    for key, active in screen.active_bindings.items():
        each = active.binding
        if active.enabled and each.id and each.id in KEYS and each.description:
            found.setdefault(each.description, []).append(key_name(key))
            groups.setdefault(each.description, group_of(each.id))
    sorted_out = {
        title: [(" ".join(keys), label) for label, keys in found.items() if groups[label] == title]
        for title in GROUPS
    }
    return {title: lines for title, lines in sorted_out.items() if lines}
