"""odin at home where there is no Unix: signals, modules and loop methods of Windows' Python."""

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from odin_tui.commands.lines import StandardLines
from odin_tui.leaving_signals import on_leaving_signal
from odin_tui.main import main

SCRIPT = Path(__file__).with_name("without_unix.py")


def odin(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    return subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        input=typed, capture_output=True, text=True, timeout=60, check=False,
        env=os.environ | home,
    )  # fmt: skip


@pytest.mark.parametrize("words", [(), ("play", "--seats", "2", "--bots", "karl")])
def test_the_home_screen_and_a_table_start(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = odin(tmp_path, *words)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_match_is_played_in_plain_lines(tmp_path: Path) -> None:
    done = odin(tmp_path, "play", "--text", "--seats", "2", "--bots", "jarl", typed="help\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "quit: leave the table." in done.stdout


def test_a_match_is_played_as_json(tmp_path: Path) -> None:
    done = odin(
        tmp_path, "play", "--json", "--seats", "2", "--bots", "jarl", typed='{"do":"view"}\n'
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1])["type"] == "bye"


def test_the_arena_plays_and_a_record_of_it_is_replayed(tmp_path: Path) -> None:
    records = tmp_path / "records"
    words = ("--bots", "karl,thrall", "--seats", "2", "--games", "2", "--jobs", "1")
    done = odin(tmp_path, "arena", *words, "--option", "target=one-hand", "--record", str(records))
    assert done.returncode == 0, done.stderr
    record = next(records.rglob("*.odin"))
    assert "SHA-256" in odin(tmp_path, "replay", "--text", str(record)).stdout
    assert odin(tmp_path, "replay", str(record)).returncode == 0


def test_serving_is_refused_in_one_sentence(tmp_path: Path) -> None:
    done = odin(tmp_path, "serve", "--data", str(tmp_path / "data"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Linux" in done.stderr
    assert not (tmp_path / "data").exists()


async def test_a_signal_that_asks_to_leave_is_heard_by_a_loop_that_watches_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise NotImplementedError

    loop, heard = asyncio.get_running_loop(), asyncio.Queue[int]()
    monkeypatch.setattr(type(loop), "add_signal_handler", refuse)
    before = {name: signal.getsignal(getattr(signal, name)) for name in ("SIGTERM", "SIGHUP")}
    on_leaving_signal(heard.put_nowait)
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(10):
            assert await heard.get() == signal.SIGTERM
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


async def test_lines_are_read_by_a_loop_that_watches_no_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(type(asyncio.get_running_loop()), "add_reader", refuse)
    reading, writing = os.pipe()
    lines = StandardLines(reading)
    os.write(writing, "one\ntvå\nthree".encode())
    os.close(writing)
    async with asyncio.timeout(10):
        assert [await lines.read() for _ in range(4)] == ["one", "två", "three", None]
    os.close(reading)


def test_what_goes_into_a_pipe_is_utf_8_whatever_the_code_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", pipe)
    assert main(["_worker", "nobody"]) == 2
    assert pipe.encoding == "cp1252"
    with pytest.raises(SystemExit):
        main(["sail"])
    pipe.write("★")
    pipe.flush()
    assert pipe.buffer.getvalue() == "★".encode()  # type: ignore[attr-defined]


def test_the_package_names_the_systems_it_is_meant_for() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    for system in ("POSIX :: Linux", "MacOS", "Microsoft :: Windows"):
        assert f"Operating System :: {system}" in text
