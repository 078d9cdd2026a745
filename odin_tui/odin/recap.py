"""Hands that are over: the page after one, and a recorded match with all hands open."""

from collections.abc import Sequence
from dataclasses import replace

from textual.content import Content

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import PASS, Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import State, Turn
from odin_engine.odin.view import View, view
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import MEDIUM, SMALL, TINY, Look
from odin_tui.drawing.card_frames import TURNING, frame_at, steps_of
from odin_tui.drawing.card_set import CardStyle
from odin_tui.drawing.middle import MiddleContents, draw_middle
from odin_tui.drawing.names import ordinal, points_word
from odin_tui.drawing.open_hands import (
    OpenHand,
    draw_beside,
    draw_in_lines,
    names_width,
)
from odin_tui.drawing.standings import Standings
from odin_tui.drawing.tally import BAND, Cell, Column, Head, Rows, Seated, Tally
from odin_tui.game_ui import ReplayUI
from odin_tui.languages import N_
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import CARD_SET, ORDERS, laid_chips, printed
from odin_tui.odin.events import TEXTS, HandDealt, events
from odin_tui.odin.table import MOST_CARDS, set_contents, story_of
from odin_tui.odin.text import MESSAGES
from odin_tui.replay_views import OpenFrame
from odin_tui.widgets.deal_end import DealUI, EndedDeal
from odin_tui.widgets.motion import Motion

# -- the page after a hand ------------------------------------------------------------------

WAYS = (
    Rows(6, BAND, "5x7", 7, SMALL),
    Rows(4, BAND, "3x5", 5, TINY),
    Rows(4, 2, "3x5", 5, TINY),
    Rows(3, 1, "3x5", 5, TINY),
    Rows(2, 2),
    Rows(1, 1),
)
APART = 3
"""The steps from one card that is turned over to the next; meanwhile its point is counted."""


def scale_of(view: View) -> int:
    """Return how many points the full width of a bar stands for."""
    return max(view.options.target or 9, *view.points)


draw_places = Standings(scale=scale_of)


def heading(ended: EndedDeal) -> Content:
    """Return which hand is over, and how long the match is played."""
    tr, target = ended.reader.tr, ended.view.options.target
    over = MESSAGES.say("hand-over", tr, number=ended.number)
    until = MESSAGES.say("one-hand" if target is None else "to-target", tr, target=target)
    return Content.styled(f"{over} · {until}", "$quiet")


def last_set(history: Sequence[Turn]) -> Cards:
    """Return the cards that were played with the last turn, if it was no pass."""
    move = history[-1].move if history else PASS
    return Cards() if isinstance(move, Pass) else move.cards


def meaning(ended: EndedDeal) -> tuple[str, ...]:
    """Say where the reader stands, and who is nearest to the end of the match."""
    totals, reader, target = ended.totals, ended.reader, ended.view.options.target
    said = []
    if reader.seat is not None and totals[reader.seat] > min(totals):
        mine = totals[reader.seat]
        place = 1 + sum(total < mine for total in totals)
        standing = ordinal(place, reader.tr)
        said = [MESSAGES.say("place", reader.tr, place=standing, seats=len(totals), points=mine)]
    most = max(totals)
    if target is not None and most < target and totals.count(most) == 1:
        seat = totals.index(most)
        said.append(MESSAGES.tell("nearest-to-target", reader, seat, target=target, points=most))
    return tuple(said)


def counting(ended: EndedDeal) -> Motion:
    """Return how long cards are turned over, one of every hand at a time."""
    return Motion(steps_of(TURNING, max(map(len, ended.result.left)), APART), 0.04, reduced=6)


def points_at(step: int | None, held: int) -> float:
    """Return how many points are counted at a step; each grows while its card is turned over."""
    return held if step is None else min(max((step - 1) / APART, 0.0), held)


def draw_tally(ended: EndedDeal, step: int | None, width: int, height: int) -> Canvas:
    """Draw who is out, and a row for each seat as far as its cards are turned over."""
    reader, view, left = ended.reader, ended.view, ended.result.left
    style = CardStyle(SMALL, ended.marks, reader.tr)
    order = sorted(range(len(ended.names)), key=ended.totals.__getitem__)
    counted = [points_at(step, len(cards)) for cards in left]
    out = reader.tr.pgettext("points of a hand", "out")
    held, gains, totals = [], [], []
    for seat in order:
        moments = (None if step is None else step - APART * place for place in range(MOST_CARDS))
        cards = zip((printed(card, style) for card in left[seat]), moments, strict=False)
        faces = tuple((face, frame_at(TURNING, moment)) for face, moment in cards)
        held.append(Cell("" if faces else out, cards=faces))
        gains.append(Cell(f"+{int(counted[seat])}" if faces else ""))
        totals.append(Cell(str(ended.totals[seat] - len(faces) + int(counted[seat]))))
    tally = Tally(
        _head(ended, style),
        tuple(
            Seated(
                ended.names[seat],
                tuple(result.points[seat] for result in view.results[: ended.number]),
                counted[seat],
                mine=reader.is_me(seat),
            )
            for seat in order
        ),
        (Column(tuple(held)), Column(tuple(gains)), Column(tuple(totals), large=True)),
        WAYS,
        scale_of(view),
        view.options.target,
    )
    return tally.draw(width, height)


def _head(ended: EndedDeal, style: CardStyle) -> Head:
    """Return who is out, and with what."""
    winner, cards, reader = ended.result.winner, last_set(ended.result.history), ended.reader
    ink = "bold $your-turn" if reader.is_me(winner) else "bold"
    out = Content.styled(MESSAGES.tell("out", reader, winner), ink)
    if not cards:
        return Head((out,), (out,))
    value, name = VALUE[cards.bits], Content.styled(reader.names[winner], "bold")
    shown, worth = laid_chips(cards, ended.marks), Content.styled(str(value), "bold")
    template = MESSAGES.about("out-with", reader, winner)
    line = fill(template, name=name, cards=shown, value=worth)
    return Head((out,), (line, out), tuple(printed(card, style) for card in cards), value)


HAND_OVER = DealUI(
    title="ODIN",
    heading=heading,
    draw=draw_tally,
    counting=counting,
    best=min,
    meaning=meaning,
    last=N_("This was the last hand of the match."),
    waits=N_("Hand {number} has begun and waits for you"),
    waits_with_clock=N_("Hand {number} has begun and waits for you · {clock}"),
)
"""Cards are turned over, one of every hand at a time."""

# -- a recorded match -----------------------------------------------------------------------

BESIDE, RIGHT, SMALL_BESIDE = 96, 34, 44
"""The width from which the middle lies beside the hands, its columns, and more of small cards."""
STORY = 7
"""The rows of the turns of a round."""


def frames(reader: Reader, states: Sequence[State]) -> list[OpenFrame]:
    """Return a frame for every state, and one more for the end of every hand before the last."""
    made: list[OpenFrame] = []
    before = None
    for number, state in enumerate(states):
        after = view(state, None)
        new, hands = events(before, after), tuple(map(Cards, state.hands))
        if before is not None and isinstance(new[-1], HandDealt):
            result = state.results[-1]
            ended = replace(
                after,
                table=last_set(result.history),
                owner=result.winner,
                turn=None,
                history=result.history,
            )
            told = TEXTS.told(new[:-1], reader)
            made.append(OpenFrame(number, len(state.results), reader, ended, result.left, told))
            new = new[-1:]
        hand_no = len(state.results) + (state.turn is not None)
        made.append(OpenFrame(number, hand_no, reader, after, hands, TEXTS.told(new, reader)))
        before = after
    return made


def draw(frame: OpenFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands, and below them or beside them the middle and the turns of the round."""
    canvas, style = Canvas(width, height), CARD_SET.style(SMALL, card_style, frame.reader.tr)
    hands = [_open_hand(frame, seat, style) for seat in range(len(frame.hands))]
    seats, below = len(hands), SMALL.height + 1
    if width >= BESIDE and TINY.height * seats <= height:
        small = width >= SMALL.row(MOST_CARDS) + RIGHT + SMALL_BESIDE
        size = SMALL if small and SMALL.height * seats <= height else TINY
        left = min(names_width(hands) + 6 + size.row(MOST_CARDS), width - RIGHT)
        drawn = draw_beside(hands, size, left, height)
        canvas.paste(0, max((height - drawn.height) // 3, 0), drawn)
        x, room = left + 3, width - left - 3
        rows = min(MEDIUM.height + 2, height - STORY - 1)
        top = max((height - rows - STORY) // 3, 0)
        canvas.paste(x, top, draw_middle(_middle(frame, style), room, rows))
        canvas.paste(x, top + rows + 1, story_of(frame.view, frame.reader).draw(room, STORY))
        return canvas
    if TINY.height * seats + below <= height and width >= names_width(hands) + 50:
        drawn = draw_beside(hands, TINY, width, height - below)
    else:
        step = 2 if 2 * seats <= height - below else 1
        drawn = draw_in_lines(hands, MOST_CARDS, width, step)
    canvas.paste(0, 0, drawn)
    rows, half = height - drawn.height, width // 2
    canvas.paste(0, drawn.height, draw_middle(_middle(frame, style), half, rows))
    story = story_of(frame.view, frame.reader).draw(width - half, rows - 1)
    canvas.paste(half, drawn.height + 1, story)
    return canvas


def _middle(frame: OpenFrame, style: CardStyle) -> MiddleContents:
    cards = frame.view.table
    if not cards:
        return MiddleContents(captions=(MESSAGES.say("nothing", frame.reader.tr),))
    return set_contents(cards, frame.view.owner, frame.reader, style, sizes=(MEDIUM, SMALL))


def _open_hand(frame: OpenFrame, seat: int, style: CardStyle) -> OpenHand:
    """Return a hand: bright for who is to move and for a card just taken, else standing back."""
    tr, hand, points = frame.reader.tr, frame.hands[seat], frame.view.points[seat]
    last = frame.view.history[-1].move if frame.view.history else PASS
    taken = None if isinstance(last, Pass) else last.take
    turn = seat == frame.view.turn
    cards = tuple(
        (printed(card, style), Look.PLAYABLE if turn or card == taken else Look.IDLE)
        for card in ORDERS["colour"](hand)
    )
    word = points_word(points, tr)
    count = MESSAGES.say("count", tr, count=len(hand))
    both = MESSAGES.say("cards-and-points", tr, cards=count, points=word)
    return OpenHand(frame.reader.names[seat], (both, word), cards, turn)


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.deal,
    where=N_("hand {number} of {count} · move {move} of {moves}"),
    deal=N_("hand {number}"),
    deal_keys=N_("previous/next hand"),
)
