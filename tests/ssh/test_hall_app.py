"""The hall on the screen: tables, people, talk, invitations and notices."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

import pytest
from ssh.wire import eventually
from tui.screens import screen_text
from tui.tables import play_out

from odin_engine.record import parse_record
from odin_server.accounts import Accounts
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_server.notices import Notice
from odin_server.ssh.caller import Caller
from odin_server.ssh.terminal import Terminal
from odin_tui.hall_app import HallApp
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.ssh_app import HallFrontend

BO = Player("SHA256:bo", "Bo")


@dataclass
class ClientTerminal:
    """A line that keeps what is sent beside the picture."""

    terminal: Terminal = field(default_factory=Terminal)
    has_terminal: bool = True
    sent: list[str] = field(default_factory=list)

    def put(self, sequence: str) -> None:
        self.sent.append(sequence)

    def hang_up(self, reason: Notice) -> None:
        self.sent.append(str(reason))

    async def ping(self) -> float:
        return 0.042


class House:
    """A hall, its accounts, and people who call."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.accounts = Accounts(None, time.time)
        self.front = HallFrontend(hall, self.accounts)

    def call(self, name: str, *words: str, chosen: bool = True) -> Caller:
        account = self.accounts.arrive(f"SHA256:{name}", name)
        if chosen:
            account = self.accounts.rename(account, name)
        reach = "-p 2222 play.example.org"
        return Caller(1, account, f"SHA256:{name}", "192.0.2.1", words, ClientTerminal(), reach)

    async def app(self, call: Caller) -> HallApp:
        app = await self.front.welcome(call)
        assert isinstance(app, HallApp)
        return app


@asynccontextmanager
async def a_house() -> AsyncIterator[House]:
    settings = HallSettings(bot_pause=0.0, hold=120.0)
    house = House(await Hall.begin(settings=settings, chance=Random(3)))
    try:
        yield house
    finally:
        await house.hall.close()
        house.accounts.close()


async def test_the_hall_shows_tables_people_and_talk() -> None:
    async with a_house() as house:
        chair = await house.hall.open_table(BO, NewTable("odin", seats=3, public=True))
        lobby_session = house.hall.enter(BO)
        app = await house.app(house.call("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            lobby_session.say("anybody for a hand?")
            await eventually(lambda: "anybody for a hand?" in screen_text(app))
            text = screen_text(app)
            assert chair.view.code in text
            assert "2 of 3 seats free" in text
            assert "The hall · Astrid · 2 here" in text


async def test_a_table_is_joined_with_enter_and_a_full_one_is_watched() -> None:
    async with a_house() as house:
        chair = await house.hall.open_table(BO, NewTable("odin", seats=2, public=True))
        for name, seated in (("Astrid", True), ("Cnut", False)):
            app = await house.app(house.call(name))
            async with app.run_test(size=(100, 30), notifications=True) as pilot:
                await pilot.pause()
                await pilot.press("enter")
                await eventually(lambda app=app: isinstance(app.screen, TableScreen))
                assert isinstance(app.screen, TableScreen)
                assert (app.screen.chair.seat is not None) == seated
        assert chair.view.spectators == ()


async def test_a_new_table_waits_for_friends_and_shows_them_the_line() -> None:
    async with a_house() as house:
        call = house.call("Astrid")
        app = await house.app(call)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("n")
            await pilot.pause()
            await pilot.press("down", "2", "enter")
            await eventually(lambda: isinstance(app.screen, TableScreen))
            (listing,) = house.hall.tables()
            line = f"ssh -t -p 2222 play.example.org join {listing.code}"
            await eventually(lambda: line in screen_text(app))
            assert listing.free == 1
            await pilot.press("y")
            assert app.clipboard == line
            app.exit()
        assert call.farewell.startswith("You left the table. The seat is yours for 2 minutes")
        assert line in call.farewell


async def test_my_turn_is_told_in_the_title_and_by_notices_each_as_set() -> None:
    async with a_house() as house:
        call = house.call("Astrid", "quick")
        app = await house.app(call)
        line = call.line
        assert isinstance(line, ClientTerminal)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            app.app_focus = False
            await eventually(lambda: any("\x1b]0;Your turn" in one for one in line.sent))
            app._announced = None
            assert isinstance(app.screen, TableScreen)
            app._announce(app.screen.chair.view)
            assert any(one.startswith("\x1b]9;") for one in line.sent)
            assert any(one.startswith("\x1b]777;notify;") for one in line.sent)
            line.sent.clear()
            app.change_settings(Settings(notices="off"))
            app._announced = None
            app._announce(app.screen.chair.view)
            assert line.sent == []


async def test_a_lost_connection_is_told_with_the_time_to_return() -> None:
    async with a_house() as house:
        chair = await house.hall.open_table(BO, NewTable("odin", seats=2))
        app = await house.app(house.call("Astrid", "join", chair.view.code))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await chair.start()
            await pilot.pause()
            chair.close()
            await eventually(lambda: "connection lost, 2:00 to return" in screen_text(app))
            await house.hall.sit(BO, chair.view.code)
            await eventually(lambda: "Bo is back." in screen_text(app))


async def test_somebody_new_is_asked_for_a_name_and_told_if_it_is_taken() -> None:
    async with a_house() as house:
        house.accounts.rename(house.accounts.arrive(BO.id, "Bo"), "Bo")
        app = await house.app(house.call("Astrid", chosen=False))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await eventually(lambda: "How shall the others call you?" in screen_text(app))
            await pilot.press(*["backspace"] * 6, "b", "o", "enter")
            await eventually(lambda: "one that looks like it" in screen_text(app))
            await pilot.press("end", *"y" * 23, "enter")
            await eventually(lambda: "at most 24 letters" in screen_text(app))
            await pilot.press(*["backspace"] * 25, "enter")
            await eventually(lambda: "Nothing is written here yet." in screen_text(app))
            await pilot.press("b", "o", "y", "enter")
            await eventually(lambda: "The hall · boy" in screen_text(app))
        assert house.accounts.find("boy") is not None


async def test_an_own_match_against_bots_is_given_up_in_the_hall_and_a_shared_one_is_not() -> None:
    async with a_house() as house:
        call = house.call("Astrid")
        astrid = Player(call.account.id, "Astrid")
        shared = await house.hall.open_table(BO, NewTable("odin", seats=2, public=True))
        (await house.hall.sit(astrid, shared.view.code)).close()
        alone = NewTable("odin", seats=2, bots=("karl",))
        (await house.hall.open_table(astrid, alone)).close()
        app = await house.app(call)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            assert len(house.hall.unfinished(astrid)) == 2
            for _ in range(2):
                await pilot.press("d", "y", "down")
            await eventually(lambda: len(house.hall.unfinished(astrid)) == 1)
            assert house.hall.unfinished(astrid)[0].code == shared.view.code
            assert shared.view.phase is Phase.LOBBY


async def test_settings_are_kept_with_the_account() -> None:
    async with a_house() as house:
        app = await house.app(house.call("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            app.change_settings(Settings(theme="light"))
        again = await house.app(house.call("Astrid"))
        assert again.settings.theme == "light"
        again._leave_lobby()


async def test_a_ping_is_shown_on_request_and_the_leaderboard_opens() -> None:
    async with a_house() as house:
        app = await house.app(house.call("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("ctrl+t")
            await eventually(lambda: "42 ms to you and back." in screen_text(app))
            await pilot.press("b")
            await eventually(lambda: "Nobody has finished a rated match yet." in screen_text(app))
            await pilot.press("escape")
            await pilot.press("m")
            await eventually(lambda: "your finished matches" in screen_text(app))


async def said_to(house: House, call: Caller) -> str:
    """Give what somebody without a terminal is told who types nothing."""
    lines: list[str] = []

    async def nothing_typed() -> None:
        return None

    async def say(line: str) -> None:
        lines.append(line)

    await house.front.talk(call, nothing_typed, say)
    return "\n".join([*lines, call.farewell])


async def test_a_record_is_printed_where_there_is_no_terminal_for_odin_verify_to_check() -> None:
    async with a_house() as house:
        call = house.call("Astrid", "replay")
        assert await said_to(house, call) == "You have finished no match here yet."
        assert call.status == 1
        table = NewTable("odin", seats=2, bots=("thrall",), options={"target": "one-hand"})
        chair = await house.hall.open_table(call.player, table)
        await chair.start()
        over = await play_out(chair)
        (ended,) = house.hall.finished(call.player)
        for words in (("replay",), ("replay", ended.id)):
            told = await said_to(house, house.call("Astrid", *words))
            record, intact = parse_record(told)
            assert intact
            assert (record.commitment, record.seed.hex()) == (over.commitment, over.seed)


@pytest.mark.parametrize(
    ("words", "error", "status"),
    [
        (("join", "AAAA-BBBB"), "NoSuchTable", 1),
        (("quick", "chess"), "NoSuchGame", 1),
        (("bash",), "NoTable", 2),
        (("name", "Bo"), "NoTable", 2),
        ((), "NoTable", 2),
    ],
)
async def test_a_program_is_told_in_json_why_it_does_not_get_to_a_table(
    words: tuple[str, ...], error: str, status: int
) -> None:
    async with a_house() as house:
        call = house.call("Astrid", "json", *words)
        told = json.loads(await said_to(house, call))
        assert (told["type"], told["error"], call.status) == ("error", error, status)
        assert told["message"]
        assert call.account.name == "Astrid"


async def test_verbs_answer_in_one_sentence() -> None:
    async with a_house() as house:
        for words, answer, status in (
            (("join", "AAAA-BBBB"), "There is no table", 1),
            (("join",), "It is said like this: join CODE", 1),
            (("watch", "x"), "There is no table", 1),
            (("quick", "chess"), "There is no game 'chess'", 1),
            (("replay", "x"), "There is no finished match", 1),
            (("mod", "who"), "Only moderators", 1),
            (("bash", "-i"), "There is no verb 'bash' here.", 2),
            (("help",), "Viking games in your terminal", 0),
        ):
            call = house.call("Astrid", *words)
            said = await house.front.welcome(call)
            assert isinstance(said, str)
            assert answer in said
            assert call.status == status
