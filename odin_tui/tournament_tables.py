"""Tournaments as tables of letters: the ranking round by round, and the bracket of a knock-out."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from odin_engine.games import GAMES
from odin_server.tournaments.pairing import bracket
from odin_server.tournaments.standings import Standing
from odin_server.tournaments.state import Round, RoundTable, Stage, Tournament
from odin_tui.languages import Translations
from odin_tui.languages.numbers import decimal
from odin_tui.tournament_text import entrant_name

WIDEST_NAME = 26
NARROWEST_NAME = 10
ROUND = 5
"""The columns of a round in the ranking, at least."""
NARROWEST_ROUND, WIDEST_ROUND = 12, 28
"""The columns of a round in a bracket."""


def ranking_rows(
    tournament: Tournament, rows: Sequence[Standing], width: int, tr: Translations
) -> tuple[str, list[str]]:
    """Return the heading of the ranking, and a row for everybody, in the same order.

    Of each round stands there which place somebody had, of how many; where there is no room for
    all rounds, the newest are shown.
    """
    heads = [tr.gettext("player"), *_sums_head(tournament, tr)]
    cells = [
        [entrant_name(tournament, row.entrant.player, tr), *_sums(tournament, row, tr)]
        for row in rows
    ]
    sums = [
        max(cell_len(line[column]) for line in (heads, *cells)) + 2
        for column in range(1, len(heads))
    ]
    played = list(enumerate(tournament.rounds, 1))
    titles = [tr.gettext("R{number}").format(number=number) for number, _each in played]
    results = [[_result(each, row.entrant.player, tr) for _n, each in played] for row in rows]
    spans = [
        max(ROUND, *(cell_len(line[column]) + 1 for line in (titles, *results)))
        for column in range(len(played))
    ]
    wanted = max((cell_len(line[0]) for line in (heads, *cells)), default=0)
    room = width - 4 - sum(sums)
    name = max(NARROWEST_NAME, min(wanted, WIDEST_NAME, room))
    first = 0
    while first < len(spans) and name + sum(spans[first:]) > room:
        first += 1

    def line(place: str, texts: Sequence[str], rounds: Sequence[str]) -> str:
        numbers = zip(texts[1:], sums, strict=True)
        ends = zip(rounds[first:], spans[first:], strict=True)
        return "".join(
            (
                place.rjust(3) + " ",
                set_cell_size(texts[0], name),
                *(" " * (span - cell_len(text)) + text for text, span in (*numbers, *ends)),
            )
        )

    places = [str(row.rank) if tournament.rounds else "" for row in rows]
    lines = [line(*each) for each in zip(places, cells, results, strict=True)]
    return line("", heads, titles), lines


def _sums_head(tournament: Tournament, tr: Translations) -> list[str]:
    if not tournament.rounds:
        return []
    won = tr.pgettext("tables of a tournament", "won")
    if tournament.is_swiss:
        return [tr.gettext("points"), tr.pgettext("points of the", "opponents"), won]
    return [won, ""]


def _sums(tournament: Tournament, row: Standing, tr: Translations) -> list[str]:
    if not tournament.rounds:
        return []
    if tournament.is_swiss:
        return [decimal(row.points, 2, tr), decimal(row.opponents, 2, tr), str(row.wins)]
    if row.out:
        state = tr.pgettext("of a tournament", "out")
    elif tournament.stage is Stage.FINISHED:
        state = tr.gettext("winner")
    else:
        state = tr.pgettext("a tournament", "in")
    return [str(row.wins), state]


def _result(each: Round, player: str, tr: Translations) -> str:
    table = each.table_of(player)
    if table is None:
        resting = player in each.byes or player in each.excused
        return tr.pgettext("a round without a table", "bye") if resting else ""
    if table.places is None:
        return "…"
    return f"{table.place_of(player)}/{len(table.players)}" if table.places else "–"


def bracket_lines(tournament: Tournament, width: int, tr: Translations) -> list[str]:
    """Draw the rounds of a knock-out beside each other, each table beside those it comes from.

    Who went on is marked. The first line is a heading. Where there is no room for all rounds, the
    newest are shown.
    """
    rounds = tournament.rounds
    column = max(NARROWEST_ROUND, min(WIDEST_ROUND, width // max(1, len(rounds))))
    shown = rounds[-max(1, width // column) :]
    first = len(rounds) - len(shown)
    heads = [tr.gettext("Round {number}").format(number=first + i + 1) for i in range(len(shown))]
    cells: dict[tuple[int, int], str] = {}
    middles: dict[str, float] = {}
    for place, each in enumerate(shown):
        later = rounds[first + place + 1] if first + place + 1 < len(rounds) else None
        end = 0
        for group in _in_bracket_order(tournament, each):
            lines = _group(tournament, each, group, later, column - 3, tr)
            before = [middles[player] for player in group if player in middles]
            middle = sum(before) / len(before) if before else 0.0
            begin = max(end, round(middle - (len(lines) - 1) / 2))
            cells.update({(begin + i, place): line for i, line in enumerate(lines)})
            middles.update(dict.fromkeys(group, begin + (len(lines) - 1) / 2))
            end = begin + len(lines) + 1
    height = max((row for row, _place in cells), default=-1) + 1
    rows = [heads, *([cells.get((row, i), "") for i in range(len(shown))] for row in range(height))]
    return ["".join(set_cell_size(text, column) for text in row).rstrip() for row in rows]


def _in_bracket_order(tournament: Tournament, each: Round) -> list[tuple[str, ...]]:
    """Return who sits together in a round, and each who has a bye, from the top of the bracket."""
    seeds = [entrant.player for entrant in tournament.entrants]
    fewest = GAMES[tournament.game].SEATS[0]
    order = [player for group in bracket(seeds, tournament.seats, fewest) for player in group]
    groups = [*(_by_place(table) for table in each.tables), *((player,) for player in each.byes)]
    return sorted(groups, key=lambda group: min(map(order.index, group)))


def _by_place(table: RoundTable) -> tuple[str, ...]:
    return tuple(sorted(table.players, key=table.place_of)) if table.places else table.players


def _group(
    tournament: Tournament,
    each: Round,
    group: tuple[str, ...],
    later: Round | None,
    width: int,
    tr: Translations,
) -> list[str]:
    """Return the lines of one table, or of somebody with a bye."""
    table = each.table_of(group[0])
    lines = []
    for number, player in enumerate(group):
        name = entrant_name(tournament, player, tr)
        on = later is not None and (later.table_of(player) is not None or player in later.byes)
        if table is None:
            text = tr.gettext("{name} (bye)").format(name=name)
            edge = "─"
        else:
            won = later is None and tournament.stage is Stage.FINISHED
            on = on or (won and bool(table.places) and table.place_of(player) == 1)
            text = f"{table.place_of(player)} {name}" if table.places else name
            edge = "┐" if number == 0 else "┘" if number == len(group) - 1 else "│"
        short = set_cell_size(f"{'▸' if on else ' '} {text}", width - 1).rstrip()
        lines.append(f"{short} {'─' * (width - 1 - cell_len(short))}{edge}")
    return lines
