"""The middle of the table: the set to beat, and the story of the round beside it."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.events import Click, MouseMove
from textual.message import Message
from textual.reactive import reactive

from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.drawing.canvas import Canvas, in_lines
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.card_faces import RISE, SMALL, Look, step_of
from odin_tui.drawing.labels import tag
from odin_tui.drawing.names import shortened, with_short_name
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import Style, laid_chips, row, short_chips
from odin_tui.odin.events import Passed, Played, rounds, who_leads
from odin_tui.odin.intent import NONE
from odin_tui.widgets.card_animation import SlidingMiddle

# -- the set -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MiddleContents:
    """What the middle shows."""

    cards: Cards = NONE
    owner: str = ""
    """Who played the set; empty if the reader did."""
    leader: str = ""
    """Who leads while there is no set; empty if the reader does."""
    take: Card | None = None
    """The card considered for taking; None while nothing is being taken."""
    rival: int | None = None
    """The value of the chosen cards, if they beat the set."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


DUEL_GAP, DUEL_MOST, DUEL_FONT = 4, 24, "5x7"
"""The columns before the values in pixels, the most that they take, and their size."""
BEATEN, TO_BEAT = N_("beats {name}"), N_("{name} to beat")


class Middle(SlidingMiddle):
    """The set in the middle. While one of its cards is being taken, each has a number."""

    contents: reactive[MiddleContents] = reactive(MiddleContents())
    """What is shown."""
    axis: reactive[int] = reactive(0)
    """The column that everything is centred on."""
    below: reactive[int] = reactive(0)
    """The rows at the bottom that stay free."""

    class Pointed(Message):
        """The mouse is over a card, or clicked it; `card` is None for the table around it."""

        def __init__(self, card: Card | None, *, clicked: bool) -> None:
            super().__init__()
            self.card, self.clicked = card, clicked

    def draw(self) -> Canvas:
        """Draw the set in the centre, or on its way there."""
        canvas = Canvas(self.size.width, self.size.height)
        cards, place = tuple(self.contents.cards), self._place(self.contents)
        slid = self.slid(place.left, place.top - RISE)
        if slid is None:
            self._draw_set(canvas)
        else:
            look, x, y = slid
            looks = dict.fromkeys(cards, look)
            canvas.paste(x, y, row(cards, place.style, self._room, looks, shadows=False))
        return canvas

    def _draw_set(self, canvas: Canvas) -> None:
        contents, place = self.contents, self._place(self.contents)
        if not contents.cards:
            label = Content.styled(self._leader(), "$quiet")
            self._put_centred(canvas, canvas.height // 2, label)
            return
        look = Look.PLAYABLE if contents.take is None else Look.IDLE
        looks = dict.fromkeys(contents.cards, look)
        if contents.take:
            looks[contents.take] = Look.CHOSEN
        picture = row(tuple(contents.cards), place.style, self._room, looks)
        canvas.paste(place.left, place.top - RISE, picture)
        if contents.take is not None:
            self._draw_numbers(canvas, place)
        elif place.duel:
            self._draw_duel(canvas, place.left + picture.width + DUEL_GAP, place.top - 1)
        else:
            self._put_centred(canvas, place.top + place.style.size.height + 1, self._label())

    def _draw_numbers(self, canvas: Canvas, place: "SetPlace") -> None:
        """Write a number below each card, for the keys with which one is taken."""
        size = place.style.size
        step = step_of(size, len(self.contents.cards), self._room)
        for number, card in enumerate(self.contents.cards, 1):
            here = card == self.contents.take
            x = place.left + (number - 1) * step + (min(step, size.width - 1) - 3) // 2
            mark, ink = (f"[{number}]", "$foreground bold") if here else (f" {number} ", "$quiet")
            canvas.put(x, place.top + size.height + 1, mark, ink)

    def _draw_duel(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the value to beat in pixels; above it the one that beats it, if there is one."""
        tr, contents = translations_of(self), self.contents
        room = self._duel_width(contents) - self._duel_words
        owner = Content.styled(shortened(contents.owner, room), "$foreground bold")
        if contents.rival is not None:
            canvas.put(x, y, tr.gettext("yours"), "$your-turn bold")
            draw_number(canvas, x, 2 * y + 3, contents.rival, DUEL_FONT, "$your-turn")
            y += 6
            label = fill(tr.gettext(BEATEN), "$quiet", name=owner)
        elif contents.owner:
            label = fill(tr.gettext(TO_BEAT), "$quiet", name=owner)
        else:
            label = Content.styled(tr.gettext("yours"), "$foreground bold")
        canvas.put_content(x, y, label)
        draw_number(canvas, x, 2 * y + 3, VALUE[contents.cards.bits], DUEL_FONT, "$foreground")

    def _duel_width(self, contents: MiddleContents) -> int:
        """Return the columns of the values beside a set, and of the words above them."""
        values = VALUE[contents.cards.bits], contents.rival or 0
        words = min(self._duel_words + cell_len(contents.owner), DUEL_MOST)
        return max(words, *(number_width(value, DUEL_FONT) for value in values))

    @property
    def _duel_words(self) -> int:
        """The columns of what is said about a value, without the name."""
        tr = translations_of(self)
        return max(cell_len(tr.gettext(text).format(name="")) for text in (BEATEN, TO_BEAT))

    def _label(self) -> Content:
        """Return whose set it is and what it is worth, in a line."""
        tr, contents = translations_of(self), self.contents
        value = VALUE[contents.cards.bits]
        if not contents.owner:
            return fill(tr.gettext("yours {value}"), "$quiet", value=tag(value))
        text = tr.gettext("{name} {value} to beat")
        name = shortened(contents.owner, self._room - cell_len(text) - len(str(value)) + 11)
        owner = Content.styled(name, "$foreground bold")
        return fill(text, "$quiet", name=owner, value=tag(value))

    def _leader(self) -> str:
        """Return who leads."""
        tr, leader = translations_of(self), self.contents.leader
        if not leader:
            return tr.gettext("You lead")
        return with_short_name(tr.gettext("{name} leads"), leader, self._room)

    def _put_centred(self, canvas: Canvas, y: int, content: Content) -> None:
        canvas.put_content(max(self.axis - content.cell_length // 2, 0), y, content)

    def _place(self, contents: MiddleContents) -> "SetPlace":
        """Return where the set lies; in small cards where the large ones do not fit."""
        style, count, room = contents.style, len(contents.cards), self._room
        height = self.size.height - self.below
        if style.size.row(count) > room or style.size.height + 2 > height:
            style = replace(style, size=SMALL)
        size = style.size
        width = step_of(size, max(count, 1), room) * max(count - 1, 0) + size.width
        beside = DUEL_GAP + self._duel_width(contents) if count else 0
        duel = size is not SMALL and width + beside <= self.size.width - 2
        whole = width + beside if duel else width
        left = min(self.axis - whole // 2, self.size.width - whole - 1)
        # Whose the set is, or the numbers of its cards, take a row more.
        below = 1 if duel and contents.take is None else 2
        top = max((height - size.height - below + 1) // 2, 0)
        return SetPlace(max(left, 0), top, style, duel)

    @property
    def _room(self) -> int:
        """The columns for cards: one on each side stays free, so that they touch no panel."""
        return max(2 * min(self.axis, self.size.width - self.axis) - 2, 0)

    def card_at(self, x: int, y: int) -> Card | None:
        """Return the card drawn at this cell."""
        cards, place = tuple(self.contents.cards), self._place(self.contents)
        size = place.style.size
        if not cards or not place.top - RISE <= y < place.top + size.height:
            return None
        step = step_of(size, len(cards), self._room)
        across = x - place.left
        number = min(across // step, len(cards) - 1)
        return cards[number] if 0 <= across < number * step + size.width else None

    def on_mouse_move(self, event: MouseMove) -> None:
        """Point at the card under the mouse, while one is being taken."""
        if self.contents.take is not None and (card := self.card_at(event.x, event.y)):
            self.post_message(self.Pointed(card, clicked=False))

    def on_click(self, event: Click) -> None:
        self.post_message(self.Pointed(self.card_at(event.x, event.y), clicked=True))


class SetPlace(NamedTuple):
    """Where the cards of a set lie, how they are drawn, and whether values stand beside them."""

    left: int
    top: int
    style: Style
    duel: bool


MARGIN = 2
"""The columns left of the story."""


# -- the story of the round -----------------------------------------------------------------


def last_turns(view: View) -> dict[int, Played | Passed]:
    """Return what each seat did last in the round being played."""
    return {turn.seat: turn for turn in rounds(view.history, view.seats)[-1]}


@lru_cache(maxsize=4096)
def turn_summary(
    turn: Played | Passed, width: int, tr: Translations, *, standing: bool = False
) -> Content:
    """Return a turn in `width` cells: its cards if they fit, else their value or their number.

    The value of a set that still stands is a tag.
    """
    if isinstance(turn, Passed):
        return Content.styled(tr.pgettext("what a player did", "pass"), "$quiet")
    cards, value = laid_chips(turn.cards), _value(turn.cards, width, standing=standing)
    if len(turn.cards) > 1:
        cards = Content.assemble(cards, " ", value)
    elif not standing:
        value = cards
    if turn.take is None:
        return cards if cards.cell_length <= width else value
    card = short_chips([turn.take])
    full = fill(tr.gettext("{cards} took {card}"), "$quiet", cards=cards, card=card)
    ways = (full, _with_taken(cards, card), _with_taken(value, card))
    return next((way for way in ways if way.cell_length <= width), value)


def _with_taken(cards: Content, card: Content) -> Content:
    return Content.assemble(cards, (" +", "$quiet"), card)


def _value(cards: Cards, width: int, *, standing: bool) -> Content:
    value = str(VALUE[cards.bits])
    if standing and len(value) + 2 <= width:
        return tag(value)
    return Content.styled(value if len(value) <= width else f"×{len(value)}", "$foreground bold")


@dataclass(frozen=True, slots=True)
class StoryContents:
    """The turns of a round, the name of each turn's seat, and who leads the next round."""

    turns: tuple[Played | Passed, ...] = ()
    names: tuple[str, ...] = ()
    over: bool = False
    """True if the round is over, and shown only until somebody leads."""
    ending: str = ""


def story_contents(view: View, reader: Reader) -> StoryContents:
    """Return the round being played, or the one before it until the first card is led."""
    played = rounds(view.history, view.seats)
    turns, over = played[-1], False
    if not turns and len(played) > 1:
        turns, over = played[-2], True
    ending = ""
    if view.turn is not None and not view.table:
        ending = who_leads(view.owner if over else view.turn, reader)
    names = tuple(reader.names[turn.seat] for turn in turns)
    return StoryContents(tuple(turns), names, over, ending)


class Story(CanvasWidget):
    """One line for each turn of a round."""

    contents: reactive[StoryContents] = reactive(StoryContents())
    """What is shown."""
    top: reactive[int] = reactive(1)
    """The row of its first line."""
    columns: reactive[int] = reactive(0)
    """The columns it may use, with the margin before them."""

    def draw(self) -> Canvas:
        """Draw the newest lines that fit."""
        canvas = Canvas(*self.size)
        width = min(canvas.width, self.columns) - MARGIN
        canvas.paste(MARGIN, self.top, self._lines(width, canvas.height - self.top))
        return canvas

    def _lines(self, width: int, height: int) -> Canvas:
        contents = self.contents
        tr = translations_of(self)
        widest = max((cell_len(name) for name in contents.names), default=0)
        column = min(widest, max(width // 3, 6))
        lines = [
            _story_line(name, turn, column, width, tr, quiet=contents.over)
            for name, turn in zip(contents.names, contents.turns, strict=True)
        ]
        if contents.ending:
            lines.append(Content.styled(contents.ending, "bold"))
        if len(lines) > height > 0:
            hidden = len(lines) - height + 1
            text = tr.ngettext("… {count} turn before", "… {count} turns before", hidden)
            lines = [Content.styled(text.format(count=hidden), "$quiet"), *lines[hidden:]]
        return in_lines(lines, width, height)


def _story_line(
    name: str, turn: Played | Passed, column: int, width: int, tr: Translations, *, quiet: bool
) -> Content:
    style = "$quiet" if quiet or isinstance(turn, Passed) else ""
    summary = turn_summary(turn, width - column - 2, tr)
    return Content.assemble((set_cell_size(shortened(name, column), column), style), "  ", summary)
