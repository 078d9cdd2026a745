"""The table of Herrlof as one sees it from a chair."""

from collections.abc import Callable, Sequence

from textual.content import Content

from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.view import View
from odin_tui.advice import in_fewer_sentences
from odin_tui.herrlof.card_face import MARKS, Marks
from odin_tui.herrlof.controls import Controls
from odin_tui.herrlof.last_trick import LastTrickScreen
from odin_tui.herrlof.match_over import draw_places
from odin_tui.herrlof.painted import painted
from odin_tui.herrlof.round_over import Ended, RoundOver
from odin_tui.herrlof.side_panels import Deck
from odin_tui.herrlof.table_layout import HerrlofGlance, TableLayout
from odin_tui.herrlof.text_words import spoken
from odin_tui.narrator import Reader
from odin_tui.widgets.match_end import MatchEnd


class Board(Controls):
    """Plates above, the trick in the middle, the own hand below; attributes down, messages up."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(TableLayout(), RoundOver(), MatchEnd(draw_places), now)

    @property
    def _marks(self) -> Marks:
        return MARKS[self.settings.card_style]

    def face(self, view: View) -> None:
        """Take in a newer view."""
        self.intent = self.intent.facing(view, self.settings.sort, covered=self.covered)

    def ended(self, view: View) -> Ended:
        """Give the round that has just ended."""
        return Ended(view, len(view.results), self.names, self._marks)

    def deal_word(self, view: View) -> str:
        """Name the round that is being played."""
        return f"Round {view.round_no}"

    def show_table(self, view: View, now: float) -> None:
        """Hand everything that is seen at this moment to the spread."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        self.spread.show(
            HerrlofGlance(
                table=self.table_view,
                view=view,
                intent=self.intent,
                marks=self._marks,
                said=self.told,
                now=now,
                animations=self.settings.animations,
            )
        )

    def show_hint(self, move: Move, clauses: Sequence[str]) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        self.intent = self.intent.advised(move)
        style = self.settings.card_style
        reasons = (painted(way, style) for way in in_fewer_sentences(clauses))
        self.say_whole(advice_of(move, Reader(self.names), style), *reasons)

    def action_last_trick(self) -> None:
        """Look at the last trick again; no older one may be looked at."""
        if self.match is not None:
            card_style = self.settings.card_style
            self.app.push_screen(LastTrickScreen(self.match, self.names, card_style))

    def on_deck_opened(self, _message: Deck.Opened) -> None:
        if self.match is not None and self.match.last_trick is not None:
            self.action_last_trick()


def advice_of(move: Move, reader: Reader, card_style: str) -> Content:
    """Say what a Konung would do."""
    return painted(f"A Konung would {spoken(move, reader)}.", card_style, "bold")
