"""The state of a tournament: frozen values, and the function that applies a fact to one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from odin_server.hall.views import TimeControl
from odin_server.log import DamagedLog
from odin_server.tournaments.facts import (
    Announced,
    Begun,
    Entered,
    Excused,
    Finished,
    Format,
    Replaced,
    RoundSeated,
    TableFinished,
    TournamentFact,
    Withdrawn,
)
from odin_server.tournaments.pairing import meetings


class Stage(StrEnum):
    """What a tournament is doing."""

    OPEN = "open"
    """People enter it."""
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays."""

    player: str
    name: str
    withdrawn: bool = False
    bot: str = ""
    """The level of the bot that plays for them; empty while they play themselves."""
    excused: bool = False
    """Whether they sit out the next round."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round. `places` are by seat: None until it has ended, empty if it was closed."""

    id: str
    code: str
    players: tuple[str, ...]
    places: tuple[int, ...] | None = None

    @property
    def match(self) -> str:
        """The id of its match, by which the replay is found; empty if there is none."""
        return f"{self.id}.1" if self.places else ""

    def place_of(self, player: str) -> int:
        """Return the place of somebody at this table; all have the first if it was closed."""
        return self.places[self.players.index(player)] if self.places else 1


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has been seated."""

    tables: tuple[RoundTable, ...]
    byes: tuple[str, ...]
    """Those for whom there was no table."""
    excused: tuple[str, ...]
    """Those who did not want one."""

    @property
    def is_over(self) -> bool:
        return all(table.places is not None for table in self.tables)

    def table_of(self, player: str) -> RoundTable | None:
        """Return the table at which somebody plays in this round."""
        return next((table for table in self.tables if player in table.players), None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after some facts."""

    number: int
    name: str
    organiser: str
    organiser_name: str
    game: str
    options: dict[str, str]
    format: Format
    planned_rounds: int
    """Of a Swiss tournament; 0 for a knock-out."""
    seats: int
    clock: TimeControl | None
    auto: bool
    announced_at: float
    changed_at: float
    stage: Stage = Stage.OPEN
    entrants: tuple[Entrant, ...] = ()
    """In the order of the seeds, once it has begun."""
    rounds: tuple[Round, ...] = ()

    def entrant(self, player: str) -> Entrant | None:
        """Return somebody who has entered, also if they have left since."""
        return next((each for each in self.entrants if each.player == player), None)

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Those who have not left."""
        return tuple(each for each in self.entrants if not each.withdrawn)

    @property
    def is_swiss(self) -> bool:
        return self.format == "swiss"

    @property
    def is_over(self) -> bool:
        return self.stage in (Stage.FINISHED, Stage.CANCELLED)

    @property
    def awaits_round(self) -> bool:
        """Whether a round can be seated: the first one, or one after a round that is over."""
        return self.stage is Stage.RUNNING and all(each.is_over for each in self.rounds[-1:])

    @property
    def round_is_over(self) -> bool:
        """Whether a round has been played to its end, and the next one is not seated yet."""
        return self.awaits_round and bool(self.rounds)

    def table_of(self, player: str) -> RoundTable | None:
        """Return the table at which somebody plays now."""
        if self.stage is not Stage.RUNNING or not self.rounds:
            return None
        table = self.rounds[-1].table_of(player)
        return table if table is not None and table.places is None else None

    def tables(self) -> Iterator[RoundTable]:
        """Yield the tables of all rounds."""
        for each in self.rounds:
            yield from each.tables

    def met(self) -> Counter[frozenset[str]]:
        """Count how often each two have met."""
        return Counter(meetings(table.players for table in self.tables()))

    def byes(self) -> Counter[str]:
        """Count the rounds for which there was no table for somebody."""
        return Counter(player for each in self.rounds for player in each.byes)


def announced(fact: Announced) -> Tournament:
    """Return a new tournament."""
    return Tournament(
        fact.tournament,
        fact.name,
        fact.organiser,
        fact.organiser_name,
        fact.game,
        dict(fact.options),
        fact.format,
        fact.rounds,
        fact.seats,
        None if fact.move is None else TimeControl(fact.move, fact.bank),
        fact.auto,
        fact.at,
        fact.at,
    )


def apply(before: Tournament, fact: TournamentFact) -> Tournament:  # noqa: PLR0911 - one a fact
    """Return a tournament after one more fact; raises `DamagedLog` for one that cannot be."""
    after = replace(before, changed_at=max(before.changed_at, fact.at))
    match fact:
        case Entered(player=player, name=name):
            known = before.entrant(player) is not None
            back = Entrant(player, name)
            return _change(after, back) if known else _with(after, (*before.entrants, back))
        case Withdrawn(player=player) if before.stage is Stage.OPEN:
            others = (each for each in before.entrants if each.player != player)
            return _with(after, tuple(others))
        case Withdrawn(player=player):
            return _change(after, replace(_of(before, player), withdrawn=True))
        case Replaced(player=player, bot=bot):
            return _change(after, replace(_of(before, player), bot=bot))
        case Excused(player=player):
            return _change(after, replace(_of(before, player), excused=True))
        case Begun(seeds=seeds):
            entrants = tuple(_of(before, player) for player in seeds)
            return replace(after, stage=Stage.RUNNING, entrants=entrants)
        case RoundSeated():
            entrants = tuple(replace(each, excused=False) for each in before.entrants)
            return replace(_with(after, entrants), rounds=(*before.rounds, _round(fact)))
        case TableFinished(table=table, places=places) if before.rounds:
            return replace(after, rounds=_with_places(before, table, tuple(places)))
        case Finished(cancelled=cancelled):
            return replace(after, stage=Stage.CANCELLED if cancelled else Stage.FINISHED)
    raise DamagedLog("not-a-fact")


def _of(tournament: Tournament, player: str) -> Entrant:
    found = tournament.entrant(player)
    if found is None:
        raise DamagedLog("not-a-fact")
    return found


def _with(tournament: Tournament, entrants: tuple[Entrant, ...]) -> Tournament:
    return replace(tournament, entrants=entrants)


def _change(tournament: Tournament, changed: Entrant) -> Tournament:
    return _with(
        tournament,
        tuple(changed if each.player == changed.player else each for each in tournament.entrants),
    )


def _round(fact: RoundSeated) -> Round:
    tables = tuple(RoundTable(table, code, tuple(players)) for table, code, players in fact.tables)
    return Round(tables, tuple(fact.byes), tuple(fact.excused))


def _with_places(before: Tournament, table: str, places: tuple[int, ...]) -> tuple[Round, ...]:
    *earlier, last = before.rounds
    tables = (
        replace(each, places=places) if each.id == table and each.places is None else each
        for each in last.tables
    )
    return (*earlier, replace(last, tables=tuple(tables)))
