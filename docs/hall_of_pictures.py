"""A hall with people, tables and talk, for the pictures of the documentation."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

from textual.pilot import Pilot

from odin_server.accounts import AccountFile, Accounts
from odin_server.hall import Hall, HallSettings, LobbySession, NewTable, Player
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_server.sessions.terminal import Terminal
from odin_tui.hall_app import HallApp
from odin_tui.hall_frontend import HallFrontend

NAMES = ("Erik", "Liv", "Herman", "Njal", "Sif", "Carl", "Anne", "Bera")
TALK = {
    "Erik": "one more for Odin?",
    "Bera": "here I am",
    "Sif": "after this hand",
    "Carl": "that shield hurt",
    "Liv": "who knows Herrlof?",
}


@dataclass
class NoClient:
    """A client that nothing reaches."""

    terminal: Terminal
    has_terminal: bool = True

    def put(self, sequence: str) -> None:
        """Nobody is there."""

    def disconnect(self, reason: Notice) -> None:
        """Nobody is there."""

    async def ping(self) -> float:
        return 0.0


@asynccontextmanager
async def a_hall(size: tuple[int, int]) -> AsyncIterator[tuple[HallApp, Pilot[None]]]:
    """Run the app of somebody who has come to a lively hall over SSH."""
    settings = HallSettings(bot_pause=3600.0, tables_per_player=9, seats_per_player=9)
    hall = await Hall.begin(None, settings, chance=Random("hall"))
    accounts = Accounts(AccountFile(None), hall.now)
    people = {name: hall.enter(Player(f"SHA256:{name}", name)) for name in NAMES}
    await _fill(hall, people)
    account = await accounts.rename(await accounts.log_in("SHA256:Astrid", "Astrid"), "Astrid")
    client = NoClient(Terminal("xterm", *size, colours="truecolor"))
    caller = Caller(1, account, "SHA256:Astrid", "192.0.2.1", (), client, "play.example.org")
    app = await HallFrontend(hall, accounts).open_app(caller)
    if not isinstance(app, HallApp):
        raise SystemExit("The hall did not open.")
    async with app.run_test(size=size) as pilot:
        yield app, pilot
    await hall.close()
    accounts.close()


async def _fill(hall: Hall, people: dict[str, LobbySession]) -> None:
    """Seat some of the people at tables, and let them talk."""

    async def table(wanted: NewTable, host: str, *guests: str, start: bool = False) -> str:
        chair = await hall.open_table(people[host].player, wanted)
        for guest in guests:
            await hall.sit(people[guest].player, chair.view.code)
        if start:
            await chair.start()
        return chair.view.code

    await table(NewTable("odin", seats=4, public=True), "Erik", "Bera")
    playing = await table(NewTable("odin", seats=2, public=True), "Njal", "Sif", start=True)
    await hall.watch(people["Anne"].player, playing)
    await table(NewTable("herrlof", seats=2, public=True), "Liv")
    await table(
        NewTable("walhalla", seats=3, bots=("karl",), public=True), "Herman", "Carl", start=True
    )
    for name, line in TALK.items():
        people[name].say(line)
