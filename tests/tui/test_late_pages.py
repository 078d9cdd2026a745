"""Pages of a table are made when they are first shown."""

import pytest

from odin_tui.widgets.deal_board import DEAL_OVER
from odin_tui.widgets.table_board import MATCH_OVER, TABLE
from odin_tui.widgets.waiting import Waiting
from tests.tui.screens import odin
from tests.tui.tables import table


async def test_pages_that_are_hidden_have_no_widgets() -> None:
    async with table(3) as (app, pilot, chair):
        board = app.screen.board  # type: ignore[attr-defined]
        pages = board.deal_end, board.match_end, app.screen.query_one(Waiting)
        assert [len(page.children) for page in pages] == [0, 0, 0]
        await chair.pause()
        await pilot.pause()
        waiting = app.screen.query_one(Waiting)
        assert waiting.display
        assert waiting.children
        assert not board.display


async def test_a_page_that_cannot_be_made_is_not_asked_for_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Waiting] = []

    async def left_meanwhile(page: Waiting) -> None:
        asked.append(page)

    async with table(3) as (_app, pilot, chair):
        monkeypatch.setattr(Waiting, "make", left_meanwhile)
        await chair.pause()
        await pilot.pause(0.2)
    assert 1 <= len(asked) <= 3


async def test_a_page_that_is_not_on_a_screen_is_made_later() -> None:
    page = Waiting()
    await page.make()
    assert not page.is_made
    async with odin() as (app, pilot):
        await app.screen.mount(page)
        assert not page.children
        await page.make()
        await pilot.pause()
        assert page.is_made
        assert page.children


async def test_a_page_that_is_being_removed_is_not_filled() -> None:
    async with odin() as (app, _pilot):
        page = Waiting()
        await app.screen.mount(page)
        removal = page.remove()
        assert page.is_attached
        await page.make()
        assert not page.is_made
        await removal


@pytest.mark.parametrize("wanted", [TABLE, MATCH_OVER])
async def test_a_page_that_is_ready_when_another_is_wanted_is_not_shown(wanted: str) -> None:
    async with table(3) as (app, pilot, _chair):
        board = app.screen.board  # type: ignore[attr-defined]
        board.page = DEAL_OVER
        board.page = wanted
        await pilot.pause()
        shown = [name for name, page in board.pages.items() if page.display]
        assert shown == [wanted]
        assert board.deal_end.is_made
        assert board.pages[wanted].children
