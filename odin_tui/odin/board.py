"""The board of Odin: what a player sees and does at a table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textual.content import Content

from odin_engine.odin.cards import Colour
from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.view import View
from odin_tui.advice import in_fewer_sentences
from odin_tui.languages import Translations
from odin_tui.languages.session import translations_of
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import MARKS, Style, chip, chips
from odin_tui.odin.controls import Controls
from odin_tui.odin.hand_over import EndedHand, HandOver, draw_places
from odin_tui.odin.intent import NONE
from odin_tui.odin.messages import advice_template
from odin_tui.odin.side_panels import Valhalla, ValhallaScreen
from odin_tui.odin.table import OdinTable, TableContents, plan_for
from odin_tui.widgets.match_end import MatchEnd


class Board(Controls):
    """Plates above, the set in the middle, the player's hand below."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(OdinTable(), HandOver(), MatchEnd(draw_places), now)

    @property
    def _marks(self) -> Mapping[Colour, str]:
        return MARKS[self.settings.card_style]

    @property
    def reader(self) -> Reader:
        """Who reads what the board says."""
        seat = None if self.table_view is None else self.table_view.seat
        return Reader(self.names, seat, translations_of(self))

    def take_in(self, view: View) -> None:
        """Keep what was chosen as far as it makes sense in a newer view."""
        self.intent = self.intent.for_view(view, covered=self.covered)
        self.settle_cursor()

    def ended(self, view: View) -> EndedHand:
        """Return the hand that has just ended."""
        style = Style(plan_for(*self.size).size, self._marks, translations_of(self))
        return EndedHand(view, len(view.results), self.reader, style)

    def deal_word(self, view: View) -> str:
        """Return what the hand that is being played is called."""
        return translations_of(self).gettext("Hand {number}").format(number=view.hand_no)

    def watch_intent(self) -> None:
        self.settle_cursor()
        self.paint()

    def watch_cursor(self) -> None:
        self.paint()

    def show_table(self, view: View, now: float) -> None:
        """Show the table as it is now."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        self.frame.show(
            TableContents(
                table=self.table_view,
                view=view,
                intent=self.intent,
                cards=tuple(self.cards),
                cursor=self.cursor,
                marks=self._marks,
                said=self.told,
                now=now,
                animations=self.settings.animations,
            )
        )

    def show_hint(self, move: Any, reasons: Sequence[str]) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        if isinstance(move, Pass):
            self.intent = self.intent.choose(NONE)
        else:
            self.advice = move
            self.intent = self.intent.choose(move.cards)
        ways = map(Content, in_fewer_sentences(reasons))
        self.say_whole(advice(move, self._marks, translations_of(self)), *ways)

    def action_valhalla(self) -> None:
        """Open Valhalla."""
        if self.match is not None:
            self.app.push_screen(ValhallaScreen(self.match, self.reader, self._marks))

    def on_valhalla_opened(self, _message: Valhalla.Opened) -> None:
        self.action_valhalla()


def advice(move: Move, marks: Mapping[Colour, str], tr: Translations) -> Content:
    """Return what a good player would do."""
    template = advice_template(move, tr)
    if isinstance(move, Pass):
        return Content(template)
    card = chip(move.take, "bold", marks) if move.take else ""
    return fill(template, cards=chips(move.cards, "bold", marks), card=card)
