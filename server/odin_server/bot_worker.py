"""A worker process for bots: reads views, searches, and writes moves until its input ends.

A question is four bytes of length, then a pickle of the game's name, the level, the view, the
seed of its chance and the seconds to think. The answer is the move in the game's notation.
"""

import os
import pickle
import signal
import sys
import time
from random import Random
from typing import BinaryIO

from odin_engine import bots
from odin_engine.games import GAMES
from odin_engine.search import Budget


def answer(question: bytes) -> str:
    """Return the move for one question."""
    # Only our own parent writes to this pipe, so nobody else's pickle can arrive here.
    name, level, view, seed, seconds = pickle.loads(question)  # noqa: S301
    trials = bots.LEVELS[level].trials
    budget = Budget(trials=trials, seconds=seconds, clock=time.monotonic)
    game = GAMES[name]
    return game.format_move(bots.choose(game, level, view, Random(seed), budget))


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while len(header := questions.read(4)) == 4:
        answers.write(answer(questions.read(int.from_bytes(header, "big"))).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Run a worker process until standard input ends."""
    # A Ctrl-C at the terminal is meant for the program that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
