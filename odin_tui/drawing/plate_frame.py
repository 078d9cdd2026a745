"""The plate of a seat in any game: its title, and the backs of the cards held there."""

from rich.cells import cell_len
from textual.content import Content

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import draw_fan
from odin_tui.drawing.names import shortened
from odin_tui.drawing.surfaces import draw_slab
from odin_tui.languages import ENGLISH, Translations

PLATE_EDGES = 3
"""The columns at both sides of what a plate says."""


def draw_empty_plate(width: int, height: int, bar: str = "", ground: str = "$plate") -> Canvas:
    """Draw a plate; whose turn it is has a bar of this colour at the left."""
    canvas = Canvas(width, height)
    draw_slab(canvas, 0, 0, width, height, ground)
    if bar:
        for y in range(height):
            canvas.put(0, y, "▌", f"{bar} on {ground}")
    return canvas


def plate_title(room: int, name: str, rank: str, head: str, ink: str = "$foreground") -> Content:
    """Return a name, the rank of a bot where it has room, and at the right what stands there."""
    left = room - cell_len(head) - 1 if head else room
    beside = f" {rank}" if rank and cell_len(name) + cell_len(rank) < left else ""
    title = Content.assemble((shortened(name, left), f"{ink} bold"), (beside, "$quiet"))
    return apart(title, Content.styled(head, "$foreground"), room)


def draw_backs(canvas: Canvas, count: int) -> None:
    """Draw a fan of cards from behind, two rows high, with their number."""
    number = str(count)
    step = 2 if 2 * count + 2 + len(number) <= canvas.width else 1
    fan = draw_fan(count, step, 3 if step == 2 else 2, 2)
    canvas.paste(0, 0, fan)
    canvas.put(fan.width, 0, number, "$foreground bold")


def backs_line(count: int, room: int, tr: Translations = ENGLISH) -> Content:
    """Return cards from behind in one line, with their number."""
    number = f" {count}"
    if count and count + 1 + len(number) <= room:
        return Content.assemble(
            ("▌" * count, "$knot on $back"), ("▌", "$knot"), (str(count), "bold")
        )
    words = cards_words(count, tr)
    if cell_len(words) <= room:
        return Content.styled(words, "bold")
    back = "▌" if room > len(str(count)) else ""
    return Content.assemble((back, "$knot on $back"), (str(count), "bold"))


def cards_words(count: int, tr: Translations) -> str:
    """Return how many cards there are, in words."""
    return tr.ngettext("{count} card", "{count} cards", count).format(count=count)


def apart(left: Content, right: Content, room: int) -> Content:
    """Write one text at the left and one at the right of a line."""
    gap = max(room - left.cell_length - right.cell_length, 1)
    return Content.assemble(left, " " * gap, right)
