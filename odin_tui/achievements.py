"""What a player has achieved: finished matches summed up by game and by who sat there."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_engine.bots import LEVELS
from odin_server.hall import FinishedMatch

PEOPLE = "people"


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
    )


def tallies(player: str, matches: Sequence[FinishedMatch]) -> list[Tally]:
    """Sum the matches of one game up by the strongest bot, and all of them at the end."""
    kinds = [*LEVELS, PEOPLE]
    rows = []
    for kind in kinds:
        alike = [match for match in matches if strongest(match) == kind]
        if alike:
            rows.append(tally(player, alike, kind))
    return [*rows, tally(player, matches)] if matches else []
