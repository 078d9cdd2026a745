"""Talking on the screen: what is typed is seen, and so are the newest lines and the hand."""

import pytest
from textual.geometry import Region

from odin_server.hall import ChatLine, NewTable, Player
from odin_tui.screens.hall import HallScreen
from odin_tui.screens.table import TableScreen
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.chat_log import MARK
from odin_tui.widgets.chat_panel import ChatPanel
from odin_tui.widgets.line_input import LineInput
from tests.ssh.test_hall_app import BO, an_environment
from tests.ssh.wire import eventually
from tests.tui.boards import STILL
from tests.tui.screens import news, odin, screen_text
from tests.tui.tables import board_of

SIZES = [(60, 20), (80, 24), (100, 30), (160, 48)]


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_typed_is_seen_above_the_hand_with_the_keys_of_the_chat(
    size: tuple[int, int],
) -> None:
    async with odin(size, settings=STILL) as (app, pilot):
        await app.open_table(NewTable("odin", seats=2, seed="ravens"))
        table = app.screen
        assert isinstance(table, TableScreen)
        bo = await app.hall.sit(Player("bo", "Bo"), table.chair.view.code)
        await table.chair.start()
        await pilot.pause()
        hand = board_of(app).query_one(CardHand).region
        await pilot.press("c")
        await pilot.press(*"aye aye")
        await pilot.pause()
        panel = table.chat_panel
        assert panel is not None
        assert not panel.region.overlaps(hand)
        assert Region(0, 0, *size).contains_region(panel.region)
        assert "❯  aye aye" in screen_text(app)
        last_row = screen_text(app).splitlines()[panel.region.bottom - 2]
        assert "enter  say it" in last_row
        assert "esc  close" in last_row
        assert not panel.query_one(LineInput).cursor_blink
        await bo.say("the ravens fly " * 10)
        await eventually(lambda: screen_text(app).count("ravens fly") > 1)
        turn = table.chair.view.turn
        await pilot.press("p", "enter")
        await pilot.pause()
        assert bo.view.chat[-1].text == "aye ayep"
        assert table.chair.view.turn == turn
        await pilot.press("escape")
        await pilot.pause()
        assert table.chat_panel is None
        assert board_of(app).has_focus


async def test_the_table_goes_on_beside_the_chat_which_keeps_the_keys() -> None:
    async with odin(settings=STILL) as (app, pilot):
        await app.open_table(NewTable("odin", seats=2, seed="ravens"))
        table = app.screen
        assert isinstance(table, TableScreen)
        bo = await app.hall.sit(Player("bo", "Bo"), table.chair.view.code)
        await table.chair.start()
        if not bo.view.my_turn:
            await table.chair.play(table.chair.view.match.moves[0])
        await pilot.pause()
        assert "Bo's turn." in screen_text(app)
        await pilot.press("c")
        await bo.play(bo.view.match.moves[-1])
        await eventually(lambda: "Your turn" in screen_text(app))
        await pilot.press("c", "q")
        await pilot.pause()
        assert table.query_one(LineInput).value == "cq"


async def test_older_lines_are_a_page_away_and_a_refusal_is_shown() -> None:
    async with odin(settings=STILL) as (app, pilot):
        await app.open_table(NewTable("odin", seats=3))
        table = app.screen
        assert isinstance(table, TableScreen)
        await app.hall.sit(Player("bo", "Bo"), table.chair.view.code)
        await pilot.pause()
        await pilot.press("c")
        panel = table.query_one(ChatPanel)
        panel.show(tuple(ChatLine(0.0, "bo", "Bo", f"line {n}.") for n in range(60)))
        await pilot.pause()
        assert "line 59." in screen_text(app)
        for _ in range(9):
            await pilot.press("pageup")
        await pilot.pause()
        assert "line 0." in screen_text(app)
        await pilot.press("pagedown")
        await pilot.pause()
        assert "line 0." not in screen_text(app)
        for _ in range(8):
            await pilot.press("a", "enter")
        await eventually(lambda: "moment" in screen_text(app).lower())


async def test_the_newest_line_is_seen_in_the_hall_whatever_was_said_before() -> None:
    async with an_environment() as environment:
        lobby_session = environment.hall.enter(BO)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for line in ("x" * 240, "skald " * 39, "are you there?"):
                lobby_session.say(line)
            await eventually(lambda: "are you there?" in screen_text(app))
            assert "skald" in screen_text(app)


async def test_an_announcement_in_the_hall_stands_out_and_is_not_pushed_away() -> None:
    async with an_environment() as environment:
        lobby_session = environment.hall.enter(BO)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await environment.hall.announce("The hall closes at ten for an hour.")
            for number in range(5):
                lobby_session.say(f"{'skald ' * 38}{number}")
            await eventually(lambda: "skald" in screen_text(app))
            assert f"{MARK} The hall closes at ten" in screen_text(app)
            assert isinstance(app.screen, HallScreen)
            await pilot.press("c")
            await eventually(lambda: f"{MARK} The hall closes at ten for" in screen_text(app))


async def test_an_announcement_at_a_table_is_shown_whole() -> None:
    async with odin(settings=STILL) as (app, pilot):
        await app.open_table(NewTable("odin", seats=3))
        await pilot.pause()
        sentence = "The hall closes at ten for an hour; matches are kept, so finish your hand."
        await app.hall.announce(sentence)
        await eventually(lambda: sentence in news(app))
