"""What another language costs: a start, memory of a session and CPU of a key, beside English.

    python benchmarks/languages.py [--runs 9] [--sessions 40] [--rounds 60] [--keys 2]

Starts of `odin` take turns in one run; each counts the CPU of the process until its first screen
is there, and the seconds until then. Three servers run at the same time, all of whose people read
one language. They come and go first, so that what all sessions share, the catalogue too, is counted
apart. Then everybody sits at a table with bots and presses keys, the servers in turn.
"""

import argparse
import asyncio
import ctypes
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ssh_people import LEFT, RIGHT, Player, come, keys_with_names
from ssh_processes import Server, server

ONE_ADDRESS = tuple(
    word
    for limit in ("seats-per-address", "tables-per-address", "loop-per-address")
    for word in ("--set", f"{limit}=100000")
)
"""Settings for people who all come from here."""
LOCALES = {"English": "en_GB.UTF-8", "German": "de_DE.UTF-8", "Arabic": "ar_EG.UTF-8"}
SET_THP_DISABLE = 41
"""`PR_SET_THP_DISABLE`: keep memory in small pages, which Python does not name."""
QUIET = 0.7
"""Seconds without output after which the first screen is complete."""
LONGEST = 30.0


class Start(NamedTuple):
    """How long it took until the first screen was there."""

    cpu: float
    seconds: float


def cpu_of(pid: int) -> float:
    """Give the seconds of CPU that all threads of a process have used, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def start(locale: str, home: Path) -> Start:
    """Start odin for somebody who has been asked about Arabic letters, and end it again."""
    settings = home / "CONFIG" / "odin" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('letter_order = "visual"\n', encoding="utf-8")
    began = time.perf_counter()
    pid, end = pty.fork()
    if pid == 0:
        folders = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "STATE")}
        plain = {"TERM": "xterm-256color", "HOME": str(home), "LC_ALL": locale}
        os.execve(sys.executable, [sys.executable, "-m", "odin_tui"], plain | folders)  # noqa: S606
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    last = began
    while select.select([end], [], [], QUIET if last > began else LONGEST)[0]:
        os.read(end, 1 << 16)
        last = time.perf_counter()
    cpu = cpu_of(pid)
    os.kill(pid, signal.SIGTERM)
    while select.select([end], [], [], 2.0)[0]:
        try:
            if not os.read(end, 1 << 16):
                break
        except OSError:
            break
    os.close(end)
    os.waitpid(pid, 0)
    return Start(cpu, last - began)


def starts(runs: int) -> dict[str, list[Start]]:
    """Start odin in every language, in turn."""
    found: dict[str, list[Start]] = {name: [] for name in LOCALES}
    for run in range(runs + 1):
        for name, locale in LOCALES.items():
            with tempfile.TemporaryDirectory() as home:
                one = start(locale, Path(home))
            if run:  # the first reads files that the system keeps in memory from then on
                found[name].append(one)
    return found


class Hall:
    """A server whose people all read one language."""

    def __init__(self, host: Server, locale: str) -> None:
        self.host, self._locale = host, locale
        self._from_the_right = locale.startswith("ar")
        self.players: list[Player] = []
        self.catalogue = self.session = 0.0
        self.keys: list[float] = []

    async def fill(self, sessions: int) -> None:
        """Seat everybody, and take note of the memory it costs.

        Everybody has been there before: whoever reads Arabic was asked then how their terminal
        shows it.
        """
        keys = await keys_with_names(self.host.port, sessions)
        before = self.host.memory()
        for number, key in enumerate(keys):
            guest = await self._come(key)
            if self._from_the_right:
                guest.chan.write(b"\r")
                await guest.written()
            await guest.leave()
            if not number:
                await asyncio.sleep(0.3)
                self.catalogue = self.host.memory() - before
        await asyncio.sleep(1.0)
        before = self.host.memory()
        self.players = [await self._come(key) for key in keys]
        await asyncio.sleep(3.0)
        self.session = (self.host.memory() - before) / sessions

    async def _come(self, key: object) -> Player:
        player = await come(self.host.port, "x", "quick odin", key, env={"LANG": self._locale})
        await player.written(0.3)
        return player

    async def press(self, count: int) -> None:
        """Let everybody press so many keys, and take note of the CPU of one."""
        pid = self.host.process.pid
        before = cpu_of(pid)
        for number in range(count):
            for player in self.players:
                player.seen.clear()
                player.news.clear()
                # Into the hand, and back to its first card.
                player.chan.write(LEFT if bool(number % 2) != self._from_the_right else RIGHT)
                await asyncio.wait_for(player.news.wait(), 5.0)
        self.keys.append((cpu_of(pid) - before) / (count * len(self.players)))


async def halls(sessions: int, rounds: int, keys: int) -> dict[str, Hall]:
    """Measure three servers in turn."""
    async with AsyncExitStack() as closing:
        found: dict[str, Hall] = {}
        for name, locale in LOCALES.items():
            folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
            # Bots wait for so long that nobody but the players has anything painted.
            host = await closing.enter_async_context(
                server(folder, *ONE_ADDRESS, "--set", "bot-pause=600")
            )
            found[name] = Hall(host, locale)
        for hall in found.values():
            await hall.fill(sessions)
        for _ in range(rounds):
            for hall in found.values():
                await hall.press(keys)
        return found


def tell(what: str, values: dict[str, float], form: str) -> None:
    """Print a row, with the ratios to English."""
    english = values["English"]
    row = (f"{value:{form}} ({value / english:.2f} ×)" for value in values.values())
    print(f"{what:<34}" + "".join(f"{cell:>20}" for cell in row))


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description="What another language costs.")
    for name, default in (("runs", 9), ("sessions", 40), ("rounds", 60), ("keys", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    words = parser.parse_args()
    # For all that is started here: in pages of 2 MiB, what few sessions need is not seen.
    if sys.platform == "linux" and ctypes.CDLL(None).prctl(SET_THP_DISABLE, 1, 0, 0, 0):
        sys.exit("Large pages cannot be switched off, so memory could not be measured.")
    print(f"{'':<34}" + "".join(f"{name:>20}" for name in LOCALES))
    begun = starts(words.runs)
    for what, place in (("CPU of a start, s", 0), ("until the first screen, s", 1)):
        tell(
            what, {name: median(one[place] for one in all_) for name, all_ in begun.items()}, ".3f"
        )
    found = asyncio.run(halls(words.sessions, words.rounds, words.keys))
    tell("memory of a session, MiB", {name: hall.session for name, hall in found.items()}, ".2f")
    tell("CPU of a key, ms", {n: 1000 * median(hall.keys) for n, hall in found.items()}, ".2f")
    print("\nThe first session and the catalogue, once for all, MiB:", end="")
    print("".join(f"  {name} {hall.catalogue:.1f}" for name, hall in found.items()))


if __name__ == "__main__":
    main()
