"""Check the laws of every game over a great many random matches, on all cores.

    python benchmarks/laws.py --matches 100000 [--game herrlof] [--jobs 1]

Matches differ in players, options and seed; match number n is the same in every run with the same
games. A broken law stops the run and names the match and the decision. What is checked how often
is in `Watch`.
"""

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import Progress, TimeRemainingColumn
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from odin_engine.game import AnyGame, BadOption
from odin_engine.games import GAMES
from odin_engine.odin.state import State
from tests.engine import laws
from tests.engine.laws import Case, Step
from tests.engine.odin import bounds

CHUNK = 50
COLUMNS = ("matches", "hands", "decisions", "turns", "bound", "rounds", "bound", "moves")
OFTEN, SELDOM, RARELY = 40, 400, 4000


@dataclass
class Tally:
    """What has been played and checked so far."""

    matches: Counter[str] = field(default_factory=Counter)
    hands: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    turns: dict[str, int] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    choices: dict[str, int] = field(default_factory=dict)
    checks: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        for name in ("matches", "hands", "decisions", "checks"):
            getattr(self, name).update(getattr(other, name))
        for name in ("turns", "rounds", "choices"):
            for table, most in getattr(other, name).items():
                raise_to(getattr(self, name), table, most)


def raise_to(most: dict[str, int], table: str, seen: int) -> None:
    """Keep the largest number seen."""
    most[table] = max(most.get(table, 0), seen)


class Watch:
    """One match under watch: cheap laws at every decision, the others at a sample of them."""

    def __init__(self, case: Case, tally: Tally) -> None:
        self.case, self.tally = case, tally
        self.rng = Random(f"watch {case}")
        self.table = f"{case.game.NAME} {case.seats}"
        self.moves: list[Any] = []

    def run(self) -> None:
        """Play the match and check it; replay one in a hundred from its seed and moves."""
        steps: list[Step] = []
        replayed = self.case.number % 100 == 0
        for step in laws.walk(self.case):
            if not steps:
                self.at_first = self.case.game.pieces(step.state)
            try:
                self.look(step, steps[-1] if steps else None)
            except AssertionError as broken:
                raise AssertionError(
                    f"{self.case}, after {len(self.moves)} moves: {broken}"
                ) from broken
            steps = [*steps, step] if replayed else [step]
        self.tally.matches[self.table] += 1
        self.tally.checks["match replayed"] += replayed
        if replayed:
            self.replay(steps)

    def replay(self, steps: list[Step]) -> None:
        case = self.case
        state = case.game.setup(case.options, case.seats, case.seed)
        for step in steps:
            if state != step.state:
                raise AssertionError(f"{case} replays differently")
            if step.seat is not None:
                state = case.game.play(state, step.seat, step.move)

    def look(self, step: Step, before: Step | None) -> None:
        game, state, seats = self.case.game, step.state, self.case.seats
        laws.whoever_is_to_move_has_a_move(game, state, seats)
        laws.the_outcome_comes_with_the_end(game, state, seats)
        laws.a_timeout_move_is_legal(game, state)
        self.tally.checks["cheap laws"] += 1
        if step.seat is not None:
            raise_to(self.tally.choices, self.table, len(game.legal_moves(state, step.seat)))
            self.tally.decisions[self.table] += 1
            self.moves.append(step.move)
        if game.NAME == "odin":
            self.look_at_odin(state, before)
        luck = self.rng.random() if step.seat is not None else 0.5 / SELDOM
        if luck < 1 / OFTEN:
            self.look_closer(state)
        if luck < 1 / SELDOM:
            self.look_through(state)
        if luck < 1 / RARELY:
            laws.a_view_holds_no_seed(game, state, seats, self.case.seed)
            self.tally.checks["views sent and searched for the seed"] += 1

    def look_closer(self, state: Any) -> None:
        game = self.case.game
        laws.everything_is_somewhere_once(game, state, self.at_first)
        laws.secrets_are_kept(game, state, self.case.seats, self.rng)
        laws.the_list_of_moves_is_one(game, state)
        laws.notation_round_trips(game, state)
        self.tally.checks["secrecy, list of moves, notation"] += 1
        if game.NAME == "odin":
            bounds.the_oracle_agrees(state)
            self.tally.checks["oracle of Odin"] += 1

    def look_through(self, state: Any) -> None:
        game, seats = self.case.game, self.case.seats
        laws.a_view_shows_the_public_facts(game, state, seats)
        laws.a_sampled_state_can_be_played_on(game, state, seats, self.rng)
        others = self.rng.sample(self.moves, min(12, len(self.moves)))
        laws.other_moves_are_refused(game, state, seats, others)
        laws.bots_think_of_legal_moves(game, state, self.rng)
        self.tally.checks["sampled play, refusals, bots"] += 1

    def look_at_odin(self, state: State, before: Step | None) -> None:
        """Hold a hand to its bounds; when it is over it is known how long it was."""
        bounds.every_card_is_in_one_place(state)
        if before is not None and len(state.results) > len(before.state.results):
            bounds.the_hand_is_over(state)
            raise_to(self.tally.turns, self.table, len(state.results[-1].history))
            raise_to(self.tally.rounds, self.table, before.state.round_no)
            self.tally.hands[self.table] += 1
        elif before is not None:
            bounds.the_hand_goes_on(before.state, before.move, state)


def case_of(number: int, games: Iterable[AnyGame]) -> Case:
    """Give match number n: a game, a number of players, and a draw of its options."""
    tables = [(game, seats) for game in games for seats in game.SEATS]
    game, seats = tables[number % len(tables)]
    rng = Random(f"options {number}")
    while True:
        words = tuple(drawn_words(game, seats, rng))
        try:
            game.read_options(dict(words), seats)
        except BadOption:
            continue
        return Case(game, seats, words, number)


def drawn_words(game: AnyGame, seats: int, rng: Random) -> Iterator[tuple[str, str]]:
    """Leave each option out, or give it one of its values; Odin takes more than its form lists."""
    for choice in game.CHOICES:
        values = list(choice.values)
        if (game.NAME, choice.name) == ("odin", "target"):
            values.append(str(round(100 ** rng.random())))
        if (game.NAME, choice.name) == ("odin", "removed-colours"):
            values.append("".join(rng.sample("ROYGBP", 2)))
        if seats in choice.seats and rng.random() < 0.7:
            yield choice.name, values[rng.randrange(len(values))]


def watch_some(games: tuple[str, ...], numbers: tuple[int, int]) -> Tally:
    """Watch the matches of some games from one number up to another, in a worker."""
    tally = Tally()
    for number in range(*numbers):
        Watch(case_of(number, [GAMES[name] for name in games]), tally).run()
    return tally


def leave_the_keyboard_alone() -> None:
    """Let Ctrl-C stop the one process that reports, and not its workers under it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def watch_all(games: tuple[str, ...], matches: int, jobs: int, total: Tally) -> None:
    """Share the matches among the cores and count them up as they come back."""
    chunks = [(first, min(first + CHUNK, matches)) for first in range(0, matches, CHUNK)]
    columns = (*Progress.get_default_columns()[:-1], TimeRemainingColumn())
    terminal = Console(stderr=True)
    with (
        get_context("spawn").Pool(jobs, leave_the_keyboard_alone) as pool,
        Progress(*columns, console=terminal, disable=not terminal.is_terminal) as progress,
    ):
        bar = progress.add_task("matches", total=matches)
        for tally in pool.imap_unordered(partial(watch_some, games), chunks):
            total.add(tally)
            progress.update(bar, completed=total.matches.total())


def report(total: Tally, seconds: float) -> None:
    """Print what was played, the longest hands against their bounds, and what was checked."""
    table = Table("game", *COLUMNS)
    for column in table.columns[1:]:
        column.justify = "right"
    for name in sorted(total.matches):
        seats = int(name.split()[1])
        hands, turns, rounds = total.hands[name], total.turns.get(name), total.rounds.get(name)
        limits = (bounds.MOST_TURNS[seats], bounds.most_rounds(seats)) if turns else (None, None)
        counts = (total.matches[name], hands, total.decisions[name], turns, limits[0], rounds)
        cells = (*counts, limits[1], total.choices[name])
        table.add_row(name, *("-" if cell is None else f"{cell:,}" for cell in cells))
    console = Console(width=100)
    console.print("Most turns and rounds of one hand, and most legal moves at once:", table)
    console.print(
        f"{total.matches.total():,} matches, {total.hands.total():,} hands, "
        f"{total.decisions.total():,} decisions in {seconds:,.0f} s. Every law held:"
    )
    for law, count in total.checks.most_common():
        console.print(f"  {law}: {count:,} times")


def main() -> None:
    """Read the command line, play, and report, even when stopped half way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    total, start = Tally(), perf_counter()
    try:
        watch_all(tuple(asked.game or GAMES), asked.matches, asked.jobs, total)
    except KeyboardInterrupt:
        print("Stopped; this is what was played so far.", file=sys.stderr)
    report(total, perf_counter() - start)


if __name__ == "__main__":
    main()
