"""Where a search would have played otherwise in a recorded match, and how much it mattered.

`main` is a worker process: it reads a record and the number of the move to begin with, and
writes one verdict after another, as JSON. `judged` starts it and listens.
"""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from math import sqrt
from operator import sub
from random import Random
from statistics import fmean, stdev
from typing import Any

from odin_engine.games import GAMES
from odin_engine.record import Record, read_record, replay
from odin_engine.search import Budget, search_moves
from odin_tui.worker_process import worker_command

TRIALS = 1_000
SMALLEST = 0.02


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search thinks of one move; worths are chances to win the hand, from 0 to 1."""

    number: int
    """Which move of the record, from 0."""
    played: str
    better: str
    """The move the search would have made; the same as `played` if it agrees."""
    worth: float = 0.0
    better_worth: float = 0.0
    error: float = 0.0
    """The standard error of the difference."""
    estimated: bool = True
    """False if there was nothing to choose, and so nothing was searched."""

    @property
    def loss(self) -> float:
        """How much the played move gave away."""
        return max(self.better_worth - self.worth, 0.0)

    @property
    def matters(self) -> bool:
        """Whether the other move is better beyond what chance in the trials explains."""
        return self.played != self.better and self.loss > max(2 * self.error, SMALLEST)


Judge = Callable[[Record, int], AsyncGenerator[Verdict, None]]
"""Judges every move of a record, beginning with the one of this number, in another process."""


def verdicts(record: Record, first: int = 0, trials: int = TRIALS) -> Iterator[Verdict]:
    """Judge the moves of a record, from one on to the end and then from the beginning."""
    states = list(replay(record, GAMES))
    count = len(record.moves)
    for number in [*range(first, count), *range(min(first, count))]:
        yield judge(record, states[number], number, trials)


def judge(record: Record, state: Any, number: int, trials: int = TRIALS) -> Verdict:
    """Search the position before one move."""
    game = GAMES[record.game]
    seat, word = record.moves[number]
    view, played = game.view(state, seat), game.parse_move(word)
    if len(view.moves) == 1:
        return Verdict(number, word, word, estimated=False)
    rng = Random(f"{record.seed.hex()} {number}")
    first = search_moves(game, view, rng, Budget(trials=trials), evaluator="network")[0]
    best = first.move
    if best == played:
        return Verdict(number, word, word, first.value, first.value)
    # Both once more, in worlds that did not choose the better one: luck that did would count
    # for it a second time.
    worlds = list(islice(game.worlds(view, rng, evaluator="network"), max(trials // 5, 2)))
    better = [world.trial(best, rng) for world in worlds]
    worse = [world.trial(played, rng) for world in worlds]
    error = stdev(map(sub, better, worse)) / sqrt(len(worlds))
    return Verdict(number, word, game.format_move(best), fmean(worse), fmean(better), error)


async def judged(
    record: Record, first: int = 0, command: Sequence[str] | None = None
) -> AsyncGenerator[Verdict, None]:
    """Have a worker process judge a record; closing the iterator ends the worker.

    Gives no verdicts if the worker cannot be started, and stops early if it dies.
    """
    try:
        worker = await asyncio.create_subprocess_exec(
            *(command or worker_command("analysis")),
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True,
        )  # fmt: skip
    except (OSError, NotImplementedError):
        return
    if worker.stdin is None or worker.stdout is None:
        return
    try:
        with suppress(ConnectionError):  # a worker that has died already reads nothing
            worker.stdin.write(f"{first}\n{record.to_text()}".encode())
            worker.stdin.write_eof()
        async for line in worker.stdout:
            yield Verdict(**json.loads(line))
    finally:
        if worker.returncode is None:
            worker.kill()
        await worker.communicate()


def main() -> None:
    """Be a worker process: judge the record that standard input brings."""
    # A Ctrl-C at the terminal is meant for the program that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    first, _, text = sys.stdin.buffer.read().decode().partition("\n")
    record = read_record(text, GAMES)
    for verdict in verdicts(record, int(first)):
        sys.stdout.write(json.dumps(asdict(verdict)) + "\n")
        sys.stdout.flush()
