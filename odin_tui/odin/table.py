"""The table of Odin: plates, the set in the middle, the story of the round, and Valhalla."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.moves import PASS, Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.drawing.canvas import Canvas, in_lines
from odin_tui.drawing.card_faces import SMALL, Look, Size
from odin_tui.drawing.card_set import CardStyle
from odin_tui.drawing.labels import tag
from odin_tui.drawing.layout import Layout, table_layout
from odin_tui.drawing.middle import Duel, MiddleContents, Place
from odin_tui.drawing.names import shortened, with_shorter_names
from odin_tui.languages import ENGLISH, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import Discards, laid_chips, printed, short_chips
from odin_tui.odin.events import Passed, Played, rounds
from odin_tui.odin.intent import Intent, preview, task
from odin_tui.odin.text import MESSAGES
from odin_tui.widgets.card_hand import HandContents
from odin_tui.widgets.card_table import TableContents
from odin_tui.widgets.oval_table import OvalTable
from odin_tui.widgets.seat_plate import PlateContents
from odin_tui.widgets.side_panel import PanelContents, SidePanel
from odin_tui.widgets.task_line import Word

MOST_CARDS = 9
MARGIN = 2
"""The columns left of the story."""


def plan_for(width: int, height: int) -> Layout:
    """Return the layout with the largest cards with which everything fits."""

    def sides(size: Size) -> tuple[int, int]:
        narrow = (22, 13) if width < 80 else (26, 23)
        return narrow if width < 80 or size is SMALL else (31, 24)

    return table_layout(width, height, lambda size: size.row(MOST_CARDS), sides)


class OdinTable(OvalTable):
    """Heading, plates, story, the set in the middle, Valhalla, prompt and hand."""

    TITLE = "ODIN"
    MOST_PLATES = 6

    def __init__(self) -> None:
        super().__init__(SidePanel(id="story"), SidePanel(id="valhalla", opens=True))

    def plan(self, contents: TableContents, width: int, height: int) -> Layout:  # noqa: ARG002 - any hand fits
        """Return the layout for this size."""
        return plan_for(width, height)

    def details(self, contents: TableContents) -> Sequence[Sequence[str]]:
        """Return the hand, the round, and how long the match is played."""
        view, tr, target = contents.view, contents.reader.tr, contents.view.options.target
        hand = tr.gettext("hand {number}").format(number=view.hand_no)
        round_ = tr.pgettext("part of a hand of Odin", "round {number}").format(
            number=view.round_no
        )
        until = MESSAGES.say("one-hand" if target is None else "to-target", tr, target=target)
        return (hand, round_, until), (hand, until), (hand,), ()

    def plate(self, contents: TableContents, seat: Seat) -> PlateContents:
        """Return what the plate of a seat says: what it did last in this round, what it took."""
        view, reader = contents.view, contents.reader
        last, known = last_turns(view).get(seat), Content("")
        owns = bool(view.table) and view.owner == seat
        if view.known[seat]:
            text = reader.tr.gettext("holds {cards}")
            known = fill(text, "$quiet", cards=short_chips(view.known[seat]))
        return PlateContents.at(
            contents.table,
            seat,
            reader.names[seat],
            contents.now,
            status=turn_ways(last, reader.tr, standing=owns) if last else (),
            known=known,
            tr=reader.tr,
        )

    def panels(
        self,
        contents: TableContents,
        style: CardStyle,  # noqa: ARG002 - they have no pictures of cards
        plan: Layout,  # noqa: ARG002 - nor sizes
    ) -> tuple[PanelContents, PanelContents]:
        """Return the story of the round, and the discarded cards."""
        view, tr = contents.view, contents.reader.tr
        discards = Discards(view.deck, view.discard, view.table, contents.marks, tr)
        return story_of(view, contents.reader), discards

    def middle_of(self, contents: TableContents, style: CardStyle, plan: Layout) -> MiddleContents:
        """Return the set with its value, or who leads."""
        view, intent, reader = contents.view, contents.intent, contents.reader
        if view.table:
            return set_contents(view.table, view.owner, reader, style, intent, (plan.size, SMALL))
        if view.turn is None:
            return MiddleContents()
        lead = MESSAGES.about("to-lead", reader, view.turn)
        return MiddleContents(captions=with_shorter_names(lead, reader.names[view.turn]))

    def turns(self, view: View) -> tuple[int, int]:
        """Return the number of the hand, and of the turns in it."""
        return view.hand_no, len(view.history)

    def newest(self, view: View) -> Seat | None:
        """Return who owns the set in the middle."""
        return view.owner if view.table else None

    def asked(self, contents: TableContents, width: int, below: int) -> tuple[Content, Content]:
        """Return whose turn it is, and what the chosen cards would do."""
        view, reader, intent = contents.view, contents.reader, contents.intent
        shown = preview(view, intent, reader.tr, contents.marks, below)
        return task(view, reader, intent, width), shown

    def words_of(self, contents: TableContents) -> tuple[Word, ...]:
        """Offer to play or to take, and to pass."""
        view, intent, tr = contents.view, contents.intent, contents.reader.tr
        if view.seat is None or contents.table.covered is not None:
            return ()
        possible = intent.my_turn and (intent.taking or intent.may_play)
        text = tr.gettext("Take") if intent.taking else tr.gettext("Play")
        play = Word(text, "decide", main=True, possible=possible)
        if intent.taking or PASS not in view.moves:
            return (play,)
        return play, Word(tr.gettext("Pass"), "pass")

    def hand_of(self, contents: TableContents, style: CardStyle) -> HandContents:
        """Return the hand; while a card is taken, with the played set and that card."""
        view, intent = contents.view, contents.intent
        chosen, playable = intent.chosen, view.hand
        if intent.taking:
            playable = Cards(intent.hand_after.bits | chosen.bits)
        elif intent.my_turn:
            playable = intent.playable_cards
        places: dict[Card | None, int] = {card: place for place, card in enumerate(intent.cards)}
        return HandContents(
            intent.cards,
            printed,
            style,
            marked=contents.marked(intent.cards),
            chosen=frozenset(places[card] for card in chosen),
            idle=frozenset(place for card, place in places.items() if card not in playable),
            deal=None if view.history else view.hand_no,
            cursor=places.get(intent.take or intent.cursor),
            new=places.get(intent.take or _last_taken(view)),
            new_mark=f" {style.tr.pgettext('a card', 'new')}",
        )


def _last_taken(view: View) -> Card | None:
    """Return the card the reader took with their last play of this hand."""
    moves = (move for seat, move in reversed(view.history) if seat == view.seat)
    return next((move.take for move in moves if not isinstance(move, Pass)), None)


def set_contents(
    cards: Cards,
    owner: Seat,
    reader: Reader,
    style: CardStyle,
    intent: Intent = Intent(),  # noqa: B008 - a frozen value
    sizes: tuple[Size, ...] = (SMALL,),
) -> MiddleContents:
    """Return a set with its value, and against it the chosen cards or one of its own to take."""
    tr, take, value = reader.tr, intent.take, str(VALUE[cards.bits])
    places = []
    for number, card in enumerate(cards, 1):
        place = Place(printed(card, style))
        if card == take:
            place = Place(place.card, Look.CHOSEN, f"[{number}]", "$foreground bold")
        elif take is not None:
            place = Place(place.card, Look.IDLE, f"{number}")
        places.append(place)
    name = "" if reader.is_me(owner) else reader.names[owner]
    texts = tr.gettext("beats {name}"), tr.gettext("{name} to beat")
    duel = Duel(
        figure=value,
        said=texts[intent.may_play is False] if name else tr.pgettext("a card", "yours"),
        name=name,
        own=str(VALUE[intent.chosen.bits]) if intent.may_play else "",
        own_said=tr.pgettext("a card", "yours"),
        beside=max(texts, key=cell_len),
        line=tr.gettext("{name} {value} to beat") if name else tr.gettext("yours {value}"),
    )
    return MiddleContents(tuple(places), duel=duel, sizes=sizes)


# -- the story of the round -----------------------------------------------------------------


def last_turns(view: View) -> dict[int, Played | Passed]:
    """Return what each seat did last in the round being played."""
    return {turn.seat: turn for turn in rounds(view.history, view.seats)[-1]}


@lru_cache(maxsize=4096)
def turn_ways(
    turn: Played | Passed, tr: Translations, *, standing: bool = False
) -> tuple[Content, ...]:
    """Return a turn in ever fewer cells: its cards, their value, their number.

    The value of a set that still stands is a tag.
    """
    if isinstance(turn, Passed):
        return (Content.styled(tr.pgettext("what a player did", "pass"), "$quiet"),)
    bare = Content.styled(str(turn.value), "$foreground bold")
    value = tag(turn.value) if standing else bare
    cards = laid_chips(turn.cards)
    if len(turn.cards) > 1:
        cards = Content.assemble(cards, " ", value)
    least = value, bare, Content.styled(f"×{len(turn.cards)}", "$foreground bold")
    if turn.take is None:
        return cards, *least
    card = short_chips([turn.take])
    full = fill(tr.gettext("{cards} took {card}"), "$quiet", cards=cards, card=card)
    with_card = (Content.assemble(way, (" +", "$quiet"), card) for way in (cards, value))
    return full, *with_card, *least


def turn_summary(turn: Played | Passed, width: int, tr: Translations) -> Content:
    """Return a turn in at most `width` cells."""
    *longer, shortest = turn_ways(turn, tr)
    return next((way for way in longer if way.cell_length <= width), shortest)


@dataclass(frozen=True, slots=True)
class Story:
    """The turns of a round, the name of each turn's seat, and who leads the next round."""

    turns: tuple[Played | Passed, ...] = ()
    names: tuple[str, ...] = ()
    over: bool = False
    """True if the round is over, and shown only until somebody leads."""
    ending: str = ""
    tr: Translations = ENGLISH

    def draw(self, width: int, height: int) -> Canvas:
        """Draw a line for each turn, the newest that fit."""
        return _story_drawing(self, width, height)

    def draw_anew(self, width: int, height: int) -> Canvas:
        """Draw what `draw` returns, which may have been drawn before."""
        canvas = Canvas(width, height)
        room, tr = width - MARGIN, self.tr
        column = min(max(map(cell_len, self.names), default=0), max(room // 3, 6))
        lines = [
            self._line(name, turn, column, room)
            for name, turn in zip(self.names, self.turns, strict=True)
        ]
        if self.ending:
            lines.append(Content.styled(self.ending, "bold"))
        if len(lines) > height > 0:
            hidden = len(lines) - height + 1
            before = MESSAGES.say("turns-before", tr, count=hidden)
            lines = [Content.styled(before, "$quiet"), *lines[hidden:]]
        canvas.paste(MARGIN, 0, in_lines(lines, room, height))
        return canvas

    def _line(self, name: str, turn: Played | Passed, column: int, width: int) -> Content:
        style = "$quiet" if self.over or isinstance(turn, Passed) else ""
        summary = turn_summary(turn, width - column - 2, self.tr)
        name = set_cell_size(shortened(name, column), column)
        return Content.assemble((name, style), "  ", summary)


@lru_cache(maxsize=256)
def _story_drawing(story: Story, width: int, height: int) -> Canvas:
    """Return the drawing of a story; everybody at a table looks at the same one."""
    return story.draw_anew(width, height)


def story_of(view: View, reader: Reader) -> Story:
    """Return the round being played, or the one before it until the first card is led."""
    played = rounds(view.history, view.seats)
    turns, over = played[-1], False
    if not turns and len(played) > 1:
        turns, over = played[-2], True
    ending = ""
    if view.turn is not None and not view.table:
        ending = MESSAGES.tell("leads", reader, view.owner if over else view.turn)
    names = tuple(reader.names[turn.seat] for turn in turns)
    return Story(tuple(turns), names, over, ending, reader.tr)
