"""A word that can be clicked: the same action as its key, for those who use the mouse."""

from rich.cells import cell_len
from textual.events import Click
from textual.geometry import Size
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget

MAIN = "bold $on-turn on $your-turn"
"""The style of what the reader most likely wants, while it can be clicked."""
SHADES = {True: "$foreground on $key", False: "$line on $page"}
"""The style of everything else while it can be clicked, and while it cannot."""
WITHOUT_SHADES = {True: "reverse", False: "dim"}
"""What is added for its words on a terminal that does not tell shades apart."""


class ActionLink(CanvasWidget):
    """Runs an action of the nearest ancestor that has it; never takes the focus.

    Its words come translated.
    """

    DEFAULT_CSS = """
    ActionLink { width: auto; height: 1; margin-left: 1; }
    ActionLink:hover { text-style: bold; }
    """

    possible: reactive[bool] = reactive(default=True)
    """False if it does nothing now.

    Whenever a widget's `disabled` changes, Textual looks through all rules for its style.
    """
    main: reactive[bool] = reactive(default=False)
    """True if it is what the reader most likely wants."""

    def __init__(
        self,
        words: str,
        action: str,
        *,
        main: bool = False,
        id: str | None = None,  # noqa: A002 - as every widget calls it
    ) -> None:
        super().__init__(id=id)
        self._words, self._action = words, action
        self.set_reactive(ActionLink.main, main)

    @property
    def columns(self) -> int:
        """The columns it takes with its margin; known before it is laid out."""
        return cell_len(self._words) + 3 if self.display else 0

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """Return the columns of the words and a blank at each side."""
        return cell_len(self._words) + 2

    def say(self, words: str) -> None:
        """Show another word; only one of another length needs a new layout."""
        if words != self._words:
            before, self._words = self._words, words
            self.refresh(layout=cell_len(words) != cell_len(before))

    def draw(self) -> Canvas:
        """Write the words."""
        canvas = Canvas(*self.size)
        main = self.main and self.possible
        style = MAIN if main else SHADES[self.possible]
        canvas.put(0, 0, " " * canvas.width, style)
        if not main and (self.app.native_ansi_color or self.app.no_color):
            style = f"{WITHOUT_SHADES[self.possible]} {style}"
        canvas.put(1, 0, self._words, style)
        return canvas

    async def on_click(self, event: Click) -> None:
        """Do it, if it can be done now."""
        event.stop()
        name = f"action_{self._action.partition('(')[0]}"
        owner = next((node for node in self.ancestors if hasattr(node, name)), None)
        if self.possible and owner is not None:
            await self.app.run_action(self._action, owner)
