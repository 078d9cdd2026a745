"""Who sits with whom: pure functions for Swiss tournaments and knock-outs at tables of any size.

Players are given by their ids. Nothing here is left to chance, so every host gets the same tables.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

Table: TypeAlias = tuple[str, ...]
Met: TypeAlias = Mapping[frozenset[str], int]
"""How often two players have sat at one table."""

MOST_TRIES = 3000
"""Seats that are tried for each number of repeated meetings, so that a round is paired at once."""
REPEATS = (0, 1, 2, 3, 4, 6, 9, 13, 18)
"""The numbers of repeated meetings that are tried, before any number is accepted."""


class Pairing(NamedTuple):
    """One round."""

    tables: tuple[Table, ...]
    byes: Table = ()
    """Those for whom there is no table."""


class Sizes(NamedTuple):
    """How many sit at each table, the largest first, and how many have a bye."""

    tables: tuple[int, ...]
    byes: int


def table_sizes(players: int, seats: int, fewest: int) -> Sizes:
    """Divide players into tables of `seats` and a little less, with as few byes as can be.

    No table has fewer than `fewest`; with fewer players than that, all have a bye.
    """
    for byes in range(players - fewest + 1):
        playing = players - byes
        tables = -(-playing // seats)
        small, larger = divmod(playing, tables)
        if small >= fewest:
            return Sizes((small + 1,) * larger + (small,) * (tables - larger), byes)
    return Sizes((), players)


# -- Swiss ------------------------------------------------------------------------------------


def swiss_first(seeds: Sequence[str], seats: int, fewest: int) -> Pairing:
    """Seat the first round of a Swiss tournament: every table has players of every strength."""
    sizes = table_sizes(len(seeds), seats, fewest)
    playing, byes = seeds[: len(seeds) - sizes.byes], seeds[len(seeds) - sizes.byes :]
    count = len(sizes.tables)
    return Pairing(tuple(tuple(playing[i::count]) for i in range(count)), tuple(byes))


def swiss_next(
    ranking: Sequence[str], met: Met, byes: Mapping[str, int], seats: int, fewest: int
) -> Pairing:
    """Seat a later round: neighbours in the ranking together, as far as they have not met.

    A bye goes to the lowest in the ranking among those who have had the fewest.
    """
    sizes = table_sizes(len(ranking), seats, fewest)
    rank = {player: place for place, player in enumerate(ranking)}
    resters = sorted(ranking, key=lambda player: (byes.get(player, 0), -rank[player]))
    out = set(resters[: sizes.byes])
    playing = tuple(player for player in ranking if player not in out)
    resting = tuple(player for player in ranking if player in out)
    for repeats in REPEATS:
        found = _Search(met, repeats).seat(playing, sizes.tables)
        if found is not None:
            return Pairing(found, resting)
    return Pairing(tuple(_least_met(playing, sizes.tables, met)), resting)


def meetings(tables: Iterable[Table]) -> Iterator[frozenset[str]]:
    """Yield each two who sit at one table."""
    for table in tables:
        for pair in combinations(table, 2):
            yield frozenset(pair)


class _Search:
    """Fills tables from the top of the ranking, and goes back where the rest would not fit."""

    def __init__(self, met: Met, repeats: int) -> None:
        self._met, self._repeats, self._tries = met, repeats, MOST_TRIES

    def seat(self, waiting: Table, sizes: tuple[int, ...]) -> tuple[Table, ...] | None:
        """Return the tables, or None if there are none with so few repeated meetings."""
        if not sizes:
            return ()
        return self._fill(waiting[:1], waiting[1:], 0, sizes, 0)

    def _fill(
        self, table: Table, waiting: Table, begin: int, sizes: tuple[int, ...], repeated: int
    ) -> tuple[Table, ...] | None:
        if len(table) == sizes[0]:
            rest = self._fill(waiting[:1], waiting[1:], 0, sizes[1:], repeated) if sizes[1:] else ()
            return None if rest is None else (table, *rest)
        for place in range(begin, len(waiting)):
            self._tries -= 1
            if self._tries < 0:
                return None
            player = waiting[place]
            again = repeated + _times_met(player, table, self._met)
            if again > self._repeats:
                continue
            others = waiting[:place] + waiting[place + 1 :]
            found = self._fill((*table, player), others, place, sizes, again)
            if found is not None:
                return found
        return None


def _times_met(player: str, table: Table, met: Met) -> int:
    return sum(met.get(frozenset((player, other)), 0) for other in table)


def _least_met(playing: Table, sizes: tuple[int, ...], met: Met) -> Iterator[Table]:
    waiting = list(playing)
    for size in sizes:
        table: Table = (waiting.pop(0),)
        while len(table) < size:
            best = min(waiting, key=lambda player: _times_met(player, table, met))
            waiting.remove(best)
            table = (*table, best)
        yield table


# -- knock-out --------------------------------------------------------------------------------


def bracket_order(size: int) -> tuple[int, ...]:
    """Return the seeds from 0 in the order of a bracket; `size` is a power of two.

    The first two seeds can meet in the last round only, the first four in the one before, …
    """
    order: tuple[int, ...] = (0,)
    while len(order) < size:
        last = 2 * len(order) - 1
        order = tuple(seed for pair in ((seed, last - seed) for seed in order) for seed in pair)
    return order


def bracket(seeds: Sequence[str], seats: int, fewest: int) -> tuple[Table, ...]:
    """Return the first round of a knock-out in the order of its bracket; who is alone has a bye.

    The best seeds have the byes. At tables of two there are as many as make the next round even.
    """
    if seats == 2:
        groups = _in_bracket_order([(seed,) for seed in seeds])
        pairs = zip(groups[::2], groups[1::2], strict=True)
        return tuple((*one, *other) for one, other in pairs) if len(seeds) > 1 else groups
    sizes = table_sizes(len(seeds), seats, fewest)
    byes, playing = seeds[: sizes.byes], seeds[sizes.byes :]
    tables: list[list[str]] = [[] for _ in sizes.tables]
    for begin in range(0, len(playing), len(tables) or 1):
        # There and back again, so that no table has the better of every group of seeds.
        there = begin // len(tables) % 2 == 0
        row = playing[begin : begin + len(tables)]
        places = range(len(tables)) if there else range(len(tables) - 1, -1, -1)
        for place, seed in zip(places, row, strict=False):
            tables[place].append(seed)
    return tuple(
        group
        for group in _in_bracket_order([*((seed,) for seed in byes), *map(tuple, tables)])
        if group
    )


def _in_bracket_order(groups: Sequence[Table]) -> tuple[Table, ...]:
    """Order groups, the strongest first, by a bracket; places that nobody has are empty."""
    size = 1 << max(len(groups) - 1, 0).bit_length()
    return tuple(groups[place] if place < len(groups) else () for place in bracket_order(size))


def knock_out_first(seeds: Sequence[str], seats: int, fewest: int) -> Pairing:
    """Seat the first round of a knock-out."""
    groups = bracket(seeds, seats, fewest)
    return Pairing(
        tuple(group for group in groups if len(group) > 1),
        tuple(player for group in groups if len(group) == 1 for player in group),
    )


def knock_out_next(
    survivors: Collection[str],
    seeds: Sequence[str],
    byes: Mapping[str, int],
    seats: int,
    fewest: int,
) -> Pairing:
    """Seat a later round: neighbours in the bracket together.

    A bye goes to the best seed among those who have had the fewest.
    """
    sizes = table_sizes(len(survivors), seats, fewest)
    best_first = sorted(
        (seed for seed in seeds if seed in survivors), key=lambda player: byes.get(player, 0)
    )
    resting = tuple(best_first[: sizes.byes])
    places = [player for group in bracket(seeds, seats, fewest) for player in group]
    playing = [player for player in places if player in survivors and player not in resting]
    tables, begin = [], 0
    for size in sizes.tables:
        tables.append(tuple(playing[begin : begin + size]))
        begin += size
    return Pairing(tuple(tables), resting)


def going_on(sizes: Sequence[int], byes: int, fewest: int) -> tuple[int, ...]:
    """Return how many of each table of a knock-out go on: half, and the winner of the last table.

    More do where the next round could not be played otherwise.
    """
    if len(sizes) == 1 and not byes:
        return (1,)
    half = tuple(max(1, size // 2) for size in sizes)
    return half if sum(half) + byes >= fewest else tuple(-(-size // 2) for size in sizes)
