"""The processes that are measured: the server, and the same app in processes of its own."""

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROFILE = os.environ.get("ODIN_PROFILE", "").split()
"""What to put before the server, such as `-m cProfile -o FILE`."""


@dataclass
class Server:
    """`odin serve` in a process of its own."""

    process: asyncio.subprocess.Process
    port: int
    web_url: str = ""

    def memory(self) -> float:
        """Give its resident memory in MiB."""
        statm = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(statm[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def cpu(self) -> float:
        """Give the seconds of CPU it has used."""
        return cpu_of(self.process.pid)

    def threads(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))

    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


def cpu_of(pid: int) -> float:
    """Give the seconds of CPU a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _import_path(tree: Path) -> str:
    return os.pathsep.join(str((tree / part).resolve()) for part in ("", "engine", "server"))


NO_LIMITS = (
    "connections=4000", "connections-per-address=4000", "attempts=1000000", "new-accounts=1000000",
    "strangers=4000",  # a name that older checkouts know too
)  # fmt: skip
"""Settings that let one machine open as many sessions as it likes."""


@contextlib.asynccontextmanager
async def server(
    folder: Path, *options: str, tree: Path = Path(), limits: tuple[str, ...] = NO_LIMITS
) -> Any:
    """Start the server of a checkout."""
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *PROFILE, "-m", "odin_tui", "serve", "--host", "127.0.0.1",
            "--port", "0", "--data", str(folder / "data"),
            *(word for one in limits for word in ("--set", one)), *options,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
            cwd=tree, env=os.environ | {"PYTHONPATH": _import_path(tree)},
        )  # fmt: skip
    assert process.stdout is not None  # noqa: S101 - it was asked for
    while b"ssh -p" not in (line := await process.stdout.readline()):
        if not line:
            raise SystemExit((folder / "log").read_text())
    web_url = ""
    if "--web" in options:
        await process.stdout.readline()
        web_url = (await process.stdout.readline()).decode().strip()
    try:
        yield Server(process, int(line.split()[2]), web_url)
    finally:
        process.terminate()
        await process.wait()


# -- a process for each session -----------------------------------------------------------------


def own_process(folder: Path, seats: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start the same app alone on a pseudo-terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "odin_tui", "play", "--seats", str(seats), "--bots", "karl"],
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "TERM": "xterm"},
    )  # fmt: skip
    os.close(slave)
    os.set_blocking(master, False)
    return process, master


async def drained(masters: list[int], seconds: float) -> None:
    """Read what the processes write, for a while."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for master in masters:
            with contextlib.suppress(BlockingIOError, OSError):
                os.read(master, 65_536)
        await asyncio.sleep(0.05)


async def baseline(count: int, seats: int, settle: float) -> tuple[float, float, float]:
    """Give MiB (proportional, and resident) and millicores of each process."""
    with tempfile.TemporaryDirectory() as name:
        started = []
        for number in range(count):
            folder = Path(name) / str(number)
            folder.mkdir()
            started.append(own_process(folder, seats))
        masters = [master for _, master in started]
        try:
            await drained(masters, settle)
            before = {p.pid: cpu_of(p.pid) for p, _ in started}
            await drained(masters, settle)
            idle = statistics.fmean(cpu_of(p.pid) - before[p.pid] for p, _ in started) / settle
            shared = statistics.fmean(_rollup(p.pid, "Pss") for p, _ in started)
            resident = statistics.fmean(_rollup(p.pid, "Rss") for p, _ in started)
        finally:
            for process, master in started:
                process.kill()
                process.wait()
                os.close(master)
    return shared, resident, 1000 * idle


def _rollup(pid: int, what: str) -> float:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(rf"^{what}:\s+(\d+)", text, re.MULTILINE).group(1)) / 1024  # type: ignore[union-attr]
