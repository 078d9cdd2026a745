"""The middle of any card table: cards with something below each, a duel of values, or choices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from textual.content import Content

from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.drawing.card_faces import (
    MEDIUM,
    RISE,
    SMALL,
    TINY,
    Look,
    Printed,
    Size,
    draw_cards,
    draw_face,
    step_of,
)
from odin_tui.drawing.choices import Choices
from odin_tui.drawing.labels import tag
from odin_tui.drawing.layout import SIZES
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import numeral
from odin_tui.drawing.surfaces import draw_slab
from odin_tui.languages.styled import fill

GAPS = 2, 1
"""The columns between cards that lie apart, where there is room and where there is not."""
EDGES = 2
"""The columns at both sides, so that cards touch no panel."""
WIDEST_LABEL = 12
DUEL_GAP, DUEL_MOST, DUEL_FONT = 3, 24, "5x7"
"""The columns before the values in pixels, the most that they take, and their size."""

# -- what is shown --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the middle, with a card or kept free for one."""

    card: Printed | None = None
    look: Look = Look.PLAYABLE
    label: str = ""
    """What stands below it: a name, or the number of a key."""
    ink: str = "$quiet"


@dataclass(frozen=True, slots=True)
class Duel:
    """A value in pixels beside the cards, and above it the reader's own."""

    figure: str
    said: str
    """Says what the value is, perhaps with the `{name}` of who has it."""
    name: str = ""
    own: str = ""
    """The reader's own value; empty without one."""
    own_said: str = ""
    beside: str = ""
    """The longest of what may be said here, for which there must be room; empty for `said`."""
    line: str = ""
    """Says the same with `{value}` below the cards, where there is no room beside them."""


@dataclass(frozen=True, slots=True)
class MiddleContents:
    """What the middle shows: cards, or things to choose from, or only a caption."""

    places: tuple[Place, ...] = ()
    spread: bool = False
    """True if cards lie apart, each in the place of a player; else they are one set."""
    duel: Duel | None = None
    captions: tuple[str, ...] = ()
    """What stands below the cards or instead of them: wordings, the longest first."""
    choices: Choices = Choices()  # noqa: RUF009 - a frozen value
    sizes: tuple[Size, ...] = SIZES
    """The sizes that cards may have, from large to small."""

    @property
    def faces(self) -> tuple[Printed, ...]:
        """The cards that lie there."""
        lying = (place.card for place in self.places if place.look is not Look.KEPT)
        return tuple(card for card in lying if card is not None)


class Plan(NamedTuple):
    """Where cards lie, and how."""

    left: int
    top: int
    size: Size
    step: int
    """How far apart they lie, from left edge to left edge."""
    shadows: bool
    duel: int
    """The column of the duel; 0 if there is no room for it."""


Slid: TypeAlias = Callable[[int, int], tuple[Look, int, int] | None]
"""Returns look and place of the newest cards on their way to a place; None if they lie there."""


def size_for(
    count: int, width: int, height: int, sizes: Sequence[Size] = SIZES, *, spread: bool
) -> Size:
    """Return the largest of these sizes in which so many cards fit, and what is below them."""
    fitting = (
        size
        for size in sizes
        if _width(size, count, GAPS[-1] * spread) + EDGES <= width
        and size.height + (1 if size is SMALL and spread else 2 + spread) <= height
    )
    return next(fitting, TINY if spread else SMALL)


def top_of(size: Size, height: int) -> int:
    """Return the row in which cards of the middle begin, if something stands below them."""
    return max((height - size.height - 1) // 2, 0)


def _width(size: Size, count: int, gap: int) -> int:
    return count * (size.width + gap) - gap


def plan_of(contents: MiddleContents, width: int, height: int, axis: int) -> Plan:
    """Return where the cards lie; `axis` is the column that everything is centred on."""
    count, room = len(contents.places), max(2 * min(axis, width - axis) - EDGES, 0)
    size = size_for(count, room + EDGES, height, contents.sizes, spread=contents.spread)
    step = step_of(size, max(count, 1), room)
    if contents.spread:
        wide = next((gap for gap in GAPS if _width(size, count, gap) <= room), GAPS[-1])
        step = size.width + wide
    cards = step * max(count - 1, 0) + size.width
    beside = DUEL_GAP + _duel_width(contents.duel) if contents.duel else 0
    if contents.spread:
        fits, whole = size.height >= MEDIUM.height, cards
        fits = fits and axis - cards // 2 + cards + beside <= width - EDGES
    else:
        fits = size is not SMALL and cards + beside <= width - EDGES
        whole = cards + beside if fits else cards
    labels = any(place.label for place in contents.places)
    below = labels + bool(contents.captions and contents.spread)
    top = max((height - size.height - (1 if below or (contents.duel and not fits) else 0)) // 2, 0)
    left = max(min(axis - whole // 2, width - whole - 1), 0)
    shadows = height > top + size.height + below
    return Plan(left, top, size, step, shadows, left + cards + DUEL_GAP if fits and beside else 0)


def place_at(contents: MiddleContents, plan: Plan, x: int, y: int) -> int | None:
    """Return the place whose card is drawn at a cell."""
    across, count = x - plan.left, len(contents.places)
    if not count or not plan.top - RISE <= y < plan.top + plan.size.height:
        return None
    place = min(across // plan.step, count - 1)
    return place if 0 <= across < place * plan.step + plan.size.width else None


def choices_room(width: int, axis: int) -> tuple[int, int]:
    """Return where the room for things to choose from begins, and how wide it is."""
    half = min(axis, width - axis)
    return axis - half, 2 * half


# -- drawing --------------------------------------------------------------------------------


def draw_middle(
    contents: MiddleContents,
    width: int,
    height: int,
    axis: int | None = None,
    slid: Slid = lambda _x, _y: None,
) -> Canvas:
    """Draw the middle in this room."""
    canvas, axis = Canvas(width, height), width // 2 if axis is None else axis
    if contents.choices:
        left, room = choices_room(width, axis)
        tiles = Canvas(room, height)
        above = contents.choices.draw(tiles)
        canvas.paste(left, 0, tiles)
        _draw_caption(canvas, above, contents, axis, "bold")
    elif not contents.places:
        _draw_caption(canvas, height // 2, contents, axis, "$quiet")
    else:
        _draw_places(canvas, contents, axis, slid)
    return canvas


def _draw_places(canvas: Canvas, contents: MiddleContents, axis: int, slid: Slid) -> None:
    plan = plan_of(contents, canvas.width, canvas.height, axis)
    draw = _draw_apart if contents.spread else _draw_set
    moving = draw(canvas, contents, plan, slid)
    if moving and not contents.spread:
        return
    below = plan.top + plan.size.height + plan.shadows
    for number, place in enumerate(contents.places):
        label = shortened(place.label, min(plan.step - 2, WIDEST_LABEL))
        middle = plan.left + number * plan.step + (min(plan.step, plan.size.width) - 1) // 2
        canvas.put(middle - cell_len(label) // 2, below, label, place.ink)
    if contents.spread:
        _draw_caption(canvas, below + 1, contents, axis, "$quiet")
    if contents.duel and plan.duel:
        _draw_duel(canvas, plan.duel, max(plan.top - 1, 1), contents.duel)
    elif contents.duel and contents.duel.line and not any(p.label for p in contents.places):
        line = _in_line(contents.duel, 2 * min(axis, canvas.width - axis) - EDGES)
        canvas.put_content(max(axis - line.cell_length // 2, 0), below, line)


def _draw_set(canvas: Canvas, contents: MiddleContents, plan: Plan, slid: Slid) -> bool:
    """Draw cards side by side as one picture; return whether it moves."""
    on_way = slid(plan.left, plan.top - RISE)
    look, x, y = on_way or (None, plan.left, plan.top - RISE)
    cards = tuple((place.card, look or place.look) for place in contents.places if place.card)
    room = plan.step * (len(cards) - 1) + plan.size.width
    canvas.paste(x, y, draw_cards(cards, plan.size, room, shadows=on_way is None))
    return on_way is not None


def _draw_apart(canvas: Canvas, contents: MiddleContents, plan: Plan, slid: Slid) -> bool:
    """Draw cards each in its place, the newest on its way; return whether that moves."""
    newest, moves = len(contents.faces) - 1, False
    for number, place in enumerate(contents.places):
        x, y = plan.left + number * plan.step, plan.top
        if place.card is None:
            draw_slab(canvas, x, y, plan.size.width, plan.size.height, "$kept-bone")
        elif place.look is Look.KEPT:
            canvas.paste(x, y, draw_face(place.card, plan.size, Look.KEPT))
        else:
            on_way = slid(x, y - RISE) if number == newest else None
            look, x, y = on_way or (place.look, x, y - RISE)
            shadows, moves = plan.shadows and on_way is None, moves or on_way is not None
            card = ((place.card, look),)
            canvas.paste(x, y, draw_cards(card, plan.size, plan.size.width, shadows=shadows))
    return moves


def _duel_width(duel: Duel) -> int:
    words = (duel.beside or duel.said).format(name=duel.name)
    return max(min(cell_len(words), DUEL_MOST), _figure_width(duel.figure), _figure_width(duel.own))


def _figure_width(figure: str) -> int:
    return sum(len(numeral(DUEL_FONT, digit)[0]) + 1 for digit in figure) - bool(figure)


def _draw_duel(canvas: Canvas, x: int, y: int, duel: Duel) -> None:
    """Draw the value; above it the reader's own, if there is one."""
    if duel.own:
        canvas.put(x, y, duel.own_said, "$your-turn bold")
        _draw_figure(canvas, x, 2 * y + 3, duel.own, "$your-turn")
        y += 6
    room = _duel_width(duel) - cell_len(duel.said.format(name=""))
    name = Content.styled(shortened(duel.name, room), "$foreground bold")
    ink = "$quiet" if duel.name else "$foreground bold"
    canvas.put_content(x, y, fill(duel.said, ink, name=name))
    _draw_figure(canvas, x, 2 * y + 3, duel.figure, "$foreground")


def _draw_figure(canvas: Canvas, x: int, y: int, figure: str, ink: str) -> None:
    if figure:
        rows = len(numeral(DUEL_FONT, figure[0]))
        canvas.mark_picture(x, y // 2, _figure_width(figure), (y % 2 + rows + 1) // 2)
    for digit in figure:
        sprite = numeral(DUEL_FONT, digit)
        canvas.draw_pixels(x, y, sprite, {"#": ink})
        x += len(sprite[0]) + 1


def _in_line(duel: Duel, room: int) -> Content:
    value = tag(duel.figure)
    words = cell_len(duel.line.format(name="", value=value))
    name = Content.styled(shortened(duel.name, room - words), "$foreground bold")
    return fill(duel.line, "$quiet", name=name, value=value)


def _draw_caption(canvas: Canvas, y: int, contents: MiddleContents, axis: int, style: str) -> None:
    """Write the first caption that fits, or the last one in several rows."""
    room = max(2 * min(axis, canvas.width - axis) - EDGES, 0)
    ways = contents.captions or ("",)
    said = next((way for way in ways if cell_len(way) <= room), ways[-1])
    for row, line in enumerate(wrapped([Content.styled(said, style)], room), y):
        canvas.put_content(max(axis - line.cell_length // 2, 0), row, line)
