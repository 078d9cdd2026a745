"""Decisions about tournaments: each function returns the fact to be logged, or raises a refusal.

They are asked again whenever somebody else has written first, so that whoever is late is judged by
the newest state; None says that it has been done already.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from odin_engine import bots
from odin_engine.game import AnyGame, Refusal
from odin_server.chat import clean
from odin_server.hall.new_table import check
from odin_server.hall.refusals import NoSuchBot
from odin_server.hall.views import NewTable, Player, TimeControl, is_guest
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
    Withdrawn,
)
from odin_server.tournaments.pairing import (
    Pairing,
    knock_out_first,
    knock_out_next,
    swiss_first,
    swiss_next,
)
from odin_server.tournaments.standings import survivors, swiss_ranking
from odin_server.tournaments.state import Stage, Tournament

NAME_LENGTH = 40
MOST_ROUNDS = 12
MOST_ENTRANTS = 128
MOST_OPEN = 20
"""Tournaments of a hall that are not over, and of one organiser:"""
MOST_OF_ORGANISER = 2
STAND_IN = "karl"
"""The level of the bot that replaces somebody if no other is asked for."""


class TournamentRefused(Refusal):
    """Something that cannot be done with a tournament, or not by this person, or not now."""


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament as somebody wants it announced."""

    name: str
    game: str
    _: KW_ONLY
    format: Format = "swiss"
    rounds: int = 4
    """Of a Swiss tournament; a knock-out has as many as it takes."""
    seats: int = 4
    options: Mapping[str, str] = field(default_factory=dict)
    clock: TimeControl | None = None
    auto: bool = True


@dataclass(frozen=True, slots=True)
class Manager:
    """Somebody who wants to run a tournament."""

    player: Player
    moderator: bool = False


def announce(
    known: Mapping[int, Tournament],
    at: float,
    by: Manager,
    wanted: NewTournament,
    games: Mapping[str, AnyGame],
    *,
    anyone: bool,
) -> Announced:
    """Announce a tournament; with `anyone` everybody with an account may."""
    if not by.moderator and (not anyone or is_guest(by.player.id)):
        raise TournamentRefused("tournament-moderators-only")
    name = clean(wanted.name, NAME_LENGTH)
    if not name or name.isdecimal():
        raise TournamentRefused("tournament-bad-name")
    going = [each for each in known.values() if not each.is_over]
    if any(each.name.casefold() == name.casefold() for each in known.values()):
        raise TournamentRefused("tournament-name-taken", name=name)
    own = sum(each.organiser == by.player.id for each in going)
    if len(going) >= MOST_OPEN or (own >= MOST_OF_ORGANISER and not by.moderator):
        raise TournamentRefused("too-many-tournaments")
    table = NewTable(wanted.game, seats=wanted.seats, options=wanted.options, clock=wanted.clock)
    game = check(by.player, table, games)
    swiss = wanted.format == "swiss"
    if swiss and not 1 <= wanted.rounds <= MOST_ROUNDS:
        raise TournamentRefused("tournament-bad-rounds", most=MOST_ROUNDS)
    return Announced(
        at,
        max(known, default=0) + 1,
        name,
        by.player.id,
        by.player.name,
        game.NAME,
        dict(wanted.options),
        wanted.format,
        wanted.rounds if swiss else 0,
        wanted.seats,
        None if wanted.clock is None else wanted.clock.move,
        0.0 if wanted.clock is None else wanted.clock.bank,
        wanted.auto,
    )


def check_manager(tournament: Tournament, by: Manager) -> None:
    """Raise `TournamentRefused` unless somebody may run a tournament."""
    if not by.moderator and by.player.id != tournament.organiser:
        raise TournamentRefused("tournament-organiser-only", name=tournament.organiser_name)


def _check_going(tournament: Tournament) -> None:
    if tournament.is_over:
        raise TournamentRefused("tournament-over")


def enter(tournament: Tournament, at: float, player: Player) -> Entered:
    """Let somebody play; after the beginning in a Swiss tournament, or if they have left it."""
    _check_going(tournament)
    if is_guest(player.id):
        raise TournamentRefused("tournament-needs-account")
    known = tournament.entrant(player.id)
    if known is not None and not (known.withdrawn or known.bot):
        raise TournamentRefused("tournament-entered", name=known.name)
    if known is None and tournament.stage is Stage.RUNNING and not tournament.is_swiss:
        raise TournamentRefused("tournament-begun")
    if len(tournament.entrants) >= MOST_ENTRANTS and known is None:
        raise TournamentRefused("tournament-full", most=MOST_ENTRANTS)
    return Entered(at, tournament.number, player.id, player.name)


def _check_plays(tournament: Tournament, player: str) -> None:
    _check_going(tournament)
    known = tournament.entrant(player)
    if known is None or known.withdrawn:
        raise TournamentRefused("tournament-not-entered")


def withdraw(tournament: Tournament, at: float, player: str) -> Withdrawn:
    """Let somebody go, or remove them."""
    _check_plays(tournament, player)
    return Withdrawn(at, tournament.number, player)


def replace_by_bot(
    tournament: Tournament, at: float, by: Manager, player: str, level: str
) -> Replaced:
    """Let a bot play for somebody."""
    check_manager(tournament, by)
    _check_plays(tournament, player)
    if level not in bots.LEVELS:
        raise NoSuchBot(level=level[:20], levels=list(bots.LEVELS))
    return Replaced(at, tournament.number, player, level)


def excuse(tournament: Tournament, at: float, by: Manager, player: str) -> Excused | None:
    """Let somebody sit out the next round of a Swiss tournament."""
    check_manager(tournament, by)
    _check_plays(tournament, player)
    if not tournament.is_swiss:
        raise TournamentRefused("tournament-bye-in-swiss-only")
    known = tournament.entrant(player)
    already = known is not None and known.excused
    return None if already else Excused(at, tournament.number, player)


def begin(
    tournament: Tournament,
    at: float,
    by: Manager,
    fewest: int,
    strength: Callable[[str], float | None],
) -> Begun:
    """Begin, with the strongest as the first seed; those without a rating come last."""
    check_manager(tournament, by)
    _check_going(tournament)
    if tournament.stage is Stage.RUNNING:
        raise TournamentRefused("tournament-begun")
    if len(tournament.entrants) < fewest:
        raise TournamentRefused("tournament-too-few", fewest=fewest)
    known = {each.player: strength(each.player) for each in tournament.entrants}
    order = sorted(known, key=lambda player: -_or_least(known[player]))
    return Begun(at, tournament.number, order)


def _or_least(strength: float | None) -> float:
    return float("-inf") if strength is None else strength


def _left_to_play(tournament: Tournament, fewest: int) -> list[str]:
    """Return who would play the next round: in Swiss by rank, in a knock-out by seed."""
    if not tournament.is_swiss:
        return list(survivors(tournament, fewest))
    excused = {each.player for each in tournament.entrants if each.excused}
    return [player for player in swiss_ranking(tournament) if player not in excused]


def is_complete(tournament: Tournament, fewest: int) -> bool:
    """Tell whether there is no further round: the last was played, or too few are left."""
    if tournament.is_swiss and len(tournament.rounds) >= tournament.planned_rounds:
        return True
    return len(_left_to_play(tournament, fewest)) < fewest


def next_pairing(tournament: Tournament, fewest: int) -> Pairing:
    """Pair the next round."""
    seats, byes = tournament.seats, tournament.byes()
    left = _left_to_play(tournament, fewest)
    if tournament.is_swiss:
        if not tournament.rounds:
            return swiss_first(left, seats, fewest)
        return swiss_next(left, tournament.met(), byes, seats, fewest)
    if not tournament.rounds:
        return knock_out_first(left, seats, fewest)
    seeds = [each.player for each in tournament.entrants]
    return knock_out_next(left, seeds, byes, seats, fewest)


def seat_round(
    tournament: Tournament,
    at: float,
    rounds: int,
    fewest: int,
    draw_table: Callable[[], tuple[str, str]],
) -> RoundSeated | Finished | None:
    """Seat the round after so many, or finish; None if it has been done, or cannot be yet.

    `draw_table` returns the id and the code of a new table.
    """
    if not tournament.awaits_round or len(tournament.rounds) != rounds:
        return None
    if is_complete(tournament, fewest):
        return Finished(at, tournament.number)
    pairing = next_pairing(tournament, fewest)
    tables = [(*draw_table(), list(players)) for players in pairing.tables]
    excused = [each.player for each in tournament.playing if each.excused]
    return RoundSeated(at, tournament.number, tables, list(pairing.byes), excused)


def next_round(tournament: Tournament, by: Manager) -> None:
    """Raise `TournamentRefused` unless the next round may be seated now by this person."""
    check_manager(tournament, by)
    _check_going(tournament)
    if tournament.stage is Stage.OPEN:
        raise TournamentRefused("tournament-not-begun")
    if not tournament.round_is_over:
        raise TournamentRefused("tournament-round-goes-on")


def finish_table(
    tournament: Tournament, at: float, table: str, places: Sequence[int]
) -> TableFinished | None:
    """Note how a table of the present round has ended."""
    if tournament.stage is not Stage.RUNNING or not tournament.rounds:
        return None
    for each in tournament.rounds[-1].tables:
        if each.id == table and each.places is None:
            return TableFinished(at, tournament.number, table, list(places))
    return None


def cancel(tournament: Tournament, at: float, by: Manager) -> Finished:
    """End a tournament without a winner; what has been played stays."""
    check_manager(tournament, by)
    _check_going(tournament)
    return Finished(at, tournament.number, cancelled=True)
