"""The page after a raid: cards are revealed, and peninsula by peninsula is scored on the map."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from textual.content import Content

from odin_engine.walhalla.box import RAIDS, SUPPLY, Card
from odin_engine.walhalla.land import PENINSULAS as PENINSULA_COUNT
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.results import Majority, RaidResult
from odin_engine.walhalla.view import View
from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.walhalla.action_cards import CARD_NAMES
from odin_tui.walhalla.lookup import Row, cape_title, rows_of, seat_name
from odin_tui.walhalla.map_drawing import draw_peninsula
from odin_tui.walhalla.map_layout import HEIGHTS, map_layout, map_rows
from odin_tui.walhalla.pieces import draw_sea, mark, shield_style
from odin_tui.widgets.deal_end import DealUI, EndedDeal
from odin_tui.widgets.motion import Motion

SECONDS = 0.7
"""The time of a step."""
CARDS, FIRST_PENINSULA = 1, 2
"""The steps at which cards are revealed and the first peninsula is scored."""
WHEAT = FIRST_PENINSULA + PENINSULA_COUNT
"""The step at which wheat is scored; what follows depends on the raid."""


@dataclass(frozen=True, slots=True)
class EndedRaid(EndedDeal):
    """A raid that is over, with the land as it was scored."""

    land: View

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat after this raid."""
        result: RaidResult = self.result
        return result.totals


class Column(NamedTuple):
    """A column of the table: what it is, when it is filled, and a text for each seat."""

    title: str
    step: int
    texts: list[str]


def counting(ended: EndedDeal) -> Motion:
    """Return how long a raid is scored: a step for each thing that is counted."""
    return Motion(1 + last_step(ended), SECONDS, reduced=3)


def last_step(ended: EndedDeal) -> int:
    """Return the step with which everything is counted."""
    return max(column.step for column in _columns(ended))


def heading(ended: EndedDeal) -> Content:
    """Say which raid is over."""
    text = ended.reader.tr.gettext("raid {number} of {raids} is over")
    return Content(text.format(number=ended.number, raids=RAIDS))


def draw_raid(ended: EndedDeal, step: int | None, width: int, height: int) -> Canvas:
    """Draw the scoring as far as it has come: cards, the land, and a table of all points."""
    assert isinstance(ended, EndedRaid)  # noqa: S101 - the board of this game makes no other
    canvas, reader = Canvas(width, height), ended.reader
    counted = 1 + last_step(ended) if step is None else step
    cards = wrapped([_laid(ended.result, reader)], width) if counted >= CARDS else []
    table = _table(ended, counted, width)
    for y, line in enumerate(cards[:2]):
        canvas.put_content(0, y, line)
    top, rows = 2, height - 2 - len(table)
    sizes = [size for size in HEIGHTS if map_rows(*size) <= rows]
    if sizes:
        land = _draw_land(ended, counted, width, map_rows(*sizes[0]))
        canvas.paste(0, top, land)
        top += land.height
    else:
        for number in range(min(counted - FIRST_PENINSULA + 1, PENINSULA_COUNT)):
            canvas.put_content(0, top + number, _scored(ended, number))
        top += PENINSULA_COUNT
    for y, line in enumerate(table, top):
        canvas.put_content(0, y, line)
    return canvas


def _laid(result: RaidResult, reader: Reader) -> Content:
    """Return which cards everybody laid down."""
    tr = reader.tr
    said = []
    for seat, cards in enumerate(result.commits):
        if cards:
            names = comma_list((_copies(c, cards.count(c), tr) for c in dict.fromkeys(cards)), tr)
            shield = Content.styled(mark(seat), shield_style(seat))
            said.append(Content.assemble(shield, " ", names))
    if not said:
        return Content.styled(tr.gettext("Nobody laid down a card."), "$quiet")
    return Content(" · ").join(said)


def _copies(card: Card, count: int, tr: Translations) -> str:
    name = tr.gettext(CARD_NAMES[card])
    return name if count == 1 else f"{name} ×{count}"


# -- the land ------------------------------------------------------------------------------------


def _draw_land(ended: EndedRaid, counted: int, width: int, height: int) -> Canvas:
    """Draw the peninsulas, each with its scoring in the water below it."""
    view, tr = ended.land, ended.reader.tr
    layout = map_layout(tuple(map(len, view.terrains)), width, height)
    canvas = draw_sea(width, height, layout.margins.coast).cut(0, 0, width, height)
    for number in range(PENINSULA_COUNT):
        step = FIRST_PENINSULA + number
        held = enumerate(view.owners[number])
        lit = frozenset(Field(number, row) for row, who in held if who is not None)
        shown = lit if counted == step else frozenset()
        draw_peninsula(canvas, layout, view, number, shown, tr)
        if counted >= step:
            y = layout.fjord_y(number + 1) + (layout.fjord_height - 1) // 2
            line = _scored(ended, number)
            canvas.fill(layout.margins.coast, y, line.cell_length + 2, 1, "$sea")
            canvas.put_content(layout.margins.coast + 1, y, line)
    return canvas


def _scored(ended: EndedRaid, number: int) -> Content:
    """Return who counts how much on a peninsula, and gets how much for it."""
    scored: Majority = ended.result.peninsulas[number].majority
    tr = ended.reader.tr
    order = sorted(range(len(scored.counts)), key=lambda seat: -scored.counts[seat])
    said = []
    for seat in order:
        if scored.counts[seat]:
            takes = bool(scored.points[seat])
            text = tr.gettext("{count} takes {points}") if takes else "{count}"
            count = Content.styled(str(scored.counts[seat]), "bold")
            counted = fill(text, count=count, points=scored.points[seat])
            said.append(Content.assemble((mark(seat), shield_style(seat)), " ", counted))
    nobody = Content.styled(tr.gettext("nobody is there"), "$quiet")
    return fill(
        tr.gettext("{cape}: {seats}"),
        "$quiet",
        cape=Content.styled(cape_title(ended.land, number, ended.reader), "$quiet"),
        seats=Content(" · ").join(said) if said else nobody,
    )


# -- the table -----------------------------------------------------------------------------------


def _columns(ended: EndedDeal) -> list[Column]:
    """Return the columns of the table in the order in which they are filled."""
    result: RaidResult = ended.result
    tr, seats = ended.reader.tr, range(len(ended.names))
    cards = [sum(each.points for each in result.cards if each.seat == seat) for seat in seats]
    columns = [Column(tr.gettext("cards"), CARDS, _gains(cards))]
    for number, scored in enumerate(result.peninsulas):
        points = _gains(scored.majority.points)
        columns.append(Column("abc"[number], FIRST_PENINSULA + number, points))
    columns.append(
        Column(tr.gettext("wheat"), WHEAT, _gains(result.raid * n for n in result.wheat))
    )
    if result.walhalla is not None:
        columns.append(Column(tr.gettext("fields"), WHEAT + 1, _gains(result.fields)))
        columns.append(Column(tr.gettext("heroes"), WHEAT + 2, _gains(result.walhalla.points)))
        columns.append(Column(tr.gettext("points"), WHEAT + 3, list(map(str, result.totals))))
    if result.supply is not None:
        columns.append(Column(tr.gettext("points"), WHEAT + 1, list(map(str, result.totals))))
        home = [f"{count}" if count else "–" for count in result.cleared]
        columns.append(Column(tr.gettext("to Asgard"), WHEAT + 2, home))
        columns.append(Column(tr.gettext("fresh"), WHEAT + 3, _gains(result.supply.vikings)))
        gone = [str(result.exodus or "–")] * len(ended.names)
        columns.append(Column(tr.gettext("exodus"), WHEAT + 4, gone))
    return columns


def _gains(numbers: "Iterator[int] | tuple[int, ...] | list[int]") -> list[str]:
    return [f"+{number}" if number else "–" for number in numbers]


def _table(ended: EndedDeal, counted: int, width: int) -> list[Content]:
    """Return a row of titles and one for each seat, as far as they are counted.

    Columns that have no room beside the others stand below them.
    """
    columns, lines = _columns(ended), list[Content]()
    while columns:
        count = len(columns)
        rows = _rows(ended, columns, counted)
        while rows[0].cell_length > width and count > 1:
            count -= 1
            rows = _rows(ended, columns[:count], counted)
        lines += rows
        columns = columns[count:]
    return lines


def _rows(ended: EndedDeal, columns: list[Column], counted: int) -> list[Content]:
    rows: list[Row] = [["", *(Content.styled(column.title, "$quiet") for column in columns)]]
    for seat in range(len(ended.names)):
        texts = [
            Content.styled(
                column.texts[seat] if counted >= column.step else "", _ink(column, counted)
            )
            for column in columns
        ]
        rows.append([seat_name(seat, ended.reader), *texts])
    return rows_of(rows)


def _ink(column: Column, counted: int) -> str:
    """Return the style of a column: what has just been counted stands out."""
    return "bold $your-turn" if counted == column.step else "bold"


def meaning(ended: EndedDeal) -> tuple[str, ...]:
    """Return what follows for the next raid."""
    result: RaidResult = ended.result
    tr = ended.reader.tr
    said = [tr.gettext("Vikings in wheat stay; all others went to Asgard.")]
    if is_short(result):
        said.insert(0, tr.gettext("Only as many fresh Vikings come as there are in Asgard."))
    if result.exodus:
        text = tr.ngettext(
            "{count} hero of everybody has left Walhalla.",
            "{count} heroes of everybody have left Walhalla.",
            result.exodus,
        )
        said.insert(0, text.format(count=result.exodus))
    return tuple(said)


def is_short(result: RaidResult) -> bool:
    """Return whether somebody got fewer fresh Vikings than their place is worth."""
    if result.supply is None:
        return False
    full = SUPPLY[len(result.totals)]
    got = zip(result.supply.vikings, result.supply.places, strict=True)
    return any(vikings < full[place - 1] for vikings, place in got)


RAID_OVER = DealUI(
    title="WALHALLA",
    heading=heading,
    draw=draw_raid,
    counting=counting,
    best=max,
    meaning=meaning,
    last=N_("This was the last raid of the match."),
    waits=N_("Raid {number} has begun and waits for you"),
    waits_with_clock=N_("Raid {number} has begun and waits for you · {clock}"),
)
