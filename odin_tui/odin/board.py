"""The table of Odin as one sees it from a chair."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textual.content import Content

from odin_engine.odin.cards import Colour
from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.view import View
from odin_tui.advice import in_fewer_sentences
from odin_tui.odin.card_face import MARKS, Style, chip, chips
from odin_tui.odin.controls import Controls
from odin_tui.odin.hand_over import Ended, HandOver
from odin_tui.odin.intent import NONE
from odin_tui.odin.layout import plan_for
from odin_tui.odin.match_over import draw_places
from odin_tui.odin.table_layout import OdinGlance, TableLayout
from odin_tui.odin.valhalla import Valhalla, ValhallaScreen
from odin_tui.widgets.match_end import MatchEnd


class Board(Controls):
    """Plates above, the set in the middle, the own hand below; attributes down, messages up."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(TableLayout(), HandOver(), MatchEnd(draw_places), now)

    @property
    def _marks(self) -> Mapping[Colour, str]:
        return MARKS[self.settings.card_style]

    def face(self, view: View) -> None:
        """Take in a newer view."""
        self.intent = self.intent.facing(view, covered=self.covered)
        self.settle_cursor()

    def ended(self, view: View) -> Ended:
        """Give the hand that has just ended."""
        style = Style(plan_for(*self.size).size, self._marks)
        return Ended(view, len(view.results), self.names, style)

    def deal_word(self, view: View) -> str:
        """Name the hand that is being played."""
        return f"Hand {view.hand_no}"

    def watch_intent(self) -> None:
        self.settle_cursor()
        self.paint()

    def watch_cursor(self) -> None:
        self.paint()

    def show_table(self, view: View, now: float) -> None:
        """Hand everything that is seen at this moment to the spread."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        self.spread.show(
            OdinGlance(
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

    def show_hint(self, move: Any, clauses: Sequence[str]) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        marks, reasons = self._marks, map(Content, in_fewer_sentences(clauses))
        if isinstance(move, Pass):
            self.intent = self.intent.choose(NONE)
        else:
            self.advice = move
            self.intent = self.intent.choose(move.cards)
        self.say_whole(advice_of(move, marks), *reasons)

    def action_valhalla(self) -> None:
        """Open Valhalla."""
        if self.match is not None:
            self.app.push_screen(ValhallaScreen(self.match, self.names, self._marks))

    def on_valhalla_opened(self, _message: Valhalla.Opened) -> None:
        self.action_valhalla()


def advice_of(move: Move, marks: Mapping[Colour, str]) -> Content:
    """Say what a Konung would do."""
    if isinstance(move, Pass):
        return Content("A Konung would pass.")
    played = Content.assemble("A Konung would play ", chips(move.cards, "bold", marks))
    if move.take is None:
        return played + "."
    return Content.assemble(played, " and take ", chip(move.take, "bold", marks), ".")
