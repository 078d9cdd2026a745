"""Tournaments of bots: every deal is played from every seat, so that no bot is favoured by luck.

Two bots meet in *blocks*. A block is one seed played once for every way of seating the two, and
the standard errors are taken over blocks: the matches of one block share their deal and are not
independent of each other.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import combinations, islice, pairwise, permutations
from math import sqrt
from multiprocessing import active_children, get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from statistics import fmean, stdev
from time import perf_counter
from typing import Literal

from odin_engine import bots
from odin_engine.chance import Seed, seed_from
from odin_engine.game import AnyGame, Outcome, Seat
from odin_engine.games import GAMES
from odin_engine.record import Record

Format = Literal["round-robin", "field", "ladder"]
MOST_JOBS_ON_WINDOWS = 61
"""It cannot wait for more processes at once, and the pool would refuse to begin."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is to be played: `games` matches at least for every pairing."""

    game: str
    levels: tuple[str, ...]
    seats: int
    games: int
    format: Format = "round-robin"
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str = "odin"

    def pairings(self) -> list["Pairing"]:
        """List who meets whom: every two bots, each alone among another, or among the next."""
        met: Iterable[tuple[str, ...]] = combinations(self.levels, 2)
        if self.format == "field":
            met = permutations(self.levels, 2)
        elif self.format == "ladder":
            met = pairwise(self.levels)
        return [Pairing(bot, other, self.format) for bot, other in met]

    def blocks(self) -> Iterator["Block"]:
        """Return the blocks deal by deal, so that all pairings are equally far at any moment."""
        pairings = self.pairings()
        for deal in range(max(-(-self.games // len(p.seatings(self.seats))) for p in pairings)):
            for pairing in pairings:
                if deal * len(pairing.seatings(self.seats)) < self.games:
                    yield Block(self, pairing, deal)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A bot and the bot it meets."""

    bot: str
    other: str
    format: Format

    def seatings(self, seats: int) -> list[tuple[str, ...]]:
        """List every fair way of seating the two."""
        if self.format != "round-robin":
            rows = [(self.bot, *[self.other] * (seats - 1))]
        else:
            row = [self.bot if seat % 2 == 0 else self.other for seat in range(seats)]
            rows = [tuple(row), tuple(self.other if bot == self.bot else self.bot for bot in row)]
        turned = (row[turn:] + row[:turn] for row in rows for turn in range(seats))
        return list(dict.fromkeys(turned))


@dataclass(frozen=True, slots=True)
class Block:
    """One deal to be played from every seating of one pairing."""

    tournament: Tournament
    pairing: Pairing
    deal: int


@dataclass(frozen=True, slots=True)
class Played:
    """One finished match of bots."""

    seating: tuple[str, ...]
    outcome: Outcome
    record: Record
    moves: Mapping[str, int]
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PairingResult:
    """How one bot fared against another, each number with its standard error.

    An error is None after fewer than two deals.
    """

    pairing: Pairing
    matches: int
    parity: float
    wins: float
    wins_error: float | None
    points: float
    other_points: float
    margin_error: float | None
    seconds_per_move: float
    other_seconds_per_move: float

    @property
    def edge(self) -> float | None:
        """Wins above parity, in standard errors.

        None after fewer than two deals, and when all deals ended alike: a sample without spread
        has an error of 0, and nothing can be measured in those.
        """
        return (self.wins - self.parity) / self.wins_error if self.wins_error else None


def play_match(
    game: AnyGame, seating: Sequence[str], options: Mapping[str, str], seed: Seed
) -> Played:
    """Return a match played by bots; budgets are in trials, so the seed decides every move."""
    seats = len(seating)
    state = game.setup(game.read_options(options, seats), seats, seed)
    generators = [Random(f"{seed.hex()} {seat}") for seat in range(seats)]
    moves: list[tuple[Seat, str]] = []
    counts = dict.fromkeys(seating, 0)
    seconds = dict.fromkeys(seating, 0.0)
    while to_move := game.to_move(state):
        seat = to_move[0]
        level = seating[seat]
        begun = perf_counter()
        move = bots.choose(game, level, game.view(state, seat), generators[seat])
        seconds[level] += perf_counter() - begun
        counts[level] += 1
        moves.append((seat, game.format_move(move)))
        state = game.play(state, seat, move)
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"nobody is to move in {game.TITLE}, and yet it is not over")
    record = Record(
        game.NAME, game.RULES_VERSION, tuple(seating), dict(options), seed, tuple(moves)
    )
    return Played(tuple(seating), outcome, record, counts, seconds)


def play_block(block: Block) -> list[Played]:
    """Play one deal from every seating."""
    tournament = block.tournament
    seed = seed_from(f"{tournament.seed} {block.deal}")
    return [
        play_match(GAMES[tournament.game], seating, tournament.options, seed)
        for seating in block.pairing.seatings(tournament.seats)
    ]


def play_all(
    tournament: Tournament, jobs: int, on_block: Callable[[Block, list[Played]], None]
) -> None:
    """Play all blocks on worker processes and hand each over as it is finished."""
    if sys.platform == "win32":
        jobs = min(jobs, MOST_JOBS_ON_WINDOWS)
    others = {*active_children()}
    with ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN)) as pool:
        waiting = tournament.blocks()
        under_way: dict[Future[list[Played]], Block] = {}
        try:
            while True:
                for block in islice(waiting, 2 * jobs - len(under_way)):
                    under_way[pool.submit(play_block, block)] = block
                if not under_way:
                    return
                for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                    on_block(under_way.pop(done), done.result())
        finally:
            if under_way:  # a search would go on to its end
                for process in {*active_children()} - others:
                    process.terminate()


def pairing_result(pairing: Pairing, blocks: Sequence[Sequence[Played]]) -> PairingResult:
    """Sum up what a pairing has played so far."""
    wins = [fmean(_share(pairing, played) for played in block) for block in blocks]
    own = [fmean(_points(pairing.bot, played) for played in block) for block in blocks]
    other = [fmean(_points(pairing.other, played) for played in block) for block in blocks]
    matches = [played for block in blocks for played in block]
    return PairingResult(
        pairing=pairing,
        matches=len(matches),
        parity=fmean(p.seating.count(pairing.bot) / len(p.seating) for p in matches),
        wins=fmean(wins),
        wins_error=_error(wins),
        points=fmean(own),
        other_points=fmean(other),
        margin_error=_error([a - b for a, b in zip(own, other, strict=True)]),
        seconds_per_move=_pace(pairing.bot, matches),
        other_seconds_per_move=_pace(pairing.other, matches),
    )


def _share(pairing: Pairing, played: Played) -> float:
    winners = played.outcome.winners
    return sum(played.seating[seat] == pairing.bot for seat in winners) / len(winners)


def _points(bot: str, played: Played) -> float:
    return fmean(
        points
        for level, points in zip(played.seating, played.outcome.points, strict=True)
        if level == bot
    )


def _pace(bot: str, matches: Sequence[Played]) -> float:
    moves = sum(played.moves[bot] for played in matches)
    return sum(played.seconds[bot] for played in matches) / moves if moves else 0.0


def _error(sample: Sequence[float]) -> float | None:
    return stdev(sample) / sqrt(len(sample)) if len(sample) > 1 else None
