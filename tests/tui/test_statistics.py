"""Statistics: sums, charts, and an empty page that says what to do."""

import re

import pytest

from odin_tui.achievements import strongest, tallies
from odin_tui.screens.statistics import StatisticsScreen
from tests.tui.matches import FINISHED
from tests.tui.screens import ME, odin, screen_text, snapshot


def test_a_match_counts_for_the_strongest_bot_in_it() -> None:
    assert strongest(FINISHED[3]) == "jarl"
    assert strongest(FINISHED[4]) == "people"


def test_sums_are_by_level_and_over_all() -> None:
    karl, jarl, people, everything = tallies(ME.id, FINISHED)
    assert (karl.against, karl.matches, karl.wins, karl.shared) == ("karl", 3, 1, 1)
    assert karl.points == pytest.approx(22 / 3)
    assert karl.highest == 9876
    assert karl.share == pytest.approx(2 / 3)
    assert (jarl.against, jarl.matches, jarl.wins) == ("jarl", 1, 1)
    assert (people.against, people.matches) == ("people", 1)
    assert (everything.against, everything.matches, everything.wins) == ("", 5, 3)


def test_nothing_played_is_nothing_to_sum() -> None:
    assert tallies(ME.id, ()) == []


async def test_an_empty_page_says_what_to_do() -> None:
    async with odin() as (app, pilot):
        await app.push_screen(StatisticsScreen(ME, ()))
        await pilot.pause()
        assert "No match has been finished yet" in screen_text(app)
        assert "choose Play now" in screen_text(app)
        await pilot.press("escape")
        assert not isinstance(app.screen, StatisticsScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (160, 48)])
async def test_the_table_and_the_charts_fit_their_width(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        await app.push_screen(StatisticsScreen(ME, FINISHED * 30))
        await pilot.pause()
        shown = screen_text(app)
        assert re.search(r"▐ +people only +30 +30 +0 +7.0 +98\W", shown, re.MULTILINE)
        assert "67%" in shown
        assert "…" not in shown
        page = app.screen.query_one("#page")
        assert page.max_scroll_x == 0
        await pilot.press("pagedown", "pagedown", "pagedown")
        assert re.search(r"▐ +won +w", screen_text(app), re.MULTILINE)


async def test_statistics_look_as_reviewed() -> None:
    async with odin() as (app, pilot):
        await app.push_screen(StatisticsScreen(ME, FINISHED * 8))
        await pilot.pause()
        snapshot(app, "statistics_80x24")
