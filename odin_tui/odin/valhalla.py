"""Valhalla: the fallen cards, which all lay face up once, and what is known of the rest."""

from collections.abc import Mapping
from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.odin.cards import COLOURS, NUMBERS, Card, Cards, Colour
from odin_engine.odin.view import View
from odin_tui.drawing.canvas import Canvas, in_lines
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.odin.card_face import HUES, SHAPES
from odin_tui.odin.intent import NONE
from odin_tui.screens.lookup import LookupScreen


@dataclass(frozen=True, slots=True)
class Fallen:
    """What the panel shows."""

    cards: Cards = NONE
    deck: Cards = NONE
    marks: Mapping[Colour, str] | None = None


class Valhalla(CanvasWidget):
    """The fallen cards in rows, one for each colour. A click opens the whole picture."""

    fallen: reactive[Fallen] = reactive(Fallen())
    """What has been discarded."""

    class Opened(Message):
        """The player wants to see more."""

    def draw(self) -> Canvas:
        """Draw a row for each colour where there is room, else the number of cards alone."""
        fallen, width, height = self.fallen, self.size.width, self.size.height
        lines = [
            Content.assemble("Valhalla", (f" · {len(fallen.cards)}", "$quiet")).truncate(width)
        ]
        colours = colours_of(fallen.deck)
        if height > len(colours):
            gap = " " if width >= 21 else ""
            lines += [_row(fallen, colour, gap) for colour in colours]
        return in_lines(lines, width, height)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Opened())


def colours_of(deck: Cards) -> list[Colour]:
    """List the colours a match is played with."""
    present = {card.colour for card in deck}
    return [colour for colour in COLOURS if colour in present]


def _row(fallen: Fallen, colour: Colour, gap: str) -> Content:
    marks = fallen.marks or SHAPES
    parts = [Content.styled(f"{colour.value}{marks[colour]}", HUES[colour])]
    for number in NUMBERS:
        if Card(colour, number) in fallen.cards:
            parts.append(Content.styled(str(number), f"bold {HUES[colour]}"))
        else:
            parts.append(Content.styled("·", "$line"))
    return parts[0] + Content(" ") + Content(gap).join(parts[1:])


class ValhallaScreen(LookupScreen):
    """Where every card is, as far as this seat can know."""

    def __init__(self, view: View, names: tuple[str, ...], marks: Mapping[Colour, str]) -> None:
        fallen = f"Valhalla · {len(view.discard)} fallen"
        super().__init__(fallen, whereabouts(view, names, marks))


def whereabouts(view: View, names: tuple[str, ...], marks: Mapping[Colour, str]) -> Content:
    """Draw every card of the deck with the place it is in."""
    lines = [Content("")]
    lines += [_places(view, colour, marks) for colour in colours_of(view.deck)]
    lines += [Content(""), _key("8", "fallen: it lay face up, and is out of this hand", "bold")]
    lines.append(_key("[8]", "in the middle", "bold"))
    if view.seat is not None:
        lines.append(_key("‹8›", "yours", "bold"))
    seen = [seat for seat in range(view.seats) if view.known[seat] and seat != view.seat]
    if seen:
        lines.append(_key("+8", "taken by someone, and not played since", "bold"))
    lines.append(_key("·", _unseen(view), "$line"))
    for seat in seen:
        cards = Content(" ").join(
            Content.styled(str(card), HUES[card.colour]) for card in view.known[seat]
        )
        lines.append(Content.assemble("   ", f"{names[seat]} holds ", cards))
    return Content("\n").join([*lines, Content("")])


def _unseen(view: View) -> str:
    hidden = len(view.unseen)
    undealt = f", {view.undealt} of them never dealt" if view.undealt else ""
    return f"not seen yet: {hidden} cards{undealt}"


def _key(sign: str, meaning: str, style: str) -> Content:
    return Content.assemble((sign.center(4), style), (meaning, "$quiet"))


def _places(view: View, colour: Colour, marks: Mapping[Colour, str]) -> Content:
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
