"""The plates of the others: who they are, what they hold, how they stand, what they did last."""

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.reactive import reactive

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.sets import VALUE
from odin_tui.odin.canvas import Canvas
from odin_tui.odin.card_face import words
from odin_tui.odin.drawn import Drawn
from odin_tui.odin.intent import NONE
from odin_tui.odin.story import deed

BACK = "▮"
TALL, WIDE = 6, 14
"""The room from which cards are drawn as cards."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a plate says about its seat."""

    name: str = ""
    rank: str = ""
    """The level of the bot that plays here; empty for a person."""
    note: str = ""
    """Something about the person: away, gone, wants to pause; empty if all is well."""
    count: int = 0
    points: int = 0
    last: Move | None = None
    """What this seat did last in the round being played."""
    to_move: bool = False
    owner: bool = False
    """True if the set in the middle is theirs."""
    known: Cards = NONE
    """The cards everyone saw them take and has not seen them play."""
    clock: str = ""


class SeatPlate(Drawn):
    """One opponent. Whose turn it is has a heavy frame and an arrow, and needs no colour."""

    DEFAULT_CSS = "SeatPlate { width: 1fr; height: 100%; }"

    sitting: reactive[Sitting] = reactive(Sitting())
    """Who sits there."""

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        return draw_plate(self.sitting, self.size.width, self.size.height)


def draw_plate(sitting: Sitting, width: int, height: int) -> Canvas:
    """Draw a plate; the more rows it has, the more it tells."""
    canvas = Canvas(width, height)
    ink = "" if sitting.to_move else "$line"
    corners = "┏━┓┃┗┛" if sitting.to_move else "╭─╮│╰╯"
    inner = width - 2
    canvas.put(0, 0, corners[0] + corners[1] * inner + corners[2], ink)
    for y in range(1, height):
        canvas.put(0, y, corners[3], ink)
        canvas.put(width - 1, y, corners[3], ink)
    if height > 3:
        canvas.put(0, height - 1, corners[4] + corners[1] * inner + corners[5], ink)
    _title(canvas, sitting, inner)
    inside = Canvas(max(inner - 2, 0), height - (2 if height > 3 else 1))
    _fill(inside, sitting)
    canvas.paste(2, 1, inside)
    return canvas


def _fill(canvas: Canvas, sitting: Sitting) -> None:
    below = 1
    if canvas.height >= TALL and canvas.width >= WIDE:
        _draw_backs(canvas, sitting.count)
        below = 3
    else:
        canvas.put_content(0, 0, _backs(sitting.count, canvas.width))
    for y, line in enumerate(_lines(sitting, canvas.width, canvas.height - below), below):
        canvas.put_content(0, y, line)


def _draw_backs(canvas: Canvas, count: int) -> None:
    """Draw a fan of cards from behind."""
    for y, (edge, last) in enumerate((("╭", "─╮"), ("│", "░│"), ("╰", "─╯"))):
        canvas.put(0, y, edge * count + last if count else "", "$quiet")
    canvas.put(count + 3 if count else 0, 1, str(count), "bold")


def _title(canvas: Canvas, sitting: Sitting, inner: int) -> None:
    name, rank = sitting.name, sitting.rank
    if name.casefold().startswith(rank.casefold()):
        rank = ""
    full = f"{name} · {rank}" if rank else name
    if cell_len(full) > inner - 3:
        full = name
    room = inner - 3
    if cell_len(full) > room:
        full = set_cell_size(full, max(room - 1, 0)) + "…"
    canvas.put(1, 0, "▸" if sitting.to_move else " ", "bold")
    canvas.put(2, 0, full + " ", "bold" if sitting.to_move else "")
    if rank and full != name:
        canvas.put(2 + cell_len(name), 0, f" · {rank} ", "$quiet")


def _backs(count: int, room: int) -> Content:
    number = f" {count}"
    backs = BACK * count if count + len(number) <= room else ""
    return Content.assemble((backs, "$quiet"), (number if backs else f"{count} cards", "bold"))


def _lines(sitting: Sitting, room: int, rows: int) -> list[Content]:
    """Say how they stand and what they did last, on one line or on several."""
    points = f"{sitting.points} pt" if sitting.points == 1 else f"{sitting.points} pts"
    if sitting.clock:
        points = f"{points} {sitting.clock}"
    note = Content.styled(sitting.note, "bold")
    if rows >= 3:
        known = Content("")
        if sitting.known:
            known = Content.assemble(("holds ", "$quiet"), words(sitting.known))
        last = deed(sitting.last, room) if sitting.last else Content("")
        return [_apart(Content(points), note, room), last, known][:rows]
    if sitting.note or not sitting.last:
        return [_apart(Content(points), note, room)]
    if len(points) + len(_brief(sitting.last)) >= room:
        points = f"{sitting.points}p"
    return [_apart(Content(points), deed(sitting.last, room - len(points) - 1), room)]


def _brief(move: Move) -> str:
    return "pass" if isinstance(move, Pass) else str(VALUE[move.cards.bits])


def _apart(left: Content, right: Content, room: int) -> Content:
    gap = max(room - left.cell_length - right.cell_length, 1)
    return Content.assemble(left, " " * gap, right)
