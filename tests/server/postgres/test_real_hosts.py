"""Hosts in processes of their own, killed, frozen and cut off in the middle of a match."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import asyncssh
import pytest

from odin_server.hall import NewTable, TimeControl
from odin_server.hall.presence import BEAT_EVERY
from tests.postgres import PostgresServer
from tests.server.postgres.conftest import Records
from tests.server.postgres.proxy import Line
from tests.server.postgres.real_hosts import (
    RealHost,
    driver_of,
    eventually,
    new_table,
    play_on,
    real_hosts,
    real_players,
)

pytestmark = pytest.mark.long

SIX = ("anna", "bo", "cnut", "disa", "egil", "frida")


def table(seats: int, **words: object) -> NewTable:
    options = {"target": "one-hand"}
    return NewTable(
        "odin", seats=seats, public=True, start_when_full=True, options=options, **words
    )


def tell(measured: str) -> None:
    """Print what was measured, for `pytest -s`."""
    sys.stdout.write(f"\n{measured}\n")


async def match_ends_once(records: Records) -> None:
    async def is_recorded() -> bool:
        return any("MatchEnded" in key for key in await records.hall_facts())

    await eventually(is_recorded)
    facts = await records.hall_facts()
    assert [count for key, count in facts.items() if "MatchEnded" in key] == [1]


async def test_six_players_on_three_hosts_go_on_when_one_is_killed_in_mid_hand(
    tmp_path: Path, database_url: str, records: Records
) -> None:
    async with (
        real_hosts(tmp_path, 3 * [database_url]) as hosts,
        real_players(*SIX) as players,
    ):
        code = await new_table(database_url, players[0], table(6))
        at = {player.name: hosts[number % 3] for number, player in enumerate(players)}
        for player in players:
            await player.join(at[player.name], code)
        await asyncio.gather(
            *(player.until(lambda p=player: p.view["match"]) for player in players)
        )
        assert await play_on(players, 12) == 12
        hands = {player.name: player.hand for player in players}
        turn = players[0].view["turn"]

        killed = await driver_of(hosts)
        rest = [host for host in hosts if host is not killed]
        await killed.kill()
        since = time.monotonic()
        lost = [player for player in players if at[player.name] is killed]
        assert len(lost) == 2
        for number, player in enumerate(lost):
            await player.join(rest[number % 2], code)
        back = time.monotonic() - since
        assert {player.name: player.hand for player in players} == hands
        assert {player.view["turn"] for player in players} == {turn}
        await play_on(players, 1)
        moved = time.monotonic() - since
        await driver_of(rest)
        driven = time.monotonic() - since
        tell(
            f"killed -9: all six back after {back:.1f} s, next move after {moved:.1f} s, "
            f"table driven by another host after {driven:.1f} s"
        )
        assert driven < 9.0
        await play_on(players, 1000)
        assert {player.view["phase"] for player in players} == {"over"}
        await match_ends_once(records)
        assert all("Traceback" not in host.log for host in hosts)


async def test_a_match_goes_on_when_the_database_is_killed(
    tmp_path: Path, database_url: str, records: Records, postgres: PostgresServer
) -> None:
    async with (
        real_hosts(tmp_path, 2 * [database_url]) as hosts,
        real_players("anna", "bo") as players,
    ):
        code = await new_table(database_url, players[0], table(2))
        for host, player in zip(hosts, players, strict=True):
            await player.join(host, code)
        await asyncio.gather(
            *(player.until(lambda p=player: p.view["match"]) for player in players)
        )
        await play_on(players, 3)
        hands = [player.hand for player in players]
        postgres.kill()
        mover = next(player for player in players if player.is_to_move)
        mover.send_move()
        await mover.until(lambda: mover.errors)
        # The move may have been on its way when the database died, and is then still to come.
        assert set(mover.errors) <= {"log-away", "still-saving"}
        assert [player.hand for player in players] == hands
        since = time.monotonic()
        await postgres.start()
        while mover.is_to_move:
            mover.send_move()
            await asyncio.sleep(0.2)
        tell(f"database killed: next move {time.monotonic() - since:.1f} s after its start")
        await play_on(players, 1000)
        assert {player.view["phase"] for player in players} == {"over"}
        await match_ends_once(records)
        assert all("Traceback" not in host.log for host in hosts)


async def test_a_host_that_is_cut_off_refuses_moves_and_goes_on_afterwards(
    tmp_path: Path, database_url: str, records: Records, line: Line
) -> None:
    async with (
        real_hosts(tmp_path, [line.url, database_url]) as hosts,
        real_players("anna", "bo") as players,
    ):
        code = await new_table(database_url, players[0], table(2))
        for host, player in zip(hosts, players, strict=True):
            await player.join(host, code)
        cut_off, other = players
        await asyncio.gather(
            *(player.until(lambda p=player: p.view["match"]) for player in players)
        )
        while not cut_off.is_to_move:
            await play_on(players, 1)
        line.cut()
        await eventually(lambda: hosts[0].metric("odin_database_away"))
        cut_off.send_move()
        await cut_off.until(lambda: cut_off.errors)
        assert cut_off.errors == ["log-away"]
        line.mend()

        async def is_back() -> bool:
            return not await hosts[0].metric("odin_database_away")

        await eventually(is_back)
        assert await hosts[0].metric("odin_database_reconnects") > 0
        await play_on(players, 1000)
        assert other.view["phase"] == "over"
        await match_ends_once(records)


async def test_a_host_that_was_frozen_for_twenty_seconds_does_no_harm(
    tmp_path: Path, database_url: str, records: Records
) -> None:
    async with (
        real_hosts(tmp_path, 2 * [database_url]) as hosts,
        real_players("anna", "bo") as players,
    ):
        timed = table(3, clock=TimeControl(600.0), bots=("karl",))
        code = await new_table(database_url, players[0], timed)
        for player in players:
            await player.join(hosts[0], code)
        frozen = await driver_of(hosts)
        awake = next(host for host in hosts if host is not frozen)
        await asyncio.gather(
            *(player.until(lambda p=player: p.view["match"]) for player in players)
        )
        frozen.send(signal.SIGSTOP)
        since = time.monotonic()
        for player in players:
            await player.join(awake, code)
        # The bot has to move in between, which only the host that drives the table lets it do.
        await play_on(players, 4)
        tell(f"frozen: a bot has moved after {time.monotonic() - since:.1f} s")
        await asyncio.sleep(max(0.0, since + 20 - time.monotonic()))
        frozen.send(signal.SIGCONT)
        await asyncio.sleep(2)
        before = await records.count()
        await asyncio.sleep(3)
        assert await records.count() == before
        await play_on(players, 1000)
        assert {player.view["phase"] for player in players} == {"over"}
        assert [player.errors for player in players] == [[], []]
        assert {seat["lapses"] for seat in players[0].view["seats"]} == {0}
        await match_ends_once(records)
        assert all("Traceback" not in host.log for host in hosts)


async def test_a_host_whose_clock_is_wrong_agrees_with_the_others(
    tmp_path: Path, database_url: str
) -> None:
    wrong = """
import time
for name in ("time", "monotonic"):
    setattr(time, name, lambda real=getattr(time, name), ahead=7200.0: real() + ahead)
"""
    skewed, right = (RealHost(tmp_path / name, database_url) for name in ("skewed", "right"))
    try:
        await skewed.start(first=wrong)
        await right.start()
        async with real_players("anna", "bo") as players:
            code = await new_table(database_url, players[0], table(2, clock=TimeControl(30.0)))
            await players[0].join(skewed, code)
            await players[1].join(right, code)
            for player in players:
                await player.until(lambda p=player: p.view["match"])
            for _ in range(6):
                await play_on(players, 1)
                deadlines = [
                    [seat["deadline"] for seat in player.view["seats"]] for player in players
                ]
                assert deadlines[0] == deadlines[1]
                (due,) = (at for at in deadlines[0] if at is not None)
                assert 20 < due - time.time() < 31
            assert {seat["lapses"] for seat in players[0].view["seats"]} == {0}
    finally:
        for host in (skewed, right):
            if host.is_running:
                await host.kill()


async def test_hosts_are_upgraded_one_after_another_to_the_next_schema(
    tmp_path: Path, database_url: str, records: Records
) -> None:
    newer = """
import odin_server.postgres.schema as schema
schema.MIGRATIONS += ("ALTER TABLE records ADD COLUMN added timestamptz DEFAULT now()",)
"""
    old, new = (RealHost(tmp_path / name, database_url) for name in ("old", "new"))
    try:
        await old.start()
        async with real_players("anna", "bo") as players:
            code = await new_table(database_url, players[0], table(2))
            for player in players:
                await player.join(old, code)
            await asyncio.gather(
                *(player.until(lambda p=player: p.view["match"]) for player in players)
            )
            await play_on(players, 2)
            await new.start(first=newer)
            await players[1].join(new, code)
            await play_on(players, 4)
            old.send(signal.SIGTERM)
            assert await old.ended() == 0
            assert [words["code"] for words in players[0].said if words["type"] == "bye"] == [
                "match-kept"
            ]
            await players[0].join(new, code)
            await play_on(players, 2)
            # The old version cannot come back, and says why.
            await old.start()
            assert await old.ended() == 2
            assert "newer version of odin" in old.log
            await old.start(first=newer)
            await players[0].join(old, code)
            await play_on(players, 1000)
            assert {player.view["phase"] for player in players} == {"over"}
        await match_ends_once(records)
    finally:
        for host in (old, new):
            if host.is_running:
                await host.kill()


async def test_processes_share_a_port_and_one_that_dies_is_started_again(
    tmp_path: Path, database_url: str
) -> None:
    host = RealHost(tmp_path / "host", database_url)
    try:
        await host.start("--processes", "2", "--web", "--set", "web-port=0")
        async with real_players("anna", "bo") as players:
            code = await new_table(database_url, players[0], table(2))
            for player in players:
                await player.join(host, code)
            await asyncio.gather(
                *(player.until(lambda p=player: p.view["match"]) for player in players)
            )
            await play_on(players, 4)
            hands = [player.hand for player in players]
            children = _children(host)
            assert len(children) == 2
            os.kill(children[0], signal.SIGKILL)

            async def is_started_again() -> bool:
                return "process-ended" in host.log and len(_children(host)) == 2

            await eventually(is_started_again)
            for player in players:
                await player.join(host, code)
            assert [player.hand for player in players] == hands
            await play_on(players, 4)
            host.send(signal.SIGTERM)
            assert await host.ended() == 0
            assert "Traceback" not in host.log
    finally:
        if host.is_running:
            await host.kill()


async def test_processes_are_replaced_one_by_one_and_nobody_loses_the_line(
    tmp_path: Path, database_url: str
) -> None:
    host = RealHost(tmp_path / "host", database_url)
    key = tmp_path / "host" / "host_key"

    async def has_told(event: str, times: int = 1) -> bool:
        return host.log.count(f'"event": "{event}"') == times

    try:
        await host.start("--processes", "2")
        async with real_players("anna", "bo") as players, real_players("cnut") as later:
            code = await new_table(database_url, players[0], table(2))
            for player in players:
                await player.join(host, code)
            await asyncio.gather(
                *(player.until(lambda p=player: p.view["match"]) for player in players)
            )
            old = _children(host)
            key.chmod(0o640)
            host.send(signal.SIGUSR2)
            await eventually(lambda: has_told("not-restarted"))
            assert _children(host) == old, "a program that does not start replaces nobody"
            key.chmod(0o600)
            host.send(signal.SIGUSR2)
            await eventually(lambda: has_told("replaced"))
            await eventually(lambda: has_told("draining", 2))
            assert await play_on(players, 4) == 4
            await later[0].join(host, await new_table(database_url, later[0], table(2)))
            assert not any(said["type"] == "end" for player in players for said in player.said)
            for player in players:
                await player.hang_up()

            async def have_left() -> bool:
                return len(_children(host)) == 2 and not {*_children(host)} & {*old}

            await eventually(have_left)
            assert await host.metric("odin_tables") == 2, "the metrics are served by the new one"
            host.send(signal.SIGTERM)
            assert await host.ended() == 0
            assert "Traceback" not in host.log
            assert "process-ended" not in host.log
    finally:
        if host.is_running:
            await host.kill()


def _children(host: RealHost) -> list[int]:
    assert host.process is not None
    of = f"/proc/{host.process.pid}/task/{host.process.pid}/children"
    return [int(word) for word in Path(of).read_text().split()]


def test_after_kills_of_hosts_and_database_nothing_is_lost_stuck_or_there_twice() -> None:
    hosts = Path(__file__).parents[3] / "benchmarks" / "hosts.py"
    told = subprocess.run(
        [sys.executable, hosts, "chaos", "--kills", "8", "--tables", "8"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    result = json.loads(told.stdout)
    assert result["kills of hosts"] + result["kills of the database"] == 8
    assert result["acknowledged moves lost"] == 0
    assert result["tables stuck"] == 0
    assert result["duplicate results"] == 0
    assert result["acknowledged moves"] > 50


async def last_words(host: RealHost) -> str:
    """Stop a host, and return what somebody reads who plays there."""
    async with asyncssh.connect(
        "127.0.0.1", host.port, username="anna", known_hosts=None, config=None, agent_path=None,
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
    ) as line:  # fmt: skip
        process = await line.create_process("quick odin", stderr=asyncssh.STDOUT)
        await process.stdout.read(1)
        host.send(signal.SIGTERM)
        said = await process.stdout.read()
    assert await host.ended() == 0
    return str(said)


async def test_a_host_that_stops_says_that_another_goes_on_unless_it_is_the_last(
    tmp_path: Path, database_url: str
) -> None:
    async with real_hosts(tmp_path, 2 * [database_url]) as (first, last):
        await asyncio.sleep(2 * BEAT_EVERY)  # until each has heard of the other
        assert "another goes on" in await last_words(first)
        await asyncio.sleep(BEAT_EVERY)
        assert "restarting" in await last_words(last)
