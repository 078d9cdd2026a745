"""The page after a round: predictions and bonuses are turned up and counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.state import Trick
from odin_tui.drawing.bars import Bar, draw_bar, draw_target
from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.drawing.card_faces import RISE, SMALL, Printed, Size
from odin_tui.drawing.card_frames import TURNING, Frame, draw_frame, frame_at
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.herrlof.cards import CARD_SET, Style, row
from odin_tui.herrlof.events import scores
from odin_tui.herrlof.messages import sentences
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import EventText
from odin_tui.widgets.deal_end import DealUI, EndedDeal
from odin_tui.widgets.motion import Motion

ALL = 6
"""The number of columns."""
FEW = 3
"""The column of the bonus for few tricks, which is left out where it is not played for."""
IN_PIXELS = 0, 1, 5
"""The columns with large numbers: predicted, won, and the points of the match."""
WIDE = 100
"""The columns from which there is room for long titles."""
NARROWEST_BAR, WIDEST_BAR = 12, 60
LAST_TRICK = EventText(N_("Last trick {cards} for you."), N_("Last trick {cards} for {name}."))


def heading(ended: EndedDeal) -> Content:
    """Return which round is over."""
    text = ended.reader.tr.gettext("round {number}").format(number=ended.number)
    return Content.styled(text, "$quiet")


# -- how the page is divided ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rows:
    """How the rows of the seats are divided."""

    step: int
    """The rows of a seat."""
    font: str
    """The size of large numbers; empty if they are text."""
    pixels: int
    """The height of a bar in pixels."""
    head: int
    """The rows of the last trick: as cards, or in a line."""


CARDS = SMALL.height + 2
WAYS = (
    Rows(5, "5x7", 7, CARDS),
    Rows(4, "3x5", 5, CARDS),
    Rows(4, "3x5", 5, 2),
    Rows(4, "3x5", 5, 1),
    Rows(2, "", 2, 1),
    Rows(1, "", 2, 1),
)
"""The ways to draw the page, the best first."""


TURNED_AT = 0, 11, 14, 17, 20, 20
"""The steps at which the columns are turned up."""
APART, GROWING = 3, 12
"""The steps from one prediction that is turned over to the next, and those of growing bars."""


def counting(_ended: EndedDeal) -> Motion:
    """Return how long the columns are turned up, one after the other."""
    return Motion(TURNED_AT[-1] + GROWING, 0.04, reduced=8)


def draw_columns(ended: EndedDeal, step: int | None, width: int, height: int) -> Canvas:
    """Draw the last trick, the columns as far as they are turned up, and the sums in words."""
    canvas, seats, sums = Canvas(width, height), len(ended.names), _sums(ended, width)
    fitting = (
        way
        for way in WAYS
        if _rows(way, seats, len(sums)) <= height
        and sum(_narrowest(way, place) for place in _shown(ended)) + _names(ended, width) <= width
    )
    way = next(fitting, WAYS[-1])
    top = max((height - _rows(way, seats, len(sums))) // 2, 0)
    _draw_end(canvas, top, ended, as_cards=way.head == CARDS)
    columns = _columns(ended, way, width)
    y = top + way.head
    _draw_titles(canvas, y, columns, ended)
    for seat in range(seats):
        _draw_seat(canvas, y + 1 + seat * way.step, ended, seat, step, columns)
    if step is None:
        for line, text in enumerate(sums, y + 1 + seats * way.step + (way.step < WAYS[2].step)):
            canvas.put_content(0, line, text)
    return canvas


def _rows(way: Rows, seats: int, sums: int) -> int:
    """Return how many rows a way to draw the page needs."""
    return way.head + 1 + way.step * seats + sums + (way.step < WAYS[2].step)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns of the page are, and how wide."""

    way: Rows
    shown: tuple[int, ...]
    """The numbers of the columns that there are."""
    titles: Sequence[str]
    names: int
    widths: Sequence[int]
    """How wide they are."""
    bar_x: int
    bar: int
    """The columns of the bars; none where there is no room for them."""

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Return the number of each column, its width, and where it ends."""
        end = self.names
        for place, width in zip(self.shown, self.widths, strict=True):
            end += width
            yield place, width, end


def _columns(ended: EndedDeal, way: Rows, width: int) -> Columns:
    tr = ended.reader.tr
    names = _names(ended, width)
    titles = _wide_titles(tr) if width >= WIDE else _titles(tr)
    shown = _shown(ended)
    widths = _widths(
        [_narrowest(way, place) for place in shown],
        [cell_len(titles[place]) + 2 for place in shown],
        width - names,
    )
    bar_x = names + sum(widths) + 3
    bar = min(width - bar_x - 2, WIDEST_BAR)
    return Columns(way, shown, titles, names, widths, bar_x, bar if bar >= NARROWEST_BAR else 0)


def _names(ended: EndedDeal, width: int) -> int:
    """Return the columns of the names."""
    return min(max(map(cell_len, ended.names)), 16 if width >= WIDE else 8) + 1


def _shown(ended: EndedDeal) -> tuple[int, ...]:
    return tuple(place for place in range(ALL) if place != FEW or ended.view.options.small_bonus)


def _narrowest(way: Rows, place: int) -> int:
    """Return the columns that a number needs, with a gap before it."""
    return number_width(88, way.font) + 3 if way.font and place in IN_PIXELS else 6


def _widths(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Give every column what it needs, and of the rest what it wants, the most modest first."""
    widths, rest = list(least), max(room - sum(least), 0)
    order = sorted(range(len(least)), key=lambda at: wanted[at] - least[at])
    for done, at in enumerate(order):
        more = max(min(wanted[at] - least[at], rest // (len(order) - done)), 0)
        widths[at] += more
        rest -= more
    return widths


def _titles(tr: Translations) -> list[str]:
    return [
        tr.pgettext("a column", "said"),
        tr.pgettext("a column", "won"),
        tr.pgettext("a column", "exact"),
        tr.pgettext("a column", "3 or 4"),
        tr.pgettext("a column", "points"),
        tr.pgettext("a column", "total"),
    ]


def _wide_titles(tr: Translations) -> list[str]:
    return [
        tr.pgettext("a column", "predicted"),
        tr.pgettext("a column", "tricks won"),
        tr.pgettext("a column", "exactly"),
        tr.pgettext("a column", "for 3 or 4"),
        tr.pgettext("a column", "this round"),
        tr.pgettext("a column", "in all"),
    ]


# -- drawing --------------------------------------------------------------------------------


def _draw_end(canvas: Canvas, y: int, ended: EndedDeal, *, as_cards: bool) -> None:
    """Say how the round ended, and draw its last trick, which is seen nowhere else."""
    trick = ended.view.last_trick
    if trick is not None and trick.round_no != ended.number:
        trick = None
    said = end_of_round(ended)
    if trick is not None:
        said.append(_last_trick(trick, ended))
    if trick is None or not as_cards:
        ways = (Content("  ").join(said[first:]) for first in range(len(said)))
        line = next((way for way in ways if way.cell_length <= canvas.width), said[-1])
        canvas.put_content(0, y, line.truncate(canvas.width, ellipsis=True))
        return
    style = Style(SMALL, ended.marks, ended.reader.tr)
    picture = row(trick.cards, style, SMALL.row(len(trick.cards)))
    x = (canvas.width - picture.width) // 2
    for line_no, line in enumerate(wrapped(said, x - 2), y + 1):
        canvas.put_content(0, line_no, line)
    canvas.paste(x, y - RISE, picture)


def end_of_round(ended: EndedDeal) -> list[Content]:
    """Return that the round is over, and how many tricks nobody has."""
    tr, count = ended.reader.tr, ended.result.destroyed
    text = tr.gettext("Round {number} is over.").format(number=ended.number)
    said = [Content.styled(text, "bold")]
    if count:
        destroyed = tr.ngettext(
            "{count} trick was destroyed.", "{count} tricks were destroyed.", count
        )
        said.append(Content.styled(destroyed.format(count=count), "$quiet"))
    return said


def _last_trick(trick: Trick, ended: EndedDeal) -> Content:
    text, name = ended.reader.tr.gettext("Last trick {cards} destroyed."), ""
    if trick.winner is not None:
        text, name = ended.reader.choose(LAST_TRICK, trick.winner), ended.names[trick.winner]
    return fill(text, cards=CARD_SET.laid_chips(trick.cards, ended.marks), name=name)


def _draw_titles(canvas: Canvas, y: int, columns: Columns, ended: EndedDeal) -> None:
    for place, width, end in columns.places():
        title = shortened(columns.titles[place], width - 1)
        canvas.put(end - cell_len(title), y, title, "$quiet")
    if columns.bar:
        target, scale = ended.view.options.target, _scale(ended)
        x = columns.bar_x + round(target * columns.bar / scale)
        draw_target(canvas, x, y + 1, columns.way.step * len(ended.names) - 1)
        canvas.put(x + 1 - len(str(target)), y, str(target), "bold")


def _draw_seat(
    canvas: Canvas, y: int, ended: EndedDeal, seat: int, step: int | None, columns: Columns
) -> None:
    """Draw the columns of a seat that are turned up, and its points round by round."""
    way, mine = columns.way, ended.reader.is_me(seat)
    ink = "$your-turn" if mine else "$foreground"
    middle = y + (way.pixels - 1) // 4
    canvas.put(0, middle, shortened(ended.names[seat], columns.names - 1), f"bold {ink}")
    counted = points_at(step, ended.result.points[seat])
    texts = _texts(ended, seat, counted)
    for place, _, end in columns.places():
        text = texts[place]
        if step is not None and step < TURNED_AT[place]:
            break
        frame = frame_at(TURNING, None if step is None else step - APART * seat)
        if place == 0 and frame in HIDING:
            _draw_hidden(canvas, end, y, way, frame)
        elif place in IN_PIXELS and way.font:
            x = end - number_width(int(text), way.font)
            draw_number(canvas, x, 2 * y, int(text), way.font, ink)
        else:
            style = "$quiet" if text == NOTHING else f"bold {ink}"
            canvas.put(end - len(text), middle, text, style)
    if columns.bar:
        points = [result.points[seat] for result in ended.view.results[: ended.number]]
        bar = Bar(points, _scale(ended), columns.bar, counted, mine=mine)
        draw_bar(canvas, columns.bar_x, y, bar, way.pixels)


def points_at(step: int | None, points: int) -> float:
    """Return how many of a round's points are counted at a step."""
    if step is None:
        return points
    return points * max(step - TURNED_AT[-1], 0) / GROWING


HIDING = TURNING[:3]
"""The frames in which a prediction cannot be read yet."""


def _draw_hidden(canvas: Canvas, end: int, y: int, way: Rows, frame: Frame) -> None:
    """Draw a prediction that is being turned over as a small card."""
    width = number_width(8, way.font) + 2 if way.font else 3
    size = Size(width, way.pixels // 2 + way.pixels % 2, width, width)
    canvas.paste(end - width + 1, y, draw_frame(Printed("bone", "", "", ""), size, frame))


NOTHING = "–"


def _texts(ended: EndedDeal, seat: int, counted: float) -> tuple[str, ...]:
    """Return what stands in the columns for a seat, of whose points so many are counted."""
    result = ended.result
    exact, few = result.exact_bonus[seat], result.few_bonus[seat]
    return (
        str(result.predictions[seat]),
        str(result.tricks[seat]),
        f"+{exact}" if exact else NOTHING,
        f"+{few}" if few else NOTHING,
        f"+{result.points[seat]}",
        str(ended.totals[seat] - result.points[seat] + int(counted)),
    )


def _scale(ended: EndedDeal) -> int:
    """Return how many points the full width of a bar stands for."""
    target: int = ended.view.options.target
    return max(target, *ended.totals)


def _sums(ended: EndedDeal, width: int) -> list[Content]:
    """Return how the points add up: a line for each seat, or two where a language needs more."""
    lines = (sentences(score, ended.reader)[0] for score in scores(ended.result))
    return wrapped([Content.styled(line, "$quiet") for line in lines], width)


ROUND_OVER = DealUI(
    title="HERRLOF",
    heading=heading,
    draw=draw_columns,
    counting=counting,
    best=max,
    last=N_("This was the last round of the match."),
    waits=N_("Round {number} has begun and waits for you"),
    waits_with_clock=N_("Round {number} has begun and waits for you · {clock}"),
)
"""Predictions and bonuses are turned up column by column."""
