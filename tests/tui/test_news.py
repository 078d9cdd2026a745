"""What is told in passing lies in the last line, where it covers neither card nor plate."""

import pytest

from odin_server.hall import NewTable
from odin_tui.screens.replay import ReplayScreen
from odin_tui.widgets.footer import KeyFooter, wrapped
from odin_tui.widgets.timeline import Timeline
from tests.tui.matches import played
from tests.tui.screens import odin, screen_text

TABLE = NewTable("odin", seats=6, bots=("karl",) * 5)


async def test_news_takes_the_place_of_the_keys_and_of_nothing_else() -> None:
    async with odin((80, 24), start=TABLE) as (app, pilot):
        *before, _keys = screen_text(app).splitlines()
        app.notify("Astrid is back.")
        await pilot.pause()
        *after, last = screen_text(app).splitlines()
        assert after == before
        assert last.startswith("▌Astrid is back.")
        assert "?  keys" in last


async def test_newer_news_takes_the_place_of_older() -> None:
    async with odin((80, 24), start=TABLE) as (app, pilot):
        app.notify("Astrid is back.")
        app.notify("Bo is back.")
        await pilot.pause()
        assert "Astrid is back." not in screen_text(app)
        assert "▌Bo is back." in screen_text(app)


async def test_the_keys_return_when_the_news_is_old() -> None:
    async with odin((80, 24), start=TABLE) as (app, pilot):
        keys = screen_text(app).splitlines()[-1]
        app.notify("Astrid is back.", timeout=0.01)
        await pilot.pause()
        while app.screen.query_one(KeyFooter).news:
            await pilot.pause(0.02)
        assert screen_text(app).splitlines()[-1] == keys


async def test_a_click_on_news_presses_no_key() -> None:
    async with odin((80, 24), start=TABLE) as (app, pilot):
        app.notify("Astrid is back.")
        await pilot.pause()
        before = app.screen
        await pilot.click(KeyFooter, offset=(4, 0))
        assert app.screen is before


PATH = "/home/astrid/.local/share/odin/records/of/the/long/winter/odin-2026-01-31-235959.odin"


@pytest.mark.parametrize("width", [60, 80])
async def test_news_too_long_for_one_line_is_broken_between_the_parts_of_a_path(width: int) -> None:
    async with odin((width, 24)) as (app, pilot):
        await app.push_screen(ReplayScreen(played()))
        await pilot.pause()
        timeline = app.screen.query_one(Timeline)
        app.notify(f"The record is kept: {PATH}")
        await pilot.pause()
        footer = app.screen.query_one(KeyFooter)
        lines = screen_text(app).splitlines()
        shown = [line.strip().removeprefix("▌") for line in lines if line.startswith("▌")]
        shown[-1] = shown[-1].removesuffix("?  keys").rstrip()
        assert "".join(shown).replace(" ", "") == f"The record is kept: {PATH}".replace(" ", "")
        assert all(line.endswith(("/", ":")) for line in shown[:-1]), "no name is broken"
        assert not app.toasts()
        assert "?  keys" in lines[-1]
        assert timeline.region.bottom <= footer.region.y, "the timeline is still to be seen"


async def test_the_last_line_shrinks_again_when_the_news_is_old() -> None:
    async with odin((60, 24)) as (app, pilot):
        app.notify(f"The record is kept: {PATH}", timeout=0.01)
        footer = app.screen.query_one(KeyFooter)
        assert footer.styles.height is not None
        assert footer.styles.height.value > 1
        while footer.news:
            await pilot.pause(0.02)
        await pilot.pause()
        assert footer.size.height == 1


async def test_news_of_many_lines_is_put_above_the_last() -> None:
    async with odin((80, 24)) as (app, pilot):
        app.notify("The record is kept: " + "/a/rather/long/way/down" * 20)
        await pilot.pause()
        assert app.screen.query_one(KeyFooter).news == ""
        assert [one[:19] for one in app.toasts()] == ["The record is kept:"]


def test_news_is_broken_between_words_and_never_lost() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("see /a/bc/def/g", 6) == ["see", "/a/bc/", "def/g"]
    assert wrapped("incomprehensibly", 5) == ["incomprehensibly"]
    assert wrapped("C:\\one\\two", 7) == ["C:\\one\\", "two"]


async def test_news_is_shown_above_an_open_window_and_not_in_the_line_it_covers() -> None:
    async with odin((80, 24), start=TABLE) as (app, pilot):
        await pilot.press("question_mark")
        app.notify("Astrid is back.")
        await pilot.pause()
        assert app.screen_stack[-2].query_one(KeyFooter).news == ""
        assert [one.message for one in app._notifications] == ["Astrid is back."]


async def test_what_happens_at_the_table_waits_in_its_last_line_below_a_window() -> None:
    async with odin((80, 24), start=TABLE) as (app, pilot):
        await pilot.press("question_mark")
        app.show_news("Astrid is back.")
        await pilot.press("escape")
        await pilot.pause()
        assert screen_text(app).splitlines()[-1].startswith("▌Astrid is back.")


async def test_what_happens_at_the_table_is_cut_to_the_last_line() -> None:
    async with odin((60, 20), start=TABLE) as (app, pilot):
        app.show_news(
            "Astrid of the long name lost the connection and has 2:00 to return; a bot takes over."
        )
        await pilot.pause()
        last = screen_text(app).splitlines()[-1]
        assert last.startswith("▌Astrid of the long name lost the connection a")
        assert "…" in last
        assert "?  keys" in last
        assert not app._notifications
