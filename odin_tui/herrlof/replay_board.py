"""A match of Herrlof as nobody at the table could see it: all hands and predictions open."""

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from odin_engine.herrlof.cards import Cards
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.names import shortened
from odin_tui.game_ui import ReplayUI
from odin_tui.herrlof.card_face import (
    BIG,
    MARKS,
    SIZES,
    SLIM,
    TINY,
    Marks,
    Style,
    chip,
    chips,
    colour_chip,
    row,
)
from odin_tui.herrlof.card_hints import to_go, winning
from odin_tui.herrlof.middle import TableCards, draw_middle
from odin_tui.herrlof.replay_frames import ReplayFrame, frames
from odin_tui.herrlof.sort_orders import by_colour
from odin_tui.languages import N_


def draw(frame: ReplayFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands above, and below them the trick beside trump and deck."""
    canvas, marks = Canvas(width, height), MARKS[card_style]
    seats = len(frame.hands)
    most = 15 if seats == 2 else 11
    size = _largest(width - 4, height, seats, most)
    step = 2 if size is None else size.height + 1
    for seat in range(seats):
        _draw_seat(canvas, frame, seat, seat * step, size, marks)
    top = seats * step
    room = min(height - top, BIG.height + 3)
    names = tuple(frame.names[seat] for seat, _ in frame.laid)
    cards = tuple(card for _, card in frame.laid)
    wins = winning(cards, frame.trump.colour) if cards and not frame.over else None
    if frame.over and frame.winner is not None:
        wins = next(place for place, (seat, _) in enumerate(frame.laid) if seat == frame.winner)
    style = Style(TINY if size is None else size, marks)
    lying = TableCards(cards, names, wins, over=frame.over, says=_fate(frame), style=style)
    canvas.paste(1, top + (height - top - room) // 2, draw_middle(lying, width // 2, room))
    _draw_beside(canvas, frame, width // 2 + 3, top + (height - top - 4) // 2, marks)
    return canvas


def _largest(width: int, height: int, seats: int, most: int) -> Size | None:
    """Choose the largest cards with which all hands fit; None to write each on a line."""
    for size in SIZES:
        needs = seats * (size.height + 1) + max(SLIM.height + 1, min(size.height, 5) + 1)
        if size.row(most) <= width and needs <= height:
            return size
    return None


def _draw_seat(
    canvas: Canvas, frame: ReplayFrame, seat: int, y: int, size: Size | None, marks: Marks
) -> None:
    to_move = seat in frame.turns
    name = f"{'▸ ' if to_move else '  '}{frame.names[seat]}"
    short = name if cell_len(name) <= 18 else set_cell_size(name, 17) + "…"
    canvas.put(1, y, short, "bold" if to_move else "")
    canvas.put(20, y, _standing(frame, seat), "$quiet")
    cards = by_colour(Cards(frame.hands[seat].bits))
    if size is None:
        canvas.put_content(3, y + 1, Content(" ").join(chip(card, "", marks) for card in cards))
    else:
        canvas.paste(3, y + 1, row(cards, Style(size, marks), canvas.width - 4))


def _standing(frame: ReplayFrame, seat: int) -> str:
    said, won = frame.predictions[seat], frame.tricks[seat]
    points = f"{frame.points[seat]} points"
    if said is None:
        return f"no prediction yet · {points}"
    return f"predicted {said} · won {won}, {to_go(said, won)} · {points}"


def _fate(frame: ReplayFrame) -> tuple[str, ...]:
    if not frame.laid:
        return ("Nothing lies in the middle.",)
    if not frame.over:
        return ()
    if frame.winner is None:
        return ("Destroyed.",)
    return tuple(f"{shortened(frame.names[frame.winner], room)} won it." for room in (24, 10))


def _draw_beside(canvas: Canvas, frame: ReplayFrame, x: int, y: int, marks: Marks) -> None:
    lines = [
        Content.assemble("trump ", chips([frame.trump], "", marks), "  "),
        Content.assemble(("", ""), colour_chip(frame.trump.colour, marks)),
        Content.styled(f"deck {frame.deck}", "$quiet"),
        Content.styled(f"{frame.destroyed} destroyed", "$quiet"),
    ]
    for down, line in enumerate(lines):
        canvas.put_content(x, y + down, line)


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.hand_no,
    deal=N_("round"),
    stake=N_("match"),
)
