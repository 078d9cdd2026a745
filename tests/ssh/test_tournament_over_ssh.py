"""Tournaments played over SSH by programs, with a restart between rounds, and through screens."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest

from odin_server.hall.hall_log import HallLog
from odin_server.log.sqlite import SqliteLog
from odin_tui.pilots import tournament
from odin_tui.pilots.local import PilotPlan
from odin_tui.pilots.remote import LoginRate, RemotePlan
from odin_tui.pilots.tournament import TournamentPlan, run_tournament_pilots
from tests.ssh.openssh import PATIENCE, Served, serving

OPTIONS = (
    "--set", "bot-pause=0", "--set", "tournament-pause=0", "--set", "attempts=2000",
    "--set", "connections-per-address=100", "--set", "new-accounts=200",
    "--set", "logins-at-once=4", "--set", "unauthenticated=60",
)  # fmt: skip


class Program:
    """Somebody with a key who asks and plays over SSH."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.chance = Random(name)

    async def connect(self, served: Served) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1",
            served.port,
            username=self.name,
            client_keys=[self.key],
            known_hosts=None,
            config=None,
            agent_path=None,
        )

    async def ask(self, served: Served, words: str) -> str:
        """Run a command and return what it says."""
        async with await self.connect(served) as line:
            return str((await line.run(f"tournament {words}", check=False)).stdout)

    async def told(self, served: Served, words: str = "show") -> dict[str, Any]:
        """Return the tournament as a program sees it."""
        found: dict[str, Any] = json.loads(await self.ask(served, f"{words} --json"))
        return found

    async def play_next(self, served: Served) -> bool:
        """Wait for the next table and play it to its end; return False if there is none."""
        async with await self.connect(served) as line:
            process = await line.create_process("json tournament table", term_type=None)
            async for text in process.stdout:
                told = json.loads(text)
                if told["type"] == "error":
                    assert told["code"] == "programs-need-table"
                    return False
                if told["type"] == "view" and told["outcome"]:
                    return True
                if told["type"] == "view" and told["my_turn"]:
                    move = {"move": self.chance.choice(told["moves"]), "turn": told["turn"]}
                    process.stdin.write(json.dumps(move) + "\n")
        raise AssertionError("the line ended before the match")

    async def play_all(self, served: Served) -> None:
        """Play on as long as there are tables."""
        while await self.play_next(served):
            pass


async def announced(served: Served, organiser: Program, players: list[Program], how: str) -> None:
    """Announce a tournament, and let everybody enter it."""
    await organiser.ask(served, f"new Cup game=odin target=5 {how}")
    for player in players:
        assert player.name in await player.ask(served, "join Cup")


async def until_told(served: Served, asker: Program, fact: str, *, value: object) -> dict[str, Any]:
    """Ask until a tournament has come so far."""
    for _ in range(int(PATIENCE * 10)):
        if (told := await asker.told(served))[fact] == value:
            return told
        await asyncio.sleep(0.1)
    raise AssertionError(f"{fact} never became {value}")


def a_moderator() -> tuple[Program, tuple[str, ...]]:
    organiser = Program("olaf")
    return organiser, (*OPTIONS, "--moderator", organiser.key.get_fingerprint())


async def test_a_swiss_tournament_of_five_programs(tmp_path: Path) -> None:
    organiser, options = a_moderator()
    players = [Program(f"pilot{number}") for number in range(5)]
    async with serving(tmp_path / "data", *options) as served, asyncio.timeout(PATIENCE):
        await announced(served, organiser, players, "seats=3 rounds=2")
        await organiser.ask(served, "start Cup")
        await asyncio.gather(*(player.play_all(served) for player in players))
        told = await organiser.told(served)
        assert told["stage"] == "finished"
        assert len(told["rounds"]) == 2
        assert sorted(row["name"] for row in told["standings"]) == [each.name for each in players]
        lines = await players[0].ask(served, "results Cup")
        assert "1. " in lines
        match = told["rounds"][0]["tables"][0]["match"]
        async with await organiser.connect(served) as line:
            record = str((await line.run(f"replay {match}")).stdout)
        assert all(name in record for name in told["rounds"][0]["tables"][0]["names"])


@pytest.mark.long
async def test_a_knock_out_of_sixteen_programs_over_a_restart(tmp_path: Path) -> None:
    organiser, options = a_moderator()
    players = [Program(f"pilot{number:02}") for number in range(16)]
    async with asyncio.timeout(4 * PATIENCE):
        async with serving(tmp_path / "data", *options) as served:
            await announced(served, organiser, players, "format=knock-out seats=4 auto=off")
            await organiser.ask(served, "start Cup")
            await asyncio.gather(*(player.play_next(served) for player in players))
            before = await until_told(served, organiser, "round_over", value=True)
            assert await served.stop() == 0
        async with serving(tmp_path / "data", *options) as served:
            assert await organiser.told(served) == before
            playing = [asyncio.create_task(player.play_all(served)) for player in players]
            for _round in range(3):
                await until_told(served, organiser, "round_over", value=True)
                await organiser.ask(served, "next Cup")
                if (told := await organiser.told(served))["round"] == 3:
                    break
            told = await until_told(served, organiser, "stage", value="finished")
            await asyncio.gather(*playing)
    assert [len(each["tables"]) for each in told["rounds"]] == [4, 2, 1]
    assert [row["name"] for row in told["standings"] if not row["out"]] == [
        told["standings"][0]["name"]
    ]


def test_a_complaint_of_a_pilot_names_the_command_with_its_tournament() -> None:
    plan = TournamentPlan(RemotePlan(PilotPlan(16, 1, seed="s"), "127.0.0.1", 2222), "knock-out")
    log = tournament._Player(plan, 0, LoginRate(5.0), lambda: None).remote.pilot_log
    log.complain("a check", "a fault", [])
    again = "odin pilot --ssh 127.0.0.1:2222 --tournament knock-out --game odin --pilots 16"
    assert log.findings.complaints[0].again.startswith(again)


@pytest.mark.long
async def test_sixteen_pilots_play_a_swiss_tournament_through_the_screens(tmp_path: Path) -> None:
    organiser, options = a_moderator()
    # All come from one address, which would be held up as soon as the machine is busy.
    options += ("--set", "loop-per-address=1000", "--set", "loop-per-account=1000")
    async with serving(tmp_path / "data", *options) as served:
        pilot_plan = PilotPlan(16, 1, seed="test", size=(80, 24))
        remote_plan = RemotePlan(pilot_plan, "127.0.0.1", served.port, rate=20, minutes=8)
        found = await run_tournament_pilots(
            TournamentPlan(remote_plan, "swiss", organiser_key=organiser.key)
        )
        assert not found.complaints, "\n".join(one.told() for one in found.complaints)
        told = await organiser.told(served)
        results = await organiser.ask(served, "results Cup")
        assert await served.stop() == 0
    log = SqliteLog(tmp_path / "data" / "hall.db")
    await (hall_log := HallLog(log)).begin()
    rated = {each.name: each.matches for each in hall_log.history.leaderboard("odin")}
    await log.close()
    assert told["stage"] == "finished"
    assert [len(each["tables"]) for each in told["rounds"]] == [4, 4]
    played = [table for each in told["rounds"] for table in each["tables"]]
    assert found.matches == sum(len(table["names"]) for table in played)
    names = {row["name"] for row in told["standings"]}
    assert len(names) == 16
    assert all(name in results for name in names)
    assert rated == Counter(name for table in played for name in table["names"])
