"""The lesson of Walhalla: a raid on a small map, whose texts are true of it."""

import re
from collections import Counter

import pytest

from odin_engine.walhalla.box import COPIES, DRAGONS, VIKINGS, Terrain
from odin_engine.walhalla.land import FIELD_CALLED
from odin_engine.walhalla.moves import Answer, parse_move
from odin_engine.walhalla.rules import pieces
from odin_engine.walhalla.view import View
from odin_tui.languages import ENGLISH
from odin_tui.lesson_table import LessonTable, NotThisTime
from odin_tui.messages import refusal_text
from odin_tui.screens.lesson import LessonScreen
from odin_tui.screens.table import TableScreen
from odin_tui.walhalla.lesson import LESSON
from odin_tui.walhalla.map_text import sums
from odin_tui.walhalla.map_view import MapView
from tests.tui.screens import odin, screen_text


def play_to(step: int) -> LessonTable:
    """Follow the script up to a step, from 1."""
    table = LessonTable(LESSON)
    while table.progress[0] < step or table.others_to_move:
        if table.others_to_move:
            table.let_others_move()
        elif table.wanted is not None:
            table.play(table.wanted)
        else:
            table.read_on()
    return table


def number_of(move: str) -> int:
    return next(n for n, step in enumerate(LESSON.steps, 1) if step.move == move)


def shown(step: int) -> View:
    view: View = play_to(step).view.match
    return view


LAST = len(LESSON.steps)


def test_everything_in_the_box_is_somewhere_on_the_small_map() -> None:
    kinds = Counter(piece.split()[0] for piece in pieces(LESSON.start))
    assert kinds["viking"] == 3 * VIKINGS
    assert kinds["card"] == sum(COPIES.values())
    assert kinds["dragon"] == len(DRAGONS)
    assert 12 <= LAST <= 18


def test_the_learner_meets_every_terrain_every_kind_of_decision_and_the_end_of_a_raid() -> None:
    stages = {shown(n).stage.value for n, step in enumerate(LESSON.steps, 1) if step.move}
    assert stages == {"board", "sail", "land", "hunt", "guest", "defend", "commit"}
    taken = {
        view.terrains[field.peninsula][field.row]
        for view in map(shown, range(1, LAST + 1))
        for field in FIELD_CALLED.values()
        if field.row < 6 and view.owners[field.peninsula][field.row] == 0
    }
    assert taken == {Terrain.FOREST_3, Terrain.WHEAT, Terrain.SACRIFICE, Terrain.VILLAGE_2}
    answers = {step.move for step in LESSON.steps}
    assert {Answer.LOSE, Answer.PAY, Answer.JOIN, Answer.HUNT} <= answers
    (result,) = shown(LAST).results
    assert result.supply is not None
    assert result.exodus == 1


def test_the_numbers_of_the_raid_are_told_as_they_are() -> None:
    before, view = shown(number_of("commit tongue8")), shown(LAST)
    (result,) = view.results
    assert sums(before, 0) == [1, 2, 0]
    assert [each.majority.counts[:2] for each in result.peninsulas[:2]] == [(3, 2), (4, 2)]
    assert [each.majority.points[0] for each in result.peninsulas[:2]] == [8, 7]
    assert result.wheat == (1, 1, 1)
    assert result.supply is not None
    assert result.supply.vikings == (9, 9, 10)
    assert view.owners[1][2] == 0
    assert shown(number_of("board 1 2")).midgard[0] == 4
    assert shown(number_of("pay")).walhalla[0] == 2
    assert shown(number_of("pay")).hand == ("tongue8",)
    assert shown(number_of("land b3")).points[0] == 6
    assert shown(number_of("board 1")).midgard == (1, 0, 0)


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_the_fields_it_speaks_of_and_marks_are_there(number: int) -> None:
    step, view = LESSON.steps[number - 1], shown(number)
    named = {*re.findall(r"\b[abc]\d\b", step.text), *(m for m in step.marks if m in FIELD_CALLED)}
    for field in map(FIELD_CALLED.__getitem__, named):
        assert field.row < len(view.terrains[field.peninsula])
    if step.move:
        assert parse_move(step.move) in view.moves
        assert step.otherwise


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_any_other_move_is_refused_kindly_and_costs_nothing(number: int) -> None:
    table = play_to(number)
    before = table.view
    for move in before.match.moves:
        if move != table.wanted:
            with pytest.raises(NotThisTime) as refusal:
                table.play(move)
            assert refusal_text(refusal.value, ENGLISH).endswith((".", "!"))
    assert table.view == before


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_every_step_can_be_read_whole_and_done_by_keys(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        screen = LessonScreen("walhalla")
        await app.push_screen(screen)
        for number, step in enumerate(LESSON.steps, 1):
            await pilot.pause()
            assert screen.table.progress[0] == number
            assert " ".join(step.text.split()[-3:]) in " ".join(screen_text(app).split())
            if screen.table.wanted is not None:
                await pilot.press("h")
                await pilot.pause()
            if not screen.table.is_over:
                await pilot.press("enter")
        assert screen.table.is_over
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), "the next step is a match"
        assert app.screen.chair.view.game == "walhalla"
        assert len(app.screen.chair.view.seats) == 3
        assert app.settings.lesson_done


async def test_text_and_map_stand_together_and_the_map_marks_what_is_spoken_of() -> None:
    async with odin((80, 24)) as (app, pilot):
        screen = LessonScreen("walhalla")
        await app.push_screen(screen)
        for number, step in enumerate(LESSON.steps, 1):
            screen.table = play_to(number)
            screen._show()
            await pilot.pause()
            assert not screen.has_class("-tight"), step.text
            marks = screen.query_one(MapView).contents.marks  # type: ignore[union-attr]
            assert {name for name in step.marks if name not in FIELD_CALLED} <= marks.told
            assert {FIELD_CALLED[name] for name in step.marks if name in FIELD_CALLED} <= marks.lit
