"""Valhalla: the discarded cards beside the middle, and the page that tells where every card is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.odin.cards import COLOURS, NUMBERS, Card, Cards, Colour
from odin_engine.odin.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.labels import chip
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import HUES, SHAPES, short_chips
from odin_tui.odin.intent import NONE
from odin_tui.screens.lookup import LookupScreen

# -- the discarded cards --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Discards:
    """The discarded cards, the deck of the match, and the marks of its colours."""

    cards: Cards = NONE
    deck: Cards = NONE
    table: Cards = NONE
    """The set in the middle."""
    marks: Mapping[Colour, str] | None = None


class Valhalla(CanvasWidget):
    """The discarded cards in rows, one for each colour. A click opens the whole picture."""

    discards: reactive[Discards] = reactive(Discards())
    """What is shown."""
    top: reactive[int] = reactive(1)
    """The row of its first line."""
    left: reactive[int] = reactive(0)
    """The column in which it begins."""

    class Opened(Message):
        """The panel was clicked."""

    def draw(self) -> Canvas:
        """Draw a row for each colour where there is room, else the number of cards alone."""
        canvas = Canvas(*self.size)
        drawn = self._draw_rows(canvas.width - self.left, canvas.height - self.top)
        canvas.paste(self.left, self.top, drawn)
        return canvas

    def _draw_rows(self, width: int, height: int) -> Canvas:
        discards, canvas, tr = self.discards, Canvas(width, height), translations_of(self)
        count = len(discards.cards)
        fallen = tr.ngettext("{count} fallen", "{count} fallen", count).format(count=count)
        title = Content.styled(tr.gettext("Valhalla"), "$foreground bold")
        whole = Content.assemble(title, " ", (fallen, "$quiet"))
        if whole.cell_length > width:
            whole = Content.assemble(title, (f" {count}", "$quiet"))
        canvas.put_content(0, 0, whole.truncate(width))
        colours = colours_of(discards.deck)
        if height > len(colours):
            for y, colour in enumerate(colours, 1):
                _draw_discards(canvas, y, discards, colour, 2 if width >= 21 else 1)
        return canvas

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Opened())


def colours_of(deck: Cards) -> list[Colour]:
    """Return the colours a match is played with."""
    present = {card.colour for card in deck}
    return [colour for colour in COLOURS if colour in present]


def _draw_discards(canvas: Canvas, y: int, discards: Discards, colour: Colour, step: int) -> None:
    """Draw the numbers of a colour, so many columns apart."""
    head = f"{colour.value}{(discards.marks or SHAPES)[colour]} "
    canvas.put(0, y, " " * (len(head) + step * (len(NUMBERS) - 1) + 1))
    canvas.put(0, y, head, f"{HUES[colour]} bold")
    for place, number in enumerate(NUMBERS):
        canvas.put_content(len(head) + step * place, y, _discard(discards, Card(colour, number)))


def _discard(discards: Discards, card: Card) -> Content:
    if card in discards.cards:
        return chip(str(card.number), card.colour.name.lower())
    if card in discards.table:
        return Content.styled(str(card.number), f"{HUES[card.colour]} bold underline")
    return Content.styled("·", "$line")


# -- where every card is --------------------------------------------------------------------

FALLEN = N_("fallen: it lay face up, and is out of this hand")


def valhalla_screen(view: View, reader: Reader, marks: Mapping[Colour, str]) -> LookupScreen:
    """Return the page that tells where every card is, as far as the view's seat can know."""
    count = len(view.discard)
    title = reader.tr.ngettext("Valhalla · {count} fallen", "Valhalla · {count} fallen", count)
    return LookupScreen(title.format(count=count), card_places(view, reader, marks))


def card_places(view: View, reader: Reader, marks: Mapping[Colour, str]) -> Content:
    """Return every card of the deck with the place it is in, and a legend."""
    rows = [_place_row(view, colour, marks) for colour in colours_of(view.deck)]
    return Content("\n").join(
        [Content(""), *rows, Content(""), *_legend(view, reader), Content("")]
    )


def _legend(view: View, reader: Reader) -> Iterable[Content]:
    tr = reader.tr
    yield _legend_line("8", tr.gettext(FALLEN))
    yield _legend_line("[8]", tr.gettext("in the middle"))
    if view.seat is not None:
        yield _legend_line("‹8›", tr.gettext("yours"))
    holders = [seat for seat in range(view.seats) if view.known[seat] and seat != view.seat]
    if holders:
        yield _legend_line("+8", tr.gettext("taken by someone, and not played since"))
    yield _legend_line("·", _unseen(view, tr), "$line")
    for seat in holders:
        cards = short_chips(view.known[seat])
        line = fill(tr.gettext("{name} holds {cards}"), name=reader.names[seat], cards=cards)
        yield Content.assemble("   ", line)


def _unseen(view: View, tr: Translations) -> str:
    count = len(view.unseen)
    if view.undealt:
        text = tr.ngettext(
            "not seen yet: {count} card, {undealt} of them never dealt",
            "not seen yet: {count} cards, {undealt} of them never dealt",
            count,
        )
    else:
        text = tr.ngettext("not seen yet: {count} card", "not seen yet: {count} cards", count)
    return text.format(count=count, undealt=view.undealt)


def _legend_line(sign: str, meaning: str, style: str = "bold") -> Content:
    return Content.assemble((sign.center(4), style), (meaning, "$quiet"))


def _place_row(view: View, colour: Colour, marks: Mapping[Colour, str]) -> Content:
    hue = HUES[colour]
    parts = [Content.styled(f" {colour.value}{marks[colour]} ", f"bold {hue}")]
    known = {card for cards in view.known for card in cards}
    for number in NUMBERS:
        card = Card(colour, number)
        if card in view.table:
            sign, style = f"[{number}]", f"bold {hue}"
        elif card in view.hand:
            sign, style = f"‹{number}›", f"bold {hue}"
        elif card in view.discard:
            sign, style = f"{number}", hue
        elif card in known:
            sign, style = f"+{number} ", hue
        else:
            sign, style = "·", "$line"
        parts.append(Content.styled(sign.center(4), style))
    return Content("").join(parts)
