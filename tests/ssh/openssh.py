"""The machine's own ssh in a pseudo-terminal, against a server in a process of its own."""

import asyncio
import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

PATIENCE = 120.0
FILE = -1000
"""Standard error goes into a file beside the data."""
OPTIONS = (
    "-F", "none", "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no",
    "-o", "UserKnownHostsFile=/dev/null", "-o", "IdentityAgent=none",
)  # fmt: skip


def new_key(folder: Path, name: str) -> Path:
    """Make a key as people do."""
    path = folder / name
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)],  # noqa: S607
        check=True,
    )
    return path


class Served:
    """`odin serve` in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it and give its exit status."""
        if self.process.returncode is None:
            self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


async def serve(data: Path, *options: str, port: int = 0, stderr: int | None = FILE) -> Served:
    """Start the real command, and wait for its greeting; None closes standard error."""
    log = data.with_name(data.name + ".log")
    words = (
        sys.executable, "-m", "odin_tui", "serve", "--host", "127.0.0.1",
        "--port", str(port), "--data", str(data), *options,
    )  # fmt: skip
    if stderr is None:
        words = ("sh", "-c", 'exec "$@" 2>&-', "sh", *words)
    with log.open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors if stderr == FILE else stderr,
        )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while b"ssh -p" not in (line := await process.stdout.readline()):
            assert line, log.read_text()
    return Served(process, int(line.split()[2]), log)


@contextlib.asynccontextmanager
async def serving(
    data: Path, *options: str, port: int = 0, stderr: int | None = FILE
) -> AsyncIterator[Served]:
    """Start the real command, and stop it whatever happens."""
    served = await serve(data, *options, port=port, stderr=stderr)
    try:
        yield served
    finally:
        if served.process.returncode is None:
            served.process.kill()
            await served.process.wait()


class Client:
    """OpenSSH in a pseudo-terminal that keeps every byte."""

    def __init__(
        self, port: int, *words: str, key: Path | None, name: str, options: Any = ()
    ) -> None:
        self.seen = bytearray()
        self._news = asyncio.Event()
        self._ended = asyncio.Event()
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        identity = ("-i", str(key)) if key else ("-o", "PubkeyAuthentication=no")
        where = ("-p", str(port), f"{name}@127.0.0.1")
        self.process = subprocess.Popen(
            ["ssh", "-t", *OPTIONS, *identity, *options, *where, *words],  # noqa: S607
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={"TERM": "xterm-256color", "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
        )  # fmt: skip
        os.close(slave)
        self._master = master
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65_536)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._master)
            self._ended.set()
        self.seen += data
        self._news.set()

    async def until(self, wanted: str, start: int = 0) -> int:
        """Wait until this has been shown, and give the place after it."""
        async with asyncio.timeout(PATIENCE):
            while (at := self.seen.find(wanted.encode(), start)) < 0:
                assert not self._ended.is_set(), bytes(self.seen[-600:])
                self._news.clear()
                await self._news.wait()
        return at + len(wanted)

    def press(self, keys: str) -> None:
        """Type something."""
        os.write(self._master, keys.encode())

    async def end(self) -> bytes:
        """Wait for the end and give everything that was seen."""
        async with asyncio.timeout(PATIENCE):
            await self._ended.wait()
            await asyncio.to_thread(self.process.wait)
        return bytes(self.seen)

    def kill(self) -> None:
        """Let the line go dead."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)


@contextlib.asynccontextmanager
async def ssh(
    served: Served, *words: str, key: Path | None, name: str = "astrid", options: Any = ()
) -> AsyncIterator[Client]:
    """Connect with the machine's ssh."""
    client = Client(served.port, *words, key=key, name=name, options=options)
    try:
        yield client
    finally:
        client.close()
