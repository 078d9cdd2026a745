"""Matches that bots have played, as records."""

from random import Random

from odin_engine.bots import choose
from odin_engine.chance import seed_from
from odin_engine.game import AnyGame
from odin_engine.record import Record

NAMES = ("Astrid", "Bo", "Cnut", "Dagny", "Egil", "Freya")


def played(
    game: AnyGame, seats: int, levels: str = "karl", seed: str = "x", **words: str
) -> Record:
    """Let bots of these levels, separated by blanks and repeated, play a match to its end."""
    options = game.read_options(words, seats)
    state, rng, moves = game.setup(options, seats, seed_from(seed)), Random(seed), []
    ranks = (levels.split() * seats)[:seats]
    while waiting := game.to_move(state):
        seat = waiting[0]
        move = choose(game, ranks[seat], game.view(state, seat), rng)
        moves.append((seat, game.format_move(move)))
        state = game.play(state, seat, move)
    return Record(
        game.NAME,
        game.RULES_VERSION,
        NAMES[:seats],
        game.write_options(options),
        seed_from(seed),
        tuple(moves),
    )
