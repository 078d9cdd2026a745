"""A worker process that judges the moves of one record and then ends.

It reads the numbers of the moves, separated by blanks, on a line, and below it the record; it
writes one verdict a line, as JSON.
"""

import json
import os
import signal
import sys
from dataclasses import asdict

from odin_engine.analysis import judge_moves
from odin_engine.games import GAMES
from odin_engine.record import read_record


def main() -> None:
    """Judge the moves that standard input asks for."""
    # A Ctrl-C at the terminal is meant for the program that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    numbers, _, text = sys.stdin.buffer.read().decode().partition("\n")
    record = read_record(text, GAMES)
    for verdict in judge_moves(record, GAMES[record.game], map(int, numbers.split())):
        sys.stdout.write(json.dumps(asdict(verdict)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
