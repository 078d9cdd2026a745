"""A screen with a heading, a form, and a line that explains the choice under the cursor."""

from abc import abstractmethod
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.widgets import Static

from odin_tui.drawing.canvas_widget import session_content
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.form import Field, Form
from odin_tui.widgets.page import Page, Plate, Title
from odin_tui.widgets.rows import Rows


class FormScreen(OdinScreen[None]):
    """What the new table and the settings have in common."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "back", N_("back"))]
    HEADING = ""
    """The heading in English; a subclass marks it for translation."""
    AUTO_FOCUS = "Form"

    DEFAULT_CSS = """
    FormScreen #meaning { height: auto; min-height: 2; padding: 0 4; color: $quiet; }
    FormScreen.-medium #meaning, FormScreen.-large #meaning { margin-top: 1; }
    FormScreen #sample { height: auto; padding: 0 4; margin-top: 1; }
    """

    def compose(self) -> ComposeResult:
        # The footer asks what the line under the cursor offers even before the form is mounted.
        self.form = Form(self.fields())
        with Page():
            yield Title(self.tr.gettext(self.HEADING))
            with Plate():
                yield self.form
            yield Static("", id="meaning", markup=False)
            yield Static(id="sample")
        yield KeyFooter()

    def on_mount(self) -> None:
        self._explain()
        self._show_sample()

    def compose_again(self) -> None:
        self.on_mount()

    @abstractmethod
    def sample_game(self) -> str:
        """Name the game whose cards are shown below the form."""

    def _show_sample(self) -> None:
        emblem = game_ui(self.sample_game()).emblem(self.odin.settings.card_style)
        self.query_one("#sample", Static).update(session_content(emblem, self.app))

    @abstractmethod
    def fields(self) -> list[Field]:
        """List the lines of the form as they are now."""

    def show_fields(self) -> None:
        """Show the form anew after a change."""
        self.form.show(self.fields())
        self._explain()
        self._show_sample()

    @property
    def _field(self) -> Field:
        return self.form.fields[self.form.here]

    @on(Rows.Moved)
    def _explain(self) -> None:
        each = self._field
        note = "" if self.form.has_room_for_note(each) else each.notes.get(each.word, "")
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
