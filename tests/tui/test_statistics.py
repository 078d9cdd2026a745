"""Statistics: sums, charts, and an empty page that says what to do."""

import pytest
from tui.screens import ME, odin, screen_text, snapshot

from odin_server.hall import FinishedMatch
from odin_tui.achievements import strongest, tallies
from odin_tui.screens.statistics import StatisticsScreen


def match(
    number: int,
    others: tuple[str, ...] = ("bot:karl",),
    points: tuple[int, ...] = (3, 15),
    highest: int = 98,
) -> FinishedMatch:
    players = (ME.id, *others)
    places = tuple(1 + sum(other < own for other in points) for own in points)
    names = tuple(player.removeprefix("bot:").title() for player in players)
    feats = (highest, *(9 for _ in others))
    return FinishedMatch(
        id=f"m{number}",
        at=1e6 - number,
        game="odin",
        names=names,
        players=players,
        places=places,
        points=points,
        feats=feats,
        rated=True,
        public=False,
    )


PLAYED = (
    match(1),
    match(2, points=(15, 2)),
    match(3, points=(4, 4), highest=9876),
    match(4, ("bot:thrall", "bot:jarl"), (2, 15, 9)),
    match(5, ("bo",), (7, 15)),
)


def test_a_match_counts_for_the_strongest_bot_in_it() -> None:
    assert strongest(PLAYED[3]) == "jarl"
    assert strongest(PLAYED[4]) == "people"


def test_sums_are_by_level_and_over_all() -> None:
    karl, jarl, people, everything = tallies(ME.id, PLAYED)
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
        assert "press p" in screen_text(app)
        await pilot.press("escape")
        assert not isinstance(app.screen, StatisticsScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (160, 48)])
async def test_the_table_and_the_charts_fit_their_width(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        await app.push_screen(StatisticsScreen(ME, PLAYED * 30))
        await pilot.pause()
        shown = screen_text(app)
        assert "strongest there" in shown
        assert "67%" in shown
        assert "…" not in shown
        page = app.screen.query_one("#page")
        assert page.max_scroll_x == 0
        await pilot.press("pagedown", "pagedown", "pagedown")
        assert "won    w w w w" in screen_text(app)


async def test_statistics_look_as_reviewed() -> None:
    async with odin() as (app, pilot):
        await app.push_screen(StatisticsScreen(ME, PLAYED * 8))
        await pilot.pause()
        snapshot(app, "statistics_80x24")
