"""What holds on every screen: sizes, keys, the palette, and what happens when something breaks."""

import asyncio

import pytest
from textual.app import App
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.pilot import Pilot

from odin_engine.game import Refusal
from odin_server.hall import NewTable, Phase
from odin_server.hall.refusals import NoSuchTable
from odin_tui.drawing.palette import Depth
from odin_tui.screens.confirm import ConfirmScreen
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.screen import size_class
from odin_tui.screens.table import TableScreen
from odin_tui.screens.too_small import TooSmallScreen
from odin_tui.widgets.footer import KeyFooter
from tests.tui.screens import ME, begin_hall, new_app, news, odin, screen_text, snapshot

TABLE = NewTable("odin", seats=2, bots=("karl",))


async def shown(app: App[None], pilot: Pilot[None], words: str) -> None:
    """Wait until words are on the screen: a busy machine paints a new size a moment later."""
    for _ in range(50):
        if words in screen_text(app):
            return
        await pilot.pause(0.02)
    raise AssertionError(f"{words!r} never came:\n{screen_text(app)}")


async def test_a_terminal_that_is_too_small_is_told_so_and_comes_back() -> None:
    async with odin() as (app, pilot):
        await pilot.press("n")
        before = app.screen
        await pilot.resize_terminal(59, 20)
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        assert "needs 60 × 20" in screen_text(app)
        assert "this window is 59 × 20" in screen_text(app)
        await pilot.resize_terminal(40, 10)
        await shown(app, pilot, "this window is 40 × 10")
        snapshot(app, "too_small_40x10")
        await pilot.resize_terminal(60, 20)
        async with asyncio.timeout(10):
            while app.screen is not before:
                await pilot.pause(0.01)
        assert len(app.screen_stack) == 3


async def test_starting_in_a_terminal_that_is_too_small() -> None:
    async with odin((30, 8)) as (app, pilot):
        assert isinstance(app.screen, TooSmallScreen)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_window_that_opens_meanwhile_leaves_nothing_behind() -> None:
    async with odin() as (app, pilot):
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        app.push_screen(ConfirmScreen("Really?"))
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Really?" in screen_text(app)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


def test_the_layout_is_the_largest_that_fits_both_ways() -> None:
    sizes = {(60, 20): "-small", (99, 60): "-small", (100, 30): "-medium", (300, 47): "-medium"}
    for size, name in (sizes | {(160, 48): "-large"}).items():
        assert size_class(Size(*size)) == name


async def test_the_question_mark_shows_all_keys() -> None:
    async with odin() as (app, pilot):
        await pilot.press("question_mark")
        assert "statistics" in screen_text(app)
        snapshot(app, "keys_80x24")
        await pilot.press("question_mark")
        assert isinstance(app.screen, HomeScreen)


async def test_the_palette_finds_the_settings() -> None:
    async with odin() as (app, pilot):
        await pilot.press("ctrl+p", *"settings")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause()
        assert "Theme" in screen_text(app)


async def test_the_footer_can_be_clicked() -> None:
    async with odin() as (app, pilot):
        line = screen_text(app).splitlines()[-1]
        await pilot.click(KeyFooter, offset=(line.index("?  keys"), 0))
        assert "Numbers choose too" in screen_text(app)


async def test_every_footer_keeps_the_way_to_all_keys() -> None:
    async with odin((60, 20), start=TABLE) as (app, _pilot):
        assert "?  keys" in screen_text(app)


async def test_starting_at_a_table_and_going_home() -> None:
    async with odin(start=TABLE) as (app, pilot):
        assert isinstance(app.screen, TableScreen)
        app.go_home()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert len(app.screen_stack) == 2, "an empty screen stays below"


async def test_ctrl_l_paints_everything_again() -> None:
    async with odin() as (app, pilot):
        before = screen_text(app)
        await pilot.press("ctrl+l")
        assert screen_text(app) == before


async def test_a_crash_is_one_sentence_and_a_report() -> None:
    reports: list[str] = []

    def keep(report: str) -> str:
        reports.append(report)
        return "reports/one.txt"

    hall = await begin_hall()
    app = new_app(hall, keep_report=keep)

    def stumble() -> None:
        raise RuntimeError("over a root")

    async def run() -> None:
        async with app.run_test() as pilot:
            app.call_later(stumble)
            await pilot.pause()

    with pytest.raises(RuntimeError):
        await run()
    await hall.close()
    assert app.return_code == 1
    assert app.farewell.endswith("The report is in reports/one.txt")
    assert len(reports) == 1
    assert "RuntimeError: over a root" in reports[0]
    assert "HomeScreen" in reports[0]


async def test_a_widget_missed_while_odin_is_being_left_is_no_crash() -> None:
    hall = await begin_hall()
    app = new_app(hall, keep_report=lambda _report: "the shelf")
    async with app.run_test() as pilot:
        await pilot.pause()
        app.exit()
        app._handle_exception(NoMatches("no such widget any more"))
    assert (app.farewell, app.return_code) == ("", 0)
    await hall.close()


async def test_the_second_ctrl_c_leaves_and_the_first_says_so() -> None:
    async with odin() as (app, pilot):
        await pilot.press("ctrl+c")
        assert "^C again" in news(app)
        assert app.is_running
        app._forget_interrupt()
        await pilot.press("ctrl+c")
        assert not app._exit
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app._exit


async def test_the_same_complaint_is_shown_once() -> None:
    async with odin() as (app, pilot):
        for _ in range(3):
            app.show_refusal(Refusal("The disk is full [by far]."))
            await pilot.pause()
        assert news(app).count("The disk is full [by far].") == 1


async def test_sixteen_colours_are_the_terminals_own_whatever_is_set() -> None:
    async with odin(depth=Depth.ANSI) as (app, pilot):
        assert app.theme == "ansi"
        await pilot.press("s", "down", "down", "right")
        assert app.settings.theme == "day"
        assert app.theme == "ansi"


async def test_quitting_after_a_match_leaves_no_table_behind() -> None:
    hall = await begin_hall()
    one_hand = NewTable("odin", seats=2, bots=("karl",), options={"target": "one-hand"})
    async with odin(hall=hall) as (app, pilot):
        await app.open_table(one_hand)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        chair = app.screen.chair
        while chair.view.phase is Phase.PLAYING:
            if chair.view.my_turn:
                await chair.play(chair.view.match.moves[0])
            await chair.change()
        await pilot.press("ctrl+q")
        await pilot.pause()
    with pytest.raises(NoSuchTable):
        hall.find(ME, chair.view.code)
    await hall.close()
