"""The middle of the table: the trick, or what there is to choose instead of a card."""

from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.herrlof.cards import VALKNUT, Card
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, Size
from odin_tui.drawing.names import shortened
from odin_tui.herrlof.card_face import SIZES, SLIM, Style, face
from odin_tui.widgets.card_animation import Sliding, SlidingMiddle

CELL = 4
"""The width of a number that can be predicted."""


@dataclass(frozen=True, slots=True)
class TableCards:
    """What the middle shows: cards with a name each, or things to choose from."""

    cards: tuple[Card, ...] = ()
    names: tuple[str, ...] = ()
    winner: int | None = None
    """The place of the card that wins as they lie."""
    over: bool = False
    """True if this is the trick before, which lies there until the next card."""
    says: tuple[str, ...] = ()
    """What is said below the cards, or instead of them: ways to say it, the longest first."""
    numbers: tuple[int, ...] = ()
    """The numbers that can be predicted, while one predicts."""
    victims: tuple[tuple[str, str], ...] = ()
    """From whom something can be taken, and what they have, while one steals."""
    chosen: int | None = None
    """Which of the numbers or victims is looked at."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


class Middle(SlidingMiddle):
    """The trick with the name of whoever laid each card; numbers to predict; whom to steal from."""

    lying: reactive[TableCards] = reactive(TableCards())
    """What lies there."""

    class Pointed(Message):
        """The middle was clicked: on a thing to choose, or (None) on the table itself."""

        def __init__(self, place: int | None) -> None:
            super().__init__()
            self.place = place

    def lay(self, lying: TableCards, sliding: Sliding | None = None) -> None:
        """Show what lies there now; the newest card comes sliding in."""
        self.finish()
        self.lying = lying
        self.slide(sliding)

    def draw(self) -> Canvas:
        """Draw what there is to see or to choose."""
        return draw_middle(self.lying, self.size.width, self.size.height, self.sliding)

    def on_click(self, event: Click) -> None:
        event.stop()
        place = place_at(self.lying, self.size.width, self.size.height, event.x, event.y)
        self.post_message(self.Pointed(place))


def draw_middle(
    lying: TableCards, width: int, height: int, sliding: Sliding | None = None
) -> Canvas:
    """Draw the middle in the room there is."""
    canvas = Canvas(width, height)
    if lying.numbers or lying.victims:
        _draw_choices(canvas, lying)
    elif lying.cards:
        _draw_trick(canvas, lying, sliding)
    else:
        _say(canvas, height // 2, lying, "$quiet")
    return canvas


def _draw_trick(canvas: Canvas, lying: TableCards, sliding: Sliding | None) -> None:
    size = _size(lying, canvas.width, canvas.height)
    style, step = Style(size, lying.style.marks), size.width + 3
    width = step * (len(lying.cards) - 1) + size.width
    left = (canvas.width - width) // 2
    spoken = bool(lying.says) and canvas.height >= size.height + 2
    top = max((canvas.height - size.height - 1 - spoken) // 2, 0)
    look = Look.IDLE if lying.over else Look.PLAIN
    for place, card in enumerate(lying.cards):
        x, y = left + place * step, top
        _draw_name(canvas, lying, place, x + size.width // 2, top + size.height, step - 1)
        picture = face(card, style, look)
        if sliding is not None and place == len(lying.cards) - 1:
            x, y = sliding.place(canvas, picture, x, y)
        canvas.paste(x, y, picture)
    if spoken:
        _say(canvas, top + size.height + 1, lying, "$quiet")


def _draw_name(
    canvas: Canvas, lying: TableCards, place: int, middle: int, y: int, room: int
) -> None:
    """Write who laid a card below it, in so many columns that no name touches the next."""
    wins = place == lying.winner and VALKNUT not in lying.cards
    mark = "▸" if wins else ""
    text = f"{mark}{shortened(lying.names[place], min(room, 10) - 1)}"
    canvas.put(middle - cell_len(text) // 2, y, text, "bold" if wins else "$quiet")


def _size(lying: TableCards, width: int, height: int) -> Size:
    """Choose the largest cards that leave room for the names below them."""
    count = len(lying.cards)
    wanted = SIZES[max(SIZES.index(lying.style.size) - 1, 0) :]
    fitting = (
        size
        for size in wanted
        if size.height + 1 <= height and count * (size.width + 3) - 3 <= width - 2
    )
    return next(fitting, SLIM)


# -- things to choose -----------------------------------------------------------------------


def _draw_choices(canvas: Canvas, lying: TableCards) -> None:
    top, rows = _choice_rows(lying, canvas.width, canvas.height)
    _say(canvas, top - 1 - (canvas.height > len(rows) + 3), lying)
    for y, places in enumerate(rows):
        left = _choice_left(lying, canvas.width, len(rows[0]))
        for column, place in enumerate(places):
            here = place == lying.chosen
            text = _choice_text(lying, place, canvas.width, here=here)
            canvas.put(left + column * CELL, top + y, text, "bold" if here else "$quiet")


def _choice_text(lying: TableCards, place: int, width: int, *, here: bool = False) -> str:
    if lying.numbers:
        number = lying.numbers[place]
        return f"[{number}]".center(CELL) if here else f"{number}".center(CELL)
    mark = f"[{place + 1}]" if here else f" {place + 1} "
    name, wealth = lying.victims[place]
    return f"{mark} {shortened(name, width - len(wealth) - 9)} · {wealth}"


def _choice_rows(lying: TableCards, width: int, height: int) -> tuple[int, list[list[int]]]:
    """Arrange the choices, and say in which row the first of them stand."""
    if lying.victims:
        rows = [[place] for place in range(len(lying.victims))]
    else:
        count = len(lying.numbers)
        lines = -(-count // max(width // CELL, 1))
        beside = -(-count // lines)
        places = list(range(count))
        rows = [places[start : start + beside] for start in range(0, count, beside)]
    return max((height - len(rows) + 2) // 2, 1), rows


def _choice_left(lying: TableCards, width: int, columns: int) -> int:
    wide = columns * CELL
    if lying.victims:
        places = range(len(lying.victims))
        wide = max(cell_len(_choice_text(lying, place, width)) for place in places)
    return max((width - wide) // 2, 0)


def place_at(lying: TableCards, width: int, height: int, x: int, y: int) -> int | None:
    """Give the choice that is written at this cell."""
    if not (lying.numbers or lying.victims):
        return None
    top, rows = _choice_rows(lying, width, height)
    if not 0 <= y - top < len(rows):
        return None
    column = (x - _choice_left(lying, width, len(rows[0]))) // CELL
    places = rows[y - top]
    if lying.victims:
        return places[0] if column >= 0 else None
    return places[column] if 0 <= column < len(places) else None


def _say(canvas: Canvas, y: int, lying: TableCards, style: str = "") -> None:
    """Write the first way of saying it that touches nothing beside the middle."""
    room = canvas.width - 2
    said = next((way for way in lying.says if cell_len(way) <= room), (*lying.says, "")[-1])
    content = Content.styled(said, style).truncate(max(room, 0), ellipsis=True)
    canvas.put_content((canvas.width - content.cell_length) // 2, y, content)
