"""All hands of a card game open, one below the other, as in a replay."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import RISE, Look, Printed, Size, draw_cards
from odin_tui.drawing.labels import chip, spoken_of
from odin_tui.drawing.names import shortened

WIDEST_NAME = 16
LEFT = 3
"""The columns left of the cards below a name."""
CHIP, SHORT_CHIP = 4, 3
"""The columns of a card in a line, with its mark and without."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cards of a seat, and how it stands."""

    name: str
    notes: tuple[str, ...]
    """How the seat stands: wordings, the longest first."""
    cards: tuple[tuple[Printed, Look], ...]
    to_move: bool = False

    @property
    def ink(self) -> str:
        return "bold" if self.to_move else "none"

    def note(self, room: int) -> str:
        """Return the longest note that fits, or else the last."""
        return next((note for note in self.notes if cell_len(note) <= room), self.notes[-1])


def names_width(hands: Sequence[OpenHand]) -> int:
    """Return the columns of the names."""
    return min(max(cell_len(hand.name) for hand in hands), WIDEST_NAME)


def draw_beside(hands: Sequence[OpenHand], size: Size, width: int, height: int) -> Canvas:
    """Draw a row of cards for each seat, its name and how it stands before them."""
    step = size.height + ((size.height + 1) * len(hands) <= height)
    column = max(names_width(hands), *(cell_len(hand.notes[-1]) for hand in hands))
    canvas = Canvas(width, step * len(hands))
    for place, hand in enumerate(hands):
        y = place * step
        _draw_bar(canvas, y, size.height, hand)
        middle = y + (size.height - 1) // 2
        canvas.put(2, middle, shortened(hand.name, column), hand.ink)
        canvas.put(2, middle + 1, hand.notes[-1], "$quiet")
        _draw_row(canvas, column + 4, y, hand, size, width - column - 4)
    return canvas


def draw_below(hands: Sequence[OpenHand], size: Size | None, width: int) -> Canvas:
    """Draw the name of each seat and how it stands, and its cards below; in a line without size."""
    step = 2 if size is None else size.height + 1
    canvas, names = Canvas(width, step * len(hands)), names_width(hands)
    for place, hand in enumerate(hands):
        y = place * step
        _draw_bar(canvas, y, step, hand)
        canvas.put(LEFT, y, shortened(hand.name, names), "bold")
        note = hand.note(width - LEFT - names - 2)
        canvas.put(LEFT + names + 2, y, note, "$quiet")
        if size is None:
            chips = (_chip(card, Look.PLAYABLE, marked=True) for card, _ in hand.cards)
            canvas.put_content(LEFT, y + 1, Content(" ").join(chips))
        else:
            _draw_row(canvas, LEFT, y + 1, hand, size, width - LEFT - 1)
    return canvas


def draw_in_lines(hands: Sequence[OpenHand], most: int, width: int, step: int) -> Canvas:
    """Draw a line for each seat, with room for this number of cards."""
    canvas = Canvas(width, len(hands) * step)
    names = min(names_width(hands), WIDEST_NAME if width >= 70 else 8) + 2
    rest = width - names - 2
    notes = max(cell_len(hand.notes[0]) for hand in hands) + 1
    if rest - notes < SHORT_CHIP * most:
        notes = max(cell_len(hand.notes[-1]) for hand in hands) + 1
    marked = rest - notes >= CHIP * most
    for place, hand in enumerate(hands):
        y, x = place * step, names + 2 + notes
        _draw_bar(canvas, y, 1, hand)
        canvas.put(2, y, shortened(hand.name, names - 1), hand.ink)
        canvas.put(names + 2, y, shortened(hand.note(notes - 1), notes - 1), "$quiet")
        for card, look in hand.cards:
            canvas.put_content(x, y, _chip(card, look, marked=marked))
            x += CHIP if marked else SHORT_CHIP
    return canvas


def _draw_bar(canvas: Canvas, y: int, rows: int, hand: OpenHand) -> None:
    """Draw a bar before who is to move."""
    for line in range(y, y + rows) if hand.to_move else ():
        canvas.put(0, line, "▌", "$foreground")


def _draw_row(canvas: Canvas, x: int, y: int, hand: OpenHand, size: Size, room: int) -> None:
    drawn = draw_cards(hand.cards, size, room, shadows=False)
    canvas.paste(x, y, drawn.cut(0, RISE, drawn.width, size.height))


def _chip(card: Printed, look: Look, *, marked: bool) -> Content:
    """Return a card that can be played filled, and another one as text."""
    text = f"{card.letter}{card.figure}" if card.figure != card.letter else card.letter
    text += card.mark if marked else ""
    return chip(text, card.colour) if look is Look.PLAYABLE else spoken_of(text, card.colour)
