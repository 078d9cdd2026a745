"""Standard input as lines: from a pipe, from a terminal, from a file."""

import asyncio
import os
import pty
from pathlib import Path

import pytest

from odin_tui.commands.lines import LONGEST, StandardLines


async def test_lines_come_one_by_one_as_they_are_written() -> None:
    reader, writer = os.pipe()
    lines = StandardLines(reader)
    os.write(writer, b"hand\r\nta")
    assert await lines.read() == "hand"
    waiting = asyncio.create_task(lines.read())
    await asyncio.sleep(0)
    assert not waiting.done()
    os.write(writer, b"ble\n")
    assert await waiting == "table"
    os.write(writer, b"last")
    os.close(writer)
    assert await lines.read() == "last"
    assert await lines.read() is None
    assert await lines.read() is None
    os.close(reader)


async def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "typed"
    path.write_bytes(b"hand\n\npass\n")
    with path.open("rb") as file:
        lines = StandardLines(file.fileno())
        assert [await lines.read() for _ in range(4)] == ["hand", "", "pass", None]


async def test_a_terminal_that_goes_away_is_the_end_of_input() -> None:
    keyboard, terminal = pty.openpty()
    lines = StandardLines(terminal)
    os.write(keyboard, b"hint\n")
    assert await lines.read() == "hint"
    os.close(keyboard)
    assert await lines.read() is None
    os.close(terminal)


async def test_bytes_that_are_no_text_and_lines_without_end_do_no_harm() -> None:
    reader, writer = os.pipe()
    lines = StandardLines(reader)
    os.write(writer, b"\xff\xfe\n")
    assert await lines.read() == "\ufffd\ufffd"
    os.write(writer, b"x" * (LONGEST + 500) + b"\nhand\n")
    assert await lines.read() == "x" * LONGEST
    assert await lines.read() == "hand"
    os.close(writer)
    os.close(reader)


async def test_a_read_that_is_called_off_loses_nothing() -> None:
    reader, writer = os.pipe()
    lines = StandardLines(reader)
    waiting = asyncio.create_task(lines.read())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    os.write(writer, b"hand\n")
    assert await lines.read() == "hand"
    os.close(writer)
    os.close(reader)


async def test_a_written_line_is_there_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    await StandardLines().write("Your turn.")
    assert capsys.readouterr().out == "Your turn.\n"
