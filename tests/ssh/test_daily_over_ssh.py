"""A daily deal and a puzzle played over SSH by two people, and the board after a restart."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

from odin_server.log.sqlite import SqliteLog
from tests.ssh.openssh import OPTIONS, Served, new_key, serving, ssh

QUICK = ("--set", "bot-pause=0")


def _command(served: Served, key: Path, name: str, *words: str) -> list[str]:
    where = ("-i", str(key), "-p", str(served.port), f"{name}@127.0.0.1")
    return ["ssh", "-T", *OPTIONS, *where, *words]


def _play(served: Served, key: Path, name: str, which: int = 0) -> dict[str, Any]:
    """Play the daily deal by the JSON protocol, always with the legal move of this index."""
    command = _command(served, key, name, "json", "daily", "odin")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as table:
        assert table.stdin is not None
        assert table.stdout is not None
        for line in table.stdout:
            told: dict[str, Any] = json.loads(line)
            if told["type"] == "error":
                return told
            if told["type"] == "view" and told["outcome"]:
                return told
            if told["type"] == "view" and told["my_turn"]:
                move = {"move": told["moves"][which], "turn": told["turn"]}
                table.stdin.write(json.dumps(move) + "\n")
                table.stdin.flush()
    raise AssertionError("the match never ended")


def _told(served: Served, key: Path, name: str, *words: str) -> str:
    command = _command(served, key, name, *words)
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


async def test_two_people_play_the_same_deal_and_find_themselves_on_the_board(
    tmp_path: Path,
) -> None:
    anna, bo = new_key(tmp_path, "anna"), new_key(tmp_path, "bo")
    async with serving(tmp_path / "data", *QUICK) as served:
        first = await asyncio.to_thread(_play, served, anna, "anna")
        second = await asyncio.to_thread(_play, served, bo, "bo", -1)
        assert first["seed"] == second["seed"]
        assert not first["seed_given"]
        board = await asyncio.to_thread(_told, served, bo, "bo", "board", "odin")
        assert "anna" in board
        assert "bo (you)" in board
        again = await asyncio.to_thread(_play, served, anna, "anna")
        assert again["code"] == "daily-played"
        await served.stop()
    async with serving(tmp_path / "data", *QUICK, port=served.port) as served:
        kept = await asyncio.to_thread(_told, served, bo, "bo", "board")
        assert kept.splitlines()[:3] == board.splitlines()[:3]
        again = await asyncio.to_thread(_play, served, bo, "bo", -1)
        assert again["code"] == "daily-played"
        wrong = await asyncio.to_thread(_told, served, bo, "bo", "board", "odin", "2999-01-01")
        assert wrong.strip() == "That day is still to come."


async def test_a_puzzle_is_tried_over_ssh_by_two_people_and_kept_for_both(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as served:
        for name in ("anna", "bo"):
            async with ssh(served, key=new_key(tmp_path, name)) as client:
                at = await client.until("Your name?")
                client.press("\r")
                at = await client.until("Enter the hall", at)
                client.press("3")
                at = await client.until("Quick game", at)
                client.press("m")
                at = await client.until("Puzzles", at)
                client.press("3")
                at = await client.until("Next puzzle", at)
                client.press("\r")
                at = await client.until("one move is clearly best", at)
                client.press("h")
                await client.until("The best move:", at)
                client.press("\x11")
                await client.end()
        await served.stop()
    log, tries = SqliteLog(tmp_path / "data" / "hall.db"), list[dict[str, Any]]()
    await log.follow("puzzle-tries", 0, lambda entry: tries.append(json.loads(entry.payload)))
    await log.close()
    assert len({each["player"] for each in tries}) == 2
    assert [each["solved"] for each in tries] == [False, False]
    assert len({each["puzzle"] for each in tries}) == 1, "the first is the same for both"
