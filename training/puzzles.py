"""Find the puzzles that come with odin, in matches of bots.

    python training/puzzles.py GAME [MINUTES]

writes server/odin_server/puzzle_pack/GAME.jsonl: as many of each difficulty as there are found in
that time, up to MOST. Bots play, a long search judges every choice, and a position is taken if one
move is clearly best. The matches follow from fixed seeds; the time decides how many are looked at.
"""

import json
import sys
import time
from pathlib import Path
from random import Random

from odin_engine.analysis import Verdict, judge_moves
from odin_engine.bots import choose
from odin_engine.chance import seed_from
from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_engine.match_report import deal_numbers
from odin_engine.puzzles import Puzzle, puzzle_of
from odin_engine.record import Record, replay

MOST = 10
"""How many puzzles of each difficulty are kept."""
LEAST_LEAD = 0.08
DEALS = 1
"""Only the first deals are looked at: what came before is short to tell."""
OPTIONS = {"odin": {"target": "one-hand"}, "herrlof": {"max-rounds": "1"}}
NAMES = ("Astrid", "Bo", "Cnut", "Dagny", "Egil", "Freya")
FOLDER = Path(__file__).parent.parent / "server" / "odin_server" / "puzzle_pack"


def played(game: AnyGame, number: int) -> Record:
    """Let Karls and Jarls play the first deal of a match."""
    seats = game.SEATS[number % len(game.SEATS)]
    seed = seed_from(f"puzzles {game.NAME} {number}")
    options = game.read_options(OPTIONS.get(game.NAME, {}), seats)
    state, rng, moves = game.setup(options, seats, seed), Random(number), []
    while (waiting := game.to_move(state)) and game.deal(state).number <= DEALS:
        level = ("karl", "jarl")[rng.randrange(2)]
        move = choose(game, level, game.view(state, waiting[0]), rng)
        moves.append((waiting[0], game.format_move(move)))
        state = game.play(state, waiting[0], move)
    words = game.write_options(options)
    return Record(game.NAME, game.RULES_VERSION, NAMES[:seats], words, seed, tuple(moves))


def puzzles_in(game: AnyGame, record: Record) -> list[Puzzle]:
    """Return the clearest puzzle of each seat in a match."""
    states = list(replay(record, GAMES))
    deals = deal_numbers(states, game)
    numbers = [
        number
        for number, (seat, _) in enumerate(record.moves)
        if deals[number] <= DEALS and len(game.view(states[number], seat).moves) > 2
    ]
    best: dict[int, Verdict] = {}
    for verdict in judge_moves(record, game, numbers):
        seat = record.moves[verdict.number][0]
        known = best.get(seat)
        good = verdict.difficulty and verdict.lead >= LEAST_LEAD
        if good and (known is None or verdict.difficulty > known.difficulty):
            best[seat] = verdict
    return [puzzle_of(record, verdict) for verdict in best.values()]


def main(name: str, minutes: float) -> None:
    """Look for puzzles until the time is over or there are enough."""
    game, end = GAMES[name], time.monotonic() + 60 * minutes
    found: dict[int, list[Puzzle]] = {difficulty: [] for difficulty in range(1, 5)}
    number = 0
    while time.monotonic() < end and any(len(each) < MOST for each in found.values()):
        for puzzle in puzzles_in(game, played(game, number)):
            if len(found[puzzle.difficulty]) < MOST:
                found[puzzle.difficulty].append(puzzle)
        number += 1
        print(number, {key: len(each) for key, each in found.items()}, flush=True)
        FOLDER.mkdir(exist_ok=True)
        lines = [
            json.dumps(puzzle.data(), ensure_ascii=False, separators=(",", ":"))
            for each in found.values()
            for puzzle in each
        ]
        (FOLDER / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10.0)
