"""A recorded match with all hands open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards, Colour
from odin_engine.odin.moves import Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import State, Turn
from odin_engine.odin.view import view
from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.drawing.card_faces import MEDIUM, RISE, SMALL, TINY, Look
from odin_tui.drawing.names import points_word, shortened
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.game_ui import ReplayUI
from odin_tui.languages import N_
from odin_tui.narrator import Reader
from odin_tui.odin.cards import MARKS, ORDERS, Style, chip, laid_chips, row, short_chips
from odin_tui.odin.events import Event, HandDealt, events, rounds, sentences
from odin_tui.odin.middle import turn_summary

STORY = 7
"""The most turns of a round that are shown."""
VALUE_FONT = "5x7"


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

BESIDE, WIDEST_NAMES = 96, 14
"""The width from which the middle lies beside the hands, and the most columns of a name."""
LINE, MOST_CARDS, CHIP, SHORT_CHIP = 70, 9, 4, 3
"""The width of a line with long names, the most cards in it, and their columns."""
RIGHT = 34
"""The columns of the middle beside hands of small cards; it has more where there are more."""


def draw(frame: ReplayFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands, and below them or beside them the middle and the turns of the round."""
    canvas, marks, tr = Canvas(width, height), MARKS[card_style], frame.reader.tr
    seats = len(frame.hands)
    tiny = Style(TINY, marks, tr)
    if width >= BESIDE and (TINY.height * seats) <= height:
        small = width >= SMALL.row(9) + RIGHT + 44 and SMALL.height * seats <= height
        style = Style(SMALL, marks, tr) if small else tiny
        left = min(WIDEST_NAMES + 2 + style.size.row(9), width - RIGHT)
        hands = _hands_as_cards(left, height, frame, style)
        canvas.paste(0, max((height - hands.height) // 3, 0), hands)
        x = left + 3
        middle = _middle_beside(width - x, height, frame, marks)
        canvas.paste(x, max((height - middle.height) // 3, 0), middle)
        return canvas
    below = SMALL.height + 1
    if TINY.height * seats + below <= height and width >= WIDEST_NAMES + 50:
        hands = _hands_as_cards(width, height - below, frame, tiny)
    else:
        hands = _hands_as_lines(width, frame, 2 if 2 * seats <= height - below else 1, marks)
    canvas.paste(0, 0, hands)
    top = hands.height + max((height - hands.height - below) // 2, 0)
    _draw_middle(canvas, frame, 0, top, width // 2, Style(SMALL, marks, tr))
    _draw_round(canvas, frame, max(width // 2, 38), top)
    return canvas


def _name_ink(frame: ReplayFrame, seat: int) -> str:
    return "bold" if seat == frame.turn else "none"


def _counts(frame: ReplayFrame, seat: int) -> str:
    tr, cards, points = frame.reader.tr, len(frame.hands[seat]), frame.points[seat]
    return tr.gettext("{cards}, {points}").format(
        cards=tr.ngettext("{count} card", "{count} cards", cards).format(count=cards),
        points=tr.ngettext("{count} point", "{count} points", points).format(count=points),
    )


def _looks(frame: ReplayFrame, seat: int) -> dict[Card, Look]:
    """Return the hand of who is to move and the card just taken bright, the rest standing back."""
    hand = frame.hands[seat]
    look = Look.PLAYABLE if seat == frame.turn else Look.IDLE
    looks = dict.fromkeys(hand, look)
    if frame.taken is not None and frame.taken in hand:
        looks[frame.taken] = Look.PLAYABLE
    return looks


def _hands_as_cards(width: int, height: int, frame: ReplayFrame, style: Style) -> Canvas:
    """Draw a row of cards for each seat, with a bar before who is to move."""
    names, tr = frame.reader.names, frame.reader.tr
    tall, seats = style.size.height, len(frame.hands)
    step = tall + ((tall + 1) * seats <= height)
    points = [points_word(points, tr) for points in frame.points]
    column = max(min(max(map(cell_len, names)), WIDEST_NAMES), *map(cell_len, points))
    canvas = Canvas(width, step * seats)
    for seat, hand in enumerate(frame.hands):
        y = seat * step
        if seat == frame.turn:
            for line in range(y, y + tall):
                canvas.put(0, line, "▌", "$foreground")
        middle = y + (tall - 1) // 2
        canvas.put(2, middle, shortened(names[seat], column), _name_ink(frame, seat))
        canvas.put(2, middle + 1, points[seat], "$quiet")
        cards = ORDERS["colour"](hand)
        room = width - column - 4
        drawn = row(cards, style, room, _looks(frame, seat), shadows=False)
        canvas.paste(column + 4, y - RISE, drawn)
    return canvas


def _hands_as_lines(
    width: int, frame: ReplayFrame, step: int, marks: Mapping[Colour, str]
) -> Canvas:
    """Draw a line for each seat: the cards of who is to move filled, the others as text."""
    canvas = Canvas(width, len(frame.hands) * step)
    seats = range(len(frame.hands))
    names = min(max(map(cell_len, frame.reader.names)), 16 if width >= LINE else 8) + 2
    counts = [_counts(frame, seat) for seat in seats]
    column = max(*map(cell_len, counts), 18) + 1
    room = width - names - 2
    if room - column < SHORT_CHIP * MOST_CARDS:
        counts, column = [points_word(points, frame.reader.tr) for points in frame.points], 12
    wide = room - column >= CHIP * MOST_CARDS
    for seat in seats:
        y, looks = seat * step, _looks(frame, seat)
        if seat == frame.turn:
            canvas.put(0, y, "▌", "$foreground")
        canvas.put(2, y, shortened(frame.reader.names[seat], names - 1), _name_ink(frame, seat))
        canvas.put(names + 2, y, shortened(counts[seat], column - 1), "$quiet")
        x = names + 2 + column
        for card in ORDERS["colour"](frame.hands[seat]):
            canvas.put_content(x, y, _chip(card, looks[card], marks if wide else None))
            x += CHIP if wide else SHORT_CHIP
    return canvas


def _chip(card: Card, look: Look, marks: Mapping[Colour, str] | None) -> Content:
    if look is Look.PLAYABLE:
        return laid_chips([card], marks)
    return short_chips([card]) if marks is None else chip(card, "", marks)


def _middle_beside(
    width: int, height: int, frame: ReplayFrame, marks: Mapping[Colour, str]
) -> Canvas:
    """Draw the set as large as it fits, and the turns of the round below it."""
    tr, count = frame.reader.tr, len(frame.table)
    value = number_width(VALUE[frame.table.bits], VALUE_FONT) + 4 if count else 0
    sizes = (size for size in (MEDIUM, SMALL) if size.row(count) + value <= width)
    size = next(sizes, SMALL)
    if not count or size.height + 2 + STORY > height:
        size = SMALL
    canvas = Canvas(width, min(size.height + 3 + STORY, height))
    _draw_middle(canvas, frame, 0, 1, width, Style(size, marks, tr))
    _draw_round(canvas, frame, 0, size.height + 3)
    return canvas


def _draw_middle(
    canvas: Canvas, frame: ReplayFrame, x: int, y: int, width: int, style: Style
) -> None:
    """Draw the set with its owner and its value, which is in pixels where there is room."""
    cards, tr = list(frame.table), frame.reader.tr
    if not cards:
        text = Content.styled(tr.gettext("Nothing lies in the middle."), "$quiet")
        for line, words in enumerate(wrapped([text], width), y + 1):
            canvas.put_content(x, line, words)
        return
    value = VALUE[frame.table.bits]
    wide = number_width(value, VALUE_FONT)
    pixels = len(cards) > 1 and style.size.row(len(cards)) + wide + 4 <= width
    room = width - wide - 4 if pixels else width - 4
    picture = row(cards, style, room, shadows=False)
    canvas.paste(x, y - RISE, picture)
    owner = frame.reader.names[frame.owner]
    if pixels:
        left, top = x + picture.width + 3, y + max((style.size.height - 5) // 2, 0)
        canvas.put(left, top, owner, "bold")
        draw_number(canvas, left, 2 * top + 3, value, VALUE_FONT, "$foreground")
        return
    worth = f" · {value}" if len(cards) > 1 else ""
    canvas.put(x, y + style.size.height, f"{owner}{worth}", "bold")


def _draw_round(canvas: Canvas, frame: ReplayFrame, x: int, y: int) -> None:
    """Draw the newest turns of the round, one on each line."""
    names, tr = frame.reader.names, frame.reader.tr
    played = rounds(frame.history, len(names))
    turns = played[-1] or (played[-2] if len(played) > 1 else [])
    column = min(max(map(cell_len, names)), 12)
    shown = turns[-max(min(STORY, canvas.height - y), 1) :]
    for line, turn in enumerate(shown):
        canvas.put(x, y + line, shortened(names[turn.seat], column), "$quiet")
        summary = turn_summary(turn, canvas.width - x - column - 3, tr)
        canvas.put_content(x + column + 2, y + line, summary)


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.hand_no,
    where=N_("hand {number} of {count} · move {move} of {moves}"),
    deal=N_("hand {number}"),
)
