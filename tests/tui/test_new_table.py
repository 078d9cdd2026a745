"""The form of a new table, made from what the game says."""

import pytest
from textual.pilot import Pilot

from odin_server.hall import NewTable, TimeControl
from odin_tui.app import OdinApp
from odin_tui.catalogue import usual_table
from odin_tui.languages import ENGLISH
from odin_tui.screens.new_table import NewTableScreen, describe
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.widgets.form import Form
from tests.tui.screens import odin, screen_text, snapshot


async def _open_form(app: OdinApp, pilot: Pilot[None], *, more: bool = False) -> Form:
    """Open the form, with the options that are rarely changed if `more`."""
    await pilot.press("n")
    form = app.screen.query_one(Form)
    if more:
        form.here = next(i for i, each in enumerate(form.fields) if each.id == "more")
        await pilot.press("enter")
        await pilot.pause()
        form.here = 0
    return form


def _shown(app: object, field: str) -> str:
    form = app.screen.query_one(Form)  # type: ignore[attr-defined]
    return next(each.word for each in form.fields if each.id == field)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_six_seats_fit(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        await pilot.press("n", "down", "6")
        assert "Seat 6" in screen_text(app)
        assert "Open the table" in screen_text(app)
        snapshot(app, f"new_table_{size[0]}x{size[1]}")


async def test_a_number_sets_the_seats_and_bots_follow() -> None:
    async with odin() as (app, pilot):
        await pilot.press("n", "down", "6")
        assert isinstance(app.screen, NewTableScreen)
        assert app.screen.table.bots == ("karl",) * 5
        await pilot.press("2")
        assert app.screen.table.bots == ("karl",)


async def test_left_and_right_turn_a_choice_and_go_round() -> None:
    async with odin() as (app, pilot):
        await pilot.press("n", "down", "down", "right")
        assert _shown(app, "bot 0") == "jarl"
        await pilot.press("h", "left", "left")
        assert _shown(app, "bot 0") == "konung"


async def test_options_that_are_for_two_only_are_shown_for_two_only() -> None:
    async with odin() as (app, pilot):
        await _open_form(app, pilot, more=True)
        assert "Deck for two" not in screen_text(app)
        await pilot.press("down", "2")
        assert "Deck for two" in screen_text(app)


async def test_an_edition_decides_what_nobody_has_decided() -> None:
    async with odin() as (app, pilot):
        await _open_form(app, pilot, more=True)
        await pilot.press(*["down"] * 5, "right")
        await pilot.pause()
        assert _shown(app, "edition") == "deutsch"
        assert _shown(app, "next-starter") == "winner"
        assert isinstance(app.screen, NewTableScreen)
        assert app.screen.table.options == {"edition": "deutsch"}
        await pilot.press("down", "down", "right")
        assert app.screen.table.options == {"edition": "deutsch", "next-starter": "rotate"}
        await pilot.press("right")
        assert app.screen.table.options == {"edition": "deutsch"}


async def test_enter_opens_the_table_and_remembers_it() -> None:
    kept: list[Settings] = []
    async with odin(keep_settings=kept.append) as (app, pilot):
        await pilot.press(
            "n", "down", "3", *["end", "up", "up", "right", "up", "right", "end"], "enter"
        )
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen.chair.view.seats) == 3
        assert app.screen.chair.view.clock == TimeControl(15, 60)
    assert kept[-1].last_table.seats == 3
    assert kept[-1].pace == "fast"


async def test_the_last_line_can_be_clicked() -> None:
    async with odin() as (app, pilot):
        await pilot.press("n")
        await pilot.click(Form, offset=(8, len(app.screen.query_one(Form).fields) - 1))
        assert isinstance(app.screen, TableScreen)


async def test_a_click_left_of_a_word_turns_back() -> None:
    async with odin() as (app, pilot):
        await pilot.press("n")
        await pilot.click(Form, offset=(40, 1))
        assert _shown(app, "seats") == "5"
        await pilot.click(Form, offset=(4, 1))
        await pilot.click(Form, offset=(4, 1))
        assert _shown(app, "seats") == "3"


def test_a_table_is_described_by_what_is_unusual() -> None:
    table = NewTable("odin", seats=3, bots=("karl", "jarl"), options={"target": "10"})
    assert describe(table, ENGLISH) == "3 seats · 1 easy, 1 hard · play to 10"
    assert describe(NewTable("chess", seats=2), ENGLISH) == ""


async def _typed(*keys: str, game: str = "odin") -> str:
    """Type keys on the line of the points that end the match, and give what it shows then."""
    table = usual_table(game)
    async with odin(settings=Settings(animations="none", last_table=table)) as (app, pilot):
        await pilot.press("n")
        form = app.screen.query_one(Form)
        form.here = next(i for i, each in enumerate(form.fields) if each.id == "target")
        await pilot.press(*keys)
        await pilot.pause()
        return _shown(app, "target")


@pytest.mark.parametrize(
    ("keys", "target"),
    [
        ("3", "3"),
        ("25", "25"),
        ("100", "100"),
        ("101", "1"),
        ("0", "15"),
        ("07", "7"),
    ],
)
async def test_any_whole_number_can_be_typed(keys: str, target: str) -> None:
    assert await _typed(*keys) == target


async def test_a_typed_number_is_what_is_played_to() -> None:
    async with odin() as (app, pilot):
        await pilot.press("n", *["down"] * 5, "4", "2", "end", "enter")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.chair.view.options["target"] == "42"


async def test_a_digit_can_be_taken_back() -> None:
    assert await _typed("4", "5", "backspace", "2") == "42"
    assert await _typed("4", "backspace", "7") == "7"
    assert await _typed("left", "left", "backspace", "9") == "9"


async def test_a_number_begins_anew_after_an_arrow() -> None:
    assert await _typed("4", "right", "2") == "2"
    assert await _typed("4", "down", "up", "2") == "2"


async def test_herrlof_is_played_to_any_number_up_to_500() -> None:
    assert await _typed("3", "3", "3", game="herrlof") == "333"


async def test_backspace_changes_nothing_where_no_number_is_typed() -> None:
    async with odin() as (app, pilot):
        await pilot.press("n", "down", "backspace")
        assert _shown(app, "seats") == "4"


async def test_options_that_are_rarely_changed_are_shown_when_asked_for() -> None:
    async with odin() as (app, pilot):
        form = await _open_form(app, pilot)
        assert "One-coloured" not in screen_text(app)
        await _press_on(form, "more", pilot)
        assert "One-coloured" in screen_text(app)
        assert "More options" not in screen_text(app)


async def test_enter_does_what_the_line_under_the_cursor_says() -> None:
    async with odin() as (app, pilot):
        form = await _open_form(app, pilot)
        assert "enter  change" in screen_text(app)
        await _press_on(form, "seats", pilot)
        assert _shown(app, "seats") == "5"
        await pilot.press("end")
        await pilot.pause()
        assert "enter  open the table" in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)


async def _press_on(form: Form, field: str, pilot: Pilot[None]) -> None:
    """Press Enter on a line of the form."""
    form.here = next(i for i, each in enumerate(form.fields) if each.id == field)
    await pilot.press("enter")
    await pilot.pause()
