"""The lesson of Herrlof can be played to its end, fits its panel, and explains a wrong move."""

import pytest

from odin_engine.game import IllegalMove
from odin_engine.herrlof.moves import parse_move
from odin_tui.herrlof.text import LESSON
from odin_tui.lesson_table import LessonTable, NotThisTime
from odin_tui.screens.lesson import LessonScreen
from tests.tui.screens import odin, screen_text


def test_the_script_is_legal_from_its_first_move_to_its_last() -> None:
    table = LessonTable(LESSON)
    while not table.is_over:
        if table.others_to_move:
            table.let_others_move()
        elif table.wanted is None:
            table.read_on()
        else:
            table.play(table.wanted)
    (result,) = table.view.match.results
    assert (result.predictions, result.tricks, result.points) == ((6, 4), (6, 8), (16, 8))
    assert all(str(number) in LESSON.steps[-2].text for number in (6, 10, 16, 4, 8))


def test_a_wrong_move_is_explained_and_costs_nothing() -> None:
    table = LessonTable(LESSON)
    table.read_on()
    with pytest.raises(NotThisTime, match="6 is a good guess"):
        table.play(parse_move("predict 3"))
    table.play(parse_move("predict 6"))
    while table.others_to_move:
        table.let_others_move()
    with pytest.raises(IllegalMove, match="follow"):
        table.play(parse_move("B8"))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 48)])
async def test_every_step_can_be_read_whole_and_played_by_keys(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        screen = LessonScreen("herrlof")
        await app.push_screen(screen)
        for step in LESSON.steps:
            await pilot.pause()
            shown = screen_text(app)
            last = step.text.split()[-1].removesuffix(".").removesuffix(")")
            assert last in " ".join(shown.split()).split("/15")[1], step.text
            if screen.table.is_over:
                break
            wanted = screen.table.wanted
            if wanted is not None:
                await pilot.press("h")
                await pilot.pause()
            await pilot.press("enter")
        assert screen.table.is_over
