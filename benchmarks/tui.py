"""How quick the screens are, what they write, and what an idle table costs.

    python benchmarks/tui.py [--runs 9] [--keys 200] [--idle 30] [--json]

Every program runs in a terminal of its own (a pty of 100 × 30) with an empty home. Starts of
`odin play`, of `odin` and of Textual's own demo (`python -m textual`) take turns in one run. Each
piece of output is stamped when it arrives, and read afterwards with a terminal in memory: a frame
counts as whole when everything that belongs to the first screen can be read on it. Bytes are
counted at 80 × 24, without animations and with bots that take two seconds.
"""

import argparse
import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Self

import pyte

SIZE = (100, 30)
SMALL = (80, 24)
STILL = 'animations = "none"\npace = "slow"\n'
"""Settings with which nothing but a move or a key has something painted."""
PAUSE = 0.5
"""Seconds without output that part two frames; a slow bot thinks longer."""
QUIET = 1.6
"""Longer than a bot looks at the table: after it, nobody but the player is to move."""
LONGEST = 30.0
TABLE = ("--seats", "6", "--bots", "karl", "--seed", "benchmark")


@dataclass(frozen=True)
class Program:
    """A command, and the words that can be read on its first whole frame."""

    name: str
    command: Sequence[str]
    words: Sequence[str]


PROGRAMS = (
    Program("odin play, 6 seats", ("-m", "odin_tui", "play", *TABLE), ("ODIN", "Valhalla", "keys")),
    Program("odin", ("-m", "odin_tui"), ("Play now", "Settings", "keys")),
    Program("python -m textual", ("-m", "textual"), ("Textual", "^p palette")),
)


class Terminal:
    """A program in a pty; it is ended and its terminal closed on leaving the `with`."""

    def __init__(self, command: Sequence[str], home: Path, size: tuple[int, int] = SIZE) -> None:
        self.began = perf_counter()
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            folders = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "STATE")}
            plain = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "HOME": str(home)}
            kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
            os.execve(sys.executable, [sys.executable, *command], kept | plain | folders)  # noqa: S606
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        os.kill(self.pid, signal.SIGTERM)
        while self.read(2.0):
            pass
        os.close(self._end)
        os.waitpid(self.pid, 0)

    def read(self, seconds: float) -> bytes:
        """Give the next piece of output; nothing if none comes in time."""
        if not select.select([self._end], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self._end, 1 << 16)
        except OSError:
            return b""

    def write(self, text: bytes) -> None:
        os.write(self._end, text)

    def until_quiet(self) -> list[tuple[float, bytes]]:
        """Collect output, each piece with the seconds since the start, until there is no more."""
        pieces = []
        while perf_counter() - self.began < LONGEST:
            piece = self.read(QUIET if pieces else LONGEST)
            if not piece:
                break
            pieces.append((perf_counter() - self.began, piece))
        return pieces


def seconds_to_first_frame(program: Program, home: Path) -> float:
    """Start a program and give the time until its first whole frame had arrived."""
    screen = pyte.Screen(*SIZE)
    stream = pyte.ByteStream(screen)
    with Terminal(program.command, home) as terminal:
        # Read only when it is quiet: reading takes time, and that would be counted.
        while pieces := terminal.until_quiet():
            for at, piece in pieces:
                stream.feed(piece)
                shown = "\n".join(screen.display)
                if all(word in shown for word in program.words):
                    return at
    raise SystemExit(f"{program.name} never showed {program.words}:\n" + "\n".join(screen.display))


def seconds_from_key_to_paint(terminal: Terminal, keys: int) -> list[float]:
    """Move the cursor in the hand to and fro, and time each change until it is painted."""
    times = []
    for number in range(keys):
        begun = perf_counter()
        terminal.write(b"\x1b[C" if number % 2 == 0 else b"\x1b[D")
        if not terminal.read(5.0):
            raise SystemExit("A key changed nothing; is it the player's turn?")
        times.append(perf_counter() - begun)
        while terminal.read(0.05):
            pass
    return times


@dataclass(frozen=True)
class Bytes:
    """What was written for one thing, as it is and as `ssh -C` would send it."""

    plain: int
    deflated: int


def counted(terminal: Terminal, seconds: float) -> Bytes | None:
    """Wait for output and count it until it pauses; None if none comes in time."""
    output = piece = terminal.read(seconds)
    while piece:
        piece = terminal.read(PAUSE)
        output += piece
    return Bytes(len(output), len(zlib.compress(output, 6))) if output else None


def bytes_written(folder: Path) -> dict[str, Any]:
    """Count what the first paints, a bot's move and choosing a card write."""
    found: dict[str, Any] = {}
    for program in PROGRAMS[:2]:
        home = folder / f"bytes-{PROGRAMS.index(program)}"
        settings = home / "CONFIG" / "odin" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(STILL)
        with Terminal(program.command, home, SMALL) as terminal:
            first = counted(terminal, LONGEST)
            found[f"first paint, {program.name}"] = first and vars(first)
            moves = list(iter(partial(counted, terminal, 3.0), None))
            if moves:
                found["a bot's move, at most"] = vars(max(moves, key=lambda move: move.plain))
                terminal.write(b"\x1b[C ")
                chosen = counted(terminal, 5.0)
                found["choosing a card"] = chosen and vars(chosen)
    return found


def idle_cost(terminal: Terminal, seconds: float) -> tuple[int, float]:
    """Leave the table alone; give the bytes it wrote and the seconds of processor it used."""
    before, begun, written = processor_seconds(terminal.pid), perf_counter(), 0
    while (left := seconds - (perf_counter() - begun)) > 0:
        written += len(terminal.read(left))
    return written, processor_seconds(terminal.pid) - before


def processor_seconds(pid: int) -> float:
    """Add up the processor time of all threads of a process and of all below it."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    own = sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(processor_seconds(int(child)) for child in below)


def measure(runs: int, keys: int, idle: float) -> dict[str, Any]:
    """Measure everything once, the starts taking turns."""
    starts: dict[str, list[float]] = {program.name: [] for program in PROGRAMS}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(runs + 1):
            for program in PROGRAMS:
                home = Path(folder) / f"{number}-{PROGRAMS.index(program)}"
                taken = seconds_to_first_frame(program, home)
                if number:  # the first round only warms the disk's cache
                    starts[program.name].append(taken)
        written_for = bytes_written(Path(folder))
        with Terminal(PROGRAMS[0].command, Path(folder) / "keys") as terminal:
            terminal.until_quiet()
            paints = seconds_from_key_to_paint(terminal, keys)
            written, used = idle_cost(terminal, idle)
    demo = median(starts[PROGRAMS[-1].name])
    return {
        "start": {
            name: {"median_s": median(times), "best_s": min(times), "of_demo": median(times) / demo}
            for name, times in starts.items()
        },
        "bytes": written_for,
        "key_to_paint_ms": {
            "median": 1000 * median(paints),
            "p95": 1000 * quantiles(paints, n=20)[-1],
            "keys": len(paints),
        },
        "idle": {"seconds": idle, "bytes": written, "core_percent": 100 * used / idle},
        "cores": os.cpu_count(),
        "commit": subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607 - whichever git there is
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip(),
    }


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description="How quick the screens are.")
    parser.add_argument("--runs", type=int, default=9, help="starts of each program")
    parser.add_argument("--keys", type=int, default=200, help="keys pressed at the table")
    parser.add_argument("--idle", type=float, default=30.0, help="seconds to leave the table alone")
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    words = parser.parse_args()
    found = measure(words.runs, words.keys, words.idle)
    if words.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{found['cores']} cores, {SIZE[0]} × {SIZE[1]}, commit {found['commit']}\n")
    print(f"from the command to the first whole frame, {words.runs} runs, taking turns")
    for name, start in found["start"].items():
        print(f"  {name:20} {start['median_s']:.3f} s   {start['of_demo']:.2f} × the demo's")
    print(f"\nbytes written at {SMALL[0]} × {SMALL[1]}, and deflated")
    for name, written in found["bytes"].items():
        print(f"  {name:34} {written['plain']:6}   {written['deflated']:6}")
    paint, idle = found["key_to_paint_ms"], found["idle"]
    print(f"\nfrom a key to the painted change: median {paint['median']:.1f} ms, ", end="")
    print(f"95 of 100 within {paint['p95']:.1f} ms, {paint['keys']} keys")
    print(f"an idle table for {idle['seconds']:.0f} s: {idle['bytes']} bytes, ", end="")
    print(f"{idle['core_percent']:.3f} % of a core")


if __name__ == "__main__":
    main()
