"""What is told in passing lies in the last line, where it covers neither card nor plate."""

from tui.screens import odin, screen_text

from odin_server.hall import NewTable
from odin_tui.widgets.footer import KeyFooter

TABLE = NewTable("odin", seats=6, bots=("karl",) * 5)


async def test_news_takes_the_place_of_the_keys_and_of_nothing_else() -> None:
    async with odin((80, 24), start=TABLE) as (app, pilot):
        *before, _keys = screen_text(app).splitlines()
        app.notify("Astrid is back.")
        await pilot.pause()
        *after, last = screen_text(app).splitlines()
        assert after == before
        assert last.startswith(" ▌Astrid is back.")
        assert "? keys" in last


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


async def test_news_too_long_for_the_last_line_is_not_cut_but_put_above_it() -> None:
    async with odin((80, 24)) as (app, pilot):
        app.notify("The record is kept: " + "/a/rather/long/way/down" * 5)
        await pilot.pause()
        assert app.screen.query_one(KeyFooter).news == ""
        assert [one.message[:19] for one in app._notifications] == ["The record is kept:"]


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
        app.mention("Astrid is back.")
        await pilot.press("escape")
        await pilot.pause()
        assert screen_text(app).splitlines()[-1].startswith(" ▌Astrid is back.")


async def test_what_happens_at_the_table_is_cut_to_the_last_line() -> None:
    async with odin((60, 20), start=TABLE) as (app, pilot):
        app.mention("Astrid of the long name: connection lost, 2:00 to return; then a bot sits in.")
        await pilot.pause()
        last = screen_text(app).splitlines()[-1]
        assert last.startswith(" ▌Astrid of the long name: connection lost, 2:0")
        assert "…" in last
        assert "? keys" in last
        assert not app._notifications
