"""What lies behind: the last trick, the page after a round, and a recorded match with all open."""

from collections.abc import Sequence
from dataclasses import replace

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.herrlof.cards import Cards
from odin_engine.herrlof.state import Stage, State, Trick
from odin_engine.herrlof.view import View, view
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import MEDIUM, NARROWEST, SMALL, TINY, Look, Size
from odin_tui.drawing.card_frames import TURNING, Frame, frame_at
from odin_tui.drawing.card_set import CardStyle
from odin_tui.drawing.deck_panel import deck_width
from odin_tui.drawing.layout import SIZES
from odin_tui.drawing.middle import draw_middle, size_for
from odin_tui.drawing.names import points_word
from odin_tui.drawing.open_hands import LEFT, OpenHand, draw_below
from odin_tui.drawing.tally import BAND, Cell, Column, Head, Rows, Seated, Tally, joined_ways
from odin_tui.game_ui import ReplayUI
from odin_tui.herrlof.cards import CARD_SET, orders, painted, printed
from odin_tui.herrlof.events import TEXTS, RoundEnded, events, scores
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.middle import deck_of, middle_contents, race_of, trick_of
from odin_tui.herrlof.text import MESSAGES, distance_text, reminder
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.replay_views import OpenFrame
from odin_tui.widgets.deal_end import DealUI, EndedDeal
from odin_tui.widgets.motion import Motion

# -- the last trick -------------------------------------------------------------------------

TRICK_PAGE = 56, 8
"""The size of its picture."""
LAST_TRICK = N_("The last trick")
"""What stands above it."""


def last_trick_page(trick: Trick, reader: Reader, card_style: str) -> Content:
    """Draw a trick, and say what became of it."""
    seats = [seat for seat, _ in trick.laid]
    wins = None if trick.winner is None else (trick.winner - trick.leader) % len(trick.cards)
    style = CARD_SET.style(SMALL, card_style, reader.tr)
    picture = draw_middle(trick_of(trick.laid, seats, reader, style, wins), *TRICK_PAGE)
    lines = [picture.content(), painted(trick_outcome(trick, reader), card_style)]
    lines += [
        Content.assemble(painted(f"{card} ", card_style), (said, "$quiet"))
        for card in dict.fromkeys(trick.cards)
        if (said := reminder(card, len(trick.cards), reader.tr))
    ]
    return Content("\n").join(lines)


def trick_outcome(trick: Trick, reader: Reader) -> str:
    """Return a sentence about what became of a trick."""
    winner, leader = trick.winner, trick.leader
    facts = {"number": trick.number, "round": trick.round_no, "leader": reader.names[leader]}
    if winner is None:
        return MESSAGES.tell("led-and-destroyed", reader, leader, **facts)
    code = "led-by-you" if reader.is_me(leader) else "led-by-others"
    return MESSAGES.tell(code, reader, winner, card=dict(trick.laid)[winner], **facts)


# -- the page after a round -----------------------------------------------------------------

WAYS = (
    Rows(5, BAND, "5x7", 7),
    Rows(4, BAND, "3x5", 5),
    Rows(4, 2, "3x5", 5),
    Rows(4, 1, "3x5", 5),
    Rows(2, 1),
    Rows(1, 1),
)
TURNED_AT = 0, 11, 14, 17, 20, 20
"""The steps at which the columns are turned up."""
APART, GROWING = 3, 12
"""The steps from one prediction that is turned over to the next, and those of growing bars."""
LARGE = 0, 1, 5
"""The columns with large numbers: predicted, won, and the points of the match."""
FEW = 3
"""The column of the bonus for few tricks, which is left out where it is not played for."""
NOTHING = "–"


def heading(ended: EndedDeal) -> Content:
    """Return which round is over."""
    return Content.styled(MESSAGES.say("round", ended.reader.tr, number=ended.number), "$quiet")


def counting(_ended: EndedDeal) -> Motion:
    """Return how long the columns are turned up, one after the other."""
    return Motion(TURNED_AT[-1] + GROWING, 0.04, reduced=8)


def points_at(step: int | None, points: int) -> float:
    """Return how many of a round's points are counted at a step."""
    return points if step is None else points * max(step - TURNED_AT[-1], 0) / GROWING


def draw_columns(ended: EndedDeal, step: int | None, width: int, height: int) -> Canvas:
    """Draw the last trick, the columns as far as they are turned up, and the sums in words."""
    reader, view = ended.reader, ended.view
    target, seats = view.options.target, range(len(ended.names))
    sums = (TEXTS.sentences(score, reader)[0] for score in scores(ended.result))
    tally = Tally(
        _head(ended),
        tuple(
            Seated(
                ended.names[seat],
                tuple(result.points[seat] for result in view.results[: ended.number]),
                points_at(step, ended.result.points[seat]),
                mine=reader.is_me(seat),
            )
            for seat in seats
        ),
        _columns(ended, step),
        WAYS,
        max(target, *ended.totals),
        target,
        tuple(Content.styled(line, "$quiet") for line in sums),
        noted=step is None,
    )
    return tally.draw(width, height)


def _columns(ended: EndedDeal, step: int | None) -> tuple[Column, ...]:
    rows = [_texts(ended, seat, step) for seat in range(len(ended.names))]
    found = []
    for place, (title, long_title) in enumerate(_titles(ended.reader.tr)):
        cells = []
        for seat, texts in enumerate(rows):
            shown = step is None or step >= TURNED_AT[place]
            moment = None if step is None else step - APART * seat
            hidden = frame_at(TURNING, moment) if place == 0 else Frame.FACE
            text = texts[place] if shown else ""
            cells.append(Cell(text, quiet=text == NOTHING, hidden=hidden))
        if place != FEW or ended.view.options.small_bonus:
            found.append(Column(tuple(cells), title, long_title, large=place in LARGE))
    return tuple(found)


def _texts(ended: EndedDeal, seat: int, step: int | None) -> tuple[str, ...]:
    """Return what stands in the columns for a seat."""
    result = ended.result
    exact, few = result.exact_bonus[seat], result.few_bonus[seat]
    counted = int(points_at(step, result.points[seat]))
    return (
        str(result.predictions[seat]),
        str(result.tricks[seat]),
        f"+{exact}" if exact else NOTHING,
        f"+{few}" if few else NOTHING,
        f"+{result.points[seat]}",
        str(ended.totals[seat] - result.points[seat] + counted),
    )


def _titles(tr: Translations) -> list[tuple[str, str]]:
    """Return the titles of the columns, and longer ones where there is room."""
    return [
        (tr.pgettext("a column", "said"), tr.pgettext("a column", "predicted")),
        (tr.pgettext("a column", "won"), tr.pgettext("a column", "tricks won")),
        (tr.pgettext("a column", "exact"), tr.pgettext("a column", "exactly")),
        (tr.pgettext("a column", "3 or 4"), tr.pgettext("a column", "for 3 or 4")),
        (tr.pgettext("a column", "points"), tr.pgettext("a column", "this round")),
        (tr.pgettext("a column", "total"), tr.pgettext("a column", "in all")),
    ]


def _head(ended: EndedDeal) -> Head:
    """Return how the round ended, and its last trick, which is seen nowhere else."""
    reader, tr, lost = ended.reader, ended.reader.tr, ended.result.destroyed
    said = [Content.styled(MESSAGES.say("round-over", tr, number=ended.number), "bold")]
    if lost:
        said.append(Content.styled(MESSAGES.say("tricks-destroyed", tr, count=lost), "$quiet"))
    trick = ended.view.last_trick
    if trick is None or trick.round_no != ended.number:
        return Head(tuple(said), tuple(joined_ways(said)))
    text, name = MESSAGES.template("last-trick-lost", tr), ""
    if trick.winner is not None:
        text, name = (
            MESSAGES.about("last-trick-for", reader, trick.winner),
            reader.names[trick.winner],
        )
    said.append(fill(text, cards=CARD_SET.laid_chips(trick.cards, ended.marks), name=name))
    style = CardStyle(SMALL, ended.marks, tr)
    cards = tuple(printed(card, style) for card in trick.cards)
    return Head(tuple(said), tuple(joined_ways(said)), cards)


ROUND_OVER = DealUI(
    title="HERRLOF",
    heading=heading,
    draw=draw_columns,
    counting=counting,
    best=max,
    last=N_("This was the last round of the match."),
    waits=N_("Round {number} has begun and waits for you"),
    waits_with_clock=N_("Round {number} has begun and waits for you · {clock}"),
)
"""Predictions and bonuses are turned up column by column."""

# -- a recorded match -----------------------------------------------------------------------


def frames(reader: Reader, states: Sequence[State]) -> list[OpenFrame]:
    """Return a frame for every state, and two more for the end of every round."""
    made: list[OpenFrame] = []
    before: View | None = None
    for number, state in enumerate(states):
        seen, hands = _open_view(state), tuple(map(Cards, state.hands))
        happened = events(before, seen)
        ends = [place for place, event in enumerate(happened) if isinstance(event, RoundEnded)]
        if before is not None and ends:
            result, round_no, end = state.results[-1], len(state.results), ends[0] + 1
            facts = [TEXTS.facts(score, reader) for score in scores(result)]
            sums = tuple(MESSAGES.say("brief-score", reader.tr, **each) for each in facts)
            ended = _ended(state)
            empty = tuple(Cards() for _ in hands)
            made += [
                OpenFrame(number, round_no, reader, ended, empty, told, over=True)
                for told in (TEXTS.told(happened[:end], reader), sums)
            ]
            happened = happened[end + len(facts) :]
        told = TEXTS.told(happened, reader)
        made.append(OpenFrame(number, state.round_no, reader, seen, hands, told))
        before = seen
    return made


def _open_view(state: State) -> View:
    """Return a view with everything in it, since the match is over."""
    return replace(view(state, None), history=state.history, predictions=state.predictions)


def _ended(state: State) -> View:
    """Return the round that has just ended, which the state after it has dealt over already."""
    result = state.results[-1]
    over = state._replace(stage=Stage.OVER, deck=(), trick=(), turn=None)
    over = over._replace(
        predictions=result.predictions, tricks=result.tricks, destroyed=result.destroyed
    )
    return _open_view(over)


def draw(frame: OpenFrame, width: int, height: int, card_style: str) -> Canvas:
    """Draw all hands above, and below them the trick between the deck and the points."""
    canvas, reader, seen = Canvas(width, height), frame.reader, frame.view
    style = CARD_SET.style(SMALL, card_style, reader.tr)
    hands = [_open_hand(frame, Seat(seat), style) for seat in range(seen.seats)]
    drawn = draw_below(hands, _largest(seen, width - LEFT - 1, height), width)
    canvas.paste(0, 0, drawn)
    rows, side = max(height - drawn.height, 0), max(width // 4, deck_width(TINY) + 2)
    sizes = [size for size in SIZES if deck_width(size) <= side]
    size = size_for(seen.seats, width - 2 * side, rows, sizes, spread=True)
    style = replace(style, size=size)
    middle = middle_contents(seen, Intent(), reader, style)
    if frame.over:
        middle = replace(middle, captions=())
    canvas.paste(side, drawn.height, draw_middle(middle, width - 2 * side, rows))
    canvas.paste(0, drawn.height, deck_of(seen, style).draw(side, rows))
    race_rows = min(seen.seats + 2, rows)
    race = race_of(seen, reader).draw(side - 1, race_rows)
    canvas.paste(width - side + 1, drawn.height + (rows - race_rows) // 2, race)
    return canvas


def _largest(seen: View, width: int, height: int) -> Size | None:
    """Choose the largest cards with which all hands fit; None to write each on a line."""
    for size in (MEDIUM, SMALL, TINY):
        wide = size.fan(seen.hand_size)
        if size is TINY:
            wide = (seen.hand_size - 1) * (NARROWEST + 1) + TINY.width
        needs = seen.seats * (size.height + 1) + min(size.height + 3, SMALL.height + 2)
        if wide <= width and needs + (size is MEDIUM) * SMALL.height <= height:
            return size
    return None


def _open_hand(frame: OpenFrame, seat: Seat, style: CardStyle) -> OpenHand:
    """Return a hand and its prediction; cards of who is not to move stand back."""
    seen, tr = frame.view, frame.reader.tr
    turn = seat in seen.to_move
    look = Look.PLAYABLE if turn else Look.IDLE
    cards = orders(seen.trump)["colour"](frame.hands[seat])
    predicted, won = seen.predictions[seat], seen.tricks[seat]
    facts = {"points": points_word(seen.points[seat], tr), "predicted": predicted, "won": won}
    code = "open-unpredicted"
    if predicted is not None:
        code, facts["distance"] = "open-predicted", distance_text(predicted, won, tr)
    note, faces = MESSAGES.say(code, tr, **facts), ((printed(card, style), look) for card in cards)
    return OpenHand(frame.reader.names[seat], (note,), tuple(faces), turn)


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.deal,
    where=N_("round {number} of {count} · move {move} of {moves}"),
    deal=N_("round {number}"),
    deal_keys=N_("previous/next round"),
)
