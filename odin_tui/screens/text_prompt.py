"""A small window that asks for a line of text."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, Static

from odin_engine.game import Refusal
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.messages import refusal_text
from odin_tui.screens.screen import OdinModal
from odin_tui.widgets.line_input import LineInput
from odin_tui.widgets.page import Dialog

LONGEST = 200
"""Letters a field holds. Whoever asks for fewer refuses more, so that nothing is cut unseen."""


class TextPromptScreen(OdinModal[str | None]):
    """Closes with what was written, or with None. An answer that is refused keeps it open."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "cancel", N_("back"))]

    DEFAULT_CSS = """
    TextPromptScreen LineInput { margin-top: 1; }
    TextPromptScreen #problem { height: auto; margin-top: 1; }
    """

    def __init__(
        self,
        question: str,
        answer: str = "",
        *,
        details: str = "",
        nothing_typed: str = "",
        accept: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """Ask; `accept` is awaited with an answer that is not empty, and may raise `Refusal`.

        The question, the details below it and what is said of an empty answer come translated.
        """
        super().__init__()
        self._question, self._answer, self._accept = question, answer, accept
        self._details, self._nothing_typed = details, nothing_typed

    def compose(self) -> ComposeResult:
        with Dialog():
            yield Static(self._question, classes="question", markup=False)
            if self._details:
                yield Static(self._details, classes="details", markup=False)
            yield LineInput(self._answer, max_length=LONGEST)
            yield from self.compose_more()
            problem = Static(id="problem", markup=False)
            problem.display = False
            yield problem
            yield Static(self.keys_text(), classes="details", markup=False)

    def compose_more(self) -> ComposeResult:
        """Show something below the field."""
        yield from ()

    def keys_text(self) -> str:
        """Return which keys there are."""
        return self.tr.gettext("enter: accept   esc: back")

    @property
    def answer(self) -> str:
        """What is written in the field now."""
        return self.query_one(LineInput).value

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the answer, or show why it is refused."""
        event.stop()
        await self.submit()

    async def submit(self) -> None:
        """Close with what is written, or show why it is refused."""
        answer = self.answer
        if not answer.strip():
            tr = self.tr
            self._show_problem(self._nothing_typed or tr.gettext("Please type something first."))
            return
        try:
            if self._accept is not None:
                await self._accept(answer)
        except Refusal as refusal:
            self._show_problem(refusal_text(refusal, self.tr))
            return
        self.dismiss(answer)

    def _show_problem(self, sentence: str) -> None:
        problem = self.query_one("#problem", Static)
        problem.update(sentence)
        problem.display = True

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
