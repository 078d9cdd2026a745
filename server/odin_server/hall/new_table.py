"""Checks a new table, and the first facts of its log."""

from collections.abc import Mapping
from math import isfinite

from odin_engine import bots
from odin_engine.chance import commitment, seed_from
from odin_engine.game import AnyGame
from odin_server.hall.bot_names import bot_name
from odin_server.hall.facts import Opened, Seated, TableFact
from odin_server.hall.refusals import BadTable, NeedsAccount, NoSuchBot, NoSuchGame
from odin_server.hall.views import NewTable, Player, TimeControl, is_guest

LONGEST = 86_400.0
DAYS = (1, 2, 3, 7)
"""The days that a move may have by correspondence."""


def check(player: Player, wanted: NewTable, games: Mapping[str, AnyGame]) -> AnyGame:
    """Return the game to be played.

    Raises `NoSuchGame`, `NoSuchBot`, `BadTable`, `BadOption` or `NeedsAccount`.
    """
    game = games.get(wanted.game)
    if game is None:
        raise NoSuchGame(game=wanted.game[:20], games=list(games))
    if wanted.seats not in game.SEATS:
        raise BadTable(
            "wrong-number-of-players",
            game=game.NAME,
            players=wanted.seats,
            fewest=game.SEATS[0],
            most=game.SEATS[-1],
        )
    game.read_options(wanted.options, wanted.seats)
    for level in wanted.bots:
        if level not in bots.LEVELS:
            raise NoSuchBot(level=level[:20], levels=list(bots.LEVELS))
    if len(wanted.bots) + wanted.host_sits > wanted.seats:
        raise BadTable("too-many-bots", bots=len(wanted.bots), seats=wanted.seats)
    if wanted.clock is not None:
        _check_clock(wanted.clock)
        if wanted.clock.correspondence and is_guest(player.id):
            raise NeedsAccount("correspondence-needs-account")
    return game


def _check_clock(clock: TimeControl) -> None:
    move, bank = clock.move, clock.bank
    if clock.correspondence:
        if clock not in map(TimeControl.of_days, DAYS):
            raise BadTable("bad-days", days=list(DAYS))
    elif not (isfinite(move) and isfinite(bank) and 1 <= move <= LONGEST and 0 <= bank <= LONGEST):
        raise BadTable("bad-clock", move=move, bank=bank)


def opened_fact(
    at: float, host: Player, wanted: NewTable, game: AnyGame, code: str, seed: str
) -> Opened:
    """Return the fact with which a table begins; `seed` is used unless one is wanted."""
    chance = seed_from(seed if wanted.seed is None else wanted.seed)
    by_correspondence = wanted.clock is not None and wanted.clock.correspondence
    return Opened(
        at=at,
        code=code,
        game=game.NAME,
        rules=game.RULES_VERSION,
        options=dict(wanted.options),
        seats=wanted.seats,
        seed=chance.hex(),
        given=wanted.seed is not None and not wanted.daily,
        host=host.id,
        host_name=host.name,
        public=wanted.public,
        spectators=wanted.spectators,
        spectators_talk=wanted.spectators_talk,
        hints=wanted.hints,
        # Nobody may be there to start a match by correspondence.
        start_when_full=wanted.start_when_full or by_correspondence,
        move=None if wanted.clock is None else wanted.clock.move,
        bank=0.0 if wanted.clock is None else wanted.clock.bank,
        commitment=commitment(chance),
        daily=wanted.daily,
        correspondence=by_correspondence,
        tournament=wanted.tournament,
    )


def opening_facts(
    at: float, player: Player, wanted: NewTable, game: AnyGame, code: str, seed: str
) -> list[TableFact]:
    """Return the facts a new table begins with: its opening, its host, its bots."""
    opened = opened_fact(at, player, wanted, game, code, seed)
    chance = seed_from(opened.seed)
    facts: list[TableFact] = [opened]
    if wanted.host_sits:
        facts.append(Seated(at, 0, player.name, player.id))
    names = [player.name] if wanted.host_sits else []
    for level in wanted.bots:
        names.append(bot_name(chance, names))
        facts.append(Seated(at, len(names) - 1, names[-1], bot=level))
    return facts
