"""Everybody's accuracy as a table with bars."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from odin_engine.match_report import MatchReport
from odin_tui.drawing.names import shortened
from odin_tui.languages import Translations
from odin_tui.match_report_text import accuracy_text

NAMES, BAR, COLUMN = 14, 20, 6
"""The columns of names, of bars and of each number."""


def accuracy_table(
    report: MatchReport,
    names: Sequence[str],
    seat: int,
    width: int,
    deal: str,
    tr: Translations,
) -> Content:
    """Return a row for each seat: its accuracy, as a bar and by deal where there is room."""
    column = min(max(map(cell_len, names)), NAMES) + 2
    title = tr.gettext("accuracy")
    first = max(cell_len(title) + 2, COLUMN + 2)
    called = [tr.gettext(deal).format(number=n + 1) for n in range(report.deals)] if deal else []
    each = max([COLUMN, *(cell_len(name) + 2 for name in called)])
    room = width - column - first - 2
    deals = report.deals if 1 < len(called) <= room // each else 0
    bar = min(BAR, room - deals * each)
    bar = bar if bar >= 8 else 0
    headings = "".join(_right(name, each) for name in called[:deals])
    lines = [Content.styled(" " * column + _right(title, first) + headings, "$quiet")]
    for row, name in zip(report.seats, names, strict=True):
        ink = "bold $your-turn" if row.seat == seat else ""
        cells = "".join(_right(accuracy_text(found, tr), each) for found in row.by_deal[:deals])
        full = round((row.accuracy or 0) / 100 * bar)
        lines.append(
            Content.assemble(
                (shortened(name, column - 2).ljust(column), ink),
                (_right(accuracy_text(row.accuracy, tr), first), ink or "bold"),
                (cells, "$quiet"),
                "  ",
                ("▆" * full, "$your-turn" if ink else "$bar-2"),
                ("·" * (bar - full), "$line"),
            )
        )
    return Content("\n").join(lines)


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text
