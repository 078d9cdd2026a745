"""What is sent to the terminal for a frame: the cells that may have changed, and no others.

Textual's own compositor looks at every widget within a rectangle around all changes, cuts whole
rows into pieces and sends each piece from its left end. With a card at the bottom and a plate at
the top that is the whole screen, for every key of every session.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from sys import hash_info
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.simple_characters import simple_strip
from odin_tui.drawing.terminal_codes import encoded
from odin_tui.textual_internals import CompositorUpdate, DirtyCompositor

if TYPE_CHECKING:
    from odin_tui.right_to_left.mirror import Drawn, Mirror

LOOK_BITS = 64
"""The bits that a number for a look must have, so that no two looks have the same."""
LOW = 2
"""The rows of regions that hold no other widget whole, or next to none."""


class Patch(NamedTuple):
    """Cells of one row, and the widget whose they are."""

    y: int
    start: int
    end: int
    widget: Widget
    region: Region
    """Where the whole widget is."""


class Patches(CompositorUpdate):
    """Strips, each with its place."""

    def __init__(self, strips: Sequence[tuple[int, int, Strip]]) -> None:
        self._strips = strips

    def render_segments(self, console: Console) -> str:
        """Write everything as text with control sequences."""
        return encoded(self._strips, console.color_system)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Write row after row, which is what a picture of the whole screen is made of."""
        del console, options
        in_order = sorted(self._strips, key=lambda placed: (placed[1], placed[0]))
        for _, row in groupby(in_order, key=lambda placed: placed[1]):
            for _, _, strip in row:
                yield from strip
            yield Segment.line()


class Painter(DirtyCompositor):
    """Textual's compositor, with another way to paint a part of the screen."""

    def __init__(
        self,
        is_simple: Callable[[], bool],
        mirror: Callable[[], "Mirror | None"],
        tell_time: Callable[[float], None],
    ) -> None:
        super().__init__()
        self._is_simple = is_simple
        """Says whether the terminal gets no characters of ambiguous width."""
        self._mirror = mirror
        """Returns what mirrors rows, for a reader from right to left."""
        self._tell_time = tell_time
        """Called with the seconds that each frame took."""

    def render_full_update(self, simplify: bool = False) -> CompositorUpdate:  # type: ignore[override]  # noqa: FBT001, FBT002
        """Paint everything; a picture of the screen is still made as Textual makes it."""
        if simplify:
            return super().render_full_update(simplify)
        self.mark_all()
        return self.render_partial_update() or Patches([])

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        """Paint what is dirty, each cell by the widget in front."""
        begun = perf_counter()
        dirty = self.take_dirty()
        mirror = self._mirror()
        update = self._patches(dirty) if mirror is None else self._mirrored(dirty, mirror)
        # After a layout nearly every widget that it has moved asks to be painted once more.
        if large := [region for region in dirty if region.height > LOW]:
            self.drop_requests(large)
        if update is not None:
            self._tell_time(perf_counter() - begun)
        return update

    def _patches(self, dirty: Iterable[Region]) -> Patches | None:
        kept = simple_strip if self._is_simple() else _same
        patches = [patch for span in self.spans(dirty) for patch in self._in_front(*span)]
        strips = [(patch.start, patch.y, kept(strip)) for patch, strip in _painted(patches)]
        return Patches(strips) if strips else None

    def _mirrored(self, dirty: Iterable[Region], mirror: "Mirror") -> CompositorUpdate | None:
        """Paint all that is seen of a widget in a row of which something is dirty.

        A part of it alone could be half of a word, whose letters do not stand where they did.
        """
        is_simple, width = self._is_simple(), self.size.width
        kept = simple_strip if is_simple else _same
        spans = list(self.spans(dirty))
        patches = {
            patch: None
            for y, start, end in spans
            for patch in self._in_front(y, 0, width)
            if patch.start < end and patch.end > start
        }
        unknown: dict[Patch, int | None] = {}
        drawn: list[Drawn] = []
        for patch in patches:
            look = _look(patch, is_simple=is_simple)
            row = None if look is None else mirror.rows.known(look)
            if row is None:
                unknown[patch] = look
            else:
                drawn.append((patch.start, patch.y, row))
        for patch, strip in _painted(list(unknown)):
            row = mirror.rows.mirrored(kept(strip), _pictures(patch), unknown[patch])
            drawn.append((patch.start, patch.y, row))
        whole = {y for y, start, end in spans if end - start == width}
        return mirror.update(drawn, self.size, whole) if drawn else None

    def _in_front(self, y: int, start: int, end: int) -> Iterator[Patch]:
        """Say which widgets are seen between two cells of a row."""
        gaps = [(start, end)]
        for widget, visible, region in self.layers_visible[y]:
            left, right = visible.x, visible.right
            hidden = []
            for first, last in gaps:
                if right <= first or left >= last:
                    hidden.append((first, last))
                    continue
                if first < left:
                    hidden.append((first, left))
                if right < last:
                    hidden.append((right, last))
                yield Patch(y, max(first, left), min(last, right), widget, region)
            gaps = hidden
            if not gaps:
                return


def _painted(patches: list[Patch]) -> Iterator[tuple[Patch, Strip]]:
    """Let widgets paint, each whole columns of cells at once where it can."""
    patches.sort(key=lambda patch: (id(patch.widget), patch.start, patch.end, patch.y))
    for _, rows in groupby(enumerate(patches), key=_column):
        below = [patch for _, patch in rows]
        y, start, end, widget, region = below[0]
        crop = Region(start - region.x, y - region.y, end - start, len(below))
        yield from zip(below, widget.render_lines(crop), strict=True)


def _look(patch: Patch, *, is_simple: bool) -> int | None:
    """Return a number for how cells look; None where only a picture of them would tell."""
    if not isinstance(patch.widget, CanvasWidget) or hash_info.width < LOOK_BITS:
        return None
    x, y = patch.region.offset
    look = patch.widget.look_of(patch.y - y, patch.start - x, patch.end - x)
    return ~look if is_simple else look


def _pictures(patch: Patch) -> tuple[tuple[int, int], ...]:
    """Return the pictures that a widget has drawn in its cells."""
    if not isinstance(patch.widget, CanvasWidget):
        return ()
    x, y = patch.region.offset
    return tuple(patch.widget.pictures_in(patch.y - y, patch.start - x, patch.end - x))


def _same(strip: Strip) -> Strip:
    return strip


def _column(numbered: tuple[int, Patch]) -> tuple[object, ...]:
    """Tell patches apart that do not lie right below each other."""
    number, patch = numbered
    return id(patch.widget), patch.start, patch.end, patch.y - number
