"""Pilots log in to a real server on this machine, play at shared tables, and in plain lines."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from odin_tui.main import main
from odin_tui.pilots.lines import run_line_pilots
from odin_tui.pilots.local import PilotPlan
from odin_tui.pilots.remote import RemotePlan, run_remote_pilots

LIMITS = ("new_accounts=500", "attempts=500", "connections_per_address=100", "bot_pause=0")


@asynccontextmanager
async def a_server(folder: Path) -> AsyncIterator[int]:
    """Run `odin serve` on a free port of this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    for limit in LIMITS:
        words += ["--set", limit]
    serving = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "odin_tui",
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        assert serving.stdout is not None
        while b"Data:" not in await asyncio.wait_for(serving.stdout.readline(), 60):
            pass
        yield port
    finally:
        serving.terminate()
        assert await asyncio.wait_for(serving.wait(), 60) == 0


@pytest.mark.long
@pytest.mark.parametrize("game", ["odin", "walhalla"])
async def test_three_pilots_share_a_table_over_ssh(tmp_path: Path, game: str) -> None:
    async with a_server(tmp_path) as port:
        pilot_plan = PilotPlan(3, 1, seed="test", size=(80, 24), chaos=True, game=game)
        found = await run_remote_pilots(
            RemotePlan(pilot_plan, "127.0.0.1", port, rate=20, minutes=5)
        )
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.matches == 3
    assert found.logins >= 4
    assert found.keys > 10


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("odin", "ar"),
        ("walhalla", "en"),
        *(
            pytest.param(game, language, marks=pytest.mark.long)
            for game, language in (("odin", "fr"), ("herrlof", "ar"), ("walhalla", "ar"))
        ),
    ],
)
async def test_a_pilot_plays_in_plain_lines(tmp_path: Path, game: str, language: str) -> None:
    async with a_server(tmp_path) as port:
        pilot_plan = PilotPlan(pilots=1, games=1, seed="test", game=game, language=language)
        found = await run_line_pilots(RemotePlan(pilot_plan, "127.0.0.1", port, rate=20, minutes=5))
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.matches == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "language"),
    [("odin", "ar"), ("herrlof", "ar"), ("walhalla", "ar"), ("walhalla", "de")],
)
async def test_two_pilots_share_a_table_in_their_language(
    tmp_path: Path, game: str, language: str
) -> None:
    async with a_server(tmp_path) as port:
        pilot_plan = PilotPlan(2, 1, seed="test", size=(100, 30), game=game, language=language)
        found = await run_remote_pilots(
            RemotePlan(pilot_plan, "127.0.0.1", port, rate=20, minutes=5)
        )
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.matches == 2


@pytest.mark.long
async def test_pilots_go_home_when_their_time_is_up(tmp_path: Path) -> None:
    async with a_server(tmp_path) as port:
        pilot_plan = PilotPlan(pilots=2, games=500, seed="test")
        found = await run_remote_pilots(
            RemotePlan(pilot_plan, "127.0.0.1", port, rate=20, minutes=0.15)
        )
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.logins >= 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--ssh", "127.0.0.1"], "--ssh '127.0.0.1' needs a host and a port, as in"),
        (["--ssh", "127.0.0.1:99999"], "--ssh '127.0.0.1:99999' needs a host and a port"),
        (["--ssh", "192.0.2.1:22"], "192.0.2.1 is not this machine; if it is yours, add"),
        (["--ssh", "example.org:22"], "example.org is not this machine; if it is yours, add"),
        (["--ssh", "127.0.0.1:22", "--rate", "0"], "--minutes needs 0 to 1440, and --rate"),
        (["--ssh", "127.0.0.1:1"], "cannot reach 127.0.0.1:1: "),
    ],
)
def test_a_wrong_address_gets_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pilot", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"odin pilot: {complaint}")
    assert err.count("\n") == 1


@pytest.fixture
def no_pyte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyte", None)


@pytest.mark.usefixtures("no_pyte")
def test_without_the_extra_pilots_say_what_to_install_for_screens_over_ssh(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["pilot", "--ssh", "127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == (
        "odin pilot: --ssh needs one more package: pip install 'odin-tui[pilot]'.\n"
    )


@pytest.mark.usefixtures("no_pyte")
def test_without_the_extra_pilots_read_lines_over_ssh(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pilot", "--ssh", "127.0.0.1:1", "--text"]) == 2
    assert capsys.readouterr().err.startswith("odin pilot: cannot reach 127.0.0.1:1: ")


def test_no_module_of_odin_needs_the_extra_to_be_imported() -> None:
    code = (
        "import sys; sys.modules['pyte'] = None\n"
        "import odin_tui.commands.pilot, odin_tui.pilots.remote, odin_tui.pilots.lines"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
