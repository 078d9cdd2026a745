"""Moves per second through the hall on one core, and where the time goes.

    python benchmarks/hall.py [--tables 50] [--seats 4] [--moves 20000] [--repeats 3]

Every seat is a person's chair that looks at its view after every change, as a screen does, and
plays a random legal move when it is its turn: with four seats a move means four new views. The
same moves are made with the SQLite log and with the one in memory. A machine that does other
things too would blur the result, so the rate is given both by the wall clock and by the
processor's time, which is what one core of its own would give. Then the run is repeated with a
stopwatch around the rules, the log and the views, which costs a little itself, for their shares.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from odin_engine.games import GAMES
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, Player
from odin_server.hall.view_builder import ViewBuilder
from odin_server.log import Log
from odin_server.log.memory import MemoryLog
from odin_server.log.sqlite import SqliteLog

RULES = ("setup", "to_move", "legal_moves", "play", "outcome", "parse_move", "format_move")


class Stopwatch:
    """Seconds spent in each part; a part inside another counts for the inner one alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._inner = [0.0]

    def around(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **words: Any) -> Any:
            begun = time.perf_counter()
            self._inner.append(0.0)
            try:
                return function(*args, **words)
            finally:
                spent = time.perf_counter() - begun
                own = spent - self._inner.pop()
                self._inner[-1] += spent
                self.seconds[part] = self.seconds.get(part, 0.0) + own

        return timed


class TimedGame:
    """A game with a stopwatch around its rules and its views."""

    def __init__(self, game: Any, watch: Stopwatch) -> None:
        self._game = game
        for name in RULES:
            setattr(self, name, watch.around("rules", getattr(game, name)))
        self.view = watch.around("views", game.view)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


class Seated:
    """One person who looks at the table after every change and moves when it is their turn."""

    def __init__(self, chair: Chair, rng: Random, done: Callable[[], bool]) -> None:
        self.chair, self._rng, self._done = chair, rng, done
        self.tasks: set[asyncio.Task[None]] = set()
        self._asked = -1
        chair.on_change = self.look

    def look(self) -> None:
        view = self.chair.view
        if self._done() or self._asked == view.turn:
            return
        if view.my_turn:
            moves = view.match.moves
            self._asked = view.turn
            self._start(self.chair.play(moves[self._rng.randrange(len(moves))]))
        elif view.phase is Phase.OVER and view.mine is not None and view.mine.vote is None:
            self._asked = -1
            self._start(self.chair.rematch())

    def _start(self, action: Any) -> None:
        task = asyncio.get_running_loop().create_task(action)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def run(log: Log, args: argparse.Namespace, watch: Stopwatch | None) -> tuple[float, float]:
    """Make so many moves at all tables together; give the seconds on the wall and of the core."""
    games = {"odin": TimedGame(GAMES["odin"], watch)} if watch else GAMES
    settings = HallSettings(tables_per_player=args.tables, seats_per_player=args.tables)
    hall = await Hall.begin(log, settings, games=games, chance=Random(1))
    people = [Player(f"p{seat}", f"Player {seat}") for seat in range(args.seats)]
    rng, made, finished = Random(2), 0, asyncio.Event()

    def done() -> bool:
        nonlocal made
        return made >= args.moves

    seated: list[Seated] = []
    for _ in range(args.tables):
        chair = await hall.open_table(people[0], NewTable("odin", seats=args.seats))
        others = [await hall.sit(person, chair.view.code) for person in people[1:]]
        seated += [Seated(each, rng, done) for each in (chair, *others)]
    append = log.append

    async def counted(stream: str, version: int, payload: str) -> None:
        nonlocal made
        await append(stream, version, payload)
        made += payload.startswith('{"fact":"moved"')
        if made >= args.moves:
            finished.set()

    log.append = counted  # type: ignore[method-assign]
    begun, used = time.perf_counter(), time.process_time()
    for host in seated[:: args.seats]:
        await host.chair.start()
    await finished.wait()
    spent = time.perf_counter() - begun, time.process_time() - used
    await asyncio.gather(*(task for each in seated for task in each.tasks))
    await hall.close()
    return spent


@contextmanager
def timed(watch: Stopwatch | None) -> Iterator[None]:
    """Put a stopwatch around the hall's views, and what the SQLite log does in the loop."""
    if watch is None:
        yield
        return
    view_for, write = ViewBuilder.view_for, SqliteLog._write  # noqa: SLF001
    ViewBuilder.view_for = watch.around("views", view_for)  # type: ignore[method-assign]
    SqliteLog._write = watch.around("log", write)  # type: ignore[method-assign] # noqa: SLF001
    try:
        yield
    finally:
        ViewBuilder.view_for, SqliteLog._write = view_for, write  # type: ignore[method-assign] # noqa: SLF001


def main() -> None:
    """Print one line for each log."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, value in (("tables", 50), ("seats", 4), ("moves", 20_000), ("repeats", 3)):
        parser.add_argument(f"--{name}", type=int, default=value)
    args = parser.parse_args()
    print(f"{args.tables} tables of {args.seats}, {args.moves} moves, {args.repeats} repeats\n")
    with tempfile.TemporaryDirectory() as folder:
        makers: dict[str, Callable[[int], Log]] = {
            "SQLite": lambda n: SqliteLog(Path(folder) / f"{n}.db"),
            "memory": lambda _: MemoryLog(),
        }
        for name, make in makers.items():
            runs = [asyncio.run(run_with(make, n, args, None)) for n in range(args.repeats)]
            wall, core = (
                statistics.median(args.moves / seconds for seconds in each)
                for each in zip(*runs, strict=True)
            )
            watch = Stopwatch()
            spent, _ = asyncio.run(run_with(make, args.repeats, args, watch))
            parts = [f"{part} {watch.seconds[part] / spent:.0%}" for part in sorted(watch.seconds)]
            rest = 1 - sum(watch.seconds.values()) / spent
            print(
                f"{name:8} {core:8,.0f} moves/s of one core, {wall:,.0f} on the wall here;  "
                f"{', '.join(parts)}, the rest {rest:.0%}"
            )


async def run_with(
    make: Callable[[int], Log], number: int, args: argparse.Namespace, watch: Stopwatch | None
) -> tuple[float, float]:
    """Make a log inside the running loop and play over it."""
    log = make(number)
    with timed(watch):
        return await run(log, args, watch)


if __name__ == "__main__":
    main()
