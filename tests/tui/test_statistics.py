"""Statistics: sums, charts, and an empty page that says what to do."""

import re

import pytest

from odin_server.hall import FinishedMatch
from odin_server.hall.puzzles import Progress
from odin_tui.achievements import achievements, by_players, streaks, strongest, tallies, trend
from odin_tui.screens.statistics import StatisticsScreen
from odin_tui.statistics_text import ACHIEVEMENTS
from tests.tui.matches import FINISHED, match
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


def test_the_share_by_chance_follows_from_the_sizes_of_tables() -> None:
    everything = tallies(ME.id, FINISHED)[-1]
    assert everything.fair == pytest.approx((4 / 2 + 1 / 3) / 5)
    sizes = by_players(ME.id, FINISHED)
    assert [(players, each.matches) for players, each in sizes] == [(2, 4), (3, 1)]


def test_streaks_count_from_the_newest_match_back() -> None:
    won, lost = match(1), match(2, points=(15, 2))
    assert streaks(ME.id, ()) == (0, 0)
    assert streaks(ME.id, (won, won, lost, won, won, won)) == (2, 3)
    assert streaks(ME.id, (lost, won)) == (0, 1)
    assert streaks(ME.id, (won, won)) == (2, 2)


def test_the_trend_compares_the_last_ten_with_all_before() -> None:
    won, lost = match(1), match(2, points=(15, 2))
    assert trend(ME.id, (won, lost)).before is None
    found = trend(ME.id, (*[won] * 5, *[lost] * 5, *[lost] * 3, won))
    assert (found.recent, found.before, found.matches) == (0.5, 0.25, 10)


def test_achievements_ask_for_skill() -> None:
    def reached(*matches: FinishedMatch, puzzles: Progress | None = None) -> set[str]:
        found = achievements(ME.id, matches, puzzles or Progress())
        return {each.code for each in found if each.is_reached}

    assert reached() == set()
    assert reached(match(1)) == {"first-win"}
    assert reached(match(1, points=(15, 2))) == set()
    konungs = match(1, ("bot:konung",) * 3, (0, 5, 6, 7))
    assert reached(konungs) == {"first-win", "beat-jarl", "beat-three-konungs"}
    big = match(1, ("bot:thrall",) * 4, (0, 5, 6, 7, 8))
    assert reached(big) == {"first-win", "full-table"}
    assert "five-in-a-row" in reached(*[match(1)] * 5)
    assert "beat-people" in reached(*[match(1, ("bo",))] * 3)
    solver = Progress()
    for number in range(20):
        solver.add(str(number), 3, solved=True)
    assert {"puzzles-solved", "puzzle-streak", "puzzle-rating"} <= reached(puzzles=solver)
    assert set(ACHIEVEMENTS) == {each.code for each in achievements(ME.id, (), Progress())}


async def test_the_page_tells_form_and_achievements() -> None:
    async with odin((100, 48)) as (app, pilot):
        await app.push_screen(StatisticsScreen(ME, FINISHED * 3, Progress()))
        await pilot.pause()
        shown = screen_text(app)
        assert "Last 10: 80% won, before that 80%. By chance it would be 47%." in shown
        assert "Won in a row: 1 now, 4 at best." in shown
        assert "3 players: 3 of 3 won, by chance 1.0" in shown
        await pilot.press("pagedown")
        assert "✓ Win a match" in screen_text(app)
        assert "Solve ten puzzles in a row  0/10" in screen_text(app)


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
