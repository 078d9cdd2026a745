"""The ranking of a tournament.

Swiss: a table's winner gets a point, its last nothing, and who is between them the share of the
others that they have beaten; equal places share. A bye is worth a point, a round somebody was
excused from and a table that was closed half a point. Equal points are ranked by the points of the
opponents (round by round their mean at the table; in a round without a table one's own), then by
tables won, then by seed.

Knock-out: by the round that somebody reached, then by the place at the last table, then by seed.
"""

from dataclasses import dataclass

from odin_server.tournaments.pairing import going_on
from odin_server.tournaments.state import Entrant, Round, RoundTable, Tournament

POINT = 120
"""Points are counted in parts of a point, of which every share is a whole number."""
_MEANS = 60
"""Means over up to six others are whole numbers of such parts."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the ranking."""

    rank: int
    """From 1; those who are equal in everything but the seed share a rank."""
    entrant: Entrant
    points: float
    opponents: float
    """The points of the opponents, which decides between equal points."""
    wins: int
    """Tables won alone or together."""
    out: bool
    """Whether they do not play on: they have left, or are beaten in a knock-out."""


def share(table: RoundTable, player: str) -> int:
    """Return what somebody gets for a table, in parts of a point."""
    if not table.places:
        return POINT // 2
    own = table.place_of(player)
    beaten = sum(place > own for place in table.places)
    equal = table.places.count(own) - 1
    return POINT * (2 * beaten + equal) // (2 * (len(table.places) - 1))


def survivors(tournament: Tournament, fewest: int) -> tuple[str, ...]:
    """Return who plays on in a knock-out after its rounds that are over, in the order of seeds."""
    alive = {each.player for each in tournament.entrants}
    for each in tournament.rounds:
        if each.is_over:
            alive = {*each.byes, *_through(tournament, each, fewest)}
    return tuple(each.player for each in tournament.playing if each.player in alive)


def _through(tournament: Tournament, each: Round, fewest: int) -> set[str]:
    """Return who went on from the tables of a round; of equal places, the better seeds."""
    seeds = [entrant.player for entrant in tournament.entrants]
    most = going_on([len(table.players) for table in each.tables], len(each.byes), fewest)
    through: set[str] = set()
    for table, count in zip(each.tables, most, strict=True):
        order = sorted(table.players, key=lambda p: (table.place_of(p), seeds.index(p)))
        through.update(order[:count])
    return through


def standings(tournament: Tournament, fewest: int) -> tuple[Standing, ...]:
    """Return everybody, the best first."""
    if tournament.is_swiss:
        return _swiss(tournament)
    return _knock_out(tournament, fewest)


def swiss_ranking(tournament: Tournament) -> list[str]:
    """Return those who play on in a Swiss tournament, the best first."""
    return [row.entrant.player for row in _swiss(tournament) if not row.out]


def _swiss(tournament: Tournament) -> tuple[Standing, ...]:
    points = {each.player: _points(tournament, each.player) for each in tournament.entrants}
    opponents = {
        each.player: _opponents(tournament, each.player, points) for each in tournament.entrants
    }
    keys = {
        each.player: (points[each.player], opponents[each.player], wins(tournament, each.player))
        for each in tournament.entrants
    }
    return _ranked(tournament, keys, {each.player: each.withdrawn for each in tournament.entrants})


def _points(tournament: Tournament, player: str) -> int:
    got = 0
    for each in tournament.rounds:
        table = each.table_of(player)
        if table is not None and table.places is not None:
            got += share(table, player)
        elif player in each.byes:
            got += POINT
        elif player in each.excused:
            got += POINT // 2
    return got


def _opponents(tournament: Tournament, player: str, points: dict[str, int]) -> int:
    total = 0
    for each in tournament.rounds:
        table = each.table_of(player)
        if table is None:
            total += _MEANS * points[player] * (player in (*each.byes, *each.excused))
        else:
            others = [points[other] for other in table.players if other != player]
            total += _MEANS * sum(others) // len(others)
    return total


def wins(tournament: Tournament, player: str) -> int:
    """Return how many tables somebody has won, alone or together."""
    return sum(
        bool(table.places) and player in table.players and table.place_of(player) == 1
        for table in tournament.tables()
    )


def _knock_out(tournament: Tournament, fewest: int) -> tuple[Standing, ...]:
    alive = set(survivors(tournament, fewest))
    if tournament.rounds and not tournament.rounds[-1].is_over:
        # Whoever has lost at a table that is over need not wait for the others.
        alive -= _beaten(tournament, fewest)
    keys = {}
    for each in tournament.entrants:
        reached, place = 0, 0
        for number, one in enumerate(tournament.rounds, 1):
            table = one.table_of(each.player)
            if table is not None or each.player in one.byes:
                reached = number
                place = -table.place_of(each.player) if table is not None else 0
        keys[each.player] = (reached + (each.player in alive), place, 0)
    out = {each.player: each.player not in alive for each in tournament.entrants}
    return _ranked(tournament, keys, out)


def _beaten(tournament: Tournament, fewest: int) -> set[str]:
    last = tournament.rounds[-1]
    through = _through(tournament, last, fewest)
    return {
        player
        for table in last.tables
        if table.places is not None
        for player in table.players
        if player not in through
    }


def _ranked(
    tournament: Tournament, keys: dict[str, tuple[int, int, int]], out: dict[str, bool]
) -> tuple[Standing, ...]:
    """Rank by the keys, the greatest first; the order of seeds decides between equal ones."""
    order = sorted(tournament.entrants, key=lambda each: keys[each.player], reverse=True)
    places = [keys[each.player] for each in order]
    swiss = tournament.is_swiss
    return tuple(
        Standing(
            places.index(keys[each.player]) + 1,
            each,
            keys[each.player][0] / POINT if swiss else 0,
            keys[each.player][1] / (_MEANS * POINT) if swiss else 0,
            wins(tournament, each.player),
            out[each.player],
        )
        for each in order
    )
