"""Compare Walhalla's engine with the oracle of the tests, and count what happens in a match.

    python benchmarks/walhalla_oracle.py [--matches 10000] [--first 0]

Matches differ in players, options, seed and style of play (`tests/engine/walhalla/play_styles.py`);
match number n is the same in every run. At every decision both must list the same moves and show
the same facts; a difference stops the run and names the match.
"""

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from time import perf_counter

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from odin_engine.chance import seed_from
from odin_engine.walhalla.options import CHOICES
from tests.engine.walhalla.comparison import Comparison
from tests.engine.walhalla.play_styles import STYLES

Counts = Counter[str]


class Counted(Comparison):
    """A comparison that counts decisions, and which of them had only one answer."""

    def watch(self, style: str, name: str, counts: Counts) -> None:
        """Play to the end and count."""
        self.counts = counts
        self.run(style, Random(name))
        counts["matches"] += 1
        counts["raids ended early"] += sum(used < 12 for used in self.match.dragons_used)
        counts["reshuffles"] += self.match.reshuffles
        counts["best"] = max(counts["best"], *self.match.vp.values())
        counts["points of winners"] += max(self.match.vp.values())

    def play(self, player: int, word: str) -> None:
        self.counts["decisions"] += 1
        self.counts["one answer"] += len(self.match.legal(player)) == 1
        self.counts[f"raid {self.match.raid}"] += 1
        self.counts["moves"] = max(self.counts["moves"], len(self.match.legal(player)))
        super().play(player, word)


def match_number(number: int, counts: dict[tuple[str, int], Counts]) -> None:
    """Play match number n in both; options and style are drawn."""
    rng = Random(f"match {number}")
    seats = 3 + number % 2
    style = rng.choice(list(STYLES))
    words = {choice.name: rng.choice(choice.values) for choice in CHOICES}
    try:
        Counted(words, seats, seed_from(f"match {number}")).watch(
            style, f"moves {number}", counts[style, seats]
        )
    except AssertionError as difference:
        raise AssertionError(f"match {number}: {style} {seats} {words}") from difference


def report(counts: dict[tuple[str, int], Counts]) -> None:
    """Print a row for every style and number of players."""
    table = Table("style", "players", "matches", "decisions", "a match", "a seat", "by raid")
    for heading in ("one answer", "most moves", "early raids", "reshuffles", "winner", "best"):
        table.add_column(heading, justify="right")
    for (style, seats), count in sorted(counts.items()):
        matches, decisions = count["matches"], count["decisions"]
        by_raid = [f"{count[f'raid {raid}'] / matches:.0f}" for raid in (1, 2, 3)]
        table.add_row(
            *(style, str(seats), f"{matches:,}", f"{decisions:,}"),
            *(f"{decisions / matches:.1f}", f"{decisions / matches / seats:.1f}"),
            *(" ".join(by_raid), f"{count['one answer'] / decisions:.1%}", str(count["moves"])),
            *(f"{count['raids ended early'] / matches / 3:.1%}", str(count["reshuffles"])),
            *(f"{count['points of winners'] / matches:.1f}", str(count["best"])),
        )
    Console(width=140).print(table)


def main() -> None:
    """Read the command line, play, and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    counts: dict[tuple[str, int], Counts] = defaultdict(Counter)
    start = perf_counter()
    for number in range(asked.first, asked.first + asked.matches):
        match_number(number, counts)
    report(counts)
    decisions = sum(count["decisions"] for count in counts.values())
    seconds = perf_counter() - start
    print(f"{asked.matches:,} matches, {decisions:,} decisions in {seconds:,.0f} s: no difference.")


if __name__ == "__main__":
    main()
