"""The table of Herrlof: plates, the trick in the middle, deck and trump, and the own prediction."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.content import Content
from textual.widget import Widget

from odin_engine.game import Seat
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.card_faces import LARGE, MEDIUM, SMALL, Size
from odin_tui.drawing.card_set import CardStyle
from odin_tui.drawing.deck_panel import deck_width
from odin_tui.drawing.layout import PANEL, RIM_ROWS, SIZES, Layout, table_layout
from odin_tui.drawing.middle import GAPS, MiddleContents, size_for
from odin_tui.drawing.surfaces import OVAL_RIM
from odin_tui.herrlof.cards import chip, chips, printed
from odin_tui.herrlof.middle import (
    DeckAndRace,
    deck_of,
    middle_contents,
    prediction_of,
    race_of,
)
from odin_tui.herrlof.prompt import preview, task
from odin_tui.herrlof.text import MESSAGES
from odin_tui.languages.styled import fill
from odin_tui.widgets.card_hand import HandContents
from odin_tui.widgets.card_table import TableContents
from odin_tui.widgets.oval_table import OvalTable
from odin_tui.widgets.race import Race
from odin_tui.widgets.seat_plate import PlateContents
from odin_tui.widgets.side_panel import PanelContents, SidePanel
from odin_tui.widgets.task_line import Word

NARROW = 80
"""The columns below which several plates leave no room for the way to the target."""
NARROWEST_SIDE = 16
ON_OVAL = PANEL + OVAL_RIM + 5
"""The column of the deck on an oval table."""


def layout_for(width: int, height: int, cards: int = 15, seats: int = 2) -> Layout:
    """Return the layout with the largest size at which this number of cards fits."""
    side = max(width // 4, NARROWEST_SIDE)
    plan = table_layout(width, height, lambda size: size.fan(cards), lambda _size: (side, side))
    if not plan.oval:
        return plan
    # The deck lies on the table beside the trick, which is in the middle of the screen.
    trick = seats * (LARGE.width + GAPS[-1]) + GAPS[-1]
    return replace(plan, left=(width - trick) // 2, right=PANEL)


class HerrlofTable(OvalTable):
    """Heading, plates, deck and trump, the trick, prediction and story, prompt and hand."""

    DEFAULT_CSS = """
    HerrlofTable SeatPlate { max-width: 100%; }
    HerrlofTable Race { height: 100%; }
    """
    TITLE = "HERRLOF"
    MOST_PLATES = 3
    SEATS_AT_ENDS = False
    CURSOR_IS_QUIET = False

    def __init__(self) -> None:
        super().__init__(SidePanel(id="deck", opens=True), SidePanel(id="prediction"))
        self._race = Race()

    # -- laying out -------------------------------------------------------------------------

    def beside_plates(self) -> Iterator[Widget]:
        yield self._race

    def plates_width(self, seats: int) -> int:
        """Return the columns that the plates of so many seats share with nothing else."""
        width = self.outer_size.width
        if seats > 1 and width < NARROW:
            return width
        return width * 3 // 5 if seats == 1 else width * seats // (seats + 1)

    def plan(self, contents: TableContents, width: int, height: int) -> Layout:
        """Return the layout for this size; cards are as large as a whole hand of them allows."""
        view = contents.view
        plan = layout_for(width, height, view.hand_size, view.seats)
        return replace(plan, watching=view.seat is None)

    def align(self, plan: Layout) -> None:
        """Let the panels have all rows; beside an oval table they end above its rim."""
        super().align(plan)
        self.left.top = self.right.top = self.left.columns = 0
        self.right.left = int(plan.oval)

    def _sizes(self, contents: TableContents, plan: Layout) -> tuple[Size, Size]:
        """Return how large the trick and the deck are."""
        rows, width = self.rows_of_middle(plan), self.outer_size.width
        room = width - 2 * plan.left if plan.oval else width - plan.left - plan.right
        decks = plan.left - ON_OVAL + 2 if plan.oval else plan.left
        sizes = [size for size in SIZES if plan.oval or deck_width(size) <= decks]
        trick = size_for(contents.view.seats, room, rows - RIM_ROWS * plan.oval, sizes, spread=True)
        deck = next((size for size in (MEDIUM, SMALL) if deck_width(size) <= decks), SMALL)
        return trick, deck if plan.oval else trick

    # -- what is shown ----------------------------------------------------------------------

    def details(self, contents: TableContents) -> Sequence[Sequence[str]]:
        """Return the round, the trick, and the points to which the match is played."""
        view, tr, options = contents.view, contents.reader.tr, contents.view.options
        number = MESSAGES.say("round", tr, number=view.round_no)
        rounds = MESSAGES.say("round-of", tr, number=view.round_no, rounds=options.max_rounds)
        trick = MESSAGES.say("trick-of", tr, number=view.trick_no, tricks=view.hand_size)
        target = MESSAGES.say("to-target", tr, target=options.target)
        return (rounds, trick, target), (number, trick), (number,), ()

    def plate(self, contents: TableContents, seat: Seat) -> PlateContents:
        """Return what the plate of a seat says: its tricks, and the cards known to be there."""
        view, tr, marks = contents.view, contents.reader.tr, contents.marks
        known, laid = Content(""), dict(view.laid).get(seat)
        if view.known[seat]:
            cards = chips(view.known[seat], "", marks)
            known = fill(MESSAGES.template("holds", tr), "$quiet", cards=cards)
        elif laid is not None:
            known = fill(MESSAGES.template("laid", tr), "$quiet", card=chip(laid, "", marks))
        if view.stage == Stage.PREDICT:
            code = "predicts" if seat in view.to_move else "has-predicted"
            status = beside = [Content.styled(MESSAGES.say(code, tr), "$quiet")]
        else:
            codes, count = ("tricks", "tricks-brief"), view.tricks[seat]
            status = [Content.styled(MESSAGES.say(c, tr, count=count), "bold") for c in codes]
            beside = [status[0], Content.styled(MESSAGES.say("secret", tr), "$quiet")]
        return PlateContents.at(
            contents.table,
            seat,
            contents.reader.names[seat],
            contents.now,
            status=tuple(status),
            beside=tuple(beside),
            known=known,
            most=view.hand_size,
            tr=tr,
        )

    def panels(
        self, contents: TableContents, style: CardStyle, plan: Layout
    ) -> tuple[PanelContents, PanelContents]:
        """Return deck and trump, and what the reader has predicted; the race is beside them."""
        view, reader = contents.view, contents.reader
        trick, deck = self._sizes(contents, plan)
        others = view.seats - (view.seat is not None)
        width = 0 if plan.oval else self.outer_size.width - self.plates_width(others)
        self._race.display, self._race.styles.width = width > 0, width
        self._race.contents = race = race_of(view, reader)
        stock = deck_of(view, replace(style, size=deck))
        prediction = prediction_of(view, reader, replace(style, size=trick))
        if plan.oval:
            return DeckAndRace(race, replace(stock, margin=ON_OVAL)), prediction
        return stock, prediction

    def middle_of(self, contents: TableContents, style: CardStyle, plan: Layout) -> MiddleContents:
        """Return the trick, or what there is to choose."""
        size, _ = self._sizes(contents, plan)
        style = replace(style, size=size)
        return middle_contents(contents.view, contents.intent, contents.reader, style)

    def turns(self, view: View) -> tuple[int, int]:
        """Return the number of the round, and of the turns in the match."""
        return view.round_no, view.turns_dropped + len(view.history)

    def newest(self, view: View) -> Seat | None:
        """Return who has laid the newest card, which may have ended a trick."""
        ended = () if view.last_trick is None else view.last_trick.laid
        laid = view.laid or ended
        return laid[-1][0] if laid else None

    def asked(self, contents: TableContents, width: int, below: int) -> tuple[Content, Content]:
        """Return what is asked, and what the chosen card would do."""
        view, reader, marks = contents.view, contents.reader, contents.marks
        shown = preview(view, contents.intent, reader.tr, marks, below)
        return task(view, reader, contents.intent, marks, width), shown

    def words_of(self, contents: TableContents) -> tuple[Word, ...]:
        """Offer what the stage asks for, and to skip it where that is possible."""
        view, intent, tr = contents.view, contents.intent, contents.reader.tr
        words = list[Word]()
        if view.seat is not None and contents.table.covered is None:
            stage = MESSAGES.stages[view.stage if intent.my_turn else Stage.PLAY]
            text = tr.gettext(stage["action"]).center(7)
            words.append(Word(text, "decide", main=True, possible=intent.move is not None))
        if view.seat is not None and intent.may_skip:
            words.append(Word(tr.gettext("Skip"), "skip"))
        return tuple(words)

    def hand_of(self, contents: TableContents, style: CardStyle) -> HandContents:
        """Return the hand, with the card that was drawn or taken marked."""
        view, intent = contents.view, contents.intent
        cards, drawn = intent.cards, view.drawn if intent.with_card else None
        return HandContents(
            cards,
            printed,
            style,
            marked=contents.marked(cards),
            chosen=frozenset(() if intent.chosen is None else (intent.chosen,)),
            idle=frozenset(place for place, card in enumerate(cards) if not intent.fits(card)),
            deal=view.round_no if view.stage == Stage.PREDICT else None,
            cursor=intent.cursor if intent.may_choose else None,
            new=cards.index(drawn) if drawn in cards and drawn else None,
        )
