"""Matches that are over, for the tests of what is shown of them."""

from random import Random

from odin_engine import odin as game
from odin_engine.bots import choose
from odin_engine.chance import seed_from
from odin_engine.games import GAMES
from odin_engine.record import Record
from odin_server.hall import FinishedMatch
from tests.tui.screens import ME


def played(seats: int = 3, target: str = "10", seed: str = "replay") -> Record:
    """Let bots play a match and write it down."""
    options = game.read_options({"target": target}, seats)
    state = game.setup(options, seats, seed_from(seed))
    rng, moves = Random(seed), []
    while (turn := state.turn) is not None:
        move = choose(GAMES["odin"], "karl", game.view(state, turn), rng)
        moves.append((turn, game.format_move(move)))
        state = game.play(state, turn, move)
    names = ("Astrid", "Bo", "Cnut", "Dagny", "Egil", "Freya")[:seats]
    return Record(
        game="odin",
        rules=game.RULES_VERSION,
        names=names,
        options=game.write_options(options),
        seed=seed_from(seed),
        moves=tuple(moves),
    )


def match(
    number: int,
    others: tuple[str, ...] = ("bot:karl",),
    points: tuple[int, ...] = (3, 15),
    highest: int = 98,
) -> FinishedMatch:
    players = (ME.id, *others)
    places = tuple(1 + sum(other < own for other in points) for own in points)
    names = tuple(player.removeprefix("bot:").title() for player in players)
    feats = (highest, *(9 for _ in others))
    return FinishedMatch(
        id=f"m{number}",
        at=1e6 - number,
        game="odin",
        names=names,
        players=players,
        places=places,
        points=points,
        feats=feats,
        rated=True,
        public=False,
    )


FINISHED = (
    match(1),
    match(2, points=(15, 2)),
    match(3, points=(4, 4), highest=9876),
    match(4, ("bot:thrall", "bot:jarl"), (2, 15, 9)),
    match(5, ("bo",), (7, 15)),
)
