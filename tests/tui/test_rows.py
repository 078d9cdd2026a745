"""Rows with a cursor paint no more than what changes."""

from typing import Any

from odin_tui.widgets.form import Form
from odin_tui.widgets.menu import Menu
from odin_tui.widgets.rows import Rows
from tests.tui.screens import odin


def watched(rows: Rows) -> set[int]:
    """Give the set into which every row is put that is painted from now on."""
    painted, render_line = set[int](), rows.render_line

    def note(y: int) -> Any:
        painted.add(y + rows.scroll_offset.y)
        return render_line(y)

    rows.render_line = note  # type: ignore[method-assign]
    return painted


async def test_a_cursor_that_moves_paints_two_rows() -> None:
    async with odin((80, 24)) as (app, pilot):
        menu = app.screen.query_one(Menu)
        before, painted = menu.here, watched(menu)
        await pilot.press("down")
        await pilot.pause()
        assert painted == {before, before + 1}


async def test_a_list_that_scrolls_is_painted_whole() -> None:
    async with odin((60, 20)) as (app, pilot):
        await pilot.press("s")
        await pilot.pause()
        form = app.screen.query_one(Form)
        form.show([*form.fields] * 4)
        await pilot.press("end")
        await pilot.pause()
        painted = watched(form)
        await pilot.press("home")
        await pilot.pause()
        assert form.here == 0
        assert painted >= {*range(app.screen.find_widget(form).visible_region.height)}


async def test_a_choice_that_changes_needs_no_new_layout() -> None:
    async with odin((80, 24)) as (app, pilot):
        await pilot.press("s")
        await pilot.pause()
        form = app.screen.query_one(Form)
        asked: list[bool] = []
        refresh = form.refresh
        form.refresh = lambda *regions, **how: (  # type: ignore[method-assign,assignment]
            asked.append(how.get("layout", False)), refresh(*regions, **how))[1]  # fmt: skip
        form.show(form.fields)
        assert asked == [False]
        form.show(form.fields[:3])
        assert True in asked
