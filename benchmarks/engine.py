"""Random play on one core: our games beside OpenSpiel and RLCard, in one run.

    python benchmarks/engine.py [--seconds 1] [--repeats 5] [--table cards|tricks|boards]

There is a table for each game: Odin beside other card games; Herrlof beside OpenSpiel's oh hell, in
which tricks are predicted too; Walhalla beside board games with dice, backgammon for two and Mensch
ärgere Dich nicht ("maedn") for four. Seconds are those of the processor, and the contestants take
turns within every repeat, so that a busy machine is busy for all of them; the tables show medians
and their ratios. A decision is a choice among legal moves by a player; on Herrlof's search path
heuristics make it, not chance. OpenSpiel is driven as its own example does it and, beside that, as
lean as Python allows; its steps at chance nodes (cards dealt and drawn, dice) are counted as
decisions too, which favours it.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.games import liars_poker  # noqa: F401 - importing it registers the game
from rlcard import make
from rlcard.agents import RandomAgent
from rlcard.games.doudizhu import Game as DouDizhu
from rlcard.games.gin_rummy import Game as GinRummy
from rlcard.games.uno import Game as Uno

from odin_engine import herrlof, odin, walhalla
from odin_engine.chance import Seed, shuffled
from odin_engine.game import AnyGame
from odin_engine.odin.cards import DECK, each_bit
from odin_engine.odin.playout import random_hand
from odin_engine.walhalla.position import OVER
from odin_engine.walhalla.setup import starting_position
from odin_engine.walhalla.turns import apply

CHANCE = random.Random(1)
Contest = Callable[[], Iterator[int]]


def public(game: AnyGame, seats: int, **words: str) -> Contest:
    """Play whole matches through setup, to_move, legal_moves and play."""

    def matches() -> Iterator[int]:
        options = game.read_options({name.replace("_", "-"): words[name] for name in words}, seats)
        for number in range(1 << 30):
            state = game.setup(options, seats, Seed(number.to_bytes(16)))
            decisions = 0
            while to_move := game.to_move(state):
                moves = game.legal_moves(state, to_move[0])
                move = moves[int(CHANCE.random() * len(moves))]
                state = game.play(state, to_move[0], move)
                decisions += 1
            yield decisions

    return matches


def herrlof_search(seats: int) -> Contest:
    """Play whole rounds on the path that the bots' search uses, each from sampled hands."""

    def rounds() -> Iterator[int]:
        state = herrlof.setup(herrlof.read_options({}, seats), seats, Seed(bytes(16)))
        view = herrlof.view(state, herrlof.to_move(state)[0])
        for world in herrlof.worlds(view, CHANCE):
            world.state.finish(CHANCE)
            yield seats * view.hand_size

    return rounds


def walhalla_search(seats: int) -> Contest:
    """Play whole matches on the path that the bots' search uses."""

    def matches() -> Iterator[int]:
        options = walhalla.read_options({}, seats)
        for number in range(1 << 30):
            position = starting_position(options, seats, Seed(number.to_bytes(16)))
            decisions = 0
            while position.stage != OVER:
                moves = position.moves()
                apply(position, moves[int(CHANCE.random() * len(moves))])
                decisions += 1
            yield decisions

    return matches


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

CARDS: dict[str, Contest] = {
    "Odin, search path, 2 players": odin_search(2),
    "Odin, public interface, 2 players": public(odin, 2, target="one-hand"),
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
OH_HELL = "OpenSpiel oh hell (C++), 3 players, as documented"
TRICKS: dict[str, Contest] = {
    "Herrlof, search path, 3 players": herrlof_search(3),
    "Herrlof, public interface, 3 players": public(herrlof, 3, max_rounds="1"),
    OH_HELL: open_spiel_as_documented("oh_hell(players=3,num_tricks_fixed=11)"),
}
BACKGAMMON = "OpenSpiel backgammon (C++), as documented"
MAEDN = "OpenSpiel maedn (C++), 4 players, as documented"
BOARDS: dict[str, Contest] = {
    "Walhalla, search path, 3 players": walhalla_search(3),
    "Walhalla, search path, 4 players": walhalla_search(4),
    "Walhalla, public interface, 3 players": public(walhalla, 3),
    "Walhalla, public interface, 4 players": public(walhalla, 4),
    BACKGAMMON: open_spiel_as_documented("backgammon"),
    "OpenSpiel backgammon (C++), lean": open_spiel_lean("backgammon"),
    MAEDN: open_spiel_as_documented("maedn(players=4)"),
}
TABLES: dict[str, tuple[dict[str, Contest], dict[str, str]]] = {
    "cards": (CARDS, {"crazy 8s": SPIEL, "UNO bare": UNO}),
    "tricks": (TRICKS, {"oh hell": OH_HELL}),
    "boards": (BOARDS, {"backgammon": BACKGAMMON, "maedn": MAEDN}),
}
"""By name: the contestants, and those that the ratios refer to."""
GROWTH = {
    seats: {
        "search path": odin_search(seats),
        "public interface": public(odin, seats, target="one-hand"),
    }
    for seats in range(2, 7)
}


def rate(contest: Iterator[int], seconds: float) -> tuple[float, float]:
    """Measure decisions and whole hands or matches a second of CPU time."""
    decisions = matches = 0
    begun = process_time()
    while (taken := process_time() - begun) < seconds:
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


def print_table(name: str, seconds: float, repeats: int) -> None:
    """Measure the contestants of a table and print their rates and ratios."""
    contests, references = TABLES[name]
    found = medians(contests, seconds, repeats)
    print(f"{name:50}{'decisions/s':>12}{'matches/s':>11}", end="")
    print("".join(f"{'× ' + short:>14}" for short in references))
    for contest, (decisions, matches) in found.items():
        ratios = "".join(f"{decisions / found[other][0]:>14.2f}" for other in references.values())
        print(f"{contest:50}{decisions:>12,.0f}{matches:>11,.0f}{ratios}")
    print()


def print_growth(seconds: float) -> None:
    """Print how Odin's cost grows with the players."""
    print(f"{'Odin by players':24}{'search: dec./s':>16}{'hands/s':>10}", end="")
    print(f"{'public: dec./s':>16}{'hands/s':>10}")
    for seats, contests in GROWTH.items():
        grown = medians(contests, seconds / 2, 3)
        search, public = grown["search path"], grown["public interface"]
        print(f"{seats:<24}{search[0]:>16,.0f}{search[1]:>10,.0f}", end="")
        print(f"{public[0]:>16,.0f}{public[1]:>10,.0f}")


def main() -> None:
    """Print the tables of ratios, then how Odin's cost grows with the players."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each turn of each (1)")
    parser.add_argument("--repeats", type=int, default=5, help="turns of each, at least 3 (5)")
    parser.add_argument("--table", choices=TABLES, help="only this table (all)")
    words = parser.parse_args()
    for name in [words.table] if words.table else TABLES:
        print_table(name, words.seconds, max(words.repeats, 3))
    if words.table in (None, "cards"):
        print_growth(words.seconds)


if __name__ == "__main__":
    main()
