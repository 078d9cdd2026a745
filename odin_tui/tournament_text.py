"""Tournaments in plain lines, and as JSON can hold them."""

from collections.abc import Iterator, Sequence
from typing import Any

from odin_engine.games import GAMES
from odin_server.hall.invite_codes import format_code
from odin_server.tournaments.standings import Standing
from odin_server.tournaments.state import Round, RoundTable, Stage, Tournament
from odin_tui.languages import Translations
from odin_tui.languages.numbers import comma_list, decimal


def format_text(tournament: Tournament, tr: Translations) -> str:
    """Say in a few words how a tournament is played."""
    if not tournament.is_swiss:
        return tr.gettext("knock-out")
    count = tournament.planned_rounds
    return tr.ngettext("Swiss, {count} round", "Swiss, {count} rounds", count).format(count=count)


def stage_text(tournament: Tournament, tr: Translations) -> str:
    """Say in a few words how far a tournament is."""
    match tournament.stage:
        case Stage.OPEN:
            return tr.gettext("open to enter")
        case Stage.FINISHED:
            return tr.gettext("finished")
        case Stage.CANCELLED:
            return tr.gettext("cancelled")
    number = max(1, len(tournament.rounds))  # The first round is seated a moment after the start.
    if tournament.round_is_over:
        return tr.gettext("round {number} is over").format(number=number)
    return tr.gettext("round {number}").format(number=number)


def players_text(tournament: Tournament, tr: Translations) -> str:
    """Say how many play."""
    count = len(tournament.playing)
    return tr.ngettext("{count} player", "{count} players", count).format(count=count)


def facts_text(tournament: Tournament, tr: Translations) -> str:
    """Say what is played, how, and how far it is."""
    tables = tr.gettext("tables of {seats}").format(seats=tournament.seats)
    parts = (
        GAMES.title(tournament.game),
        format_text(tournament, tr),
        tables,
        players_text(tournament, tr),
        stage_text(tournament, tr),
    )
    return " · ".join(parts)


def brief_text(tournament: Tournament, tr: Translations) -> str:
    """Say what is played, by how many, and how far it is."""
    title, players = GAMES.title(tournament.game), players_text(tournament, tr)
    return " · ".join((title, players, stage_text(tournament, tr)))


def list_lines(tournaments: Sequence[Tournament], tr: Translations) -> list[str]:
    """Return a line for each tournament."""
    lines = [f"{each.number:>3}  {each.name} · {facts_text(each, tr)}" for each in tournaments]
    return lines or [tr.gettext("There are no tournaments.")]


def entrant_name(tournament: Tournament, player: str, tr: Translations) -> str:
    """Return the name of somebody, with what is special about them."""
    entrant = tournament.entrant(player)
    if entrant is None:
        return player
    if entrant.withdrawn:
        return tr.gettext("{name} (left)").format(name=entrant.name)
    if entrant.bot:
        return tr.gettext("{name} (bot)").format(name=entrant.name)
    return entrant.name


def result_lines(tournament: Tournament, rows: Sequence[Standing], tr: Translations) -> list[str]:
    """Return all about a tournament: what it is, the ranking, and every table of every round."""
    return [
        f"{tournament.name} · {facts_text(tournament, tr)}",
        tr.gettext("Organised by {name}.").format(name=tournament.organiser_name),
        *(standing_line(tournament, row, tr) for row in rows),
        *_rounds(tournament, tr),
        *([ranking_note(tournament, tr)] if tournament.rounds else []),
    ]


def standing_line(tournament: Tournament, row: Standing, tr: Translations) -> str:
    """Return one row of the ranking as a sentence."""
    name = entrant_name(tournament, row.entrant.player, tr)
    if not tournament.rounds:
        return f"     {name}"
    if tournament.is_swiss:
        text = tr.gettext("{rank}. {name}: points {points}, opponents {opponents}, won {wins}")
    elif row.out:
        text = tr.gettext("{rank}. {name}: out, won {wins}")
    elif tournament.stage is Stage.FINISHED:
        text = tr.gettext("{rank}. {name}: winner, won {wins}")
    else:
        text = tr.gettext("{rank}. {name}: still in, won {wins}")
    return text.format(
        rank=row.rank,
        name=name,
        points=decimal(row.points, 2, tr),
        opponents=decimal(row.opponents, 2, tr),
        wins=row.wins,
    )


def ranking_note(tournament: Tournament, tr: Translations) -> str:
    """Say what the ranking goes by."""
    if tournament.is_swiss:
        return tr.gettext(
            "First by points (a table's winner gets 1, its last 0), then by the points of the "
            "opponents, then by tables won, then by seed."
        )
    return tr.gettext("First by the round reached, then by the place there, then by seed.")


def _rounds(tournament: Tournament, tr: Translations) -> Iterator[str]:
    for number, each in enumerate(tournament.rounds, 1):
        yield tr.gettext("Round {number}").format(number=number)
        for table in each.tables:
            yield f"  {table_line(tournament, table, tr)}"
        yield from (f"  {line}" for line in bye_lines(tournament, each, tr))


def table_line(tournament: Tournament, table: RoundTable, tr: Translations) -> str:
    """Return who sits at a table, or how it ended and where its replay is."""
    names = table_names(tournament, table, tr)
    if not table.match:
        return names
    return tr.gettext("{ranking} (replay {match})").format(ranking=names, match=table.match)


def table_names(tournament: Tournament, table: RoundTable, tr: Translations) -> str:
    """Return who sits at a table, or how it ended."""
    names = [entrant_name(tournament, player, tr) for player in table.players]
    if table.places is None:
        text = tr.gettext("{names}: playing at table {code}")
        return text.format(names=comma_list(names, tr), code=format_code(table.code))
    if not table.places:
        return tr.gettext("{names}: the table was closed").format(names=comma_list(names, tr))
    order = sorted(zip(table.places, names, strict=True))
    return comma_list((f"{place}. {name}" for place, name in order), tr)


def bye_lines(tournament: Tournament, each: Round, tr: Translations) -> Iterator[str]:
    """Yield who had no table in a round."""
    players = (*each.byes, *each.excused)
    if players:
        names = comma_list((entrant_name(tournament, player, tr) for player in players), tr)
        yield tr.gettext("Bye: {names}").format(names=names)


def tournament_words(tournament: Tournament, rows: Sequence[Standing] = ()) -> dict[str, Any]:
    """Return a tournament for programs; with its ranking, also its rounds."""
    words: dict[str, Any] = {
        "number": tournament.number,
        "name": tournament.name,
        "game": tournament.game,
        "options": tournament.options,
        "format": tournament.format,
        "rounds_planned": tournament.planned_rounds,
        "seats": tournament.seats,
        "stage": tournament.stage,
        "organiser": tournament.organiser_name,
        "players": [each.name for each in tournament.playing],
        "round": len(tournament.rounds),
        "round_over": tournament.round_is_over,
    }
    if not rows:
        return words
    names = {each.player: each.name for each in tournament.entrants}
    words["standings"] = [
        {
            "rank": row.rank,
            "name": row.entrant.name,
            "points": round(row.points, 4),
            "opponents": round(row.opponents, 4),
            "wins": row.wins,
            "out": row.out,
        }
        for row in rows
    ]
    words["rounds"] = [
        {
            "tables": [
                {
                    "code": format_code(table.code),
                    "names": [names[player] for player in table.players],
                    "places": None if table.places is None else list(table.places),
                    "match": table.match,
                }
                for table in each.tables
            ],
            "byes": [names[player] for player in each.byes],
            "excused": [names[player] for player in each.excused],
        }
        for each in tournament.rounds
    ]
    return words
