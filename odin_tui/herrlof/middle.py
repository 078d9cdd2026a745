"""The middle of the table: the trick, or what there is to choose; and the last trick again."""

from dataclasses import dataclass, replace

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.herrlof.cards import VALKNUT, Card
from odin_engine.herrlof.state import Trick
from odin_engine.herrlof.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, Size
from odin_tui.drawing.names import shortened
from odin_tui.herrlof.cards import MARKS, SIZES, SLIM, SMALL, Style, face, painted
from odin_tui.herrlof.messages import reminder
from odin_tui.narrator import Reader
from odin_tui.screens.lookup import LookupScreen
from odin_tui.widgets.card_animation import Sliding, SlidingMiddle

CELL = 4
"""The width of a number that can be predicted."""


@dataclass(frozen=True, slots=True)
class MiddleContents:
    """What the middle shows: cards with names, or things to choose from."""

    cards: tuple[Card, ...] = ()
    names: tuple[str, ...] = ()
    winner: int | None = None
    """The place of the card that wins as they lie."""
    over: bool = False
    """True for the last trick, which lies there until the next card."""
    captions: tuple[str, ...] = ()
    """What stands below the cards, or instead of them: wordings, the longest first."""
    numbers: tuple[int, ...] = ()
    """The numbers to choose from, while the player predicts."""
    victims: tuple[tuple[str, str], ...] = ()
    """The names to choose from and what they have, while the player steals."""
    chosen: int | None = None
    """Which of the numbers or victims is looked at."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


class Middle(SlidingMiddle):
    """The trick with the name of whoever laid each card; numbers to predict; whom to steal from."""

    shown: reactive[MiddleContents] = reactive(MiddleContents())
    """What is shown."""

    class Pointed(Message):
        """The middle was clicked: on a thing to choose, or (None) on the table itself."""

        def __init__(self, place: int | None) -> None:
            super().__init__()
            self.place = place

    def show_contents(self, shown: MiddleContents, sliding: Sliding | None = None) -> None:
        """Show what lies there now; the newest card comes sliding in."""
        self.finish()
        self.shown = shown
        self.slide(sliding)

    def draw(self) -> Canvas:
        """Draw what there is to see or to choose."""
        return draw_middle(self.shown, self.size.width, self.size.height, self.sliding)

    def on_click(self, event: Click) -> None:
        event.stop()
        place = place_at(self.shown, self.size.width, self.size.height, event.x, event.y)
        self.post_message(self.Pointed(place))


def draw_middle(
    shown: MiddleContents, width: int, height: int, sliding: Sliding | None = None
) -> Canvas:
    """Draw the middle in this size."""
    canvas = Canvas(width, height)
    if shown.numbers or shown.victims:
        _draw_choices(canvas, shown)
    elif shown.cards:
        _draw_trick(canvas, shown, sliding)
    else:
        _draw_caption(canvas, height // 2, shown, "$quiet")
    return canvas


def _draw_trick(canvas: Canvas, shown: MiddleContents, sliding: Sliding | None) -> None:
    size = _size(shown, canvas.width, canvas.height)
    style, step = replace(shown.style, size=size), size.width + 3
    width = step * (len(shown.cards) - 1) + size.width
    left = (canvas.width - width) // 2
    captioned = bool(shown.captions) and canvas.height >= size.height + 2
    top = max((canvas.height - size.height - 1 - captioned) // 2, 0)
    look = Look.IDLE if shown.over else Look.PLAIN
    for place, card in enumerate(shown.cards):
        x, y = left + place * step, top
        _draw_name(canvas, shown, place, x + size.width // 2, top + size.height, step - 1)
        picture = face(card, style, look)
        if sliding is not None and place == len(shown.cards) - 1:
            x, y = sliding.place(canvas, picture, x, y)
        canvas.paste(x, y, picture)
    if captioned:
        _draw_caption(canvas, top + size.height + 1, shown, "$quiet")


def _draw_name(
    canvas: Canvas, shown: MiddleContents, place: int, middle: int, y: int, room: int
) -> None:
    """Write who laid a card below it, in so many columns that no name touches the next."""
    wins = place == shown.winner and VALKNUT not in shown.cards
    mark = "▸" if wins else ""
    text = f"{mark}{shortened(shown.names[place], min(room, 10) - 1)}"
    canvas.put(middle - cell_len(text) // 2, y, text, "bold" if wins else "$quiet")


def _size(shown: MiddleContents, width: int, height: int) -> Size:
    """Return the largest size of cards that leaves a row for the names below them."""
    count = len(shown.cards)
    wanted = SIZES[max(SIZES.index(shown.style.size) - 1, 0) :]
    fitting = (
        size
        for size in wanted
        if size.height + 1 <= height and count * (size.width + 3) - 3 <= width - 2
    )
    return next(fitting, SLIM)


# -- things to choose -----------------------------------------------------------------------


def _draw_choices(canvas: Canvas, shown: MiddleContents) -> None:
    top, rows = _choice_rows(shown, canvas.width, canvas.height)
    _draw_caption(canvas, top - 1 - (canvas.height > len(rows) + 3), shown)
    for y, places in enumerate(rows):
        left = _choice_left(shown, canvas.width, len(rows[0]))
        for column, place in enumerate(places):
            here = place == shown.chosen
            text = _choice_text(shown, place, canvas.width, here=here)
            canvas.put(left + column * CELL, top + y, text, "bold" if here else "$quiet")


def _choice_text(shown: MiddleContents, place: int, width: int, *, here: bool = False) -> str:
    if shown.numbers:
        number = shown.numbers[place]
        return f"[{number}]".center(CELL) if here else f"{number}".center(CELL)
    mark = f"[{place + 1}]" if here else f" {place + 1} "
    name, owned = shown.victims[place]
    return f"{mark} {shortened(name, width - len(owned) - 9)} · {owned}"


def _choice_rows(shown: MiddleContents, width: int, height: int) -> tuple[int, list[list[int]]]:
    """Return the row of the first choices, and the choices row by row."""
    if shown.victims:
        rows = [[place] for place in range(len(shown.victims))]
    else:
        count = len(shown.numbers)
        lines = -(-count // max(width // CELL, 1))
        beside = -(-count // lines)
        places = list(range(count))
        rows = [places[start : start + beside] for start in range(0, count, beside)]
    return max((height - len(rows) + 2) // 2, 1), rows


def _choice_left(shown: MiddleContents, width: int, columns: int) -> int:
    wide = columns * CELL
    if shown.victims:
        places = range(len(shown.victims))
        wide = max(cell_len(_choice_text(shown, place, width)) for place in places)
    return max((width - wide) // 2, 0)


def place_at(shown: MiddleContents, width: int, height: int, x: int, y: int) -> int | None:
    """Return the choice that is written at this cell; None if there is none."""
    if not (shown.numbers or shown.victims):
        return None
    top, rows = _choice_rows(shown, width, height)
    if not 0 <= y - top < len(rows):
        return None
    column = (x - _choice_left(shown, width, len(rows[0]))) // CELL
    places = rows[y - top]
    if shown.victims:
        return places[0] if column >= 0 else None
    return places[column] if 0 <= column < len(places) else None


def _draw_caption(canvas: Canvas, y: int, shown: MiddleContents, style: str = "") -> None:
    """Write the first caption that fits."""
    room = canvas.width - 2
    said = next((way for way in shown.captions if cell_len(way) <= room), (*shown.captions, "")[-1])
    content = Content.styled(said, style).truncate(max(room, 0), ellipsis=True)
    canvas.put_content((canvas.width - content.cell_length) // 2, y, content)


# -- the last trick once more ----------------------------------------------------------------

WIDTH, HEIGHT = 56, 8


class LastTrickScreen(LookupScreen):
    """Who laid what, who won it, and what its special cards do; no older trick may be seen."""

    def __init__(self, view: View, reader: Reader, card_style: str) -> None:
        trick = view.last_trick
        page = Content("") if trick is None else last_trick_page(trick, reader, card_style)
        super().__init__(reader.tr.gettext("The last trick"), page)


def last_trick_page(trick: Trick, reader: Reader, card_style: str) -> Content:
    """Draw a trick, and say what became of it."""
    names = tuple(reader.names[seat] for seat, _ in trick.laid)
    wins = None if trick.winner is None else (trick.winner - trick.leader) % len(trick.cards)
    style = Style(SMALL, MARKS[card_style], reader.tr)
    picture = draw_middle(MiddleContents(trick.cards, names, wins, style=style), WIDTH, HEIGHT)
    lines = [picture.content(), painted(trick_outcome(trick, reader), card_style)]
    lines += [
        Content.assemble(painted(f"{card} ", card_style), (said, "$quiet"))
        for card in dict.fromkeys(trick.cards)
        if (said := reminder(card, len(trick.cards), reader.tr))
    ]
    return Content("\n").join(lines)


def trick_outcome(trick: Trick, reader: Reader) -> str:
    """Return a sentence about what became of a trick."""
    winner = trick.winner
    text = _own_lead(winner, reader) if reader.is_me(trick.leader) else _other_lead(winner, reader)
    return text.format(
        number=trick.number,
        round=trick.round_no,
        leader=reader.names[trick.leader],
        winner="" if winner is None else reader.names[winner],
        card="" if winner is None else dict(trick.laid)[winner],
    )


def _own_lead(winner: int | None, reader: Reader) -> str:
    tr = reader.tr
    if winner is None:
        return tr.gettext("Trick {number} of round {round}, led by you: destroyed.")
    if reader.is_me(winner):
        return tr.gettext("Trick {number} of round {round}, led by you: you won it with {card}.")
    return tr.gettext("Trick {number} of round {round}, led by you: {winner} won it with {card}.")


def _other_lead(winner: int | None, reader: Reader) -> str:
    tr = reader.tr
    if winner is None:
        return tr.gettext("Trick {number} of round {round}, led by {leader}: destroyed.")
    if reader.is_me(winner):
        return tr.gettext(
            "Trick {number} of round {round}, led by {leader}: you won it with {card}."
        )
    return tr.gettext(
        "Trick {number} of round {round}, led by {leader}: {winner} won it with {card}."
    )
