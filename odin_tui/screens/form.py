"""A screen with a heading, a form, and a line that explains the choice under the cursor."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.widgets import Static

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.form import Field, Form
from odin_tui.widgets.rows import Rows


class FormScreen(OdinScreen[None]):
    """What the new table and the settings have in common."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "back", N_("back"))]
    HEADING = ""
    """The heading in English; a subclass marks it for translation."""
    AUTO_FOCUS = "Form"

    DEFAULT_CSS = """
    FormScreen { align: center middle; }
    FormScreen > Vertical { width: 76; max-width: 100%; height: 100%; max-height: 22; }
    FormScreen #heading { height: 1; text-style: bold; margin: 0 3; }
    FormScreen #under { height: 1; margin: 0 3; color: $line; }
    FormScreen Form { height: 1fr; }
    FormScreen #meaning { height: auto; min-height: 2; margin: 0 3; color: $quiet; }
    FormScreen.-medium > Vertical { max-height: 26; }
    FormScreen.-large > Vertical { width: 96; max-height: 34; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.tr.gettext(self.HEADING), id="heading", markup=False)
            yield Static("─" * 200, id="under", markup=False)
            yield Form(self.fields())
            yield from self.compose_more()
            yield Static("", id="meaning", markup=False)
        yield KeyFooter()

    def compose_more(self) -> ComposeResult:
        """Show something between the form and the line that explains."""
        yield from ()

    def on_mount(self) -> None:
        self._explain()

    def fields(self) -> list[Field]:
        """List the lines of the form as they are now."""
        raise NotImplementedError

    def show_fields(self) -> None:
        """Show the form anew after a change."""
        self.query_one(Form).show(self.fields())
        self._explain()

    @property
    def _field(self) -> Field:
        form = self.query_one(Form)
        return form.fields[form.here]

    @on(Rows.Moved)
    def _explain(self) -> None:
        form, each = self.query_one(Form), self._field
        note = "" if form.has_room_for_note(each) else each.notes.get(each.word, "")
        lines = [line for line in (note, each.meaning) if line]
        self.query_one("#meaning", Static).update("\n".join(lines))
        self.refresh_bindings()

    def on_resize(self, event: Resize) -> None:
        """Move notes below the form, or beside it again."""
        super().on_resize(event)
        self.call_after_refresh(self._explain)

    def action_back(self) -> None:
        """Go back to where this screen was opened."""
        self.dismiss()
