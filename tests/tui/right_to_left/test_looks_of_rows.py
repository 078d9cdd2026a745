"""A number for how cells look differs wherever a reader could see a difference."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget

WIDTH = 8


class Drawing(CanvasWidget):
    DEFAULT_CSS = "Drawing { height: 1; padding: 0 1; }"

    def __init__(self, canvas: Canvas) -> None:
        super().__init__()
        self.canvas = canvas

    def draw(self) -> Canvas:
        return self.canvas


def written(text: str, style: str = "", *, picture: bool = False) -> Canvas:
    canvas = Canvas(WIDTH - 2, 1)
    canvas.put(0, 0, text, style)
    if picture:
        canvas.mark_picture(0, 0, 2, 1)
    return canvas


@asynccontextmanager
async def shown(canvas: Canvas) -> AsyncIterator[Drawing]:
    class Shown(App[None]):
        def compose(self) -> ComposeResult:
            yield Drawing(canvas)

    app = Shown()
    async with app.run_test(size=(WIDTH, 1)) as pilot:
        await pilot.pause()
        yield app.query_one(Drawing)


async def look(canvas: Canvas, start: int = 0, end: int = WIDTH) -> int:
    async with shown(canvas) as widget:
        return widget.look_of(0, start, end)


async def test_two_sessions_that_see_the_same_have_the_same_number() -> None:
    assert await look(written("ab")) == await look(written("ab"))


@pytest.mark.parametrize(
    "other", [written("ac"), written("ab", "bold"), written("ab", picture=True)]
)
async def test_letters_styles_and_pictures_make_another_number(other: Canvas) -> None:
    assert await look(other) != await look(written("ab"))


async def test_other_cells_of_a_row_have_another_number() -> None:
    canvas = written("aaaaaa")
    numbers = {await look(canvas, *cells) for cells in ((0, 8), (1, 8), (0, 7), (1, 7), (2, 7))}
    assert len(numbers) == 5


async def test_cells_beside_the_drawing_count_too() -> None:
    async with shown(written("ab")) as widget:
        widget.styles.padding = (0, 2)
        assert widget.look_of(0, 0, WIDTH) != widget.look_of(0, 1, WIDTH)


async def test_what_is_around_the_drawing_has_a_number_too() -> None:
    async with shown(written("ab")) as widget:
        assert widget.look_of(1, 0, WIDTH) == widget.look_of(2, 0, WIDTH)
        assert widget.look_of(1, 0, WIDTH) != widget.look_of(1, 0, 3)
        assert widget.look_of(1, 0, WIDTH) != widget.look_of(0, 0, WIDTH)


@pytest.mark.parametrize("style", ["background: red;", "color: red;"])
async def test_a_style_of_the_widget_makes_another_number(style: str) -> None:
    async with shown(written("ab")) as widget:
        before, painted = widget.look_of(0, 0, WIDTH), widget.render_lines(widget.region)
        widget.set_styles(style)
        widget.notify_style_update()
        assert widget.render_lines(widget.region) != painted
        assert widget.look_of(0, 0, WIDTH) != before


async def test_a_theme_makes_another_number() -> None:
    async with shown(written("ab")) as widget:
        before = widget.look_of(0, 0, WIDTH)
        widget.app.theme = "textual-light"
        widget.app.refresh_css(animate=False)
        assert widget.look_of(0, 0, WIDTH) != before
