"""The accuracy of the four ranks, judged by the search that judges players.

    python benchmarks/accuracy.py [--game odin] [--seats 2] [--hands 200] [--first 0]

The ranks take the seats of every table in turn: neighbours in rank meet, and seats go round.
Prints the accuracy of each rank with its standard error over hands, the share of moves with a mark,
and the processor time that the analysis of a hand takes. `--hands` is the number of hands of each
rank, `--first` the number of the first deal, so that several runs can share the work.
"""

import time
from argparse import ArgumentParser
from collections import Counter
from math import sqrt
from random import Random
from statistics import fmean, stdev

from odin_engine.analysis import accuracy, judge_moves
from odin_engine.bots import LEVELS, choose
from odin_engine.chance import seed_from
from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_engine.record import Record

ONE_DEAL = {"odin": {"target": "one-hand"}, "herrlof": {"max-rounds": "1"}, "walhalla": {}}
"""Matches of one deal, where the game has them."""


def one_hand(game: AnyGame, ranks: list[str], number: int) -> Record:
    """Let bots of these ranks play one match."""
    seats, seed = len(ranks), seed_from(f"accuracy {number}")
    options = game.read_options(ONE_DEAL[game.NAME], seats)
    state, rng, moves = game.setup(options, seats, seed), Random(number), []
    while waiting := game.to_move(state):
        move = choose(game, ranks[waiting[0]], game.view(state, waiting[0]), rng)
        moves.append((waiting[0], game.format_move(move)))
        state = game.play(state, waiting[0], move)
    words = game.write_options(options)
    return Record(game.NAME, game.RULES_VERSION, tuple(ranks), words, seed, tuple(moves))


def show(
    found: dict[str, list[float]], marks: dict[str, Counter[str]], seconds: list[float]
) -> None:
    """Print one line for each rank."""
    for rank, each in found.items():
        if len(each) > 1:
            error = stdev(each) / sqrt(len(each))
            moves = marks[rank].total()
            told = "  ".join(f"{m} {marks[rank][m] / moves:5.1%}" for m in ("?!", "?", "??"))
            print(f"{rank:>7}: {fmean(each):5.1f} ± {error:.1f}  {told}  ({len(each)} hands)")
    print(f"{fmean(seconds):.1f} s to analyse a hand of {len(seconds)}", flush=True)


def main(name: str, seats: int, hands: int, first: int) -> None:
    """Play and judge."""
    game, ranks = GAMES[name], list(LEVELS)
    found: dict[str, list[float]] = {rank: [] for rank in ranks}
    marks: dict[str, Counter[str]] = {rank: Counter() for rank in ranks}
    seconds: list[float] = []
    number = first
    while min(map(len, found.values())) < hands:
        turned = [ranks[(number + seat) % len(ranks)] for seat in range(seats)]
        record = one_hand(game, turned, number)
        start = time.process_time()
        verdicts = list(judge_moves(record, game, range(len(record.moves))))
        seconds.append(time.process_time() - start)
        for seat, rank in enumerate(turned):
            own = [v for v in verdicts if record.moves[v.number][0] == seat and v.estimated]
            share = accuracy(own)
            if share is not None:
                found[rank].append(share)
                marks[rank].update(verdict.mark or "-" for verdict in own)
        number += 1
        if (number - first) % 20 == 0:
            show(found, marks, seconds)
    show(found, marks, seconds)


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--game", default="odin")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    words = parser.parse_args()
    main(words.game, words.seats, words.hands, words.first)
