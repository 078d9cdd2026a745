"""A recorded match with everything open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len

from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARD_OF_BIT, Card, Cards
from odin_engine.herrlof.state import Stage, State
from odin_engine.herrlof.view import View, view
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import MEDIUM, NARROWEST, RISE, SMALL, TINY, Look, Size
from odin_tui.drawing.names import points_word, shortened
from odin_tui.game_ui import ReplayUI
from odin_tui.herrlof.cards import CARD_SET, MARKS, SIZES, Style, orders, row
from odin_tui.herrlof.events import TEXTS, Event, RoundEnded, events, scores
from odin_tui.herrlof.panels import Stock, draw_stock, stock_width
from odin_tui.herrlof.plates import RaceContents, draw_race
from odin_tui.herrlof.reasons import winning
from odin_tui.herrlof.text import MESSAGES, distance_text
from odin_tui.herrlof.trick import MiddleContents, draw_middle, size_for
from odin_tui.languages import N_, Translations
from odin_tui.narrator import Reader

# -- the moments ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment of a match, with all hands and predictions open."""

    moves: int
    """How many moves of the match have been made."""
    round_no: int
    """The number of the round."""
    reader: Reader
    points: tuple[int, ...]
    target: int
    hands: tuple[Cards, ...]
    predictions: tuple[int | None, ...]
    tricks: tuple[int, ...]
    destroyed: int
    trump: Card
    deck: int
    laid: tuple[tuple[Seat, Card], ...]
    """The trick, or the one before while nothing lies there."""
    winner: Seat | None
    over: bool
    """True if the trick is over."""
    turns: tuple[Seat, ...]
    """The seats that are to move; empty at the end of a round."""
    told: tuple[str, ...]
    """What has happened since the frame before, in sentences."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.reader.names

    @property
    def tr(self) -> Translations:
        return self.reader.tr


def frames(reader: Reader, states: Sequence[State]) -> list[ReplayFrame]:
    """Return a frame for every state, and two more for the end of every round."""
    made: list[ReplayFrame] = []
    before: View | None = None
    for number, state in enumerate(states):
        seen = _open_view(state)
        happened = events(before, seen)
        end = next(
            (place for place, event in enumerate(happened) if isinstance(event, RoundEnded)), None
        )
        if before is not None and end is not None:
            results = scores(state.results[-1])
            sums = [
                MESSAGES.say("brief-score", reader.tr, **TEXTS.facts(score, reader))
                for score in results
            ]
            played = _told(happened[: end + 1], reader)
            made.append(_round_over(reader, state, number, played))
            made.append(_round_over(reader, state, number, sums))
            happened = happened[end + 1 + len(results) :]
        made.append(_frame(reader, state, seen, number, _told(happened, reader)))
        before = seen
    return made


def _told(happened: Sequence[Event], reader: Reader) -> list[str]:
    return [line for event in happened for line in TEXTS.sentences(event, reader)]


def _open_view(state: State) -> View:
    """Return a view with everything in it, since the match is over."""
    return replace(view(state, None), history=state.history, predictions=state.predictions)


def _frame(
    reader: Reader, state: State, seen: View, number: int, told: Sequence[str]
) -> ReplayFrame:
    last = state.last_trick
    fresh = last is not None and last.round_no == state.round_no
    resting = not state.trick and fresh and state.stage != Stage.PREDICT
    laid = last.laid if last is not None and resting else seen.laid
    return ReplayFrame(
        moves=number,
        round_no=state.round_no,
        reader=reader,
        points=state.points,
        target=state.match.options.target,
        hands=tuple(map(Cards, state.hands)),
        predictions=state.predictions,
        tricks=state.tricks,
        destroyed=state.destroyed,
        trump=CARD_OF_BIT[state.trump_card],
        deck=len(state.deck),
        laid=laid,
        winner=last.winner if last is not None and resting else None,
        over=resting,
        turns=seen.to_move,
        told=tuple(told),
    )


def _round_over(reader: Reader, state: State, number: int, told: Sequence[str]) -> ReplayFrame:
    """Show the round that has just ended, which the state after it has dealt over already."""
    result, last = state.results[-1], state.last_trick
    return ReplayFrame(
        moves=number,
        round_no=len(state.results),
        reader=reader,
        points=state.points,
        target=state.match.options.target,
        hands=tuple(Cards() for _ in reader.names),
        predictions=result.predictions,
        tricks=result.tricks,
        destroyed=result.destroyed,
        trump=CARD_OF_BIT[state.trump_card],
        deck=0,
        laid=() if last is None else last.laid,
        winner=None if last is None else last.winner,
        over=True,
        turns=(),
        told=tuple(told),
    )


# -- drawing --------------------------------------------------------------------------------

MOST_CARDS = {2: 15, 3: 11}
"""The cards of a hand, by the number of seats."""
LEFT = 3
"""The columns left of a hand."""
NAMES = 16
"""The most columns of a name."""


def draw(frame: ReplayFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands above, and below them the trick between the deck and the points."""
    canvas, seats = Canvas(width, height), len(frame.hands)
    size = _largest(width - LEFT - 1, height, seats)
    style = Style(size or SMALL, MARKS[card_style], frame.tr)
    step = 2 if size is None else size.height + 1
    for seat in range(seats):
        _draw_seat(canvas, frame, seat, seat * step, style, in_text=size is None)
    below = Canvas(width, max(height - seats * step, 0))
    _draw_middle(below, frame, style)
    canvas.paste(0, seats * step, below)
    return canvas


def _largest(width: int, height: int, seats: int) -> Size | None:
    """Choose the largest cards with which all hands fit; None to write each on a line."""
    count = MOST_CARDS[seats]
    for size in (MEDIUM, SMALL, TINY):
        wide = size.fan(count) if size is not TINY else (count - 1) * (NARROWEST + 1) + TINY.width
        needs = seats * (size.height + 1) + min(size.height + 3, SMALL.height + 2)
        if wide <= width and needs + (size is MEDIUM) * SMALL.height <= height:
            return size
    return None


def _draw_seat(
    canvas: Canvas, frame: ReplayFrame, seat: int, y: int, style: Style, *, in_text: bool
) -> None:
    """Draw an open hand below the name; the cards of whoever is not to move stand back."""
    to_move = seat in frame.turns
    names = min(max(map(cell_len, frame.names)), NAMES)
    canvas.put(LEFT, y, shortened(frame.names[seat], names), "bold")
    canvas.put(LEFT + names + 2, y, _seat_text(frame, seat), "$quiet")
    cards = orders(frame.trump.colour)["colour"](frame.hands[seat])
    rows = 2 if in_text else style.size.height + 1
    if in_text:
        canvas.put_content(LEFT, y + 1, CARD_SET.laid_chips(cards, style.marks))
    else:
        look = Look.PLAYABLE if to_move else Look.IDLE
        looks = dict.fromkeys(cards, look)
        drawn = row(cards, style, canvas.width - LEFT - 1, looks, shadows=False)
        canvas.paste(LEFT, y + 1, drawn.cut(0, RISE, drawn.width, style.size.height))
    for line in range(y, y + rows) if to_move else ():
        canvas.put(0, line, "▌", "$foreground")


def _seat_text(frame: ReplayFrame, seat: int) -> str:
    tr, predicted, won = frame.tr, frame.predictions[seat], frame.tricks[seat]
    points = points_word(frame.points[seat], tr)
    if predicted is None:
        return tr.gettext("no prediction yet · {points}").format(points=points)
    return tr.gettext("predicted {predicted} · won {won}, {distance} · {points}").format(
        predicted=predicted, won=won, distance=distance_text(predicted, won, tr), points=points
    )


def _draw_middle(canvas: Canvas, frame: ReplayFrame, style: Style) -> None:
    """Draw deck and trump, the trick, and how far everybody is."""
    width, height = canvas.width, canvas.height
    side = max(width // 4, stock_width(TINY) + 2)
    sizes = [size for size in SIZES if stock_width(size) <= side]
    trick = _trick(frame, style)
    size = size_for(len(frame.hands), width - 2 * side, height, sizes)
    style = replace(style, size=size)
    canvas.paste(side, 0, draw_middle(replace(trick, style=style), width - 2 * side, height))
    canvas.paste(
        0, 0, draw_stock(Stock(frame.deck, frame.trump, frame.destroyed, style), side, height)
    )
    race = RaceContents(
        frame.names,
        frame.points,
        frame.target,
        tricks=frame.tricks,
        destroyed=frame.destroyed,
        most=MOST_CARDS[len(frame.hands)],
        tr=frame.tr,
    )
    rows = min(len(frame.hands) + 2, height)
    canvas.paste(width - side + 1, (height - rows) // 2, draw_race(race, side - 1, rows))


def _trick(frame: ReplayFrame, style: Style) -> MiddleContents:
    seats = len(frame.names)
    first = frame.laid[0][0] if frame.laid else 0
    places = [(first + step) % seats for step in range(seats)] if frame.laid else []
    names = tuple(frame.names[seat] for seat in places)
    cards = tuple(card for _, card in frame.laid)
    wins = winning(cards, frame.trump.colour) if cards and not frame.over else None
    if frame.over and frame.winner is not None:
        wins = next(place for place, (seat, _) in enumerate(frame.laid) if seat == frame.winner)
    return MiddleContents(
        cards, names, wins, over=frame.over, captions=_captions(frame), style=style
    )


def _captions(frame: ReplayFrame) -> tuple[str, ...]:
    tr = frame.tr
    if not frame.laid:
        return (tr.gettext("Nothing lies in the middle."),)
    if not frame.over:
        return ()
    if frame.winner is None:
        return (tr.gettext("Destroyed."),)
    text, name = tr.gettext("{name} won it."), frame.names[frame.winner]
    return tuple(text.format(name=shortened(name, width)) for width in (24, 10))


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.round_no,
    where=N_("round {number} of {count} · move {move} of {moves}"),
    deal=N_("round {number}"),
)
