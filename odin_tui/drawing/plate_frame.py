"""The plate of a seat in any game: its frame, its title, and the backs of the cards held there."""

from rich.cells import cell_len
from textual.content import Content

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import shortened
from odin_tui.languages import ENGLISH, Translations

BACK = "▮"


def framed_plate(width: int, height: int, name: str, rank: str, *, to_move: bool) -> Canvas:
    """Draw an empty plate; whose turn it is has a heavy frame and an arrow, and needs no colour."""
    canvas = Canvas(width, height)
    ink = "" if to_move else "$line"
    corners = "┏━┓┃┗┛" if to_move else "╭─╮│╰╯"
    inner = width - 2
    canvas.put(0, 0, corners[0] + corners[1] * inner + corners[2], ink)
    for y in range(1, height):
        canvas.put(0, y, corners[3], ink)
        canvas.put(width - 1, y, corners[3], ink)
    if height > 3:
        canvas.put(0, height - 1, corners[4] + corners[1] * inner + corners[5], ink)
    _title(canvas, name, rank, inner, to_move=to_move)
    return canvas


def _title(canvas: Canvas, name: str, rank: str, inner: int, *, to_move: bool) -> None:
    room = inner - 1
    beside = f" · {rank}" if rank else ""
    if cell_len(name + beside) > room:
        beside = ""
    name = shortened(name, room)
    canvas.put(1, 0, "▸" if to_move else " ", "bold")
    canvas.put(2, 0, name, "bold" if to_move else "")
    canvas.put(2 + cell_len(name), 0, f"{beside} "[: room - cell_len(name)], "$quiet")


def draw_backs(canvas: Canvas, count: int) -> None:
    """Draw a fan of cards from behind, three rows high."""
    for y, (edge, last) in enumerate((("╭", "─╮"), ("│", "░│"), ("╰", "─╯"))):
        canvas.put(0, y, edge * count + last if count else "", "$quiet")
    canvas.put(count + 3 if count else 0, 1, str(count), "bold")


def backs_line(count: int, room: int, tr: Translations = ENGLISH) -> Content:
    """Return cards from behind in one line, with their number."""
    number = f" {count}"
    if count and count + len(number) <= room:
        return Content.assemble((BACK * count, "$quiet"), (number, "bold"))
    words = tr.ngettext("{count} card", "{count} cards", count).format(count=count)
    if cell_len(words) <= room:
        return Content.styled(words, "bold")
    return Content.assemble(
        (BACK if room > len(str(count)) else "", "$quiet"), (str(count), "bold")
    )


def apart(left: Content, right: Content, room: int) -> Content:
    """Write one text at the left and one at the right of a line."""
    gap = max(room - left.cell_length - right.cell_length, 1)
    return Content.assemble(left, " " * gap, right)
