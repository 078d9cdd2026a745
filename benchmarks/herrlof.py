"""How well Herrlof's bots play, and how well they predict.

    python benchmarks/herrlof.py [--games 40] [--option max-rounds=1] [--jobs 1]

The ladder lets every bot meet the one below it, from all seats of the same deals, as `odin arena`
does. Accuracy counts, over all rounds of the ladder, how often a bot predicted its tricks exactly,
and how far off it was. The last table shows what Karl's prediction is worth: Karl plays rounds
against his own kind, once with his prediction and once saying a third of the tricks.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev

from odin_engine import herrlof
from odin_engine.bots import LEVELS
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.herrlof.moves import Predict
from odin_engine.herrlof.state import HAND_SIZE
from odin_engine.record import replay
from odin_server.arena import Block, Played, Tournament, pairing_result, play_all


@dataclass
class Accuracy:
    """All predictions of one bot: how many tricks too few or too many, and the points made."""

    errors: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)

    def line(self) -> str:
        rounds = len(self.errors)
        exact = sum(error == 0 for error in self.errors) / rounds
        off = fmean(map(abs, self.errors))
        return f"{rounds:>8,}{exact:>10.1%}{off:>10.2f}{fmean(self.points):>12.2f}"


def ladder(seats: int, words: argparse.Namespace) -> dict[str, Accuracy]:
    """Let neighbours of the ladder meet, print how it went, and give how they predicted."""
    accuracy: dict[str, Accuracy] = defaultdict(Accuracy)
    options = dict(pair.split("=", 1) for pair in words.option)
    levels = words.bots.split(",")
    for lower, upper in pairwise(levels):
        tournament = Tournament(
            "herrlof", (upper, lower), seats, words.games, options=options, seed=words.seed
        )
        blocks: list[list[Played]] = []

        def keep(_block: Block, played: list[Played], blocks: list[list[Played]] = blocks) -> None:
            blocks.append(played)

        play_all(tournament, words.jobs, keep)
        row = pairing_result(tournament.pairings()[0], blocks)
        print(
            f"{seats} seats  {upper.title():>7} v {lower.title():<7}"
            f"{row.matches:>5} matches  wins {row.wins:.1%} ± {row.wins_error or 0:.1%}"
            f" (parity {row.parity:.0%}, {row.edge or 0:+.1f} se)"
            f"  points {row.points:.2f} : {row.other_points:.2f} ± {row.margin_error or 0:.2f}"
            f"  {1000 * row.seconds_per_move:.1f} ms/move",
            flush=True,
        )
        for block in blocks:
            for played in block:
                note(played, accuracy)
    return accuracy


def note(played: Played, accuracy: dict[str, Accuracy]) -> None:
    """Read the predictions of a match from its record."""
    *_, last = replay(played.record, GAMES)
    for result in last.results:
        for seat, level in enumerate(played.seating):
            accuracy[level].errors.append(result.tricks[seat] - result.predictions[seat])
            accuracy[level].points.append(result.points[seat])


def karls_round(seats: int, number: int, *, third: Seat | None) -> tuple[int, ...]:
    """Let Karls play one round; one of them may say a third of the tricks."""
    options = herrlof.read_options({"max-rounds": "1"}, seats)
    state = herrlof.setup(options, seats, seed_from(f"third {number}"))
    rng = Random(0)
    while movers := herrlof.to_move(state):
        seat = movers[0]
        move = herrlof.heuristic_move(herrlof.view(state, seat), rng)
        if isinstance(move, Predict) and seat == third:
            move = Predict((HAND_SIZE[seats] + 1) // 3)
        state = herrlof.play(state, seat, move)
    return state.points


def worth_of_predicting(seats: int, rounds: int) -> None:
    """Print the points of a Karl who predicts and of one who says a third, on the same deals."""
    gaps, own, thirds = [], [], []
    for number in range(rounds):
        seat = Seat(number % seats)
        own.append(karls_round(seats, number, third=None)[seat])
        thirds.append(karls_round(seats, number, third=seat)[seat])
        gaps.append(own[-1] - thirds[-1])
    error = stdev(gaps) / sqrt(rounds)
    print(
        f"{seats} seats  Karl predicts {fmean(own):.2f}, says a third {fmean(thirds):.2f}:"
        f" {fmean(gaps):+.2f} ± {error:.2f} points a round ({fmean(gaps) / error:+.1f} se)"
    )


def main() -> None:
    """Print the ladder, the accuracy of every level, and what predicting is worth."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bots", default=",".join(LEVELS), help="the rungs, weakest first")
    parser.add_argument("--seats", default="2,3", help="numbers of players")
    parser.add_argument("--games", type=int, default=40, help="matches a pairing, at least (40)")
    parser.add_argument("--rounds", type=int, default=2_000, help="of Karls (2000)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=WORD")
    parser.add_argument("--seed", default="herrlof")
    parser.add_argument("--jobs", type=int, default=1, help="cores (1)")
    words = parser.parse_args()
    for seats in map(int, words.seats.split(",")):
        accuracy = ladder(seats, words)
        if accuracy:
            print(f"{seats} seats  {'':8}{'rounds':>8}{'exact':>10}{'off by':>10}{'points':>12}")
        for level in LEVELS:
            if level in accuracy:
                print(f"{seats} seats  {level.title():8}{accuracy[level].line()}")
        worth_of_predicting(seats, words.rounds)


if __name__ == "__main__":
    main()
