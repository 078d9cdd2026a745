"""Random play on one core: Odin beside OpenSpiel and RLCard, in one run.

    python benchmarks/engine.py [--seconds 1] [--repeats 5]

The contestants take turns within every repeat, so that a noisy machine is noisy for all of them;
the table shows medians and their ratios. A decision is a choice among legal moves by a player.
OpenSpiel is driven as its own example does it and, beside that, as lean as Python allows; its
steps at chance nodes (cards dealt and drawn) are counted as decisions too, which favours it.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.games import liars_poker  # noqa: F401 - importing it registers the game
from rlcard import make
from rlcard.agents import RandomAgent
from rlcard.games.doudizhu import Game as DouDizhu
from rlcard.games.gin_rummy import Game as GinRummy
from rlcard.games.uno import Game as Uno

from odin_engine import odin
from odin_engine.chance import Seed, shuffled
from odin_engine.odin.cards import DECK, each_bit
from odin_engine.odin.playout import random_hand

CHANCE = random.Random(1)
Contest = Callable[[], Iterator[int]]


def odin_public(seats: int) -> Contest:
    """Play whole hands through setup, to_move, legal_moves and play."""

    def hands() -> Iterator[int]:
        options = odin.read_options({"target": "one-hand"}, seats)
        for number in range(1 << 30):
            state = odin.setup(options, seats, Seed(number.to_bytes(16)))
            decisions = 0
            while to_move := odin.to_move(state):
                moves = odin.legal_moves(state, to_move[0])
                move = moves[int(CHANCE.random() * len(moves))]
                state = odin.play(state, to_move[0], move)
                decisions += 1
            yield decisions

    return hands


def odin_search(seats: int) -> Contest:
    """Play whole hands on the path that the bots' search uses."""

    def hands() -> Iterator[int]:
        cards = each_bit(DECK)
        for number in range(1 << 30):
            dealt = shuffled(cards, Seed(number.to_bytes(16)), "hand")
            deal = [sum(dealt[9 * seat : 9 * seat + 9]) for seat in range(seats)]
            yield random_hand(deal, 0, CHANCE)[0]

    return hands


def open_spiel_as_documented(name: str) -> Contest:
    """Drive a game of OpenSpiel the way its example program does."""

    def matches() -> Iterator[int]:
        game = pyspiel.load_game(name)
        while True:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    action = np.random.choice(actions, p=chances)
                else:
                    legal = state.legal_actions(state.current_player())
                    action = CHANCE.choice(legal)
                state.apply_action(action)
                steps += 1
            yield steps

    return matches


def open_spiel_lean(name: str) -> Contest:
    """Drive a game of OpenSpiel with as little Python as possible."""

    def matches() -> Iterator[int]:
        game = pyspiel.load_game(name)
        while True:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(CHANCE.random() * len(legal))])
                steps += 1
            yield steps

    return matches


def rlcard_bare(build: Callable[[], Any], legal: Callable[[Any, Any], Any]) -> Contest:
    """Play a game of RLCard without its environment."""

    def matches() -> Iterator[int]:
        game = build()
        while True:
            state, _ = game.init_game()
            decisions = 0
            while not game.is_over():
                actions = legal(game, state)
                state, _ = game.step(actions[int(CHANCE.random() * len(actions))])
                decisions += 1
            yield decisions

    return matches


def rlcard_environment(name: str) -> Contest:
    """Play a game of RLCard through its environment, with its own random agents."""

    def matches() -> Iterator[int]:
        environment = make(name)
        agents = [RandomAgent(environment.num_actions) for _ in range(environment.num_players)]
        environment.set_agents(agents)
        while True:
            trajectories, _ = environment.run(is_training=False)
            yield sum(len(trajectory) // 2 for trajectory in trajectories)

    return matches


def _doudizhu() -> Any:
    game = DouDizhu()
    game.allow_step_back = False
    return game


SPIEL = "OpenSpiel crazy eights (C++), as documented"
UNO = "RLCard UNO, bare"

CONTESTS: dict[str, Contest] = {
    "Odin, search path, 2 players": odin_search(2),
    "Odin, public interface, 2 players": odin_public(2),
    SPIEL: open_spiel_as_documented("crazy_eights"),
    "OpenSpiel crazy eights (C++), lean": open_spiel_lean("crazy_eights"),
    "OpenSpiel gin rummy (C++), as documented": open_spiel_as_documented("gin_rummy"),
    "OpenSpiel liar's poker (Python), as documented": open_spiel_as_documented(
        "python_liars_poker"
    ),
    UNO: rlcard_bare(Uno, lambda game, _: game.get_legal_actions()),
    "RLCard UNO, environment": rlcard_environment("uno"),
    "RLCard DouDizhu, bare": rlcard_bare(_doudizhu, lambda _, state: state["actions"]),
    "RLCard DouDizhu, environment": rlcard_environment("doudizhu"),
    "RLCard gin rummy, bare": rlcard_bare(GinRummy, lambda game, _: game.judge.get_legal_actions()),
    "RLCard gin rummy, environment": rlcard_environment("gin-rummy"),
}
GROWTH = {
    seats: {"search path": odin_search(seats), "public interface": odin_public(seats)}
    for seats in range(2, 7)
}


def rate(contest: Iterator[int], seconds: float) -> tuple[float, float]:
    """Measure decisions and whole hands or matches a second."""
    decisions = matches = 0
    begun = perf_counter()
    while (taken := perf_counter() - begun) < seconds:
        decisions += next(contest)
        matches += 1
    return decisions / taken, matches / taken


def medians(contests: dict[str, Contest], seconds: float, repeats: int) -> dict[str, list[float]]:
    """Let all contestants take turns, after one repeat to warm up that does not count."""
    running = {name: contest() for name, contest in contests.items()}
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in contests}
    for repeat in range(repeats + 1):
        for name, contest in running.items():
            measured = rate(contest, seconds)
            if repeat:
                rates[name].append(measured)
    return {
        name: [median(column) for column in zip(*rows, strict=True)] for name, rows in rates.items()
    }


def main() -> None:
    """Print the table of ratios, then how Odin's cost grows with the players."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each turn of each (1)")
    parser.add_argument("--repeats", type=int, default=5, help="turns of each, at least 3 (5)")
    words = parser.parse_args()
    found = medians(CONTESTS, words.seconds, max(words.repeats, 3))
    print(f"{'':47}{'decisions/s':>12}{'matches/s':>11}{'× crazy 8s':>12}{'× UNO bare':>12}")
    for name, (decisions, matches) in found.items():
        ratios = f"{decisions / found[SPIEL][0]:>12.2f}{decisions / found[UNO][0]:>12.2f}"
        print(f"{name:47}{decisions:>12,.0f}{matches:>11,.0f}{ratios}")
    print()
    print(f"{'Odin by players':24}{'search: dec./s':>16}{'hands/s':>10}", end="")
    print(f"{'public: dec./s':>16}{'hands/s':>10}")
    for seats, contests in GROWTH.items():
        grown = medians(contests, words.seconds / 2, 3)
        search, public = grown["search path"], grown["public interface"]
        print(f"{seats:<24}{search[0]:>16,.0f}{search[1]:>10,.0f}", end="")
        print(f"{public[0]:>16,.0f}{public[1]:>10,.0f}")


if __name__ == "__main__":
    main()
