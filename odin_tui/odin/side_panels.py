"""The panels beside the set in the middle: the story of the round, and the discarded cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.odin.cards import COLOURS, NUMBERS, Card, Cards, Colour
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.drawing.canvas import Canvas, in_lines
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import shortened
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import HUES, SHAPES, short_chips
from odin_tui.odin.events import Passed, Played, rounds, who_leads
from odin_tui.odin.intent import NONE
from odin_tui.screens.lookup import LookupScreen

# -- the story of the round -----------------------------------------------------------------


def last_turns(view: View) -> dict[int, Played | Passed]:
    """Return what each seat did last in the round being played."""
    return {turn.seat: turn for turn in rounds(view.history, view.seats)[-1]}


def turn_summary(turn: Played | Passed, width: int, tr: Translations) -> Content:
    """Return a turn in so many cells: its cards if they fit, else its value, else how many."""
    if isinstance(turn, Passed):
        return Content.styled(tr.pgettext("what a player did", "pass"), "$quiet")
    cards = short_chips(turn.cards)
    if len(turn.cards) > 1:
        cards += Content.styled(f" {VALUE[turn.cards.bits]}", "bold")
    if turn.take is None:
        return cards if cards.cell_length <= width else _value(turn.cards, width)
    card = short_chips([turn.take])
    full = fill(tr.gettext("{cards} took {card}"), "$quiet", cards=cards, card=card)
    value = _value(turn.cards, width)
    ways = (full, _with_taken(cards, card), _with_taken(value, card))
    return next((way for way in ways if way.cell_length <= width), value)


def _with_taken(cards: Content, card: Content) -> Content:
    return Content.assemble(cards, (" +", "$quiet"), card)


def _value(cards: Cards, width: int) -> Content:
    first = next(iter(cards))
    one_colour = all(card.colour == first.colour for card in cards)
    value = str(VALUE[cards.bits])
    text = value if len(value) <= width else f"×{len(value)}"
    return Content.styled(text, f"bold {HUES[first.colour]}" if one_colour else "bold")


@dataclass(frozen=True, slots=True)
class StoryContents:
    """The turns of a round, the name of each turn's seat, and who leads if nobody has yet."""

    turns: tuple[Played | Passed, ...] = ()
    names: tuple[str, ...] = ()
    over: bool = False
    """True if the round is over, and shown only until somebody leads."""
    ending: str = ""


def story_contents(view: View, reader: Reader) -> StoryContents:
    """Return the round being played, or the one before it while nobody has led."""
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

    def draw(self) -> Canvas:
        """Draw the newest lines that fit."""
        contents, width, height = self.contents, self.size.width, self.size.height
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


# -- the discarded cards --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Discards:
    """The discarded cards, the deck of the match, and the marks of its colours."""

    cards: Cards = NONE
    deck: Cards = NONE
    marks: Mapping[Colour, str] | None = None


class Valhalla(CanvasWidget):
    """The discarded cards in rows, one for each colour. A click opens the whole picture."""

    discards: reactive[Discards] = reactive(Discards())
    """What is shown."""

    class Opened(Message):
        """The panel was clicked."""

    def draw(self) -> Canvas:
        """Draw a row for each colour where there is room, else the number of cards alone."""
        discards, width, height = self.discards, self.size.width, self.size.height
        title = translations_of(self).gettext("Valhalla")
        count = (f" · {len(discards.cards)}", "$quiet")
        lines = [Content.assemble(title, count).truncate(width)]
        colours = colours_of(discards.deck)
        if height > len(colours):
            gap = " " if width >= 21 else ""
            lines += [_discard_row(discards, colour, gap) for colour in colours]
        return in_lines(lines, width, height)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Opened())


def colours_of(deck: Cards) -> list[Colour]:
    """Return the colours a match is played with."""
    present = {card.colour for card in deck}
    return [colour for colour in COLOURS if colour in present]


def _discard_row(discards: Discards, colour: Colour, gap: str) -> Content:
    marks = discards.marks or SHAPES
    head = Content.styled(f"{colour.value}{marks[colour]}", HUES[colour])
    numbers = [
        Content.styled(str(number), f"bold {HUES[colour]}")
        if Card(colour, number) in discards.cards
        else Content.styled("·", "$line")
        for number in NUMBERS
    ]
    return head + Content(" ") + Content(gap).join(numbers)


# -- where every card is --------------------------------------------------------------------

FALLEN = N_("fallen: it lay face up, and is out of this hand")


class ValhallaScreen(LookupScreen):
    """Where every card is, as far as this seat can know."""

    def __init__(self, view: View, reader: Reader, marks: Mapping[Colour, str]) -> None:
        count = len(view.discard)
        title = reader.tr.ngettext(
            "Valhalla · {count} fallen", "Valhalla · {count} fallen", count
        ).format(count=count)
        super().__init__(title, card_places(view, reader, marks))


def card_places(view: View, reader: Reader, marks: Mapping[Colour, str]) -> Content:
    """Return every card of the deck with the place it is in, and a legend."""
    rows = [_place_row(view, colour, marks) for colour in colours_of(view.deck)]
    return Content("\n").join(
        [Content(""), *rows, Content(""), *_legend(view, reader), Content("")]
    )


def _legend(view: View, reader: Reader) -> Iterable[Content]:
    tr = reader.tr
    yield _legend_line("8", tr.gettext(FALLEN))
    yield _legend_line("[8]", tr.gettext("in the middle"))
    if view.seat is not None:
        yield _legend_line("‹8›", tr.gettext("yours"))
    holders = [seat for seat in range(view.seats) if view.known[seat] and seat != view.seat]
    if holders:
        yield _legend_line("+8", tr.gettext("taken by someone, and not played since"))
    yield _legend_line("·", _unseen(view, tr), "$line")
    for seat in holders:
        cards = short_chips(view.known[seat])
        line = fill(tr.gettext("{name} holds {cards}"), name=reader.names[seat], cards=cards)
        yield Content.assemble("   ", line)


def _unseen(view: View, tr: Translations) -> str:
    count = len(view.unseen)
    if view.undealt:
        text = tr.ngettext(
            "not seen yet: {count} card, {undealt} of them never dealt",
            "not seen yet: {count} cards, {undealt} of them never dealt",
            count,
        )
    else:
        text = tr.ngettext("not seen yet: {count} card", "not seen yet: {count} cards", count)
    return text.format(count=count, undealt=view.undealt)


def _legend_line(sign: str, meaning: str, style: str = "bold") -> Content:
    return Content.assemble((sign.center(4), style), (meaning, "$quiet"))


def _place_row(view: View, colour: Colour, marks: Mapping[Colour, str]) -> Content:
    hue = HUES[colour]
    parts = [Content.styled(f" {colour.value}{marks[colour]} ", f"bold {hue}")]
    known = {card for cards in view.known for card in cards}
    for number in NUMBERS:
        card = Card(colour, number)
        if card in view.table:
            sign, style = f"[{number}]", f"bold {hue}"
        elif card in view.hand:
            sign, style = f"‹{number}›", f"bold {hue}"
        elif card in view.discard:
            sign, style = f"{number}", hue
        elif card in known:
            sign, style = f"+{number} ", hue
        else:
            sign, style = "·", "$line"
        parts.append(Content.styled(sign.center(4), style))
    return Content("").join(parts)
