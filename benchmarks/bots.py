"""How much of a cheater's edge each bot has: python benchmarks/bots.py [--hands N].

The cheater is Jarl's search handed the true hands; it lives here and nowhere else, and as it judges
by Karl's habits, it is no ceiling for a Konung. A bot's edge is the share of hands it wins above
parity, one of it against a field of Karls, or of the plain greedy bots that an earlier experiment
used. Every deal is played once with the bot in each seat, so the cards favour none, and standard
errors are taken over deals. Budgets are trials: the same command gives the same table.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TypeAlias

from odin_engine import odin
from odin_engine.bots import LEVELS, choose
from odin_engine.chance import seed_from
from odin_engine.odin.bot import SampledHands
from odin_engine.odin.moves import Move, Play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import State
from odin_engine.odin.view import View

Bot: TypeAlias = Callable[[State, Random], Move]

TABLES = {
    "2, full deck": (2, {"two-player-deck": "full"}),
    "2, reduced deck": (2, {"two-player-deck": "reduced"}),
    "4": (4, {}),
}
CHEATER = "cheater"
GREEDY = "greedy"


def cheat(state: State, rng: Random) -> Move:
    """Try every candidate in the one world there is."""
    seat = odin.to_move(state)[0]
    view = odin.view(state, seat)
    truth = SampledHands(view, list(state.hands))
    return max(odin.candidates(view), key=lambda move: truth.trial(move, rng))


def greedy(view: View) -> Move:
    """Lay as many cards as possible, of as little value, and take the highest card."""

    def greed(move: Move) -> tuple[int, int, int]:
        if not isinstance(move, Play):
            return (0, 0, 0)
        take = move.take.number if move.take else 0
        return (len(move.cards), -VALUE[move.cards.bits], take)

    return max(view.moves, key=greed)


def bot(name: str) -> Bot:
    """Return a bot by level, the greedy one, or the cheater, as a function of the state."""
    if name == CHEATER:
        return cheat
    if name == GREEDY:
        return lambda state, _: greedy(odin.view(state, odin.to_move(state)[0]))
    return lambda state, rng: choose(odin, name, odin.view(state, odin.to_move(state)[0]), rng)


@dataclass(frozen=True)
class Deal:
    """One deal to be played with the bot in every seat."""

    table: str
    name: str
    field: str
    seed: str

    def wins(self) -> float:
        """Give the share of seats in which the bot goes out first."""
        seats, words = TABLES[self.table]
        options = odin.read_options({"target": "one-hand", **words}, seats)
        won = 0
        for place in range(seats):
            rng = Random(f"{self.seed} {place}")
            state = odin.setup(options, seats, seed_from(self.seed))
            bots = [bot(self.name if seat == place else self.field) for seat in range(seats)]
            while state.turn is not None:
                move = bots[state.turn](state, rng)
                state = odin.play(state, state.turn, move)
            won += state.results[-1].winner == place
        return won / seats


def measured(deals: Sequence[Deal], pool: ProcessPoolExecutor) -> tuple[float, float]:
    """Give the mean share of hands won, and its standard error over deals."""
    shares = list(pool.map(Deal.wins, deals, chunksize=4))
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / max(len(shares) - 1, 1)
    return mean, sqrt(variance / len(shares))


def rows(args: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """Measure line by line; the cheater comes first, because the others are held against it."""
    with ProcessPoolExecutor() as pool:
        for table, (seats, _) in TABLES.items():
            ceiling = 0.0
            for name in [CHEATER, *args.bots]:
                hands = args.hands if name != "konung" else args.hands // 10
                count = max(hands // seats, 1)
                deals = [Deal(table, name, args.field, f"{args.seed} {i}") for i in range(count)]
                mean, error = measured(deals, pool)
                edge = mean - 1 / seats
                ceiling = ceiling or edge
                yield (
                    table,
                    name,
                    str(count * seats),
                    f"{mean:6.1%} ± {error:.1%}",
                    f"{edge:+6.1%}",
                    f"{edge / ceiling:5.0%}" if ceiling else "",
                )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--hands", type=int, default=1000, help="hands for each line; konung a tenth"
    )
    parser.add_argument("--seed", default="odin")
    parser.add_argument("--field", choices=["karl", GREEDY], default="karl")
    names = [name for name in LEVELS if name != "karl"]
    parser.add_argument("--bots", nargs="*", choices=[*LEVELS], default=names)
    args = parser.parse_args()
    line = "{:16} {:8} {:>6}  {:15} {:>7} {:>8}"
    print(
        line.format("players", "bot", "hands", f"won against {args.field}", "edge", "of cheater's")
    )
    for row in rows(args):
        print(line.format(*row), flush=True)


if __name__ == "__main__":
    main()
