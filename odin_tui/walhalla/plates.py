"""The plates of Walhalla: everybody's points, cards, and Vikings by where they are."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from rich.cells import cell_len
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.walhalla.view import View
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.drawing.plate_frame import cards_words
from odin_tui.languages import N_, Translations
from odin_tui.walhalla.map_text import held
from odin_tui.walhalla.pieces import mark, shield_style, text_style
from odin_tui.widgets.seat_plate import SeatContents, Wording, points_text

TAG = "bold $face-bone-ink on $face-bone"
HIGH = 4
"""The rows below the name from which points are drawn in pixels."""
WIDE = 26
"""The columns from which places of Vikings are written as words."""
PLACES = (
    N_("Midgard {count}"),
    N_("Asgard {count}"),
    N_("Walhalla {count}"),
    N_("land {count}"),
)


class Zones(NamedTuple):
    """A seat's fourteen Vikings, by where they are."""

    midgard: int
    dragon: int
    land: int
    asgard: int
    walhalla: int


NOWHERE = Zones(0, 0, 0, 0, 0)


def zones_of(view: View, seat: int) -> Zones:
    """Return where the Vikings of a seat are."""
    return Zones(
        midgard=view.midgard[seat],
        dragon=view.aboard.count(Seat(seat)),
        land=held(view, seat, ""),
        asgard=view.asgard[seat],
        walhalla=view.walhalla[seat],
    )


def pieces_row(zones: Zones, seat: int) -> Content:
    """Return every Viking as a sign: ready, sailing, on land, in Asgard, fallen."""
    own = text_style(seat)
    signs = (
        ("▮", f"bold {own}"),
        ("▮", "$your-turn"),
        ("▮", "$quiet"),
        ("▯", "$quiet"),
        ("▵", "$foreground"),
    )
    parts = ((sign * count, style) for (sign, style), count in zip(signs, zones, strict=True))
    return Content.assemble(*((text, style) for text, style in parts if text))


@dataclass(frozen=True, slots=True)
class VikingPlate(SeatContents):
    """What a plate says about a seat of Walhalla."""

    points: int = 0
    cards: int = 0
    zones: Zones = NOWHERE
    started: bool = False
    """True if the seat began this raid."""
    in_words: bool = False
    """Whether the narrowest plate has room for words, so that all are written alike."""

    @classmethod
    def of(cls, table: TableView, seat: Seat, name: str, now: float, tr: Translations) -> Self:
        """Return the plate of a seat."""
        view: Any = table.match
        return cls.at(
            table,
            seat,
            name,
            now,
            points=view.points[seat],
            cards=view.counts[seat],
            zones=zones_of(view, seat),
            started=view.starter == seat,
            tr=tr,
        )

    @property
    def badge(self) -> Content:
        if self.seat is None:
            return Content("")
        return Content.assemble((mark(self.seat), shield_style(self.seat)), " ")

    def head(self, wording: Wording) -> str:
        return points_text(self.points, wording, self.tr)

    def fill(self, canvas: Canvas) -> None:
        """Write where the Vikings are, in letters or words, and the number of cards."""
        if self.seat is None:
            return
        if self.in_words and canvas.height >= HIGH - 1:
            self._fill_wide(canvas, self.seat)
        else:
            self._fill_narrow(canvas, self.seat)

    def _fill_narrow(self, canvas: Canvas, seat: int) -> None:
        """Write letters with numbers and the clock, and below them every Viking and the cards."""
        letters = zip(self._letters(), self._counts(), strict=True)
        pieces = [Content.assemble((letter, "$quiet"), (str(n), "bold")) for letter, n in letters]
        lines = [Content(between).join(pieces) for between in ("  ", " ", "")]
        for clock in (self.clock, ""):
            room = canvas.width - len(clock) - bool(clock)
            fitting = [line for line in lines if line.cell_length <= room]
            if fitting:
                break
        top = fitting[0] if fitting else lines[-1]
        canvas.put_content(0, 0, top)
        canvas.put(canvas.width - len(clock), 0, clock, "$quiet")
        noted = [self.note] * bool(self.note) + [self.clock] * bool(self.clock and not clock)
        tag = f" {self.cards} "
        row = Content.styled(" ".join(noted), "$quiet") if noted else pieces_row(self.zones, seat)
        if not noted and row.cell_length + len(tag) > canvas.width:
            row, tag = Content(""), f" {cards_words(self.cards, self.tr)} "
        low = canvas.height - 1
        canvas.put_content(0, low, row.truncate(canvas.width - len(tag)))
        canvas.put(canvas.width - len(tag), low, tag, TAG)

    def _letters(self) -> tuple[str, ...]:
        tr = self.tr
        return (
            tr.pgettext("letter of Midgard", "M"),
            tr.pgettext("letter of land", "L"),
            tr.pgettext("letter of Asgard", "A"),
            tr.pgettext("letter of Walhalla", "W"),
        )

    def _counts(self) -> tuple[int, ...]:
        return self.zones.midgard, self.zones.land, self.zones.asgard, self.zones.walhalla

    def _fill_wide(self, canvas: Canvas, seat: int) -> None:
        tr, zones = self.tr, self.zones
        canvas.put_content(0, 0, pieces_row(zones, seat))
        counts = zones.midgard, zones.asgard, zones.walhalla, zones.land
        said = [
            _counted(tr.gettext(text), count) for text, count in zip(PLACES, counts, strict=True)
        ]
        rows = [Content(" ").join(said[:2]), Content(" ").join(said[2:])]
        for y, row in enumerate(rows, 1):
            canvas.put_content(0, y, row)
        tag = f" {cards_words(self.cards, tr)} "
        if canvas.height < HIGH and rows[1].cell_length + len(tag) > canvas.width:
            tag = f" {self.cards} "
        beside = self.note or (tr.gettext("began this raid") if self.started else "")
        if canvas.height >= HIGH:
            noted = f"{self.clock} {beside}".strip()
            canvas.put(0, 3, tag, TAG)
            canvas.put(len(tag) + 1, 3, noted, "$quiet")
            lengths = [row.cell_length for row in (pieces_row(zones, seat), *rows)]
            self._draw_points(canvas, max(*lengths, len(tag) + 1 + cell_len(noted)))
            return
        canvas.put(canvas.width - len(tag), 2, tag, TAG)
        noted = self.clock or self.note
        canvas.put(canvas.width - len(noted), 0, noted, "$quiet")

    def _draw_points(self, canvas: Canvas, left: int) -> None:
        """Draw the points as large as there is room for behind what is written at the left."""
        for font in ("5x7", "3x5"):
            at = canvas.width - number_width(self.points, font)
            if at > left:
                ink = "$your-turn" if self.mine else "$foreground"
                draw_number(canvas, at, 1, self.points, font, ink)
                return


def _counted(text: str, count: int) -> Content:
    """Return a word in a quiet tone with its number in a bright one."""
    before, _, after = text.partition("{count}")
    return Content.assemble((before, "$quiet"), (str(count), "bold"), (after, "$quiet"))
