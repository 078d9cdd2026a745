"""Kill a hall with SIGKILL at random moments, and see that nothing acknowledged is ever lost.

    python benchmarks/kill.py [--kills 100] [--tables 50] [--seed 1]

A process plays at all tables at once over one SQLite file, two people and a bot at each, and
tells every move that was acknowledged and every version of a table that was shown. It is killed
at a random moment, often in the middle of a write. Then the file is read: every acknowledged move
must be where it was made, and every version that was shown must be there. A fresh process over
the same file must then bring every table at least one move further, which shows that none is
stuck. And again, on the same file.
"""

import argparse
import asyncio
import json
import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, Player
from odin_server.log import LogEntry
from odin_server.log.sqlite import SqliteLog

SETTINGS = HallSettings(
    bot_pause=0.0, tables=100_000, tables_per_player=100_000, seats_per_player=100_000, hold=3600.0
)


def tell(**words: object) -> None:
    """Write one line in one piece, so that a kill cannot cut it in two."""
    os.write(1, (json.dumps(words) + "\n").encode())


class Playing:
    """Two people at one table, who play match after match and tell what they did and saw."""

    def __init__(self, hall: Hall, number: int, rng: Random) -> None:
        self._hall, self._rng = hall, rng
        self._people = [Player(f"{side}{number}", f"{side} {number}") for side in ("host", "guest")]
        self.moved = asyncio.Event()

    async def play(self) -> None:
        """Take the table up where it was, or open a new one, and play on for ever."""
        host, guest = self._people
        if waiting := self._hall.unfinished(host):
            code = waiting[0].code
            chairs = [await self._hall.sit(host, code)]
        else:
            wanted = NewTable("odin", seats=3, bots=("thrall",), options={"target": "one-hand"})
            chairs = [await self._hall.open_table(host, wanted)]
            code = chairs[0].view.code
        chairs.append(await self._hall.sit(guest, code))
        if chairs[0].view.phase is Phase.LOBBY:
            await chairs[0].start()
        while True:
            view = chairs[0].view
            tell(shown=view.id, version=view.version)
            for chair in chairs:
                await self._act(chair)
            await chairs[0].change()

    async def _act(self, chair: Chair) -> None:
        view = chair.view
        if view.phase is Phase.OVER and view.mine is not None and view.mine.vote is None:
            await chair.rematch()
        elif view.my_turn:
            moves = view.match.moves
            move = moves[self._rng.randrange(len(moves))]
            await chair.play(move, turn=view.turn)
            match = len(view.scores) + 1
            tell(made=view.id, match=match, turn=view.turn, seat=view.seat, move=str(move))
            self.moved.set()


async def live(path: Path, tables: int, seed: int, *, briefly: bool) -> None:
    """Play at all tables until killed, or until every table has seen a move."""
    hall = await Hall.begin(SqliteLog(path), SETTINGS)
    rng = Random(seed)
    playing = [Playing(hall, number, rng) for number in range(tables)]
    tasks = [asyncio.create_task(each.play()) for each in playing]
    everyone = asyncio.gather(*(each.moved.wait() for each in playing))
    done, _ = await asyncio.wait([everyone, *tasks], return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    tell(alive=tables)
    if not briefly:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await hall.close()


def child(path: Path, tables: int, seed: int, how: str) -> "subprocess.Popen[bytes]":
    """Start a process that plays."""
    words = [sys.executable, __file__, "--child", how, "--file", str(path)]
    words += ["--tables", str(tables), "--seed", str(seed)]
    return subprocess.Popen(words, stdout=subprocess.PIPE)


def lines_until_killed(
    process: "subprocess.Popen[bytes]", rng: Random
) -> Iterator[dict[str, object]]:
    """Read what the process tells, kill it at a random moment, and read what was left."""
    if process.stdout is None:
        raise RuntimeError("the child has no output")
    # One in four dies at a time that may fall into its start; the others in the middle of play.
    early = rng.random() < 0.25
    kill_after_moves = 1 << 30 if early else rng.randrange(1, 1500)
    deadline = time.monotonic() + (rng.uniform(0.1, 2.0) if early else 60.0)
    rest, moves = b"", 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while time.monotonic() < deadline and moves < kill_after_moves:
            if selector.select(0.01):
                rest += os.read(process.stdout.fileno(), 1 << 16)
                *whole, rest = rest.split(b"\n")
                moves += sum(b'"made"' in line for line in whole)
                yield from map(json.loads, whole)
    process.kill()
    rest += process.stdout.read()
    process.stdout.close()
    process.wait()
    *whole, _cut = rest.split(b"\n")
    yield from map(json.loads, whole)


async def in_the_log(path: Path, tables: set[str]) -> dict[str, list[str]]:
    """Read the records of these tables."""
    log = SqliteLog(path)
    found: dict[str, list[str]] = {}
    for table in tables:
        records: list[LogEntry] = []
        (await log.follow(table, 0, records.append)).stop()
        found[table] = [record.payload for record in records]
    await log.close()
    return found


def moves_of(payloads: list[str]) -> dict[tuple[int, int], tuple[int, str]]:
    """List the moves of all matches at a table by match and turn."""
    match = turn = 0
    moves = {}
    for fact in map(json.loads, payloads):
        if fact["fact"] == "started":
            match, turn = match + 1, 0
        elif fact["fact"] in ("moved", "lapsed"):
            moves[match, turn] = fact["seat"], fact["move"]
            turn += 1
    return moves


def check(path: Path, told: list[dict[str, object]]) -> tuple[int, int]:
    """Count the acknowledged moves, and those of them that the log does not hold."""
    made = [line for line in told if "made" in line]
    shown = [line for line in told if "shown" in line]
    tables = {str(line.get("made") or line.get("shown")) for line in made + shown}
    records = asyncio.run(in_the_log(path, tables))
    moves = {table: moves_of(payloads) for table, payloads in records.items()}
    missing = 0
    for line in made:
        key = line["match"], line["turn"]
        missing += moves[str(line["made"])].get(key) != (line["seat"], line["move"])  # type: ignore[call-overload]
    for line in shown:
        missing += len(records[str(line["shown"])]) < int(str(line["version"]))
    return len(made), missing


def main() -> None:
    """Kill, look, begin again."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, value in (("kills", 100), ("tables", 50), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--child", choices=("play", "prove"), help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        asyncio.run(live(args.file, args.tables, args.seed, briefly=args.child == "prove"))
        return
    rng, acknowledged, lost, stuck, before_first = Random(args.seed), 0, 0, 0, 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hall.db"
        for kill in range(args.kills):
            process = child(path, args.tables, args.seed + kill, "play")
            told = list(lines_until_killed(process, rng))
            made, missing = check(path, told)
            acknowledged, lost = acknowledged + made, lost + missing
            before_first += not made
            prover = child(path, args.tables, args.seed - kill, "prove")
            output, _ = prover.communicate(timeout=120)
            proof = [json.loads(line) for line in output.splitlines()]
            made, missing = check(path, proof)
            acknowledged, lost = acknowledged + made, lost + missing
            stuck += {"alive": args.tables} not in proof
        size = path.stat().st_size
    print(
        json.dumps(
            {
                "kills": args.kills,
                "tables": args.tables,
                "acknowledged moves": acknowledged,
                "lost": lost,
                "restarts with a stuck table": stuck,
                "kills before the first move": before_first,
                "file bytes": size,
                "seconds": round(time.monotonic() - begun, 1),
            }
        )
    )
    sys.exit(bool(lost or stuck))


if __name__ == "__main__":
    main()
