"""The hall on the screen: tables, people, talk, invitations and notices."""

import json
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from odin_engine.record import parse_record
from odin_server.accounts import AccountFile, Accounts
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_server.sessions.terminal import Terminal
from odin_tui.catalogue import PLAYABLE, usual_table
from odin_tui.hall_app import HallApp
from odin_tui.hall_frontend import HallFrontend
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.widgets.hall_menu import HallMenu, TableItem
from odin_tui.widgets.people_list import PeopleList
from tests.ssh.wire import at_once, eventually
from tests.tui.screens import screen_text, snapshot
from tests.tui.tables import play_out

BO = Player("SHA256:bo", "Bo")


@dataclass
class ClientTerminal:
    """A line that keeps what is sent beside the picture."""

    terminal: Terminal = field(default_factory=Terminal)
    has_terminal: bool = True
    line_is_slow: bool = False
    sent: list[str] = field(default_factory=list)

    def put(self, sequence: str) -> None:
        self.sent.append(sequence)

    def disconnect(self, reason: Notice) -> None:
        self.sent.append(str(reason))

    def tell(self, message: object) -> None:
        """Take what only a browser has a use for."""

    async def ping(self) -> float:
        return 0.042


class Environment:
    """A hall, its accounts, and people who call."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.accounts = Accounts(AccountFile(None), time.time)
        self.frontend = HallFrontend(hall, self.accounts)

    def caller(self, name: str, *words: str, chosen: bool = True) -> Caller:
        account = at_once(self.accounts.log_in(f"SHA256:{name}", name))
        if chosen:
            account = at_once(self.accounts.rename(account, name))
        ssh_target = "-p 2222 play.example.org"
        return Caller(
            1, account, f"SHA256:{name}", "192.0.2.1", words, ClientTerminal(), ssh_target
        )

    async def app(self, caller: Caller) -> HallApp:
        app = await self.frontend.open_app(caller)
        assert isinstance(app, HallApp)
        return app


@asynccontextmanager
async def an_environment() -> AsyncIterator[Environment]:
    settings = HallSettings(bot_pause=0.0, hold=120.0)
    environment = Environment(await Hall.begin(settings=settings, chance=Random(3)))
    try:
        yield environment
    finally:
        await environment.hall.close()
        environment.accounts.close()


async def test_the_hall_shows_tables_people_and_talk() -> None:
    async with an_environment() as environment:
        chair = await environment.hall.open_table(BO, NewTable("odin", seats=3, public=True))
        lobby_session = environment.hall.enter(BO)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            lobby_session.say("anybody for a hand?")
            await eventually(lambda: "anybody for a hand?" in screen_text(app))
            text = screen_text(app)
            assert chair.view.code in text
            assert "2 of 3 seats free" in text
            assert "The hall · Astrid · 2 here" in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (160, 48)], ids=str)
async def test_a_table_of_any_game_is_a_plate_that_can_be_clicked(size: tuple[int, int]) -> None:
    async with an_environment() as environment:
        for game in PLAYABLE:
            wanted = replace(usual_table(game), bots=(), public=True)
            await environment.hall.open_table(BO, wanted)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            snapshot(app, f"hall_{size[0]}x{size[1]}")
            menu = app.screen.query_one(HallMenu)
            tables = [row for row, item in enumerate(menu.items) if isinstance(item, TableItem)]
            assert len(tables) == len(PLAYABLE)
            lines = screen_text(app).splitlines()
            for row in tables:
                first = lines[menu.region.y + menu.lines_of(row).start]
                assert menu.items[row].title in first
                assert "seats free" in first or size[0] < 80
            await pilot.click(HallMenu, offset=(10, menu.lines_of(tables[1])[-1]))
            await eventually(lambda: isinstance(app.screen, TableScreen))
            assert isinstance(app.screen, TableScreen)
            assert app.screen.chair.view.code in menu.items[tables[1]].title


@pytest.mark.parametrize("colours", ["256", "standard"])
async def test_the_hall_with_fewer_colours(colours: str) -> None:
    async with an_environment() as environment:
        await environment.hall.open_table(BO, NewTable("odin", seats=3, public=True))
        caller = environment.caller("Astrid")
        assert isinstance(caller.client, ClientTerminal)
        caller.client.terminal = Terminal(colours=colours)
        app = await environment.app(caller)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            snapshot(app, f"hall_80x24_{colours}")


async def test_the_end_of_a_long_list_is_reached_and_own_names_stand_out() -> None:
    async with an_environment() as environment:
        for number in range(8):
            host = Player(f"SHA256:{number}", f"Host {number}")
            await environment.hall.open_table(host, NewTable("odin", seats=2, public=True))
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            assert "Leave" not in screen_text(app)
            await pilot.press("end")
            await pilot.pause()
            assert "▸" in next(line for line in screen_text(app).splitlines() if "Leave" in line)
            rows = app.screen.query_one(PeopleList).people.rows
            assert [row.name for row in rows if row.own] == ["Astrid"]


async def test_a_table_is_joined_with_enter_and_a_full_one_is_watched() -> None:
    async with an_environment() as environment:
        chair = await environment.hall.open_table(BO, NewTable("odin", seats=2, public=True))
        for name, seated in (("Astrid", True), ("Cnut", False)):
            app = await environment.app(environment.caller(name))
            async with app.run_test(size=(100, 30), notifications=True) as pilot:
                await pilot.pause()
                await pilot.press("enter")
                await eventually(lambda app=app: isinstance(app.screen, TableScreen))
                assert isinstance(app.screen, TableScreen)
                assert (app.screen.chair.seat is not None) == seated
        assert chair.view.spectators == ()


async def test_a_new_table_waits_for_friends_and_shows_them_the_line() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        app = await environment.app(caller)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("n")
            await pilot.pause()
            await pilot.press("down", "2", "end", "enter")
            await eventually(lambda: isinstance(app.screen, TableScreen))
            (listing,) = environment.hall.tables()
            line = f"ssh -t -p 2222 play.example.org join {listing.code}"
            await eventually(lambda: line in screen_text(app))
            assert listing.free == 1
            await pilot.press("y")
            assert app.clipboard == line
            app.exit()
        assert caller.farewell.startswith("You left the table. The seat is yours for 2 minutes")
        assert line in caller.farewell


async def test_my_turn_is_told_in_the_title_and_by_notices_each_as_set() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid", "quick")
        app = await environment.app(caller)
        line = caller.client
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
    async with an_environment() as environment:
        chair = await environment.hall.open_table(BO, NewTable("odin", seats=2))
        app = await environment.app(environment.caller("Astrid", "join", chair.view.code))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await chair.start()
            await pilot.pause()
            chair.close()
            # On a slow machine a second or two have passed before the screen is painted.
            told = re.compile(r"lost the connection\. A bot takes over in (2:00|1:5\d)\.")
            await eventually(lambda: told.search(screen_text(app)) is not None)
            await environment.hall.sit(BO, chair.view.code)
            await eventually(lambda: "Bo is back." in screen_text(app))


async def test_the_name_that_somebody_gives_at_a_friends_table_is_on_their_seat() -> None:
    async with an_environment() as environment:
        chair = await environment.hall.open_table(BO, NewTable("odin", seats=3))
        caller = environment.caller("Astrid", "join", chair.view.code, chosen=False)
        app = await environment.app(caller)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await eventually(lambda: "Your name?" in screen_text(app))
            await pilot.press(*["backspace"] * 6, *"Freya", "enter")
            await eventually(lambda: [seat.name for seat in chair.view.seats][1] == "Freya")
            await chair.start(fill="karl")
            await app.rename("Gerda")
            assert app.player.name == "Gerda"
            assert chair.view.seats[1].name == "Freya", "a match keeps the names it began with"
            assert chair.view.seats[1].connected


async def test_a_name_that_is_chosen_elsewhere_is_taken_in_the_hall_and_on_a_seat() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        app = await environment.app(caller)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await eventually(lambda: "The hall · Astrid" in screen_text(app))
            await environment.accounts.rename(caller.account, "Grim")
            await eventually(lambda: "The hall · Grim" in screen_text(app))
            assert [one.name for one in environment.hall.people()] == ["Grim"]
            await pilot.press("n", "end", "enter")
            await eventually(lambda: app.current_chair is not None)
            await environment.accounts.rename(caller.account, "Hilda")
            chair = app.current_chair
            assert chair is not None
            await eventually(lambda: "Hilda" in [seat.name for seat in chair.view.seats])
            assert app.player.name == caller.account.name == app.settings.name == "Hilda"
        for action in caller.at_end:
            action()
        assert environment.accounts.on_name == []


async def test_somebody_new_is_asked_for_a_name_and_told_if_it_is_taken() -> None:
    async with an_environment() as environment:
        await environment.accounts.rename(await environment.accounts.log_in(BO.id, "Bo"), "Bo")
        app = await environment.app(environment.caller("Astrid", chosen=False))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await eventually(lambda: "Your name?" in screen_text(app))
            await pilot.press(*["backspace"] * 6, "b", "o", "enter")
            await eventually(lambda: "one that looks like it" in screen_text(app))
            await pilot.press("end", *"y" * 23, "enter")
            await eventually(lambda: "at most 24 letters" in screen_text(app))
            await pilot.press(*["backspace"] * 25, "enter")
            await eventually(lambda: "Please type a name." in screen_text(app))
            await pilot.press("b", "o", "y", "enter")
            await eventually(lambda: "Welcome, boy!" in screen_text(app))
            await pilot.press("escape")
            await eventually(lambda: "The hall · boy" in screen_text(app))
        assert environment.accounts.find("boy") is not None


async def test_an_own_match_against_bots_is_given_up_in_the_hall_and_a_shared_one_is_not() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        astrid = Player(caller.account.id, "Astrid")
        shared = await environment.hall.open_table(BO, NewTable("odin", seats=2, public=True))
        (await environment.hall.sit(astrid, shared.view.code)).close()
        alone = NewTable("odin", seats=2, bots=("karl",))
        (await environment.hall.open_table(astrid, alone)).close()
        app = await environment.app(caller)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            assert len(environment.hall.unfinished(astrid)) == 2
            for _ in range(2):
                await pilot.press("d", "y", "down")
            await eventually(lambda: len(environment.hall.unfinished(astrid)) == 1)
            assert environment.hall.unfinished(astrid)[0].code == shared.view.code
            assert shared.view.phase is Phase.LOBBY


async def test_settings_are_kept_with_the_account() -> None:
    async with an_environment() as environment:
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            app.change_settings(Settings(theme="day"))
        again = await environment.app(environment.caller("Astrid"))
        assert again.settings.theme == "day"
        again._leave_lobby()


async def test_a_ping_is_shown_on_request_and_the_leaderboard_opens() -> None:
    async with an_environment() as environment:
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("ctrl+t")
            await eventually(lambda: "Round trip to your terminal: 42 ms." in screen_text(app))
            await pilot.press("b")
            await eventually(lambda: "Nobody has finished a rated match yet." in screen_text(app))
            await pilot.press("escape")
            await pilot.press("m")
            await eventually(lambda: "your finished matches" in screen_text(app))


async def said_to(environment: Environment, caller: Caller) -> str:
    """Give what somebody without a terminal is told who types nothing."""
    lines: list[str] = []

    async def nothing_typed() -> None:
        return None

    async def say(line: str) -> None:
        lines.append(line)

    await environment.frontend.serve_lines(caller, nothing_typed, say)
    return "\n".join([*lines, caller.farewell])


async def test_a_record_is_printed_where_there_is_no_terminal_for_odin_verify_to_check() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid", "replay")
        assert await said_to(environment, caller) == "You have not finished a match here yet."
        assert caller.status == 1
        table = NewTable("odin", seats=2, bots=("thrall",), options={"target": "one-hand"})
        chair = await environment.hall.open_table(caller.player, table)
        await chair.start()
        over = await play_out(chair)
        (ended,) = environment.hall.finished(caller.player)
        for words in (("replay",), ("replay", ended.id)):
            told = await said_to(environment, environment.caller("Astrid", *words))
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
    async with an_environment() as environment:
        caller = environment.caller("Astrid", "json", *words)
        told = json.loads(await said_to(environment, caller))
        assert (told["type"], told["error"], caller.status) == ("error", error, status)
        assert told["message"]
        assert caller.account.name == "Astrid"


async def test_commands_answer_in_one_sentence() -> None:
    async with an_environment() as environment:
        for words, answer, status in (
            (("join", "AAAA-BBBB"), "There is no table", 1),
            (("join",), "Type it like this: join CODE", 1),
            (("watch", "x"), "There is no table", 1),
            (("quick", "chess"), "There is no game 'chess'", 1),
            (("replay", "x"), "There is no finished match", 1),
            (("mod", "who"), "Only moderators", 1),
            (("bash", "-i"), "There is no command 'bash' here.", 2),
            (("text",), "Plain lines need no terminal: ssh -T ", 2),
            (("help",), "Viking games in your terminal", 0),
        ):
            caller = environment.caller("Astrid", *words)
            said = await environment.frontend.open_app(caller)
            assert isinstance(said, str)
            assert answer in said
            assert caller.status == status


async def test_a_guest_is_asked_for_a_name_and_then_what_to_do_first() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        caller.account = environment.accounts.guest("Astrid")
        app = await environment.app(caller)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await eventually(lambda: "You are a guest" in screen_text(app))
            assert "~Astrid" not in screen_text(app), "the sign is put before the name later"
            await pilot.press(*["backspace"] * 6, *"Bera", "enter")
            await eventually(lambda: "Welcome, ~Bera!" in screen_text(app))
            await eventually(lambda: "What would you like to play?" in screen_text(app))
            await pilot.press("down", "enter")
            await eventually(lambda: isinstance(app.screen, TableScreen))


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_guest_whose_login_name_will_not_do_is_offered_another(key: str) -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        caller.account = environment.accounts.guest("root")
        app = await environment.app(caller)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await eventually(lambda: "Your name?" in screen_text(app))
            await pilot.press(key)
            await eventually(lambda: "Welcome, ~Viking!" in screen_text(app))
