"""The report on a match in words, tables and charts."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.content import Content

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.match_report import MatchReport, SeatReport
from odin_engine.record import Record
from odin_tui.drawing.names import shortened
from odin_tui.game_ui import game_ui
from odin_tui.languages import Translations
from odin_tui.narrator import Reader
from odin_tui.widgets.menu import Item

NAMES, BAR, COLUMN = 14, 20, 6
"""The columns of names, of bars and of each number."""


def percent(accuracy: float | None) -> str:
    """Return an accuracy as it is shown; a dash if there was nothing to choose."""
    return "–" if accuracy is None else f"{accuracy:.0f} %"


def signed(chance: float) -> str:
    """Return a change of a chance with its sign, in percentage points."""
    return f"{chance:+.0%}".replace("%", " %").replace("-", "−")


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
        cells = "".join(_right(percent(found), each) for found in row.by_deal[:deals])
        full = round((row.accuracy or 0) / 100 * bar)
        lines.append(
            Content.assemble(
                (shortened(name, column - 2).ljust(column), ink),
                (_right(percent(row.accuracy), first), ink or "bold"),
                (cells, "$quiet"),
                "  ",
                ("▆" * full, "$your-turn" if ink else "$bar-2"),
                ("·" * (bar - full), "$line"),
            )
        )
    return Content("\n").join(lines)


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def causes_text(row: SeatReport, name: str, tr: Translations) -> Content:
    """Say what changed a seat's chance to win: the cards, its own moves, everything else."""
    text = tr.gettext("{name}: cards {cards}, own moves {moves}, others and hidden cards {rest}")
    return Content.styled(
        text.format(
            name=name, cards=signed(row.cards), moves=signed(row.moves), rest=signed(row.rest)
        ),
        "$quiet",
    )


def chances_of(record: Record, verdicts: Mapping[int, Verdict], seat: int) -> dict[int, float]:
    """Return a seat's chance when so many moves have been made, from its first choice on."""
    known: dict[int, float] = {}
    for number, (mover, _) in enumerate(record.moves):
        if number in known:
            known[number + 1] = known[number]
        verdict = verdicts.get(number)
        if mover == seat and verdict is not None and verdict.estimated:
            known.setdefault(number, verdict.better_worth)
            known[number + 1] = verdict.worth
    return known


def moment_item(record: Record, moment: Verdict, tr: Translations) -> Item:
    """Return a row of the list of moments: the mark, the loss, and what was played."""
    words = tr.gettext("move {number}: {played}").format(
        number=moment.number + 1, played=spoken_move(record, moment.played, tr)
    )
    return Item(str(moment.number), f"{moment.mark:<2}  {signed(-moment.loss)}", words)


def better_text(record: Record, moment: Verdict, tr: Translations) -> str:
    """Say what the search would have played at a moment."""
    text = tr.gettext("Better: {move}, {better} to win the match instead of {played}.")
    return text.format(
        move=spoken_move(record, moment.better, tr),
        better=f"{moment.better_worth:.0%}",
        played=f"{moment.worth:.0%}",
    )


def spoken_move(record: Record, word: str, tr: Translations) -> str:
    """Say a recorded move as a player would."""
    move = GAMES[record.game].parse_move(word)
    return game_ui(record.game).spoken(move, Reader(record.names, tr=tr))


def report_lines(record: Record, report: MatchReport, tr: Translations) -> list[str]:
    """Tell a report in sentences: everybody's accuracy, what changed their chances, moments."""
    lines = []
    for row, name in zip(report.seats, record.names, strict=True):
        text = tr.gettext("{name}: accuracy {accuracy}.")
        lines.append(text.format(name=name, accuracy=percent(row.accuracy)))
        lines.append(causes_text(row, name, tr).plain)
        for moment in row.moments:
            item = moment_item(record, moment, tr)
            lines.append(f"  {item.title}  {item.words}")
            lines.append(f"  {better_text(record, moment, tr)}")
    return lines
