"""A match of Odin as nobody at the table could see it: all hands open."""

from collections.abc import Mapping

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from odin_engine.odin.cards import Card, Colour
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look
from odin_tui.game_ui import ReplayUI
from odin_tui.languages import N_
from odin_tui.odin.card_face import MARKS, MEDIUM, SMALL, TINY, Style, chip, row
from odin_tui.odin.replay_frames import ReplayFrame, frames
from odin_tui.odin.sort_orders import by_colour
from odin_tui.odin.story import deed, rounds

STORY = 7
"""The most turns of a round that are told."""


def draw(frame: ReplayFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands above, the middle and the story below, with what space there is between."""
    canvas, marks = Canvas(width, height), MARKS[card_style]
    room = height - TINY.height - 1
    seats = len(frame.hands)
    columns = 2 if width >= 150 and seats > 1 else 1
    tall = -(-seats // columns) * (SMALL.height + 1)
    if tall <= room and width // columns >= SMALL.row(9) + 4:
        middle = MEDIUM if tall + MEDIUM.height + 1 <= height else TINY
        space = height - tall - middle.height - 1
        hands = _faces(width, frame, columns, Style(SMALL, marks))
    else:
        middle = TINY
        hands = _lines(width, frame, 2 if 2 * seats <= room else 1, marks)
        space = max(room - hands.height, 0)
    canvas.paste(0, space // 4, hands)
    top = space // 4 + hands.height + min(space // 3, 3)
    _middle(canvas, frame, top, Style(middle, marks))
    _story(canvas, frame, top, max(width // 2, 38))
    return canvas


def _heading(frame: ReplayFrame, seat: int) -> tuple[str, str]:
    mark = "▸ " if seat == frame.turn else "  "
    return f"{mark}{frame.names[seat]}", "bold" if seat == frame.turn else ""


def _points(frame: ReplayFrame, seat: int) -> str:
    count, points = len(frame.hands[seat]), frame.points[seat]
    return f"{count} card{'' if count == 1 else 's'}, {points} point{'' if points == 1 else 's'}"


def _faces(width: int, frame: ReplayFrame, columns: int, style: Style) -> Canvas:
    """Draw every hand as cards."""
    wide, tall = width // columns, style.size.height + 1
    rows = -(-len(frame.hands) // columns)
    canvas = Canvas(width, rows * tall)
    for seat, hand in enumerate(frame.hands):
        x, y = seat // rows * wide + 1, seat % rows * tall
        name, ink = _heading(frame, seat)
        canvas.put(x, y, name, ink)
        canvas.put(x + cell_len(name) + 2, y, _points(frame, seat), "$quiet")
        looks = {frame.taken: Look.MARKED} if frame.taken in hand and frame.taken else {}
        canvas.paste(x + 2, y + 1, row(by_colour(hand), style, wide - 4, looks))
    return canvas


def _lines(width: int, frame: ReplayFrame, step: int, marks: Mapping[Colour, str]) -> Canvas:
    """Write every hand on one line."""
    canvas = Canvas(width, len(frame.hands) * step)
    column = min(max(map(cell_len, frame.names)), 16) + 4
    for seat, hand in enumerate(frame.hands):
        name, ink = _heading(frame, seat)
        y = seat * step
        canvas.put(1, y, set_cell_size(name, column), ink)
        canvas.put(column + 1, y, _points(frame, seat), "$quiet")
        x = column + 20
        for card in by_colour(hand):
            canvas.put_content(x, y, _chip(frame, card, marks))
            x += 4
    return canvas


def _chip(frame: ReplayFrame, card: Card, marks: Mapping[Colour, str]) -> Content:
    return chip(card, "bold underline" if card == frame.taken else "", marks)


def _middle(canvas: Canvas, frame: ReplayFrame, y: int, style: Style) -> None:
    cards = list(frame.table)
    if not cards:
        canvas.put(3, y + 2, "Nothing lies in the middle.", "$quiet")
        return
    canvas.paste(3, y, row(cards, style, canvas.width // 2 - 6))
    worth = f" · {VALUE[frame.table.bits]}" if len(cards) > 1 else ""
    canvas.put(3, y + style.size.height, f"{frame.names[frame.owner]}{worth}", "bold")


def _story(canvas: Canvas, frame: ReplayFrame, y: int, x: int) -> None:
    """Tell the round, as many of its newest turns as fit."""
    told = rounds(frame.history, len(frame.names))
    turns = told[-1] or (told[-2] if len(told) > 1 else [])
    column = min(max(map(cell_len, frame.names)), 12)
    for line, turn in enumerate(turns[-STORY:]):
        canvas.put(x, y + line, set_cell_size(frame.names[turn.seat], column), "$quiet")
        canvas.put_content(x + column + 2, y + line, deed(turn.move, canvas.width - x - column - 3))


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.hand_no,
    deal=N_("hand"),
    stake=N_("hand"),
)
