"""A form of choices: one line each, changed with left and right, digits or the mouse.

Eight choices cost a login over SSH 16 ms of CPU, a key 1.7 ms and 550 bytes, and a change 2.1 ms.
As Textual's Selects they are 65 widgets and cost 104 ms, 11 ms and 4900 bytes, and a change 33 ms
in three keys (`benchmarks/menus.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.message import Message

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.widgets.rows import MARK, Rows

MARGIN = len(MARK)


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a form: a heading without an id, an action without words, or a choice of words.

    Words are values; title, labels, notes and meaning are texts and come translated.
    """

    id: str
    title: str
    word: str = ""
    words: Sequence[str] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    """How a word is shown, where it is not shown as it is."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What a word means, in a few quiet words beside it."""
    meaning: str = ""
    """A sentence for the line below the form."""
    numbers: range = range(0)
    """The whole numbers that can be typed, beside the words; none in most fields."""

    @property
    def shown(self) -> str:
        return self.labels.get(self.word, self.word)


class Form(Rows):
    """Choices below each other; it posts `Form.Changed` and `Form.Chosen`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.left", "turn(-1)", N_("change")),
        binding("menu.right", "turn(1)", N_("change")),
        binding("form.turn", "choose", N_("change"), show=False),
        binding("form.erase", "erase", N_("erase"), show=False),
        Binding("0", "number(0)", show=False),
    ]

    class Changed(Message):
        """A choice has another word now."""

        def __init__(self, field: Field, word: str) -> None:
            super().__init__()
            self.field, self.word = field, word

    class Chosen(Message):
        """An action was chosen."""

        def __init__(self, field: Field) -> None:
            super().__init__()
            self.field = field

    def __init__(self, fields: Sequence[Field], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.fields = fields
        self._typed = ""

    def show(self, fields: Sequence[Field]) -> None:
        """Show other lines; the cursor stays with the line it was on."""
        kept = self.fields[self.here].id if self.fields else ""
        self.fields = fields
        self.rows_changed()
        self.here = next((i for i, each in enumerate(fields) if each.id == kept), self.here)

    def row_count(self) -> int:
        return len(self.fields)

    def can_stand(self, row: int) -> bool:
        return bool(self.fields[row].id)

    @property
    def _titles(self) -> int:
        return max(cell_len(each.title) for each in self.fields) + MARGIN

    @property
    def _shown(self) -> int:
        return max((cell_len(each.shown) for each in self.fields if each.notes), default=0)

    @property
    def _note_at(self) -> int:
        """The column where notes begin."""
        return MARGIN + self._titles + 2 + self._shown + 4

    def has_room_for_note(self, each: Field) -> bool:
        """Return whether the note of a field's word fits beside it."""
        note = cell_len(each.notes.get(each.word, ""))
        return self._note_at + note <= self.scrollable_content_region.width

    def draw(self, row: int, *, here: bool) -> list[Segment]:
        each = self.fields[row]
        plain = self.get_component_rich_style("rows--here" if here else "rows--plain")
        quiet = self.get_component_rich_style("rows--here-quiet" if here else "rows--quiet")
        if not each.id:
            return [Segment(f"   {each.title}", quiet)]
        mark = self.mark(here=here)
        if not each.words:
            return [
                mark,
                Segment(set_cell_size(each.title, self._titles), plain),
                Segment(f"  {each.word}", quiet),
            ]
        left, right = ("◂ ", " ▸") if here and len(each.words) > 1 else ("  ", "")
        return [
            mark,
            Segment(set_cell_size(each.title, self._titles), quiet),
            Segment(left, quiet),
            Segment(each.shown, plain),
            Segment(right.ljust(self._shown + 4 - cell_len(each.shown)), quiet),
            # A note without room is shown below the form instead.
            Segment(each.notes.get(each.word, "") if self.has_room_for_note(each) else "", quiet),
        ]

    def action_turn(self, steps: int) -> None:
        """Change the choice under the cursor; after the last word comes the first."""
        each, self._typed = self.fields[self.here], ""
        if each.words:
            place = each.words.index(each.word) if each.word in each.words else -1
            self._change(each, each.words[(place + steps) % len(each.words)])

    def action_choose(self) -> None:
        """Change a choice to its next word, or choose an action."""
        if self.fields[self.here].words:
            self.action_turn(1)
        else:
            self.post_message(Form.Chosen(self.fields[self.here]))

    def clicked(self, x: int) -> None:
        if x < MARGIN + self._titles + 2 and self.fields[self.here].words:
            self.action_turn(-1)
        else:
            self.action_choose()

    def watch_here(self, before: int, here: int) -> None:
        """Begin a new number on another line."""
        self._typed = ""
        super().watch_here(before, here)

    def action_number(self, number: int) -> None:
        """Add a digit to the number being typed; elsewhere, take it as a word or its place."""
        each = self.fields[self.here]
        if each.numbers:
            self._type(each, f"{self._typed}{number}", str(number))
        elif str(number) in each.words:
            self._change(each, str(number))
        elif 0 < number <= len(each.words):
            self._change(each, each.words[number - 1])

    def _type(self, each: Field, *ways: str) -> None:
        """Take the first way to read what was typed that is one of the field's numbers."""
        found = next((way for way in ways if int(way) in each.numbers), "")
        if found:
            self._typed = found
            self._change(each, found)

    def action_erase(self) -> None:
        """Take the last digit back; after the first, the next one typed begins a new number."""
        each = self.fields[self.here]
        if each.numbers:
            self._typed = each.word[:-1] if each.word.isdecimal() else ""
            if self._typed:
                self._change(each, self._typed)

    def _change(self, each: Field, word: str) -> None:
        if word != each.word:
            self.post_message(Form.Changed(each, word))
