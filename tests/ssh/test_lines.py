"""People and programs without a terminal: lines of any length, however fast they come."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from odin_server.lines import LONGEST_LINE, LineBuffer
from odin_server.sessions.guards import Bucket
from odin_server.sessions.line_input import WAITING_LINES, LineInput
from tests.ssh.openssh import OPTIONS, Served, new_key, serving
from tests.ssh.wire import a_server, connected


def test_lines_come_whole_however_they_are_cut() -> None:
    buffer = LineBuffer()
    assert buffer.feed(b"on") == []
    assert buffer.feed(b"e\r\ntwo\n\nth") == ["one", "two", ""]
    assert buffer.end() == ["th"]
    assert buffer.end() == []


@pytest.mark.parametrize("letter", ["x", "ö", "\N{SAUROPOD}"])
def test_a_line_may_have_as_many_characters_as_the_protocol_says(letter: str) -> None:
    line = letter * LONGEST_LINE
    assert LineBuffer().feed(line.encode() + b"\n") == [line]


def test_a_longer_line_can_be_told_from_one_that_fits() -> None:
    buffer = LineBuffer()
    lines = []
    for _ in range(100):
        lines += buffer.feed(b"x" * 16_384)
    lines += buffer.feed(b"\nnext\n")
    assert lines == ["x" * (LONGEST_LINE + 1), "next"]


async def talk(server: Any, typed: str) -> list[str]:
    """Send all at once to somebody who repeats every line, and give what came back."""
    async with connected(server) as conn:
        result = await conn.run(input=typed, encoding="utf-8")
        return str(result.stdout).splitlines()


async def test_lines_that_come_too_fast_wait_instead_of_being_dropped() -> None:
    number = 4 * WAITING_LINES
    async with a_server(keys_burst=100, keys_rate=1000) as server:
        heard = await talk(server, "".join(f"{one}\n" for one in range(number)))
    assert heard == ["no terminal", *(f"heard {one}" for one in range(number)), "goodbye"]


class PausableChannel:
    def __init__(self) -> None:
        self.is_paused = False

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False


async def test_lines_are_read_no_faster_than_the_budget_allows() -> None:
    loop = asyncio.get_running_loop()
    lines = LineInput(PausableChannel(), Bucket(1, 50, loop.time()))
    lines.feed(b"line\n" * 6)
    begun = loop.time()
    for _ in range(6):
        await lines.read()
    assert loop.time() - begun >= 0.09


async def test_a_client_waits_while_too_many_of_its_lines_are_unread() -> None:
    channel = PausableChannel()
    lines = LineInput(channel, Bucket(1000, 1000, asyncio.get_running_loop().time()))
    lines.feed(b"line\n" * WAITING_LINES)
    assert not channel.is_paused
    lines.feed(b"line\n" * 2)
    assert channel.is_paused
    await lines.read()
    assert channel.is_paused
    await lines.read()
    assert not channel.is_paused


async def test_a_last_line_need_not_be_ended() -> None:
    async with a_server() as server:
        assert await talk(server, "one\ntwo") == [
            "no terminal",
            "heard one",
            "heard two",
            "goodbye",
        ]


def _json(served: Served, key: Path, *lines: str) -> list[dict[str, Any]]:
    where = ("-i", str(key), "-p", str(served.port), "x@127.0.0.1", "json", "quick")
    result = subprocess.run(
        ["ssh", "-T", *OPTIONS, *where],  # noqa: S607
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return [json.loads(line) for line in result.stdout.splitlines()]


async def test_a_program_may_send_4096_characters_and_is_told_of_more(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    fits = '{"do": "view"' + " " * (LONGEST_LINE - 14) + "}"
    assert len(fits) == LONGEST_LINE
    async with serving(tmp_path / "data") as served:
        said = await asyncio.to_thread(_json, served, key, fits, fits + " ", '{"do": "leave"}')
    errors = [one for one in said if one["type"] == "error"]
    assert [one["message"] for one in errors] == ["a line has at most 4,096 characters."]
