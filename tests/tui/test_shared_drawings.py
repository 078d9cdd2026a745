"""What everybody at a table sees in the same way is drawn once for all of them."""

from textual.app import App, ComposeResult

from odin_engine.game import Seat
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.surfaces import draw_oak
from odin_tui.odin.events import Passed
from odin_tui.odin.table import Story
from odin_tui.widgets.side_panel import SidePanel

WIDTH, HEIGHT = 30, 8


def story(name: str) -> Story:
    return Story((Passed(Seat(1)),), (name,))


class Panel(App[None]):
    """Shows one panel on oak."""

    def __init__(self, contents: Story) -> None:
        super().__init__()
        self.panel = SidePanel()
        self.panel.contents = contents

    def compose(self) -> ComposeResult:
        self.panel.lie_on(draw_oak(WIDTH, HEIGHT))
        yield self.panel


async def on_the_terminal(contents: Story) -> tuple[Canvas, str]:
    """Return the drawing of a panel, and the cells a player sees."""
    app = Panel(contents)
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        await pilot.pause()
        painted = app.panel._painted or app.panel._current()
        return painted, str(app.panel.render_lines(app.panel.region))


async def test_two_sessions_that_see_the_same_share_one_drawing() -> None:
    first, _ = await on_the_terminal(story("Freya"))
    second, _ = await on_the_terminal(story("Freya"))
    assert first is second


async def test_sessions_that_see_something_else_do_not() -> None:
    first, seen = await on_the_terminal(story("Freya"))
    second, other = await on_the_terminal(story("Bragi"))
    assert first is not second
    assert "Freya" in seen
    assert "Freya" not in other


def test_a_story_is_drawn_once_in_each_size() -> None:
    assert story("Freya").draw(20, 4) is story("Freya").draw(20, 4)
    assert story("Freya").draw(20, 4) is not story("Freya").draw(21, 4)
    assert story("Freya").draw(20, 4) is not story("Bragi").draw(20, 4)
