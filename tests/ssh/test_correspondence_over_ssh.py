"""A match by correspondence over simulated days: real SSH clients, a hall whose clock is moved."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncssh

from odin_engine.record import parse_record
from odin_server.accounts import AccountFile, Accounts
from odin_server.clock import ManualClock
from odin_server.hall import Hall, HallSettings
from odin_server.log.sqlite import SqliteLog
from odin_server.ssh.server import SshServer
from odin_tui.hall_frontend import HallFrontend
from tests.ssh.wire import PATIENCE, a_server, connected

HOUR, DAY = 3600.0, 86_400.0


class Person:
    """Somebody with a key, who visits the host now and then."""

    def __init__(self, days: "Days", name: str) -> None:
        self._days, self.name = days, name
        self._key = asyncssh.generate_private_key("ssh-ed25519")

    def connected(self) -> Any:
        return connected(self._days.server, username=self.name, client_keys=[self._key])

    async def run(self, *words: str) -> str:
        """Return what the host answers to a command."""
        async with self.connected() as conn:
            done = await conn.run(" ".join(words), stdin=asyncssh.DEVNULL)
            return str(done.stdout)

    async def inbox(self) -> list[dict[str, Any]]:
        """Return the entries of the inbox, as a program reads them."""
        entries: list[dict[str, Any]] = json.loads(await self.run("json", "inbox"))["entries"]
        return entries

    async def has_turn(self) -> bool:
        return any(entry["kind"] == "turn" for entry in await self.inbox())

    async def visit(self, code: str, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play the first legal move whenever it is one's turn, until the view is as wanted."""
        async with self.connected() as conn:
            moved_at = -1
            process = await conn.create_process(f"json join {code}")
            async for line in process.stdout:
                told: dict[str, Any] = json.loads(line)
                assert told["type"] != "error", told
                if told["type"] == "view" and done(told):
                    process.stdin.write(json.dumps({"do": "leave"}) + "\n")
                    await process.wait()
                    return told
                if told["type"] == "view" and told["my_turn"] and told["turn"] != moved_at:
                    moved_at = told["turn"]
                    move = {"move": told["moves"][0], "turn": told["turn"]}
                    process.stdin.write(json.dumps(move) + "\n")
        raise AssertionError("the connection ended")


class Days:
    """A host over one folder that can be stopped and started again, and a clock for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = ManualClock(1_795_000_000.0)
        self._running = AsyncExitStack()
        self.server: SshServer
        self.hall: Hall

    async def start(self) -> None:
        """Open the hall that the folder holds, and let people in."""
        log, settings = SqliteLog(self.folder / "hall.db"), HallSettings(bot_pause=0.0)
        self.hall = await Hall.begin(log, settings, clock=self.clock, chance=Random(5))
        self._running.push_async_callback(self.hall.close)
        accounts = Accounts(AccountFile(self.folder / "accounts.db"), self.clock.now)
        frontend = HallFrontend(self.hall, accounts)
        self.server = await self._running.enter_async_context(a_server(frontend, accounts))

    async def stop(self) -> None:
        """Stop the host as a service is stopped."""
        await self._running.aclose()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass with the host running, timer by timer."""
        until = self.clock.now() + seconds
        while (due := self.clock.next_alarm) is not None and due <= until:
            self.clock.advance(max(due - self.clock.now(), 0.0))
            await asyncio.sleep(0.002)
        self.clock.advance(until - self.clock.now())
        await asyncio.sleep(0.002)

    async def be_down(self, seconds: float) -> None:
        """Let time pass with the host stopped."""
        await self.stop()
        self.clock.advance(seconds)
        await self.start()


@asynccontextmanager
async def days_of_a_host(folder: Path) -> AsyncIterator[Days]:
    days = Days(folder)
    await days.start()
    try:
        yield days
    finally:
        await days.stop()


def not_my_turn(view: dict[str, Any]) -> bool:
    return view["phase"] == "playing" and not view["my_turn"]


async def test_a_match_by_correspondence_over_simulated_days(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE), days_of_a_host(tmp_path) as days:
        astrid, bo = Person(days, "astrid"), Person(days, "bo")
        assert (await bo.run("inbox")).strip() == "Your inbox is empty."

        # The first day: a challenge, which is accepted some hours later.
        said = await astrid.run("challenge", "bo", "odin", "2")
        assert said.startswith("bo finds your challenge in the inbox.")
        await days.pass_time(5 * HOUR)
        assert "New: astrid challenges you to Odin, 2 days a move" in await bo.run("inbox")
        (challenge,) = await bo.inbox()
        code = challenge["code"]
        await bo.visit(code, not_my_turn)

        # Days on which both come now and then, and are never there together; two restarts.
        for _ in range(2):
            await days.pass_time(26 * HOUR)
            await days.be_down(60)
            for person in (astrid, bo):
                if await person.has_turn():
                    await person.visit(code, not_my_turn)
        mover, other = (astrid, bo) if await astrid.has_turn() else (bo, astrid)
        assert not await other.has_turn()

        # The host is down for five days, and the deadline passes meanwhile: it is put off.
        (before,) = await mover.inbox()
        await days.be_down(5 * DAY)
        (after,) = await mover.inbox()
        assert after["kind"] == "turn"
        assert abs(after["deadline"] - before["deadline"] - 5 * DAY) < 1
        assert after["deadline"] > days.clock.now()
        assert "a bot made" not in await mover.run("join", code)

        # This time it is the player who does not come: a bot makes one move, and the seat stays.
        await days.pass_time(2 * DAY + HOUR)
        text = await mover.run("join", code)
        assert text.startswith("Since your last visit:")
        assert "Your time ran out, so this was played for you:" in text
        seats = (await other.visit(code, not_my_turn))["seats"]
        assert [seat["covered"] for seat in seats] == [None, None]
        assert sum(seat["lapses"] for seat in seats) == 1

        # Both come at the same time and play to the end.
        def is_over(view: dict[str, Any]) -> bool:
            return bool(view["outcome"])

        await asyncio.gather(astrid.visit(code, is_over), bo.visit(code, is_over))
        for person in (astrid, bo):
            (entry,) = await person.inbox()
            assert (entry["kind"], entry["unread"]) == ("finished", True)
            assert "New: Odin with" in await person.run("inbox")
            record = parse_record(await person.run("replay", entry["match"])).record
            assert record.names == tuple(entry["names"])
            assert not (await person.inbox())[0]["unread"]
