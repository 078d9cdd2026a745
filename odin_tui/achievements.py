"""What a player has achieved: finished matches summed up by game and by who sat there."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_engine.bots import LEVELS
from odin_engine.games import GAMES
from odin_server.hall import FinishedMatch
from odin_server.hall.puzzles import Progress

PEOPLE = "people"
RECENT = 10
"""How many of the newest matches a trend is about."""
FULL_TABLE, THREE = 5, 3
"""The seats of a table that counts as full, and the Konungs at a table that counts as hard."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches of one kind, summed up."""

    against: str
    """The level of the strongest bot at the table, or people if there was none; empty for all."""
    matches: int
    wins: int
    """Matches won alone."""
    shared: int
    """Wins shared with others."""
    points: float
    """Points in a match, on average."""
    highest: int
    """The highest set played, or the like in other games."""
    fair: float
    """The share of matches that somebody no better and no worse than the others would win."""

    @property
    def share(self) -> float:
        """The share of matches won, alone or with others."""
        return (self.wins + self.shared) / self.matches


def own_seat(player: str, match: FinishedMatch) -> int:
    """Return the seat a player had in a match."""
    return match.players.index(player)


def strongest(match: FinishedMatch) -> str:
    """Return the strongest bot of a match, or people if only people played."""
    bots = {other.removeprefix("bot:") for other in match.players if other.startswith("bot:")}
    levels = [level for level in LEVELS if level in bots]
    return levels[-1] if levels else PEOPLE


def tally(player: str, matches: Sequence[FinishedMatch], against: str = "") -> Tally:
    """Sum matches up; there must be at least one."""
    seats = [own_seat(player, match) for match in matches]
    won = [match for match, seat in zip(matches, seats, strict=True) if match.places[seat] == 1]
    alone = sum(match.places.count(1) == 1 for match in won)
    points = [match.points[seat] for match, seat in zip(matches, seats, strict=True)]
    feats = [match.feats[seat] for match, seat in zip(matches, seats, strict=True)]
    return Tally(
        against=against,
        matches=len(matches),
        wins=alone,
        shared=len(won) - alone,
        points=sum(points) / len(points),
        highest=max(feats),
        fair=fair_share(matches),
    )


def fair_share(matches: Sequence[FinishedMatch]) -> float:
    """Return the share of these matches that chance alone would let a player win."""
    return sum(1 / len(match.players) for match in matches) / len(matches)


def has_won(player: str, match: FinishedMatch) -> bool:
    """Return whether a player has won a match, alone or with others."""
    return match.places[own_seat(player, match)] == 1


def by_players(player: str, matches: Sequence[FinishedMatch]) -> list[tuple[int, Tally]]:
    """Sum matches up by how many sat at the table, the smallest tables first."""
    sizes = sorted({len(match.players) for match in matches})
    return [
        (size, tally(player, [match for match in matches if len(match.players) == size]))
        for size in sizes
    ]


def streaks(player: str, matches: Sequence[FinishedMatch]) -> tuple[int, int]:
    """Return how many matches in a row were won last, and the most there ever were.

    The newest match comes first.
    """
    longest = run = 0
    last: int | None = None
    for match in matches:
        won = has_won(player, match)
        last = run if not won and last is None else last
        run = run + 1 if won else 0
        longest = max(longest, run)
    return run if last is None else last, longest


@dataclass(frozen=True, slots=True)
class Trend:
    """The share of matches won lately, and before."""

    recent: float
    before: float | None
    """None if there was nothing before."""
    matches: int
    """How many matches are recent."""


def trend(player: str, matches: Sequence[FinishedMatch]) -> Trend:
    """Compare the newest matches with all before them; the newest comes first."""
    won = [has_won(player, match) for match in matches]
    recent, before = won[:RECENT], won[RECENT:]
    return Trend(
        sum(recent) / len(recent), sum(before) / len(before) if before else None, len(recent)
    )


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something that takes skill or patience, and how far a player has come."""

    code: str
    have: int
    need: int

    @property
    def is_reached(self) -> bool:
        return self.have >= self.need


def achievements(
    player: str, matches: Sequence[FinishedMatch], puzzles: Progress
) -> list[Achievement]:
    """Return all achievements, reached or not, the easier ones first."""
    won = [match for match in matches if has_won(player, match)]
    beaten = [strongest(match) for match in won]
    games = {match.game for match in won}
    full = sum(len(match.players) >= FULL_TABLE for match in won)
    konungs = sum(match.players.count("bot:konung") >= THREE for match in won)
    people = sum(not any(p.startswith("bot:") for p in match.players) for match in won)
    return [
        Achievement("first-win", len(won), 1),
        Achievement("beat-jarl", beaten.count("jarl") + beaten.count("konung"), 1),
        Achievement("every-game", len(games & set(GAMES)), len(GAMES)),
        Achievement("five-in-a-row", streaks(player, matches)[1], 5),
        Achievement("puzzles-solved", puzzles.solved, 20),
        Achievement("puzzle-streak", puzzles.best_streak, 10),
        Achievement("puzzle-rating", round(puzzles.rating) if puzzles.tries else 0, 1600),
        Achievement("full-table", full, 1),
        Achievement("beat-people", people, 3),
        Achievement("beat-konung", beaten.count("konung"), 5),
        Achievement("beat-three-konungs", konungs, 1),
        Achievement("hundred-matches", len(matches), 100),
    ]


def tallies(player: str, matches: Sequence[FinishedMatch]) -> list[Tally]:
    """Sum the matches of one game up by the strongest bot, and all of them at the end."""
    kinds = [*LEVELS, PEOPLE]
    rows = []
    for kind in kinds:
        alike = [match for match in matches if strongest(match) == kind]
        if alike:
            rows.append(tally(player, alike, kind))
    return [*rows, tally(player, matches)] if matches else []
