"""Where everything on the map of Walhalla is drawn: coast at the left, sea at the right.

Peninsulas lie above each other with fjords between them, and a row of fields is a column.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from odin_engine.walhalla.box import DRAGON_SEATS
from odin_engine.walhalla.land import FJORDS, PENINSULAS, Field

HEIGHTS = ((5, 4), (4, 3), (3, 2), (2, 2), (2, 1))
"""The rows of a field and of a fjord, from large to small."""
WIDEST_FIELD = {5: 10, 4: 7, 3: 6, 2: 5}
"""The columns of a field by its rows."""


class Margins(NamedTuple):
    """The columns of the coast, of half a cape, and of what stands beside the capes."""

    coast: int
    cape: int
    side: int
    least: int
    """The columns that a field must have beside these margins."""


MARGINS = (
    Margins(5, 8, 18, 7),
    Margins(4, 7, 18, 5),
    Margins(3, 5, 6, 5),
    Margins(2, 4, 6, 4),
    Margins(1, 3, 5, 3),
)
"""From wide to narrow."""


class MapLayout(NamedTuple):
    """The sizes of all parts of a map in a space, and where they are."""

    width: int
    height: int
    lengths: tuple[int, ...]
    """The fields of each peninsula."""
    field_width: int
    field_height: int
    fjord_height: int
    margins: Margins
    top: int
    """The rows of sea above the first fjord."""

    @property
    def right(self) -> int:
        """The column behind the longest cape, where it is said who would take it."""
        return self.margins.coast + max(self.lengths) * self.field_width + 2 * self.margins.cape

    @property
    def rich(self) -> bool:
        """Whether there is room for words beside the capes."""
        return self.margins.side >= MARGINS[0].side

    def fjord_y(self, fjord: int) -> int:
        """Return the first row of a fjord."""
        return self.top + fjord * (self.field_height + self.fjord_height)

    def land_y(self, peninsula: int) -> int:
        """Return the first row of a peninsula."""
        return self.fjord_y(peninsula) + self.fjord_height

    def row_x(self, row: int) -> int:
        """Return the first column of a row of fields, counted from the coast."""
        return self.margins.coast + row * self.field_width

    def field(self, field: Field) -> tuple[int, int]:
        """Return the upper left cell of a field."""
        return self.row_x(field.row), self.land_y(field.peninsula)

    def ship(self, fjord: int, place: int) -> tuple[int, int]:
        """Return the upper left cell of a dragon, counted from the coast."""
        return self.row_x(DRAGON_SEATS * place), self.fjord_y(fjord)

    def fields(self) -> Iterator[Field]:
        """Yield every field there is."""
        for peninsula, length in enumerate(self.lengths):
            yield from (Field(peninsula, row) for row in range(length))

    def field_at(self, x: int, y: int) -> Field | None:
        """Return the field that a cell belongs to."""
        row = (x - self.margins.coast) // self.field_width
        for peninsula in range(PENINSULAS):
            down = y - self.land_y(peninsula)
            if 0 <= down < self.field_height and 0 <= row < self.lengths[peninsula]:
                return Field(peninsula, row)
        return None

    def fjord_at(self, y: int) -> int | None:
        """Return the fjord that a row of cells belongs to."""
        for fjord in range(FJORDS):
            if 0 <= y - self.fjord_y(fjord) < self.fjord_height:
                return fjord
        return None


def map_rows(field_height: int, fjord_height: int) -> int:
    """Return the rows of a map with fields and fjords of these heights."""
    return PENINSULAS * field_height + FJORDS * fjord_height


LEAST_ROWS = map_rows(*HEIGHTS[-1])


@lru_cache(maxsize=64)
def map_layout(lengths: tuple[int, ...], width: int, height: int) -> MapLayout:
    """Return the largest map that fits a space; a space that is too small cuts the smallest."""
    field_height, fjord_height = next(
        (rows for rows in HEIGHTS if map_rows(*rows) <= height), HEIGHTS[-1]
    )
    longest = max(lengths)
    for margins in MARGINS:
        spare = width - margins.coast - 2 * margins.cape - margins.side
        columns = min(spare // longest, WIDEST_FIELD[field_height])
        if columns >= min(margins.least, WIDEST_FIELD[field_height]):
            break
    return MapLayout(
        width=width,
        height=height,
        lengths=lengths,
        field_width=max(columns, MARGINS[-1].least),
        field_height=field_height,
        fjord_height=fjord_height,
        margins=margins,
        top=max(height - map_rows(field_height, fjord_height), 0) // 2,
    )
