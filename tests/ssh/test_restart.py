"""`SIGUSR2`: the server starts anew, and nobody who comes meanwhile is refused."""

import asyncio
import signal
import stat
from importlib import metadata
from pathlib import Path

import pytest

from odin_server.sessions.status import status_of
from odin_server.version import VERSION
from tests.ssh.openssh import PATIENCE, Served, new_key, serving, ssh
from tests.ssh.test_bans import moderating
from tests.ssh.test_hall_app import an_environment
from tests.ssh.test_serve import named


async def started_again(served: Served) -> None:
    """Wait for the greeting of the program that has started anew."""
    assert served.process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while b"ssh -p" not in (line := await served.process.stdout.readline()):
            assert line, served.log.read_text()
    assert int(line.split()[2]) == served.port


async def web_url(served: Served) -> bytes:
    """Return what the greeting says after the line for ssh."""
    assert served.process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        await served.process.stdout.readline()
        return (await served.process.stdout.readline()).strip()


async def test_a_restart_tells_people_keeps_their_seats_and_refuses_nobody(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data") as served:
        number = served.process.pid
        async with ssh(served, "quick", key=key) as client:
            await named(client)
            await client.until("Your turn")
            served.process.send_signal(signal.SIGUSR2)
            assert b"Your seat is saved" in await client.end()
        # The port is listened on all the time: whoever connects waits and is let in.
        async with ssh(served, key=key) as client:
            await client.until("Your turn")
        await started_again(served)
        log = served.log.read_text()
        assert '"restart": true' in log
        assert log.count(f'"event": "opened", "version": "{VERSION}"') == 2
        assert (served.process.pid, served.process.returncode) == (number, None)
        served.process.send_signal(signal.SIGUSR2)
        await started_again(served)
        assert await served.stop() == 0
        assert "Traceback" not in served.log.read_text()


async def test_what_runs_says_its_own_version_when_another_one_was_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = metadata.PathDistribution(Path("nowhere"))
    monkeypatch.setattr(metadata.PathDistribution, "version", "99.0")
    monkeypatch.setattr(metadata.Distribution, "from_name", lambda _name: installed)
    assert metadata.version("odin-tui") == "99.0"
    async with an_environment() as environment:
        astrid = environment.caller("Astrid", "version")
        assert await environment.frontend.open_app(astrid) == f"odin {VERSION}"
    async with moderating() as at:
        assert status_of(at.server.host, at.hall)["version"] == VERSION


async def test_every_connection_made_while_the_server_restarts_is_answered(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--web", "--set", "web-port=0") as served:
        page = await web_url(served)
        served.process.send_signal(signal.SIGUSR2)
        restarted = asyncio.create_task(started_again(served))
        answers = list[bytes]()
        while not restarted.done():
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            async with asyncio.timeout(PATIENCE):
                answers.append(await reader.readline())
            writer.close()
            await asyncio.sleep(0.02)
        await restarted
        assert answers
        assert {answer[:8] for answer in answers} == {b"SSH-2.0-"}
        assert await web_url(served) == page, "also if the system has chosen the port"


async def test_a_program_that_could_not_serve_is_not_started(tmp_path: Path) -> None:
    data, key = tmp_path / "data", new_key(tmp_path, "astrid")
    async with serving(data) as served:
        (data / "host_key").chmod(stat.S_IRUSR | stat.S_IRGRP)
        served.process.send_signal(signal.SIGUSR2)
        async with asyncio.timeout(PATIENCE):
            while "not-restarted" not in served.log.read_text():  # noqa: ASYNC110 - a file
                await asyncio.sleep(0.02)
        assert "can be read by others" in served.log.read_text()
        async with ssh(served, "version", key=key) as client:
            assert b"\nodin " in await client.end()


async def test_a_server_that_is_told_to_stop_does_not_start_anew(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as served:
        served.process.send_signal(signal.SIGUSR2)
        assert await served.stop() == 0
        assert served.log.read_text().count('"event": "opened"') == 1
