"""One question with two answers, asked before something cannot be taken back."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from odin_tui.languages import N_
from odin_tui.screens.choose import WIDTH
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import FRAME, Dialog


class ConfirmScreen(OdinModal[bool]):
    """Closes with True for yes and with False for no; Escape is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", N_("no")),
        Binding("y", "answer(True)", N_("yes")),
    ]

    def __init__(
        self,
        question: str,
        details: str = "",
        *,
        yes: str = "",
        no: str = "",
        careful: bool = False,
    ) -> None:
        """Texts come translated; `careful` puts the cursor on no, for what cannot be undone."""
        super().__init__()
        self._question, self._details = question, details
        self._yes, self._no, self._careful = yes, no, careful

    def compose(self) -> ComposeResult:
        yes = self._yes or self.tr.gettext("Yes")
        no = self._no or self.tr.gettext("No")
        menu = Menu(Item("yes", yes, key="y"), Item("no", no, key="n"))
        menu.here = int(self._careful)
        with Dialog() as box:
            box.styles.width = max(WIDTH, menu.columns_needed + FRAME)
            yield Static(self._question, classes="question", markup=False)
            if self._details:
                yield Static(self._details, classes="details", markup=False)
            yield menu

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        self.dismiss(message.item.id == "yes")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 - an answer is a truth
        """Give the answer and close."""
        self.dismiss(answer)
