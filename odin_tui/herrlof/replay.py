"""A match of Herrlof as nobody at the table could see it: all hands and predictions open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARD_OF_BIT, Card, Cards
from odin_engine.herrlof.state import Stage, State
from odin_engine.herrlof.view import View, view
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.names import points_word, shortened
from odin_tui.game_ui import ReplayUI
from odin_tui.herrlof.cards import (
    BIG,
    MARKS,
    SIZES,
    SLIM,
    TINY,
    Style,
    chip,
    colour_chip,
    orders,
    row,
)
from odin_tui.herrlof.events import Event, RoundEnded, events, scores
from odin_tui.herrlof.messages import distance_text
from odin_tui.herrlof.middle import MiddleContents, draw_middle
from odin_tui.herrlof.narration import brief_score, sentences
from odin_tui.herrlof.panels import stock_text
from odin_tui.herrlof.reasons import winning
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment of a match, with all hands and predictions open."""

    moves: int
    """How many moves of the match have been made."""
    round_no: int
    """The number of the round."""
    reader: Reader
    points: tuple[int, ...]
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
    """Who is to move; nobody at the end of a round."""
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
            sums = [brief_score(score, reader) for score in results]
            played = _told(happened[: end + 1], reader)
            made.append(_round_over(reader, state, number, played))
            made.append(_round_over(reader, state, number, sums))
            happened = happened[end + 1 + len(results) :]
        made.append(_frame(reader, state, seen, number, _told(happened, reader)))
        before = seen
    return made


def _told(happened: Sequence[Event], reader: Reader) -> list[str]:
    return [line for event in happened for line in sentences(event, reader)]


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


def draw(frame: ReplayFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands above, and below them the trick beside trump and deck."""
    canvas = Canvas(width, height)
    seats = len(frame.hands)
    most = 15 if seats == 2 else 11
    size = _largest(width - 4, height, seats, most)
    style = Style(TINY if size is None else size, MARKS[card_style], frame.tr)
    step = 2 if size is None else size.height + 1
    for seat in range(seats):
        _draw_seat(canvas, frame, seat, seat * step, style, in_text=size is None)
    top = seats * step
    room = min(height - top, BIG.height + 3)
    names = tuple(frame.names[seat] for seat, _ in frame.laid)
    cards = tuple(card for _, card in frame.laid)
    wins = winning(cards, frame.trump.colour) if cards and not frame.over else None
    if frame.over and frame.winner is not None:
        wins = next(place for place, (seat, _) in enumerate(frame.laid) if seat == frame.winner)
    trick = MiddleContents(
        cards, names, wins, over=frame.over, captions=_captions(frame), style=style
    )
    canvas.paste(1, top + (height - top - room) // 2, draw_middle(trick, width // 2, room))
    _draw_beside(canvas, frame, width // 2 + 3, top + (height - top - 4) // 2, style)
    return canvas


def _largest(width: int, height: int, seats: int, most: int) -> Size | None:
    """Choose the largest cards with which all hands fit; None to write each on a line."""
    for size in SIZES:
        needs = seats * (size.height + 1) + max(SLIM.height + 1, min(size.height, 5) + 1)
        if size.row(most) <= width and needs <= height:
            return size
    return None


def _draw_seat(
    canvas: Canvas, frame: ReplayFrame, seat: int, y: int, style: Style, *, in_text: bool
) -> None:
    to_move = seat in frame.turns
    name = f"{'▸ ' if to_move else '  '}{frame.names[seat]}"
    short = name if cell_len(name) <= 18 else set_cell_size(name, 17) + "…"
    canvas.put(1, y, short, "bold" if to_move else "")
    canvas.put(20, y, _seat_text(frame, seat), "$quiet")
    cards = orders()["colour"](frame.hands[seat])
    if in_text:
        chips_of_hand = Content(" ").join(chip(card, "", style.marks) for card in cards)
        canvas.put_content(3, y + 1, chips_of_hand)
    else:
        canvas.paste(3, y + 1, row(cards, style, canvas.width - 4))


def _seat_text(frame: ReplayFrame, seat: int) -> str:
    tr, predicted, won = frame.tr, frame.predictions[seat], frame.tricks[seat]
    points = points_word(frame.points[seat], tr)
    if predicted is None:
        return tr.gettext("no prediction yet · {points}").format(points=points)
    return tr.gettext("predicted {predicted} · won {won}, {distance} · {points}").format(
        predicted=predicted, won=won, distance=distance_text(predicted, won, tr), points=points
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


def _draw_beside(canvas: Canvas, frame: ReplayFrame, x: int, y: int, style: Style) -> None:
    tr, colour = frame.tr, frame.trump.colour
    card = chip(frame.trump, "", style.marks)
    lines = [
        fill(tr.gettext("trump {card}"), card=card),
        Content(tr.gettext("none")) if colour is None else colour_chip(colour, tr, style.marks),
        *stock_text(frame.deck, frame.destroyed, tr),
    ]
    for down, line in enumerate(lines):
        canvas.put_content(x, y + down, line)


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.round_no,
    deal=N_("round"),
    stake=N_("match"),
)
