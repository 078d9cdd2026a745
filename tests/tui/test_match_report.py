"""Where did I go wrong: accuracy, causes, moments, progress, stopping, and puzzles from it."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.record import Record
from odin_server.hall import FinishedMatch, NewTable, Phase
from odin_tui.languages import ENGLISH
from odin_tui.match_report_text import chances_of, signed
from odin_tui.screens.match_report import MatchReportScreen
from odin_tui.screens.puzzle import PuzzleScreen
from odin_tui.screens.replay import ReplayScreen
from odin_tui.screens.table import TableScreen
from odin_tui.widgets.menu import Menu
from odin_tui.widgets.timeline import Timeline
from tests.engine.matches import played
from tests.tui.analysts import FakeAnalyst
from tests.tui.matches import match
from tests.tui.screens import ME, begin_hall, odin, screen_text, snapshot

RECORD = played(GAMES["odin"], 3, target="10")
OWN = [number for number, (seat, _) in enumerate(RECORD.moves) if seat == 0]
LOSSES = {OWN[1]: 0.12, OWN[2]: 0.3, OWN[4]: 0.06, OWN[6]: 0.07}
MATCH = replace(
    match(1, ("bot:karl", "bot:karl"), (3, 9, 15)), players=(ME.id, "bot:karl", "bot:karl")
)


async def strict(record: Record, first: int) -> AsyncGenerator[Verdict, None]:
    """Find four moves of the first seat wrong."""
    for number in [*range(first, len(record.moves)), *range(first)]:
        word, loss = record.moves[number][1], LOSSES.get(number, 0.0)
        better = word if not loss else "pass" if word != "pass" else "R1"
        yield Verdict(
            number,
            word,
            better,
            0.5 - loss,
            0.5,
            0.01 * (loss > 0),
            second="pass",
            lead=0.3,
            lead_error=0.01,
            difficulty=2,
        )


async def test_the_costliest_three_are_pointed_out_and_tried_again() -> None:
    async with odin(analyst=FakeAnalyst(strict)) as (app, pilot):
        screen = MatchReportScreen(RECORD, MATCH)
        await app.push_screen(screen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        shown = screen_text(app)
        assert "You" in shown
        assert "accuracy" in shown
        assert "own moves −55%" in shown
        assert "Enter tries one again as a puzzle" in shown
        items = screen.query_one(Menu).items
        assert [int(item.id) for item in items] == [OWN[2], OWN[1], OWN[6]]
        assert items[0].title.split() == ["??", "−30%"]
        assert screen.query_one(Timeline).here == OWN[2] + 1
        await pilot.press("down")
        assert screen.query_one(Timeline).here == OWN[1] + 1
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.frames[app.screen.here].moves == OWN[1] + 1
        await pilot.press("escape", "up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PuzzleScreen)
        await pilot.press("escape", "o")
        await pilot.pause()
        assert screen.seat == 1
        assert "nothing to point out" in screen_text(app)


async def test_an_analysis_is_shown_as_it_comes_stopped_and_taken_up_again() -> None:
    gate, started = asyncio.Event(), asyncio.Event()

    async def slowly(record: Record, first: int) -> AsyncGenerator[Verdict, None]:
        async for verdict in strict(record, first):
            yield verdict
            if verdict.number == 4:
                started.set()
                await gate.wait()

    async with odin(analyst=FakeAnalyst(slowly)) as (app, pilot):
        screen = MatchReportScreen(RECORD)
        await app.push_screen(screen)
        await started.wait()
        await pilot.pause()
        assert f"Analysing: 5 of {len(RECORD.moves)} moves." in screen_text(app)
        assert "own moves" not in screen_text(app), "the rest is not known yet"
        await pilot.press("s")
        await pilot.pause()
        assert f"Stopped after 5 of {len(RECORD.moves)} moves." in screen_text(app)
        gate.set()
        await pilot.press("s")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(screen.verdicts) == len(RECORD.moves)
        assert "own moves" in screen_text(app)


async def test_a_report_without_moments_shows_no_empty_list_of_them() -> None:
    async def silent(_record: Record, _first: int) -> AsyncGenerator[Verdict, None]:
        for verdict in ():
            yield verdict

    async with odin(analyst=FakeAnalyst(silent)) as (app, pilot):
        screen = MatchReportScreen(RECORD)
        await app.push_screen(screen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert not screen.query_one("#moments").display


async def test_clear_positions_of_a_whole_analysis_become_puzzles_of_its_players() -> None:
    hall = await begin_hall()
    before = len(hall.puzzles.puzzles(ME, "odin"))
    async with odin(hall=hall, analyst=FakeAnalyst(strict)) as (app, _pilot):
        for finished in (None, MATCH):
            await app.push_screen(MatchReportScreen(RECORD, finished))
            await app.workers.wait_for_complete()
    assert len(hall.puzzles.puzzles(ME, "odin")) == before + 3
    await hall.close()


async def test_a_daily_deal_that_others_may_still_play_becomes_no_puzzle() -> None:
    hall = await begin_hall()
    chair = await hall.daily.play(ME, "odin")
    daily: FinishedMatch = replace(MATCH, id=f"{chair.view.id}.1")
    before = len(hall.puzzles.puzzles(ME, "odin"))
    async with odin(hall=hall, analyst=FakeAnalyst(strict)) as (app, _pilot):
        await app.push_screen(MatchReportScreen(RECORD, daily))
        await app.workers.wait_for_complete()
    assert len(hall.puzzles.puzzles(ME, "odin")) == before
    await hall.close()


async def test_the_page_after_a_match_leads_to_its_replay_and_its_report() -> None:
    start = NewTable("odin", seats=2, bots=("karl",), options={"target": "one-hand"})
    async with odin(start=start, analyst=FakeAnalyst()) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        while screen.chair.view.phase is not Phase.OVER:
            if screen.chair.view.my_turn:
                await screen.chair.play(screen.chair.view.match.moves[0])
            await pilot.pause()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert "Where did I go wrong?" in screen_text(app)
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(app.screen, MatchReportScreen)
        await pilot.press("escape", "escape", "a")
        await pilot.pause()
        assert isinstance(app.screen, MatchReportScreen)
        assert app.screen.seat == 0


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)])
async def test_the_report_looks_as_reviewed(size: tuple[int, int]) -> None:
    async with odin(size, analyst=FakeAnalyst(strict)) as (app, pilot):
        await app.push_screen(MatchReportScreen(RECORD, MATCH))
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "…" not in screen_text(app)
        snapshot(app, f"match_report_{size[0]}x{size[1]}")


def test_chances_begin_with_the_first_choice_and_stay_until_the_next() -> None:
    moves = RECORD.moves[:4]
    first = next(number for number, (seat, _) in enumerate(moves) if seat == 0)
    verdicts = {number: Verdict(number, "a", "a", 0.3, 0.3) for number in range(4)}
    verdicts[first] = Verdict(first, "a", "b", 0.3, 0.4)
    found = chances_of(replace(RECORD, moves=moves), verdicts, 0)
    assert found[first] == 0.4
    assert set(found) == set(range(first, 5))
    assert found[4] == 0.3
    begun = {number: verdicts[number] for number in range(first + 1)}
    known = chances_of(replace(RECORD, moves=moves), begun, 0)
    assert set(known) == {first, first + 1}, "nothing is known of moves not analysed yet"
    assert (signed(0.124, ENGLISH), signed(-0.3, ENGLISH)) == ("+12%", "−30%")
