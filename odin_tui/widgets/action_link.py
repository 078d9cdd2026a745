"""A word that can be clicked: the same action as its key, for those who use the mouse."""

from rich.cells import cell_len
from textual.events import Click
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

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

    Its words come translated; those it is made with may be a marked message, if `say` follows.
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
        shades = not (self.app.native_ansi_color or self.app.no_color)
        put_link(canvas, 0, self._words, main=self.main, possible=self.possible, shades=shades)
        return canvas

    async def on_click(self, event: Click) -> None:
        """Do it, if it can be done now."""
        event.stop()
        if self.possible:
            await run_action_above(self, self._action)


def put_link(
    canvas: Canvas,
    x: int,
    words: str,
    *,
    main: bool,
    possible: bool,
    shades: bool,
    hovered: bool = False,
) -> None:
    """Write words that can be clicked, with a blank at each side.

    Args:
        canvas: What they are written on.
        x: Where they begin.
        words: What they say.
        main: Whether they are what the reader most likely wants.
        possible: Whether they can be clicked now.
        shades: Whether the terminal tells shades apart.
        hovered: Whether the mouse is above them.
    """
    main = main and possible
    style = MAIN if main else SHADES[possible]
    if hovered and possible and not main:
        style = f"bold {style}"
    canvas.put(x, 0, " " * (cell_len(words) + 2), style)
    if not main and not shades:
        style = f"{WITHOUT_SHADES[possible]} {style}"
    canvas.put(x + 1, 0, words, style)


async def run_action_above(widget: Widget, action: str) -> None:
    """Run an action of the nearest ancestor that has it."""
    name = f"action_{action.partition('(')[0]}"
    owner = next((node for node in widget.ancestors if hasattr(node, name)), None)
    if owner is not None:
        await widget.app.run_action(action, owner)
