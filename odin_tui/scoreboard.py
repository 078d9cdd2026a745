"""Everybody's points in a match so far, deal by deal."""

from typing import Any

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from odin_server.hall.views import TableView
from odin_tui.drawing.names import names_of
from odin_tui.drawing.standings import deals_of
from odin_tui.game_ui import game_ui
from odin_tui.languages import Translations
from odin_tui.narrator import Reader

MOST_DEALS = 8
"""The deals that are shown, the last ones: more would not fit a small terminal."""
COLUMN = 5


def has_points(view: Any) -> bool:
    """Return whether a match is played for points."""
    return bool(getattr(view, "points", ()))


def scoreboard(table: TableView, tr: Translations) -> Content:
    """Return a row for each seat with the points of the last deals and their sum."""
    view: Any = table.match
    names = names_of(table, tr)
    deals = [deal_points(view, seat) for seat in range(len(names))]
    first = max(len(deals[0]) - MOST_DEALS, 0)
    widest = max(map(cell_len, names))
    total = tr.gettext("in all")
    heading = "".join(f"{number:>{COLUMN}}" for number in range(first + 1, len(deals[0]) + 1))
    rows = [Content.styled(f"{' ' * widest}{heading}   {total}", "$quiet")]
    for seat, name in enumerate(names):
        ink = "$your-turn" if seat == table.seat else "$foreground"
        cells = "".join(f"{points:>{COLUMN}}" for points in deals[seat][first:])
        rows.append(
            Content.assemble(
                (set_cell_size(name, widest), f"bold {ink}"),
                cells,
                (f"   {view.points[seat]:>{cell_len(total)}}", f"bold {ink}"),
            )
        )
    reader = Reader(names, table.seat, tr)
    rows += [Content(""), *map(Content, game_ui(table.game).text.goal(view, reader))]
    return Content("\n").join(rows)


def deal_points(view: Any, seat: int) -> list[int]:
    """Return the points of a seat deal by deal, with those of a deal that has not ended."""
    deals = deals_of(view, seat)
    running = any(points != sum(deals_of(view, each)) for each, points in enumerate(view.points))
    return [*deals, view.points[seat] - sum(deals)] if running else deals
