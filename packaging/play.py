"""Plays with an installed odin, to see that it runs: compiled parts, data files and bots.

    python packaging/play.py COMMAND…

COMMAND is how that odin is started: `odin`, or `python3 dist/odin.pyz`.
"""

import asyncio
import json
import os
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ARENA = "arena --seats 3 --bots konung,karl --option target=one-hand --games 3 --json"
MATCH = "play --json --seats 2 --bots konung --option target=one-hand --seed bot-firsta"
"""With this seed the bot begins."""
PATIENCE = 60
"""Seconds within which the bot must have moved."""


def main() -> int:
    """Play, say what was seen, and return the exit status."""
    odin = sys.argv[1:]
    if not odin:
        print(__doc__, file=sys.stderr)
        return 2
    with TemporaryDirectory() as home:
        os.environ |= {"HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
        print(_run(odin, "--version"))
        _run(odin, "serve", "--check", "--data", str(Path(home, "hall")))
        matches = sum(row["matches"] for row in json.loads(_run(odin, *ARENA.split()))["standings"])
        print(f"a Konung has played {matches} matches in the arena,")
        print("and at a table", asyncio.run(first_move_of_the_bot(odin)))
    return 0


def _run(odin: list[str], *words: str) -> str:
    done = subprocess.run([*odin, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"odin {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


async def first_move_of_the_bot(odin: list[str]) -> str:
    """Return what a Konung plays first, thinking in a process of its own as at every table."""
    table = await asyncio.create_subprocess_exec(
        *odin, *MATCH.split(), stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=2**20
    )
    try:
        async with asyncio.timeout(PATIENCE):
            move = await _move_of_seat(1, table)
            _, complaints = await table.communicate(b"")
    except TimeoutError:
        table.kill()
        raise SystemExit("the Konung does not move") from None
    if complaints or table.returncode:
        raise SystemExit(f"the table ended with {table.returncode}: {complaints.decode()}")
    return move


async def _move_of_seat(seat: int, table: Process) -> str:
    if table.stdout is None:
        raise SystemExit("the table says nothing")
    async for line in table.stdout:
        view: dict[str, Any] = json.loads(line)
        for mover, move in (view.get("match") or {}).get("history", ()):
            if mover == seat:
                return str(move)
    raise SystemExit("the table has closed before the Konung moved")


if __name__ == "__main__":
    sys.exit(main())
