"""The map of Walhalla as a drawing, for the table, for watching and for replays."""

from dataclasses import dataclass
from itertools import groupby

from odin_engine.game import Seat
from odin_engine.walhalla.box import DRAGON_SEATS, Dragon
from odin_engine.walhalla.land import FJORDS, PENINSULAS, Field
from odin_engine.walhalla.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.labels import KEY
from odin_tui.languages import ENGLISH, Translations
from odin_tui.walhalla.map_layout import MapLayout, map_layout
from odin_tui.walhalla.map_text import shares, sums
from odin_tui.walhalla.messages import PENINSULAS as PENINSULA_LETTERS
from odin_tui.walhalla.pieces import (
    LIT,
    draw_cape,
    draw_field,
    draw_sea,
    draw_ship,
    mark,
    shield_style,
)

LETTER = "bold $land-ink on $rock-0"
"""How the letter of a peninsula is written on the coast."""


@dataclass(frozen=True, slots=True)
class ShipOnMap:
    """The dragon of this turn where it lies, or would lie."""

    dragon: Dragon
    aboard: tuple[Seat | None, ...]
    """Who sits in it, from the coast outwards."""
    reserved: int
    """Which of these seats is reserved."""
    fjord: int
    place: int
    """How many dragons lie between it and the coast."""

    @property
    def rows(self) -> range:
        """The rows of fields beside it."""
        return range(DRAGON_SEATS * self.place, DRAGON_SEATS * (self.place + 1))


def ship_on_map(view: View, fjord: int, place: int, *, turned: bool) -> ShipOnMap | None:
    """Return the dragon of this turn in a fjord, or None if no dragon has been drawn."""
    if view.dragon is None:
        return None
    reserved = DRAGON_SEATS - 1 - view.dragon.reserved if turned else view.dragon.reserved
    aboard = view.aboard[::-1] if turned else view.aboard
    return ShipOnMap(view.dragon, aboard, reserved, fjord, place)


def landed_ship(view: View) -> ShipOnMap | None:
    """Return the dragon that Vikings are leaving just now."""
    if view.landing is None:
        return None
    ships = view.fjords[view.landing.fjord]
    return ship_on_map(view, view.landing.fjord, len(ships) - 1, turned=ships[-1].turned)


@dataclass(frozen=True, slots=True)
class MapMarks:
    """What is marked on a map beside the position itself."""

    ship: ShipOnMap | None = None
    """A dragon that would sail in, shown where it would lie."""
    lit: frozenset[Field] = frozenset()
    """Fields where somebody could land."""
    cursor: Field | None = None
    """The field in brackets: looked at, or chosen."""
    fjord: int | None = None
    """The fjord that is chosen."""
    told: frozenset[str] = frozenset()
    """Peninsulas and capes that a lesson speaks of, as in `a` and `cape a`."""


def layout_of(view: View, width: int, height: int) -> MapLayout:
    """Return where everything is on the map of a view."""
    return map_layout(tuple(map(len, view.terrains)), width, height)


def draw_map(
    view: View,
    width: int,
    height: int,
    marks: MapMarks = MapMarks(),
    tr: Translations = ENGLISH,
) -> Canvas:
    """Draw the position of a view in a space, with what is marked on it."""
    layout = layout_of(view, width, height)
    canvas = draw_sea(width, height, layout.margins.coast).cut(0, 0, width, height)
    for fjord in range(FJORDS):
        _draw_fjord(canvas, layout, view, fjord, marks, tr)
    for peninsula in range(PENINSULAS):
        draw_peninsula(canvas, layout, view, peninsula, marks.lit, tr)
        if layout.rich:
            _draw_takers(canvas, layout, view, peninsula, tr)
        else:
            _draw_leaders(canvas, layout, view, peninsula)
    if marks.ship is not None:
        draw_ship_on_map(canvas, layout, marks.ship)
        _draw_way_in(canvas, layout, marks.ship)
    for field in marks.lit if layout.field_height > 3 else ():
        _draw_lit_edge(canvas, layout, view, field, marks)
    if marks.cursor is not None:
        _draw_brackets(canvas, layout, marks.cursor)
    _draw_told(canvas, layout, marks.told)
    return canvas


# -- land ----------------------------------------------------------------------------------------


def draw_peninsula(
    canvas: Canvas,
    layout: MapLayout,
    view: View,
    peninsula: int,
    lit: frozenset[Field],
    tr: Translations,
) -> None:
    """Draw the fields of a peninsula, some of them lit, and its cape."""
    fields = zip(view.terrains[peninsula], view.owners[peninsula], strict=True)
    for row, (terrain, owner) in enumerate(fields):
        field = Field(peninsula, row)
        drawn = draw_field(
            terrain,
            owner,
            layout.field_width,
            layout.field_height,
            lit=field in lit,
            seam=row % 2 == 0,
        )
        canvas.paste(*layout.field(field), drawn)
    letter_y = layout.land_y(peninsula) + (layout.field_height - 1) // 2
    canvas.put((layout.margins.coast - 1) // 2, letter_y, PENINSULA_LETTERS[peninsula], LETTER)
    cape, x, y = view.capes[peninsula], *layout.field(Field(peninsula, layout.lengths[peninsula]))
    size = layout.margins.cape, layout.field_height
    second, first = tr.pgettext("place on a cape", "2nd"), tr.pgettext("place on a cape", "1st")
    canvas.paste(x, y, draw_cape(cape.inner, second, *size, outer=False))
    canvas.paste(x + layout.margins.cape, y, draw_cape(cape.outer, first, *size, outer=True))


def _draw_takers(
    canvas: Canvas, layout: MapLayout, view: View, peninsula: int, tr: Translations
) -> None:
    """Say who would take the cape now and the points of each."""
    counts, points = sums(view, peninsula), shares(view, peninsula)
    seats = sorted(filter(points.__getitem__, range(view.seats)), key=lambda who: -counts[who])
    y = layout.land_y(peninsula) + (layout.field_height > len(seats))
    step = 2 if layout.field_height > 2 * len(seats) else 1
    for line, seat in enumerate(seats):
        x, row = layout.right + 1, y + step * line
        canvas.fill(x, row, layout.margins.side - 1, 1, "$sea")
        canvas.put(x, row, mark(seat), shield_style(seat))
        canvas.put(x + 3, row, str(counts[seat]), "bold $foreground")
        text = tr.gettext("takes {points}").format(points=points[seat])
        canvas.put(x + 4 + len(str(counts[seat])), row, text, "$quiet")


def _draw_leaders(canvas: Canvas, layout: MapLayout, view: View, peninsula: int) -> None:
    """Show whose Vikings count most, and below them whose count second, if they get anything."""
    counts, points = sums(view, peninsula), shares(view, peninsula)
    seats = sorted(filter(points.__getitem__, range(view.seats)), key=lambda who: -counts[who])
    groups = [list(group) for _, group in groupby(seats, key=lambda who: counts[who])]
    for line, group in enumerate(groups):
        x, y = layout.right + (layout.margins.side > 5), layout.land_y(peninsula) + line
        canvas.fill(layout.right, y, layout.margins.side, 1, "$sea")
        for seat in group:
            shown = mark(seat) if len(group) == 1 else mark(seat)[0]
            canvas.put(x, y, shown, shield_style(seat))
            x += len(shown)
        gap = x + 2 < layout.width
        canvas.put(x + gap, y, str(counts[group[0]]), "bold $foreground")


def _draw_lit_edge(
    canvas: Canvas, layout: MapLayout, view: View, field: Field, marks: MapMarks
) -> None:
    """Light the shore of a field on the side of the dragon."""
    x, y = layout.field(field)
    ship = marks.ship or landed_ship(view)
    below = ship is not None and field.peninsula < ship.fjord
    line = 2 * (y + layout.field_height) - 1 if below else 2 * y
    start = 0 if below else 4
    canvas.draw_pixels(x + start, line, ("#" * (layout.field_width - start),), {"#": "$your-turn"})


def _draw_brackets(canvas: Canvas, layout: MapLayout, field: Field) -> None:
    x, y = layout.field(field)
    for down in range(1, layout.field_height):
        canvas.put(x, y + down, "[", LIT)
        canvas.put(x + layout.field_width - 1, y + down, "]", LIT)


def _draw_told(canvas: Canvas, layout: MapLayout, told: frozenset[str]) -> None:
    """Light the letters of peninsulas, and put capes in brackets."""
    for peninsula, letter in enumerate(PENINSULA_LETTERS):
        y = layout.land_y(peninsula)
        if letter in told:
            at = (layout.margins.coast - 1) // 2, y + (layout.field_height - 1) // 2
            canvas.put(*at, letter, LIT)
        if f"cape {letter}" in told:
            x = layout.row_x(layout.lengths[peninsula])
            canvas.put(x, y, "[", LIT)
            canvas.put(x + 2 * layout.margins.cape - 1, y, "]", LIT)


# -- water ---------------------------------------------------------------------------------------


def _draw_fjord(
    canvas: Canvas,
    layout: MapLayout,
    view: View,
    fjord: int,
    marks: MapMarks,
    tr: Translations,
) -> None:
    """Draw the dragons of a fjord, its number, and how many more find land."""
    ships, size = view.fjords[fjord], (layout.field_width, layout.fjord_height)
    leaving = landed_ship(view)
    for place in range(len(ships)):
        if leaving is not None and leaving.fjord == fjord and place == leaving.place:
            draw_ship_on_map(canvas, layout, leaving)
        else:
            canvas.paste(*layout.ship(fjord, place), draw_ship(None, (), *size))
    chosen = marks.fjord == fjord
    x, y = layout.right + (layout.margins.side > 5), layout.fjord_y(fjord)
    y += (layout.fjord_height - 1) // 2 if layout.rich else 0
    canvas.fill(layout.right, y, layout.margins.side, 1 if layout.rich else 2, "$sea")
    canvas.put(x, y, f" {fjord + 1} ", LIT if chosen else KEY)
    free = view.capacities[fjord] - len(ships)
    said = tr.gettext("here") if chosen else _room(free, layout, tr)
    style = "bold $your-turn" if chosen else "$quiet"
    if layout.rich:
        canvas.put(x + 4, y, said, style)
    elif layout.fjord_height > 1:
        canvas.put(layout.right, y + 1, said, style)
    else:
        canvas.put(x + 3, y, f"+{free}", style)


def _room(free: int, layout: MapLayout, tr: Translations) -> str:
    """Say how many dragons a fjord has room for, as there is room to say it."""
    if not free:
        said = tr.pgettext("a fjord", "full")
    elif layout.rich and layout.field_width > 7:
        said = tr.ngettext("room for {count}", "room for {count}", free).format(count=free)
    else:
        said = tr.ngettext("{count} free", "{count} free", free).format(count=free)
    room = layout.width - layout.right - (5 if layout.rich else 0)
    return said if len(said) <= room else f"+{free}"


def draw_ship_on_map(canvas: Canvas, layout: MapLayout, ship: ShipOnMap, away: int = 0) -> None:
    """Draw the dragon of this turn where it lies, or so many columns away from there."""
    dragon = ship.dragon._replace(reserved=ship.reserved)
    drawn = draw_ship(dragon, ship.aboard, layout.field_width, layout.fjord_height)
    x, y = layout.ship(ship.fjord, ship.place)
    canvas.paste(x + away, y, drawn)


def _draw_way_in(canvas: Canvas, layout: MapLayout, ship: ShipOnMap) -> None:
    """Draw the wake of a dragon that would sail in."""
    x, y = layout.ship(ship.fjord, ship.place + 1)
    for at in range(x + 1, layout.right - 2, 3):
        canvas.put(at, y + layout.fjord_height // 2, "~~", "$your-turn")
