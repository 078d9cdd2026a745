"""What lies below the prompt: the own action cards, the dragon of this turn, and a legend."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_engine.walhalla.box import Card, Dragon
from odin_engine.walhalla.state import Stage
from odin_tui.drawing.canvas import Canvas, broken
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import pictures
from odin_tui.drawing.surfaces import draw_slab
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.walhalla.action_cards import CARD_NAMES, EFFECTS, WHEN
from odin_tui.walhalla.intent import WITH_CARDS, Intent
from odin_tui.walhalla.pieces import LIT, draw_ship, mark, shield_style, text_style

LEGEND = (
    ("S ", N_("sacrifice: draw a card")),
    ("F2", N_("forest: points at once")),
    ("V1", N_("village: counts for more")),
    ("W ", N_("wheat: scores each raid")),
)
WIDEST_CARD = {3: 22, 4: 29, 6: 35}
"""The columns of a card by the rows there are."""
NARROWEST_CARD, NUMBERED_CARD, PICTURE = 12, 15, 10
"""The fewest columns of a card, of one with a number, and those of its picture."""
WITH_PICTURE, WITH_LEGEND = 24, 110
"""The columns of a card from which it has a picture, and of all from which there is a legend."""
SMALL_ROWS, LARGE_SHIP = 3, 4
"""The rows up to which the dragon is drawn small, and those of a large one."""
SHIP_WIDTH = {3: 16, 4: 19, 6: 28}
"""The columns of the dragon, by the rows there are."""
LEGEND_WIDTH, HIDDEN = 32, 4
"""The columns of the legend, and of the number of cards that are not shown."""


class Part(NamedTuple):
    """Something that can be clicked: a kind of card or a seat of the dragon, and its columns."""

    kind: str
    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class HandContents:
    """The strip at one moment."""

    intent: Intent
    cards: tuple[tuple[Card, int], ...] = ()
    """The kinds of cards and how many of each."""
    dragon: Dragon | None = None
    pile: int = 0
    watching: bool = False


class Strip(CanvasWidget):
    """The own cards from left to right, then the dragon with its seats, then what land gives."""

    DEFAULT_CSS = "Strip { height: 3; }"

    contents: reactive[HandContents | None] = reactive(None)
    """What is shown."""

    class Picked(Message):
        """A card or a seat was clicked."""

        def __init__(self, kind: str, number: int) -> None:
            super().__init__()
            self.kind, self.number = kind, number

    def draw(self) -> Canvas:
        """Draw all of it in the rows there are."""
        width, height = self.size
        if self.contents is None:
            return Canvas(width, height)
        return draw_strip(self.contents, width, height, translations_of(self))

    def on_click(self, event: Click) -> None:
        event.stop()
        if self.contents is None:
            return
        for part in parts(self.contents, *self.size):
            if part.start <= event.x < part.end:
                self.post_message(self.Picked(part.kind, part.number))


def _rooms(contents: HandContents, width: int, height: int) -> tuple[int, int, int]:
    """Return the columns for cards, for each card, and for the dragon."""
    key = max(rows for rows in SHIP_WIDTH if rows <= max(height, 3))
    room = _ship_x(width, SHIP_WIDTH[key])
    count = max(len(contents.cards), 1)
    least = NUMBERED_CARD if contents.intent.stage in WITH_CARDS else NARROWEST_CARD
    each = max(min(room // count, WIDEST_CARD[key]), least)
    return room - (count * each > room) * HIDDEN, each, SHIP_WIDTH[key]


def _ship_x(width: int, ship: int) -> int:
    """Return the column of the dragon, at the right or left of the legend."""
    return width - ship - (LEGEND_WIDTH if width >= WITH_LEGEND else 0)


def parts(contents: HandContents, width: int, height: int) -> Iterator[Part]:
    """Yield what can be clicked, and where it is."""
    room, each, ship = _rooms(contents, width, height)
    first = first_card(contents, room, each)
    for place in range(min(len(contents.cards) - first, room // each)):
        yield Part("card", first + place, place * each, (place + 1) * each)
    seat = (ship - 4) // 3
    for place in range(3):
        start = _ship_x(width, ship) + 2 + place * seat
        yield Part("seat", place, start, start + seat)


def first_card(contents: HandContents, room: int, each: int) -> int:
    """Return the first card that is shown: the one under the cursor is among them."""
    fits = max(room // each, 1)
    here = contents.intent.at if contents.intent.stage in WITH_CARDS else 0
    return max(min(here - fits + 1, len(contents.cards) - fits), 0)


def draw_strip(
    contents: HandContents, width: int, height: int, tr: Translations = ENGLISH
) -> Canvas:
    """Draw the strip in a space."""
    canvas = Canvas(width, height)
    room, each, ship = _rooms(contents, width, height)
    for part in parts(contents, width, height):
        if part.kind == "card":
            canvas.paste(part.start, 0, _draw_card(contents, part.number, each, height, tr))
    hidden = len(contents.cards) - room // each
    if hidden > 0:
        canvas.put(room // each * each + 1, 1, f"+{hidden}", "bold $quiet")
    if not contents.cards and not contents.watching:
        canvas.put(1, 0, tr.gettext("You hold no action cards."), "$quiet")
    canvas.paste(_ship_x(width, ship), 0, _draw_dragon(contents, ship, height, tr))
    if width >= WITH_LEGEND:
        _draw_legend(canvas, width - LEGEND_WIDTH + 1, tr)
    return canvas


def _draw_legend(canvas: Canvas, x: int, tr: Translations) -> None:
    """Say what each kind of land gives, as far as there are rows."""
    for y, (sign, meaning) in enumerate(LEGEND):
        kind = sign[0]
        canvas.put(x, y, f" {sign} ", f"bold $land-ink on $land-{kind}-label")
        canvas.put(x + 5, y, shortened(tr.gettext(meaning), canvas.width - x - 5), "$quiet")


# -- cards ---------------------------------------------------------------------------------------


def _draw_card(
    contents: HandContents, number: int, width: int, height: int, tr: Translations
) -> Canvas:
    """Draw a kind of card: its name and number, when it is played, and what it does."""
    intent, (card, held) = contents.intent, contents.cards[number]
    asked = bool(intent.playable)
    look = "face" if card in intent.playable or not asked else "idle"
    ground, ink = f"${look}-bone", f"${look}-bone-ink"
    canvas = Canvas(width, height)
    draw_slab(canvas, 0, 0, width, height, ground)
    here = intent.stage in WITH_CARDS and intent.at == number
    laid = _laid(contents, card)
    _draw_card_title(canvas, contents, number, tr, f"bold {ink} on {ground}", lit=here or laid > 0)
    left = 1
    if width >= WITH_PICTURE and height >= 4:
        tones = {"#": "$picture-0", "+": "$picture-1", "o": "$picture-2"}
        if look == "idle":
            tones = dict.fromkeys(tones, "$idle-bone-ink")
        sprite = pictures("walhalla")[card][: 2 * height]
        canvas.draw_pixels(1, max(2 * height - len(sprite), 0) // 2, sprite, tones)
        left = PICTURE
    choosing = intent.stage == Stage.COMMIT and card in intent.playable
    notes = [""]
    if choosing or laid:
        count = f"{laid}/{held}"
        notes = [tr.gettext("laid {count}").format(count=count), count]
    first = 1 if height < 6 else 2
    lines, note = _text_and_note(tr.gettext(EFFECTS[card]), notes, width - left - 2, height - first)
    for y, text in enumerate(lines, first):
        canvas.put(left, y, text, f"{ink} on {ground}")
    canvas.put(width - 2 - cell_len(note), height - 1, note, LIT if laid else ink)
    return canvas


def _text_and_note(text: str, notes: Sequence[str], width: int, rows: int) -> tuple[list[str], str]:
    """Return a text in rows, and the first note at the end of the last row that cuts none of it.

    If each would, the text ends in … before the last of the notes.
    """
    for note in notes:
        room = width - cell_len(note) - 1 if note else width
        lines = _in_rows(text, width, rows, room)
        if not lines[-1].endswith("…"):
            break
    return lines, note


def _in_rows(text: str, width: int, rows: int, last: int) -> list[str]:
    """Return a text in rows of a width, of which the last is narrower; … if it is cut."""
    lines, rest = list[str](), Content(text)
    while len(lines) < rows - 1 and rest.cell_length > width:
        line, rest = broken(rest, width)
        lines.append(line.plain)
    if len(lines) == rows - 1 and rest.cell_length > last:
        # The page of the cards has it whole; the footer names its key.
        line, _ = broken(rest, max(last, 1))
        return [*lines, shortened(f"{line.plain} …", last)]
    return [*lines, rest.plain]


def _laid(contents: HandContents, card: Card) -> int:
    """Return how many of a card are chosen, or have been laid down already."""
    view = contents.intent.view
    committed = () if view is None or view.commit is None else view.commit
    return (*contents.intent.laid, *committed).count(card)


def _draw_card_title(
    canvas: Canvas,
    contents: HandContents,
    number: int,
    tr: Translations,
    style: str,
    *,
    lit: bool,
) -> None:
    intent, (card, held) = contents.intent, contents.cards[number]
    width = canvas.width
    picture = width >= WITH_PICTURE and canvas.height >= 4
    left = PICTURE if picture else 1
    name = tr.gettext(CARD_NAMES[card])
    if held > 1:
        # In front, where a name that is cut still has it.
        name = f"{held}×{name}"
    if intent.stage in WITH_CARDS:
        here = intent.at == number
        name = f"[{number + 1}]{name}" if here else f" {number + 1} {name}"
        left -= 1
    canvas.put(left, 0, shortened(name, width - left - 1), LIT if lit else style)
    when, low = tr.gettext(WHEN[card]), "$print-low" if "$face" in style else "$idle-bone-ink"
    at = width - 2 - cell_len(when)
    if at > left + cell_len(name):
        canvas.put(at, 0, when, f"{low} on {style.rpartition(' ')[2]}")


# -- the dragon ----------------------------------------------------------------------------------


def _draw_dragon(contents: HandContents, width: int, height: int, tr: Translations) -> Canvas:
    """Draw the seats of the dragon with their numbers and who sits there, and the draw pile."""
    canvas = Canvas(width, height)
    view, intent, dragon = contents.intent.view, contents.intent, contents.dragon
    pile = tr.ngettext("{count} to draw", "{count} to draw", contents.pile)
    pile = pile.format(count=contents.pile)
    canvas.put(1, height - 1, shortened(pile, width - 1), "$quiet")
    if dragon is None or view is None or view.landing is not None:
        return canvas
    aboard = tuple(
        view.seat if intent.stage == Stage.BOARD and place in intent.places else who
        for place, who in enumerate(view.aboard)
    )
    seat = (width - 4) // 3
    # As on the map, the dragon is the same for every reader.
    canvas.mark_picture(0, 0, width, height - 1)
    if height > SMALL_ROWS:
        rows = height - 2
        canvas.paste(2, 0, draw_ship(dragon, aboard, seat, min(rows, LARGE_SHIP)))
    else:
        rows = 1
        _draw_small_ship(canvas, seat, dragon, aboard, view.seats)
    for place in range(len(aboard)):
        here = intent.stage == Stage.BOARD and intent.at == place
        number = f"[{place + 1}]" if here else f" {place + 1} "
        style = "bold $ship-ink on $ship" if rows == 1 else "bold" if here else "$quiet"
        canvas.put(2 + place * seat, rows, number.center(seat), style)
    return canvas


def _draw_small_ship(
    canvas: Canvas, seat: int, dragon: Dragon, aboard: tuple[Seat | None, ...], seats: int
) -> None:
    """Draw a dragon in two rows, the lower of which is left for the numbers of the seats."""
    hull = 2 + len(aboard) * seat
    canvas.put(1, 0, "▙", "$ship")
    canvas.put(hull, 0, "▟", "$ship")
    canvas.put(1, 1, f"▜{'█' * (hull - 2)}▛", "$ship")
    for place, who in enumerate(aboard):
        x = 2 + place * seat
        middle = x + (seat - 2) // 2
        if who is not None:
            canvas.put(x, 0, mark(who).center(seat), shield_style(who))
        elif place == dragon.reserved and dragon.colour < seats:
            # In brackets, which tell it from a Viking without colours too.
            style = f"bold {text_style(dragon.colour)}"
            canvas.put(middle - 1, 0, f"({mark(dragon.colour)})", style)
        elif place == dragon.reserved:
            canvas.put(middle, 0, "××", "$line")
        else:
            canvas.put(middle, 0, "··", "$quiet")
