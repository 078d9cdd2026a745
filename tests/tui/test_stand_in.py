"""The clock ran out, and a bot has the seat: the player is told, and can take it back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from odin_server.clock import ManualClock
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Player, TimeControl
from odin_tui.app import OdinApp
from odin_tui.json_mode import play_json, table_words
from odin_tui.languages import ENGLISH
from odin_tui.screens.table import TableScreen
from odin_tui.stand_in import lapse_text, stand_in_text
from tests.ssh.wire import eventually
from tests.tui.boards import STILL
from tests.tui.screens import ME, new_app, news, screen_text
from tests.tui.test_json_mode import Wire
from tests.tui.test_text_mode import Conversation

GAMES = ("odin", "herrlof")
SECONDS = 15.0


@dataclass
class Match:
    """Two people with clocks, of whom the second moves at once; the bot in a seat takes an hour."""

    hall: Hall
    clock: ManualClock
    mine: Chair
    bo: Chair

    async def until_my_turn(self) -> None:
        for _ in range(200):
            if self.mine.view.my_turn:
                return
            await asyncio.sleep(0)
            if self.bo.view.my_turn:
                await self.bo.play(self.bo.view.match.moves[0])
        raise AssertionError("it does not become my turn")

    async def run_out(self) -> None:
        """Let my clock run out once."""
        await self.until_my_turn()
        lapses = self.mine.view.seats[0].lapses
        self.clock.advance(SECONDS + 1)
        await eventually(lambda: self.mine.view.seats[0].lapses > lapses)

    async def lose_seat(self) -> None:
        """Let it run out until a bot plays for me, and then wait until it is that bot's turn."""
        while self.mine.view.covered is None:
            await self.run_out()
            await asyncio.sleep(0.01)
        for _ in range(200):
            if 0 in self.mine.view.match.to_move:
                return
            if self.bo.view.my_turn:
                await self.bo.play(self.bo.view.match.moves[0])


@asynccontextmanager
async def a_match(game: str) -> AsyncIterator[Match]:
    clock = ManualClock()
    settings = HallSettings(bot_pause=3600.0)
    hall = await Hall.begin(settings=settings, clock=clock, chance=Random(3))
    wanted = NewTable(game, seats=2, clock=TimeControl(SECONDS), seed="ravens")
    mine = await hall.open_table(ME, wanted)
    bo = await hall.sit(Player("bo", "Bo"), mine.view.code)
    await mine.start()
    try:
        yield Match(hall, clock, mine, bo)
    finally:
        await hall.close()


@asynccontextmanager
async def on_screen(
    match: Match, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[OdinApp, Pilot[None]]]:
    app = new_app(match.hall, STILL, start=match.mine)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 48)])
@pytest.mark.parametrize("game", GAMES)
async def test_the_screen_says_that_a_bot_plays_and_why_and_gives_the_seat_back(
    game: str, size: tuple[int, int]
) -> None:
    async with a_match(game) as match, on_screen(match, size) as (app, pilot):
        await match.lose_seat()
        sentence = "A bot plays for you: your time ran out three times."
        await eventually(lambda: sentence in screen_text(app))
        shown = screen_text(app)
        assert "Press t to take your seat back." in shown
        assert "t  take your seat back" in shown.splitlines()[-1]
        assert "Your turn" not in shown
        turn = match.mine.view.turn
        await pilot.press("enter", "tab", "enter", "1", "enter", "p", "space", "enter")
        await pilot.pause()
        assert match.mine.view.turn == turn
        assert sentence in screen_text(app)
        await pilot.press("t")
        await eventually(lambda: "Your turn" in screen_text(app))
        assert match.mine.view.covered is None
        assert "take your seat back" not in screen_text(app)


@pytest.mark.parametrize("game", GAMES)
async def test_the_screen_says_that_the_clock_ran_out_and_what_was_chosen_until_a_key(
    game: str,
) -> None:
    async with a_match(game) as match, on_screen(match) as (app, pilot):
        await match.run_out()
        await eventually(
            lambda: "Your time ran out, so this was played for you: " in screen_text(app)
        )
        await match.until_my_turn()
        await eventually(lambda: "Your turn" in screen_text(app))
        said = screen_text(app).splitlines()
        assert any("Your time ran out, so this was played for you: " in line for line in said[:-1])
        await pilot.press("right")
        await pilot.pause()
        assert not any("Your time ran out" in line for line in screen_text(app).splitlines()[:-1])


async def test_a_player_who_reads_the_rules_is_told_that_the_clock_ran_out() -> None:
    async with a_match("odin") as match, on_screen(match) as (app, pilot):
        await match.until_my_turn()
        await pilot.press("r")
        await pilot.pause()
        await match.run_out()
        await eventually(lambda: "Your time ran out, so this was played for you: " in news(app))
        assert (
            "Your time ran out, so this was played for you: " in screen_text(app).splitlines()[-1]
        )


async def test_the_palette_offers_the_seat_only_while_a_bot_has_it() -> None:
    async with a_match("odin") as match, on_screen(match) as (app, pilot):
        table = app.screen
        assert isinstance(table, TableScreen)
        title = "table: take back"
        assert title not in [one.title for one in app.get_system_commands(table)]
        await match.lose_seat()
        await pilot.pause()
        (offered,) = [one for one in app.get_system_commands(table) if one.title == title]
        await offered.callback()
        await eventually(lambda: match.mine.view.covered is None)


@pytest.mark.parametrize("game", GAMES)
async def test_text_mode_tells_of_the_clock_and_the_bot_and_how_to_come_back(game: str) -> None:
    async with a_match(game) as match:
        talk = Conversation(match.mine)
        await match.run_out()
        await talk.until(r"^Your time ran out, so this was played for you: \w+")
        await match.lose_seat()
        await talk.until(
            r"^A bot plays for you: your time ran out three times\. "
            r"Type take back to play yourself\.$"
        )
        talk.type("take back")
        await talk.until(r"^You are playing again\.$")
        await talk.until(r"^Your turn")
        talk.type("quit")
        await talk.end()


async def test_programs_read_that_a_bot_plays_for_them() -> None:
    async with a_match("odin") as match:
        await match.run_out()
        words = table_words(match.mine.view)
        assert words["lapsed"] == match.mine.view.lapsed is not None
        assert table_words(match.bo.view)["lapsed"] is None
        await match.lose_seat()
        words = table_words(match.mine.view)
        assert words["seats"][0]["covered"] == "lapses"
        assert words["seats"][0]["lapses"] == 3
        assert (words["my_turn"], words["moves"]) == (False, [])
        wire = Wire()
        playing = asyncio.create_task(play_json(match.mine, wire.sent.get, wire.write))
        wire.send({"do": "take back"})
        view: dict[str, Any] = {"my_turn": False}
        while not view["my_turn"]:
            view = await wire.hear("view")
        assert view["moves"]
        wire.send({"do": "leave"})
        await playing


async def test_what_is_said_of_a_stand_in_names_the_reason() -> None:
    async with a_match("odin") as match:
        view = match.mine.view
        assert stand_in_text(view, ENGLISH) == ""
        assert lapse_text(None, view, ENGLISH) == ""
        for why, lapses, words in (
            ("away", 0, "A bot plays for you: you were away."),
            ("left", 0, "A bot plays for you: you left the table."),
            ("lapses", 1, "A bot plays for you: your time ran out."),
            ("lapses", 7, "A bot plays for you: your time ran out 7 times."),
        ):
            seat = replace(view.seats[0], bot="karl", covered=why, lapses=lapses)  # type: ignore[arg-type]
            assert stand_in_text(replace(view, seats=(seat, view.seats[1])), ENGLISH) == words
