"""Sockets that systemd has opened: the server is started by the first who connects."""

import asyncio
import json
import shutil
import socket
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.ssh.openssh import PATIENCE, Client, new_key
from tests.ssh.wire import eventually

ACTIVATE = shutil.which("systemd-socket-activate")


def free_port() -> int:
    """Return a port that is free over IPv4 and IPv6."""
    with socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::1", 0))
        return int(probe.getsockname()[1])


async def read_line(stream: asyncio.StreamReader, wanted: bytes) -> bytes:
    async with asyncio.timeout(PATIENCE):
        while wanted not in (line := await stream.readline()):
            assert line
    return line


@pytest.mark.skipif(not ACTIVATE, reason="systemd-socket-activate is not installed")
async def test_systemd_opens_the_sockets_and_the_first_caller_starts_the_server(
    tmp_path: Path,
) -> None:
    ssh_port, web_port, key = free_port(), free_port(), new_key(tmp_path, "astrid")
    listening = [f"--listen=127.0.0.1:{ssh_port}", f"--listen=[::1]:{ssh_port}"]
    listening += [f"--listen=127.0.0.1:{web_port}", "--fdname=ssh:odin.socket:web"]
    serve = [sys.executable, "-m", "odin_tui", "serve", "--data", str(tmp_path / "data")]
    with (tmp_path / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            str(ACTIVATE), *listening, *serve, stdout=asyncio.subprocess.PIPE, stderr=log
        )
    assert process.stdout is not None
    try:
        await eventually(lambda: b"as 5" in (tmp_path / "log").read_bytes())
        client = Client(ssh_port, "version", key=key, name="astrid")
        assert b"\nodin " in await client.end()
        client.close()
        line = await read_line(process.stdout, b"ssh -p")
        assert int(line.split()[2]) == ssh_port
        assert await asyncio.to_thread(health, web_port)
        _, writer = await asyncio.open_connection("::1", ssh_port)
        writer.close()
        process.terminate()
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def health(port: int) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
        return bool(json.loads(answer.read())["healthy"])
