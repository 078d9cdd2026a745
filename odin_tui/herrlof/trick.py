"""The middle of the table: the trick with a place for every seat, or what there is to choose."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_engine.herrlof.cards import VALKNUT, Card, Colour
from odin_engine.herrlof.state import Stage, Trick
from odin_engine.herrlof.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import RISE, TINY, Look, Size
from odin_tui.drawing.choices import Choices
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import numeral
from odin_tui.drawing.surfaces import draw_slab
from odin_tui.herrlof.cards import SIZES, Style, face, printed, row
from odin_tui.herrlof.events import turns_trump
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.messages import tricks_text
from odin_tui.herrlof.reasons import winning
from odin_tui.languages import N_
from odin_tui.languages.styled import fill
from odin_tui.narrator import EventText, Reader
from odin_tui.widgets.card_animation import SlidingMiddle

Slid = Callable[[int, int], tuple[Look, int, int] | None]
"""Returns look and place of the newest card on its way to a place; None if it lies there."""

# -- what is shown --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MiddleContents:
    """What the middle shows: cards with names, or things to choose from."""

    cards: tuple[Card, ...] = ()
    names: tuple[str, ...] = ()
    """Whose place each card has; there are more names than cards while some are to come."""
    winner: int | None = None
    """The place of the card that wins as they lie."""
    mine: int | None = None
    """The reader's own place."""
    chosen: Card | None = None
    """The card the reader is about to lay, next to those that lie."""
    over: bool = False
    """True for the last trick, which lies there until the next card."""
    trump: Colour | None = None
    captions: tuple[str, ...] = ()
    """What stands below the cards, or instead of them: wordings, the longest first."""
    choices: Choices = Choices()  # noqa: RUF009 - a frozen value
    """The numbers to choose from while the player predicts, the names while they steal."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


def middle_contents(view: View, intent: Intent, reader: Reader, style: Style) -> MiddleContents:
    """Return what is to be chosen, the trick, or the one before."""
    if intent.predicting:
        text = reader.tr.ngettext(
            "How many of {count} trick?", "How many of {count} tricks?", view.hand_size
        )
        return MiddleContents(
            captions=(text.format(count=view.hand_size),),
            choices=Choices(numbers=tuple(range(view.hand_size + 1)), chosen=intent.number),
            style=style,
        )
    if intent.stealing:
        return _victims(view, intent, reader, style)
    if view.trick:
        return _trick(view, intent, reader, style)
    last = view.last_trick
    if view.stage == Stage.PREDICT:
        return MiddleContents(captions=_waiting(view, reader), style=style)
    if last is None or last.round_no != view.round_no:
        return replace(_trick(view, intent, reader, style), captions=_leads(view, reader))
    return MiddleContents(
        last.cards,
        tuple(reader.names[seat] for seat, _ in last.laid),
        None if last.winner is None else (last.winner - last.leader) % view.seats,
        mine=_place(view, last.leader),
        over=True,
        captions=_last_trick_captions(view, last, reader),
        style=style,
    )


def _waiting(view: View, reader: Reader) -> tuple[str, ...]:
    """Return that a reader who has predicted must wait."""
    predicted = view.seat is not None and view.predictions[view.seat] is not None
    return (reader.tr.gettext("the others still think"),) if predicted else ()


def _trick(view: View, intent: Intent, reader: Reader, style: Style) -> MiddleContents:
    """Return the trick that is being played, with the card that is chosen for it."""
    first = view.laid[0][0] if view.laid else view.leader
    card = intent.card if intent.move is not None and view.stage == Stage.PLAY else None
    return MiddleContents(
        view.trick,
        tuple(reader.names[(first + step) % view.seats] for step in range(view.seats)),
        winning(view.trick, view.trump) if view.trick else None,
        mine=_place(view, first),
        chosen=card,
        trump=view.trump,
        captions=_trick_captions(view, reader) if view.trick else (),
        style=style,
    )


def _place(view: View, first: Seat) -> int | None:
    """Return the reader's own place in a trick that a seat has led."""
    return None if view.seat is None else (view.seat - first) % view.seats


def _trick_captions(view: View, reader: Reader) -> tuple[str, ...]:
    tr = reader.tr
    if turns_trump(view.trick):
        return tr.gettext("Destroyed. A new trump is up."), tr.gettext("New trump.")
    if winning(view.trick, view.trump) is None:
        return tr.gettext("This trick is destroyed."), tr.gettext("Destroyed.")
    return ()


def _last_trick_captions(view: View, last: Trick, reader: Reader) -> tuple[str, ...]:
    tr, leads = reader.tr, _leads(view, reader)
    if last.winner is None:
        new_trump = turns_trump(last.cards)
        became = tr.gettext("New trump.") if new_trump else tr.gettext("Destroyed.")
        return (*(f"{became} {leader}" for leader in _leads_next(view, reader)), leads[-1])
    if reader.is_me(last.winner):
        won = tr.gettext("You won.")
    else:
        won = tr.gettext("{name} won.").format(name=reader.names[last.winner])
    return f"{won} {_leads_next(view, reader)[0]}", *leads


LEADS = EventText(N_("You lead"), N_("{name} leads"))
LEADS_NEXT = EventText(N_("You lead."), N_("{name} leads."))


def _leads(view: View, reader: Reader, text: EventText = LEADS) -> tuple[str, ...]:
    """Return who leads, with less and less of the name."""
    name, sentence = reader.names[view.leader], reader.choose(text, view.leader)
    return tuple(sentence.format(name=shortened(name, width)) for width in (24, 14, 6))


def _leads_next(view: View, reader: Reader) -> tuple[str, ...]:
    """Return the same as sentences."""
    return _leads(view, reader, LEADS_NEXT)


def _victims(view: View, intent: Intent, reader: Reader, style: Style) -> MiddleContents:
    tr = reader.tr
    if view.stage == Stage.STEAL_TRICK:
        caption = tr.gettext("Take a trick from")
        owned = [tricks_text(view.tricks[seat], tr) for seat in intent.victims]
    else:
        caption = tr.gettext("Take a card from")
        counts = [view.counts[seat] for seat in intent.victims]
        owned = [
            tr.ngettext("{count} card", "{count} cards", count).format(count=count)
            for count in counts
        ]
    names = [reader.names[seat] for seat in intent.victims]
    return MiddleContents(
        captions=(caption,),
        choices=Choices(names=tuple(zip(names, owned, strict=True)), chosen=intent.target),
        style=style,
    )


class Middle(SlidingMiddle):
    """The trick with a name below each card, or the numbers or players to choose from."""

    contents: reactive[MiddleContents] = reactive(MiddleContents())

    class Pointed(Message):
        """The middle was clicked: on a thing to choose, or (None) on the table itself."""

        def __init__(self, place: int | None) -> None:
            super().__init__()
            self.place = place

    def draw(self) -> Canvas:
        """Draw what there is to see or to choose."""
        return draw_middle(self.contents, self.size.width, self.size.height, self.slid)

    def on_click(self, event: Click) -> None:
        event.stop()
        place = self.contents.choices.place_at(event.x, event.y, *self.size)
        self.post_message(self.Pointed(place))


# -- drawing --------------------------------------------------------------------------------

GAPS = 3, 1
"""The columns between two cards, where there is room and where there is not."""
EDGES = 2
"""The columns at both sides of a trick, so that it touches no panel."""
DUEL_GAP, DUEL_FONT = 3, "5x7"
"""The columns before the duel, and the size of its numbers."""


def size_for(seats: int, width: int, height: int, sizes: Sequence[Size] = SIZES) -> Size:
    """Return the largest of these sizes in which a trick has room, with names below it."""
    fitting = (
        size
        for size in sizes
        if _trick_width(size, seats, GAPS[-1]) + EDGES <= width
        and size.height + (1 if size is SIZES[-1] else 3) <= height
    )
    return next(fitting, TINY)


def top_of(size: Size, height: int) -> int:
    """Return the row in which cards of the middle begin."""
    return max((height - size.height - 1) // 2, 0)


def draw_middle(
    shown: MiddleContents, width: int, height: int, slid: Slid = lambda _x, _y: None
) -> Canvas:
    """Draw the middle in this size."""
    canvas = Canvas(width, height)
    if shown.choices:
        _draw_caption(canvas, shown.choices.draw(canvas), shown, "bold")
    elif shown.names:
        _draw_trick(canvas, shown, slid)
    else:
        _draw_caption(canvas, height // 2, shown, "$quiet")
    return canvas


def _trick_width(size: Size, count: int, gap: int) -> int:
    return count * (size.width + gap) - gap


def _draw_trick(canvas: Canvas, shown: MiddleContents, slid: Slid) -> None:
    size, count = shown.style.size, len(shown.names)
    room = canvas.width - EDGES
    gap = next((gap for gap in GAPS if _trick_width(size, count, gap) <= room), GAPS[-1])
    left = (canvas.width - _trick_width(size, count, gap) + 1) // 2
    top, below = top_of(size, canvas.height), size.height
    shadows = canvas.height >= top + size.height + 2 + bool(shown.captions)
    look = Look.IDLE if shown.over else Look.PLAYABLE
    for place in range(count):
        x = left + place * (size.width + gap)
        middle = x + (size.width - 1) // 2
        _draw_name(canvas, shown, place, middle, top + below + shadows, size.width + gap - 1)
        if place >= len(shown.cards):
            _draw_free_place(canvas, shown, place, x, top)
            continue
        card, y = shown.cards[place], top - RISE
        on_way = slid(x, y) if place == len(shown.cards) - 1 else None
        now, x, y = on_way or (look, x, y)
        shade = shadows and on_way is None
        canvas.paste(x, y, row((card,), shown.style, size.width, {card: now}, shadows=shade))
    _draw_caption(canvas, top + below + shadows + 1, shown, "$quiet")
    _draw_duel(canvas, left + _trick_width(size, count, gap) + DUEL_GAP, top, shown)


def _draw_free_place(canvas: Canvas, shown: MiddleContents, place: int, x: int, y: int) -> None:
    """Draw the card that is chosen for a place, or that the place is kept free."""
    size = shown.style.size
    if place == len(shown.cards) and shown.chosen is not None:
        canvas.paste(x, y, face(shown.chosen, shown.style, Look.KEPT))
    else:
        draw_slab(canvas, x, y, size.width, size.height, "$kept-bone")


def _draw_name(
    canvas: Canvas, shown: MiddleContents, place: int, middle: int, y: int, room: int
) -> None:
    """Write the player's name below a card, short enough not to touch the next name."""
    wins = place == shown.winner and VALKNUT not in shown.cards
    mark = "▸" if wins else ""
    text = f"{mark}{shortened(shown.names[place], min(room, 12) - 1)}"
    ink = "$foreground" if place < len(shown.cards) else "$quiet"
    if place == shown.mine:
        ink = "$your-turn"
    canvas.put(middle - cell_len(text) // 2, y, text, f"bold {ink}" if wins else ink)


def _draw_duel(canvas: Canvas, x: int, y: int, shown: MiddleContents) -> None:
    """Draw the number that is chosen, and below it the one that it beats or loses to."""
    card, best = shown.chosen, shown.winner
    if card is None or card == VALKNUT or best is None or shown.style.size.height < 2 * 5:
        return
    tr, room = shown.style.tr, canvas.width - x
    wins = winning((*shown.cards, card), shown.trump) == len(shown.cards)
    is_trump = card.colour is not None and card.colour == shown.trump
    name = Content.styled(shortened(shown.names[best], 12), "$foreground bold")
    template = tr.gettext("beats {name}") if wins else tr.gettext("loses to {name}")
    versus = fill(template, "$quiet", name=name)
    yours = tr.gettext("your trump") if is_trump else tr.gettext("yours")
    if max(versus.cell_length, cell_len(yours)) > room:
        return
    canvas.put(x, y, yours, "$your-turn bold")
    _draw_figure(canvas, x, 2 * y + 3, card, shown.style, "$your-turn")
    canvas.put_content(x, y + 6, versus)
    _draw_figure(canvas, x, 2 * y + 15, shown.cards[best], shown.style, "$foreground")


def _draw_figure(canvas: Canvas, x: int, y: int, card: Card, style: Style, ink: str) -> None:
    canvas.draw_pixels(x, y, numeral(DUEL_FONT, printed(card, style).figure), {"#": ink})


def _draw_caption(canvas: Canvas, y: int, shown: MiddleContents, style: str = "") -> None:
    """Write the first caption that fits."""
    room = canvas.width - 2
    said = next((way for way in shown.captions if cell_len(way) <= room), (*shown.captions, "")[-1])
    content = Content.styled(said, style).truncate(max(room, 0), ellipsis=True)
    canvas.put_content((canvas.width - content.cell_length) // 2, y, content)
