"""Whole matches of Walhalla by typed moves: in lines and in JSON, at home and over SSH."""

import asyncio
import json
import os
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, Player
from odin_tui.json_mode import play_json
from odin_tui.text_mode import play_text
from tests.ssh.openssh import OPTIONS, new_key, serving
from tests.tui.tables import HeuristicBots
from tests.tui.walhalla.newcomer import Newcomer

PATIENCE = 60.0
PEOPLE = [Player(name.lower(), name) for name in ("Astrid", "Bo", "Cnut", "Dagny")]


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = await Hall.begin(
        settings=HallSettings(bot_pause=0.0), chance=Random(5), bot_pool=HeuristicBots()
    )
    yield hall
    await hall.close()


async def play_by_text(chair: Chair) -> Newcomer:
    """Play a whole match by what text mode says."""
    newcomer, typed = Newcomer(), asyncio.Queue[str | None]()

    async def write(line: str) -> None:
        answer = newcomer.answer(line)
        if answer is not None:
            typed.put_nowait(answer)

    async with asyncio.timeout(PATIENCE):
        await play_text(chair, typed.get, write)
    return newcomer


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_newcomer_plays_a_match_with_bots_by_the_prompts_alone(
    hall: Hall, seats: int
) -> None:
    bots = ("karl",) * (seats - 1)
    chair = await hall.open_table(PEOPLE[0], NewTable("walhalla", seats=seats, bots=bots))
    await chair.start()
    newcomer = await play_by_text(chair)
    assert chair.view.phase is Phase.OVER
    assert {"fill seats", "fjord", "on which side of fjord"} <= newcomer.asked
    for said in ("Raid 1 is over.", "Raid 3 is over.", "The most heroes in Walhalla, 6/4: "):
        assert any(line.startswith(said) for line in newcomer.heard)
    refused = [line for line in newcomer.heard if "is not a move" in line]
    assert refused == []


async def test_four_people_play_each_other_by_typing(hall: Hall) -> None:
    table = NewTable("walhalla", seats=4, options={"tiles": "5-8-5"})
    chairs = [await hall.open_table(PEOPLE[0], table)]
    chairs += [await hall.sit(player, chairs[0].view.code) for player in PEOPLE[1:]]
    await chairs[0].start()
    newcomers = await asyncio.gather(*map(play_by_text, chairs))
    outcomes = [chair.view.match.outcome for chair in chairs]  # type: ignore[union-attr]
    assert outcomes[0] is not None
    assert len(set(map(str, outcomes))) == 1
    asked = set().union(*(each.asked for each in newcomers))
    assert {"is reserved for you", "attacks your Viking", "Lay down cards"} <= asked
    drawn = [line for line in newcomers[0].heard if line.startswith("Bo draws ")]
    assert {line.partition(" draws ")[2][:6] for line in drawn} == {"a card", "dragon"}


def _decision(told: dict[str, Any]) -> str:
    """Name what a view asks for; while others commit too, each of them takes a turn."""
    match = told["match"]
    return f"commit {match['raid']}" if match["stage"] == "commit" else str(told["turn"])


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_program_plays_a_match_in_json(hall: Hall, seats: int) -> None:
    bots = ("karl",) * (seats - 1)
    chair = await hall.open_table(PEOPLE[0], NewTable("walhalla", seats=seats, bots=bots))
    await chair.start()
    typed, views, rng = asyncio.Queue[str | None](), list[dict[str, Any]](), Random(seats)
    decided: set[str] = set()

    async def write(line: str) -> None:
        told = json.loads(line)
        assert told["type"] != "error", told
        if told["type"] == "view":
            views.append(told)
            if told["outcome"] is not None:
                typed.put_nowait(None)
            elif told["my_turn"] and (decision := _decision(told)) not in decided:
                decided.add(decision)
                typed.put_nowait(json.dumps({"move": rng.choice(told["moves"])}))

    async with asyncio.timeout(PATIENCE):
        await play_json(chair, typed.get, write)
    assert views[-1]["outcome"]["reason"] == "last-raid"
    assert [result["raid"] for result in views[-1]["match"]["results"]] == [1, 2, 3]
    assert views[-1]["match"]["history"][-1]["event"] == "raid-ended"
    stages = {view["match"]["stage"] for view in views}
    assert {"board", "sail", "land", "commit", "over"} <= stages


async def play_process(*words: str, environment: dict[str, str] | None = None) -> Newcomer:
    """Play a whole match with a program that writes lines and reads answers."""
    process = await asyncio.create_subprocess_exec(
        *words, stdin=PIPE, stdout=PIPE, stderr=subprocess.DEVNULL, env=environment
    )
    assert process.stdin is not None
    assert process.stdout is not None
    newcomer = Newcomer()
    try:
        async with asyncio.timeout(PATIENCE):
            async for line in process.stdout:
                answer = newcomer.answer(line.decode().rstrip("\r\n"))
                if answer is not None:
                    process.stdin.write(f"{answer}\n".encode())
                    await process.stdin.drain()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    return newcomer


async def test_the_command_plays_a_match_in_text(tmp_path: Path) -> None:
    names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME")
    environment = os.environ | {name: str(tmp_path / name) for name in names}
    settings = tmp_path / "XDG_CONFIG_HOME" / "odin" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('pace = "instant"\n')
    words = ("play", "--game", "walhalla", "--text", "--seats", "3", "--seed", "fjords")
    newcomer = await play_process(sys.executable, "-m", "odin_tui", *words, environment=environment)
    assert any(line.startswith("The third raid is over; ") for line in newcomer.heard)
    assert newcomer.heard[-1] == "Bye."


async def test_a_newcomer_plays_a_match_over_ssh_without_a_terminal(tmp_path: Path) -> None:
    key, settings = new_key(tmp_path, "astrid"), tmp_path / "serve.toml"
    settings.write_text("bot-pause = 0\n")
    async with serving(tmp_path / "data", "--settings", str(settings)) as served:
        where = ("-i", str(key), "-p", str(served.port), "x@127.0.0.1", "quick", "walhalla")
        newcomer = await play_process("ssh", "-T", *OPTIONS, *where)
    assert any(line.startswith("The third raid is over; ") for line in newcomer.heard)
