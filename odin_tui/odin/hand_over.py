"""The page after a hand: who is out and with what, the cards of the others, and their points."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.moves import PASS, Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.drawing.bars import Bar, draw_bar, draw_target
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import RISE, SMALL, TINY, Look, Size, step_of
from odin_tui.drawing.card_frames import TURNING, draw_moving, frame_at, steps_of
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.drawing.standings import Standings
from odin_tui.languages import N_
from odin_tui.languages.styled import fill
from odin_tui.narrator import EventText
from odin_tui.odin.cards import Style, laid_chips, printed, row
from odin_tui.widgets.deal_end import DealUI, EndedDeal
from odin_tui.widgets.motion import Motion

BAND = SMALL.height + 2
"""The rows of the cards somebody went out with, and of the gap below them."""
CHIP, SHORT_CHIP = 4, 3
"""The columns of a card in a line, with its mark and without."""
NARROWEST_BAR, WIDEST_BAR, WIDEST_NAME = 16, 75, 14
LEAST_BAR = 6
"""The columns below which a bar says nothing."""
BESIDE_SMALL, NARROWEST_CARDS = 52, 66
"""The columns that small cards leave for the rest, and those below which no cards are drawn."""
GAIN = 5
"""The columns of the points of this hand."""

OUT = EventText(N_("You are out!"), N_("{name} is out!"))
OUT_WITH = EventText(
    N_("You are out with {cards}, worth {value}."),
    N_("{name} is out with {cards}, worth {value}."),
)
NEAREST = EventText(
    N_("At {target} points the match ends; you are nearest to it with {points}."),
    N_("At {target} points the match ends; {name} is nearest to it with {points}."),
)


def scale_of(view: View) -> int:
    """Return how many points the full width of a bar stands for."""
    return max(view.options.target or 9, *view.points)


def points_by_hand(view: View, seat: int) -> list[int]:
    """Return the points a seat got in each hand that is over."""
    return [result.points[seat] for result in view.results]


draw_places = Standings(scale=scale_of)


def heading(ended: EndedDeal) -> Content:
    """Return which hand is over, and how long the match is played."""
    tr, target = ended.reader.tr, ended.view.options.target
    over = tr.gettext("hand {number} is over").format(number=ended.number)
    until = tr.gettext("one hand")
    if target is not None:
        until = tr.gettext("to {target}").format(target=target)
    return Content.styled(f"{over} · {until}", "$quiet")


def last_set(ended: EndedDeal) -> Cards:
    """Return the cards that somebody went out with, which are seen nowhere else."""
    history = ended.result.history
    move = history[-1].move if history else PASS
    return Cards() if isinstance(move, Pass) else move.cards


def meaning(ended: EndedDeal) -> tuple[str, ...]:
    """Say where the reader stands, and who is nearest to the end of the match."""
    totals, reader, target = ended.totals, ended.reader, ended.view.options.target
    said = []
    if reader.seat is not None and totals[reader.seat] > min(totals):
        text = reader.tr.gettext("You are in place {place} of {seats} with {points}.")
        place = 1 + sum(total < totals[reader.seat] for total in totals)
        said = [text.format(place=place, seats=len(totals), points=totals[reader.seat])]
    most = max(totals)
    if target is not None and most < target and totals.count(most) == 1:
        said.append(reader.say(NEAREST, totals.index(most), target=target, points=most))
    return tuple(said)


# -- drawing --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rows:
    """How the rows of the seats are divided."""

    step: int
    """The rows of a seat."""
    size: Size | None
    """The size of the cards; None if they stand in a line."""
    head: int
    """The rows above the seats: `BAND`, or less where it is said in a line who is out."""

    @property
    def font(self) -> str:
        """The size of the points in pixels."""
        return "5x7" if self.size is SMALL else "3x5"

    @property
    def pixels(self) -> int:
        """The height of a bar in pixels."""
        if self.size is None:
            return 2
        return 7 if self.size is SMALL else 5


WAYS = (
    Rows(6, SMALL, BAND),
    Rows(4, TINY, BAND),
    Rows(4, TINY, 2),
    Rows(3, TINY, 1),
    Rows(2, None, 2),
    Rows(1, None, 1),
)
"""The ways to draw the page, the best first."""


def _way(ended: EndedDeal, width: int, height: int) -> Rows:
    seats, held = len(ended.names), max(map(len, ended.result.left))
    for way in WAYS:
        wide = way.size is not SMALL or width >= SMALL.row(held) + BESIDE_SMALL
        roomy = way.size is None or width >= NARROWEST_CARDS
        if wide and roomy and way.head + way.step * seats <= height:
            return way
    return WAYS[-1]


APART = 3
"""The steps from one card that is turned over to the next; meanwhile its point is counted."""


def counting(ended: EndedDeal) -> Motion:
    """Return how long cards are turned over, one of every hand at a time."""
    return Motion(steps_of(TURNING, max(map(len, ended.result.left)), APART), 0.04, reduced=6)


def points_at(step: int | None, held: int) -> float:
    """Return how many points are counted at a step; each grows while its card is turned over."""
    return held if step is None else min(max((step - 1) / APART, 0.0), held)


def draw_tally(ended: EndedDeal, step: int | None, width: int, height: int) -> Canvas:
    """Draw who is out, and a row for each seat as far as its cards are turned over."""
    canvas, seats = Canvas(width, height), len(ended.names)
    way = _way(ended, width, height)
    top = max((height - way.head - way.step * seats) // 2, 0)
    (_draw_band if way.head == BAND else _draw_line)(canvas, top, ended)
    columns = _columns(ended, way, width)
    y = top + way.head
    target = ended.view.options.target
    if target is not None and columns.bar:
        x = columns.bar_x + round(target * columns.bar / scale_of(ended.view))
        rows = way.step * seats - (way.step > 1)
        draw_target(canvas, x, y, rows)
        canvas.put(x + 1 - len(str(target)), y - 1, str(target), "bold")
    order = sorted(range(seats), key=ended.totals.__getitem__)
    for place, seat in enumerate(order):
        _draw_seat(canvas, y + place * way.step, ended, Seat(seat), step, columns)
    return canvas


def _draw_line(canvas: Canvas, y: int, ended: EndedDeal) -> None:
    """Write who is out, and with what."""
    winner, cards, reader = ended.result.winner, last_set(ended), ended.reader
    if not cards:
        canvas.put(0, y, reader.say(OUT, winner), "bold")
        return
    name = Content.styled(reader.names[winner], "bold")
    value = Content.styled(str(VALUE[cards.bits]), "bold")
    shown = laid_chips(cards, ended.marks)
    line = fill(reader.choose(OUT_WITH, winner), name=name, cards=shown, value=value)
    canvas.put_content(0, y, line)


def _draw_band(canvas: Canvas, y: int, ended: EndedDeal) -> None:
    """Draw the cards that somebody went out with, and their value in pixels."""
    winner, cards, reader = ended.result.winner, last_set(ended), ended.reader
    if not cards:
        canvas.put(0, y + 2, reader.say(OUT, winner), "bold")
        return
    value = VALUE[cards.bits]
    said = reader.choose(OUT, winner)
    room = canvas.width - SMALL.row(len(cards)) - number_width(value, "5x7") - 8
    name = shortened(reader.names[winner], max(room - cell_len(said.format(name="")), 4))
    line = said.format(name=name)
    ink = "bold $your-turn" if reader.is_me(winner) else "bold"
    canvas.put(0, y + 2, line, ink)
    x = max(cell_len(line) + 4, canvas.width // 2 - SMALL.row(len(cards)) // 2 - 6)
    width = canvas.width - x - number_width(value, "5x7") - 4
    style = Style(SMALL, ended.marks, reader.tr)
    picture = row(tuple(cards), style, max(width, SMALL.width))
    canvas.paste(x, y - RISE, picture)
    draw_number(canvas, x + picture.width + 4, 2 * y + 2, value, "5x7", "$foreground")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a row begin, and how wide they are."""

    way: Rows
    names: int
    cards: int
    gain_x: int
    points_x: int
    points: int
    bar_x: int
    bar: int


def _columns(ended: EndedDeal, way: Rows, width: int) -> Columns:
    names = min(max(map(cell_len, ended.names)), WIDEST_NAME if width >= 90 else 10) + 2
    held = max(map(len, ended.result.left))
    if way.size is None:
        points, cards = 3, (CHIP if width >= 76 else SHORT_CHIP) * held
    else:
        points = number_width(max(*ended.totals, 10), way.font)
        room = width - names - GAIN - points - NARROWEST_BAR - 6
        cards = min(way.size.row(held), room)
    cards = max(cards, cell_len(_out(ended))) + 1
    gain_x = names + cards
    points_x = gain_x + GAIN + 1
    bar_x = points_x + points + 3
    bar = min(width - bar_x - 2, WIDEST_BAR)
    bar = bar if bar >= LEAST_BAR else 0
    return Columns(way, names, cards, gain_x, points_x, points, bar_x, bar)


def _out(ended: EndedDeal) -> str:
    return ended.reader.tr.pgettext("points of a hand", "out")


def _draw_seat(
    canvas: Canvas, y: int, ended: EndedDeal, seat: Seat, step: int | None, columns: Columns
) -> None:
    way, held = columns.way, tuple(ended.result.left[seat])
    counted, mine = points_at(step, len(held)), ended.reader.is_me(seat)
    shown = int(counted)
    middle = y if way.size is None else y + way.size.height // 2
    ink = "bold $your-turn" if mine else "bold"
    canvas.put(0, middle, shortened(ended.names[seat], columns.names - 2), ink)
    if held:
        _draw_held(canvas, y, held, step, ended, columns)
        canvas.put(columns.gain_x, middle, f"+{shown}".rjust(GAIN - 1), ink)
    else:
        canvas.put(columns.names, middle, _out(ended), ink)
    total = ended.totals[seat] - len(held) + shown
    bright = "$your-turn" if mine else "$foreground"
    top = y + (way.size is SMALL)
    if way.size is None:
        canvas.put(columns.points_x, y, f"{total:>3}", f"bold {bright}")
    else:
        x = columns.points_x + columns.points - number_width(total, way.font)
        draw_number(canvas, x, 2 * top, total, way.font, bright)
    if columns.bar:
        points = points_by_hand(ended.view, seat)[: ended.number]
        bar = Bar(points, scale_of(ended.view), columns.bar, newest=counted, mine=mine)
        draw_bar(canvas, columns.bar_x, top, bar, way.pixels)


def _draw_held(
    canvas: Canvas,
    y: int,
    held: Sequence[Card],
    step: int | None,
    ended: EndedDeal,
    columns: Columns,
) -> None:
    """Draw the cards that are left, as far as they are turned over."""
    size, x, room = columns.way.size, columns.names, columns.cards - 1
    if size is None:
        shown = int(points_at(step, len(held)))
        _draw_held_in_line(canvas, x, y, held, shown, ended, room)
        return
    style = Style(size, ended.marks, ended.reader.tr)
    cards = [
        (
            printed(card, style),
            Look.PLAYABLE,
            frame_at(TURNING, None if step is None else step - APART * place),
        )
        for place, card in enumerate(held)
    ]
    canvas.paste(x, y - RISE, draw_moving(cards, size, step_of(size, len(held), room)))


def _draw_held_in_line(
    canvas: Canvas, x: int, y: int, held: Sequence[Card], shown: int, ended: EndedDeal, room: int
) -> None:
    roomy = CHIP * len(held) <= room + 1
    line = laid_chips(held[:shown], ended.marks if roomy else None)
    step, back = (CHIP, "▚▞▚") if roomy else (SHORT_CHIP, "▚▞")
    canvas.put_content(x, y, line)
    for place in range(shown, len(held)):
        canvas.put(x + place * step, y, back, "$knot on $back")


HAND_OVER = DealUI(
    title="ODIN",
    heading=heading,
    draw=draw_tally,
    counting=counting,
    best=min,
    meaning=meaning,
    last=N_("This was the last hand of the match."),
    waits=N_("Hand {number} has begun and waits for you"),
    waits_with_clock=N_("Hand {number} has begun and waits for you · {clock}"),
)
"""Cards are turned over, one of every hand at a time."""
