"""A recorded match of Odin with all hands open: its moments, and how each is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards, Colour
from odin_engine.odin.moves import Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import State, Turn
from odin_engine.odin.view import view
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look
from odin_tui.game_ui import ReplayUI
from odin_tui.languages import N_
from odin_tui.narrator import Reader
from odin_tui.odin.cards import MARKS, MEDIUM, ORDERS, SMALL, TINY, Style, chip, row
from odin_tui.odin.events import Event, HandDealt, events, rounds, sentences
from odin_tui.odin.side_panels import turn_summary

STORY = 7
"""The most turns of a round that are shown."""


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment of a match, with all hands open."""

    moves: int
    """How many moves of the match have been made."""
    hand_no: int
    reader: Reader
    points: tuple[int, ...]
    hands: tuple[Cards, ...]
    table: Cards
    owner: Seat
    turn: Seat | None
    """Who is to move; None at the end of a hand."""
    history: tuple[Turn, ...]
    """The turns of this hand."""
    events: tuple[Event, ...]
    """What has happened since the frame before."""

    @property
    def told(self) -> tuple[str, ...]:
        """What has happened since the frame before, in sentences."""
        return tuple(line for event in self.events for line in sentences(event, self.reader))

    @property
    def taken(self) -> Card | None:
        """The card that the last move took into a hand."""
        last = self.history[-1].move if self.history else None
        return None if last is None or isinstance(last, Pass) else last.take


def frames(reader: Reader, states: Sequence[State]) -> list[ReplayFrame]:
    """Return a frame for every state, and one more for the end of every hand before the last."""
    made = []
    before = None
    for number, state in enumerate(states):
        after = view(state, None)
        new = events(before, after)
        if before is not None and isinstance(new[-1], HandDealt):
            made.append(_hand_over(reader, state, number, new[:-1]))
            new = new[-1:]
        made.append(_frame(reader, state, number, new))
        before = after
    return made


def _frame(reader: Reader, state: State, number: int, new: Sequence[Event]) -> ReplayFrame:
    return ReplayFrame(
        moves=number,
        hand_no=len(state.results) + (state.turn is not None),
        reader=reader,
        points=state.points,
        hands=tuple(map(Cards, state.hands)),
        table=Cards(state.table),
        owner=state.owner,
        turn=state.turn,
        history=state.history,
        events=tuple(new),
    )


def _hand_over(reader: Reader, state: State, number: int, new: Sequence[Event]) -> ReplayFrame:
    """Return the end of a hand, which the state after it has replaced by the next deal."""
    result = state.results[-1]
    last = result.history[-1].move
    return ReplayFrame(
        moves=number,
        hand_no=len(state.results),
        reader=reader,
        points=state.points,
        hands=result.left,
        table=Cards() if isinstance(last, Pass) else last.cards,
        owner=result.winner,
        turn=None,
        history=result.history,
        events=tuple(new),
    )


# -- drawing --------------------------------------------------------------------------------


def draw(frame: ReplayFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands above, and below them the set in the middle and the turns of the round."""
    canvas, marks, tr = Canvas(width, height), MARKS[card_style], frame.reader.tr
    room = height - TINY.height - 1
    seats = len(frame.hands)
    columns = 2 if width >= 150 and seats > 1 else 1
    tall = -(-seats // columns) * (SMALL.height + 1)
    if tall <= room and width // columns >= SMALL.row(9) + 4:
        middle = MEDIUM if tall + MEDIUM.height + 1 <= height else TINY
        space = height - tall - middle.height - 1
        hands = _hands_as_cards(width, frame, columns, Style(SMALL, marks, tr))
    else:
        middle = TINY
        hands = _hands_as_lines(width, frame, 2 if 2 * seats <= room else 1, marks)
        space = max(room - hands.height, 0)
    canvas.paste(0, space // 4, hands)
    top = space // 4 + hands.height + min(space // 3, 3)
    _draw_middle(canvas, frame, top, Style(middle, marks, tr))
    _draw_round(canvas, frame, top, max(width // 2, 38))
    return canvas


def _name(frame: ReplayFrame, seat: int) -> tuple[str, str]:
    mark = "▸ " if seat == frame.turn else "  "
    return f"{mark}{frame.reader.names[seat]}", "bold" if seat == frame.turn else ""


def _counts(frame: ReplayFrame, seat: int) -> str:
    tr, cards, points = frame.reader.tr, len(frame.hands[seat]), frame.points[seat]
    return tr.gettext("{cards}, {points}").format(
        cards=tr.ngettext("{count} card", "{count} cards", cards).format(count=cards),
        points=tr.ngettext("{count} point", "{count} points", points).format(count=points),
    )


def _hands_as_cards(width: int, frame: ReplayFrame, columns: int, style: Style) -> Canvas:
    wide, tall = width // columns, style.size.height + 1
    rows = -(-len(frame.hands) // columns)
    canvas = Canvas(width, rows * tall)
    for seat, hand in enumerate(frame.hands):
        x, y = seat // rows * wide + 1, seat % rows * tall
        name, ink = _name(frame, seat)
        canvas.put(x, y, name, ink)
        canvas.put(x + cell_len(name) + 2, y, _counts(frame, seat), "$quiet")
        looks = {frame.taken: Look.MARKED} if frame.taken in hand and frame.taken else {}
        canvas.paste(x + 2, y + 1, row(ORDERS["colour"](hand), style, wide - 4, looks))
    return canvas


def _hands_as_lines(
    width: int, frame: ReplayFrame, step: int, marks: Mapping[Colour, str]
) -> Canvas:
    canvas = Canvas(width, len(frame.hands) * step)
    names = min(max(map(cell_len, frame.reader.names)), 16) + 4
    counts = [_counts(frame, seat) for seat in range(len(frame.hands))]
    column = max(*map(cell_len, counts), 18) + 1
    for seat, hand in enumerate(frame.hands):
        name, ink = _name(frame, seat)
        y = seat * step
        canvas.put(1, y, set_cell_size(name, names), ink)
        canvas.put(names + 1, y, counts[seat], "$quiet")
        x = names + 1 + column
        for card in ORDERS["colour"](hand):
            canvas.put_content(x, y, _chip(frame, card, marks))
            x += 4
    return canvas


def _chip(frame: ReplayFrame, card: Card, marks: Mapping[Colour, str]) -> Content:
    return chip(card, "bold underline" if card == frame.taken else "", marks)


def _draw_middle(canvas: Canvas, frame: ReplayFrame, y: int, style: Style) -> None:
    cards = list(frame.table)
    if not cards:
        text = frame.reader.tr.gettext("Nothing lies in the middle.")
        canvas.put(3, y + 2, text, "$quiet")
        return
    canvas.paste(3, y, row(cards, style, canvas.width // 2 - 6))
    worth = f" · {VALUE[frame.table.bits]}" if len(cards) > 1 else ""
    canvas.put(3, y + style.size.height, f"{frame.reader.names[frame.owner]}{worth}", "bold")


def _draw_round(canvas: Canvas, frame: ReplayFrame, y: int, x: int) -> None:
    """Draw the newest turns of the round, one on each line."""
    names, tr = frame.reader.names, frame.reader.tr
    played = rounds(frame.history, len(names))
    turns = played[-1] or (played[-2] if len(played) > 1 else [])
    column = min(max(map(cell_len, names)), 12)
    for line, turn in enumerate(turns[-STORY:]):
        canvas.put(x, y + line, set_cell_size(names[turn.seat], column), "$quiet")
        summary = turn_summary(turn, canvas.width - x - column - 3, tr)
        canvas.put_content(x + column + 2, y + line, summary)


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.hand_no,
    deal=N_("hand"),
    stake=N_("hand"),
)
