"""A page over the table, to look something up; any key or click closes it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from odin_tui.languages import N_
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.page import Dialog


class LookupScreen(OdinModal[None]):
    """A page in a frame with a title."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,v,b,q,s,a", "dismiss", N_("close")),
    ]
    DEFAULT_CSS = """
    LookupScreen Dialog { width: auto; padding: 0 2; }
    LookupScreen Static { width: auto; max-width: 100%; height: auto; }
    LookupScreen .question { margin-bottom: 1; }
    """

    def __init__(self, title: str, page: Content) -> None:
        super().__init__()
        self._heading, self._page = title, page

    def compose(self) -> ComposeResult:
        with Dialog():
            yield Static(self._heading, classes="question", markup=False)
            yield Static(self._page)

    def on_click(self) -> None:
        """Close on any click."""
        self.dismiss()
