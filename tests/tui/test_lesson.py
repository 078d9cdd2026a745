"""The lesson: a script that holds, wrong moves that cost nothing, and a match won by keys alone."""

import re

import pytest

from odin_engine.game import IllegalMove
from odin_engine.odin.moves import PASS, parse_move
from odin_engine.odin.sets import VALUE
from odin_tui.languages import ENGLISH
from odin_tui.lesson_table import LessonTable, NotThisTime
from odin_tui.messages import refusal_text
from odin_tui.odin.text import LESSON
from odin_tui.screens.lesson import LessonScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from tests.tui.screens import odin, screen_text, snapshot


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


def test_the_script_is_a_legal_match_that_the_learner_wins() -> None:
    table = play_to(len(LESSON.steps))
    assert table.is_over
    assert table.view.match.outcome.winners == (0,)


def test_every_value_and_card_the_text_speaks_of_is_there() -> None:
    for number, step in enumerate(LESSON.steps, 1):
        match = play_to(number).view.match
        seen = {str(card) for card in (*match.hand, *match.table)}
        told = {*re.findall(r"\b[ROYGBP][1-9]\b", step.text)}
        assert told <= seen, step.text
        if step.move not in ("", "pass"):
            move = parse_move(step.move)
            assert move in match.moves
            worth = re.findall(r"worth (\d+)", step.text)
            assert str(VALUE[move.cards.bits]) in worth or len(match.table) < 2


def test_passing_is_taught_where_nothing_else_is_possible() -> None:
    (number,) = [n for n, step in enumerate(LESSON.steps, 1) if step.move == "pass"]
    assert list(play_to(number).view.match.moves) == [PASS]


@pytest.mark.parametrize("number", range(1, len(LESSON.steps) + 1))
def test_any_other_move_is_refused_kindly_and_costs_nothing(number: int) -> None:
    table = play_to(number)
    before = table.view
    for move in before.match.moves:
        if move != table.wanted:
            with pytest.raises(NotThisTime) as refusal:
                table.play(move)
            assert refusal_text(refusal.value, ENGLISH).endswith((".", "!"))
    assert table.view == before


def test_a_move_against_the_rules_is_explained_by_the_rules() -> None:
    table = play_to(2)
    with pytest.raises(IllegalMove, match="not-a-set"):
        table.play(parse_move("G3 Y9+Y4"))


def test_the_wrong_card_taken_is_answered_with_the_right_one() -> None:
    with pytest.raises(NotThisTime, match="take O7"):
        play_to(4).play(parse_move("G8G5G2+Y7"))


async def test_the_lesson_can_be_learned_with_keys_alone() -> None:
    kept: list[Settings] = []
    async with odin(keep_settings=kept.append) as (app, pilot):
        await app.push_screen(LessonScreen("odin"))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        for _ in range(60):
            if screen.table.is_over:
                break
            if screen.table.wanted == PASS:
                await pilot.press("p")
            elif screen.table.wanted is not None:
                await pilot.press("h", "enter")
                if screen.table.wanted is not None:
                    await pilot.press(*(["right"] if "7" not in screen_text(app) else []))
                    await pilot.press("enter")
            else:
                await pilot.press("enter")
            await pilot.pause()
        assert screen.table.is_over
        assert "You're out!" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), "the next step is a real match"
    assert kept[-1].lesson_done


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
async def test_every_step_can_be_read_whole(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        screen = LessonScreen("odin")
        await app.push_screen(screen)
        await pilot.pause()
        for number, step in enumerate(LESSON.steps, 1):
            screen.table = play_to(number)
            screen._show()
            await pilot.pause()
            shown = " ".join(screen_text(app).split())
            assert " ".join(step.text.split()[-2:]) in shown
            assert step.move or screen.table.is_over or "read on." in shown


async def test_a_wrong_move_is_answered_on_the_board() -> None:
    async with odin() as (app, pilot):
        await app.push_screen(LessonScreen("odin"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert "You may pass, but you can do better" in screen_text(app)


async def test_the_others_can_be_hurried_by_any_key() -> None:
    slow = Settings(animations="full", pace="slow")
    async with odin(settings=slow) as (app, pilot):
        await app.push_screen(LessonScreen("odin"))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        await pilot.press("enter")
        assert screen.table.others_to_move
        await pilot.press("x")
        assert not screen.table.others_to_move
        assert "Cnut leads" in screen_text(app)


async def test_the_rules_open_from_the_lesson_at_the_part_that_matters() -> None:
    async with odin() as (app, pilot):
        await app.push_screen(LessonScreen("odin"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        assert "Beating what lies there" in screen_text(app)


async def test_in_a_small_terminal_text_and_table_take_turns() -> None:
    async with odin((60, 20)) as (app, pilot):
        await app.push_screen(LessonScreen("odin"))
        await pilot.pause()
        assert "or you pass." in " ".join(screen_text(app).split())
        await pilot.press("enter")
        await pilot.pause()
        assert "then press Enter." in " ".join(screen_text(app).split())
        await pilot.press("enter")
        await pilot.pause()
        assert "Valhalla" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "then press Enter." in " ".join(screen_text(app).split())


async def test_leaving_the_lesson_needs_one_key() -> None:
    async with odin() as (app, pilot):
        await app.push_screen(LessonScreen("odin"))
        await pilot.pause()
        await pilot.press("escape")
        assert not isinstance(app.screen, LessonScreen)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_the_lesson_looks_as_reviewed(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        await app.push_screen(LessonScreen("odin"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("h")
        await pilot.pause()
        snapshot(app, f"lesson_{size[0]}x{size[1]}")
