"""The board of Herrlof: what a player sees and does at a table."""

from collections.abc import Callable, Sequence

from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.view import View
from odin_tui.advice import in_fewer_sentences
from odin_tui.drawing.standings import Standings
from odin_tui.herrlof.cards import (
    MARKS,
    Marks,
    painted,
)
from odin_tui.herrlof.controls import Controls
from odin_tui.herrlof.middle import LastTrickScreen
from odin_tui.herrlof.panels import Deck
from odin_tui.herrlof.round_over import EndedRound, RoundOver
from odin_tui.herrlof.table import HerrlofTable, TableContents
from odin_tui.herrlof.text import advice
from odin_tui.languages import Translations
from odin_tui.languages.session import translations_of
from odin_tui.narrator import Reader
from odin_tui.widgets.match_end import MatchEnd


class Board(Controls):
    """Plates above, the trick in the middle, the own hand below; attributes down, messages up."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(HerrlofTable(), RoundOver(), MatchEnd(Standings(note=_exact_text)), now)

    @property
    def _marks(self) -> Marks:
        return MARKS[self.settings.card_style]

    def take_in(self, view: View) -> None:
        """Take in a newer view."""
        self.intent = self.intent.facing(view, self.settings.sort, covered=self.covered)

    @property
    def reader(self) -> Reader:
        """Whom the board is shown to."""
        seat = None if self.table_view is None else self.table_view.seat
        return Reader(self.names, seat, translations_of(self))

    def ended(self, view: View) -> EndedRound:
        """Return the round that has just ended."""
        return EndedRound(view, len(view.results), self.reader, self._marks)

    def deal_word(self, view: View) -> str:
        """Return the name of the round that is being played."""
        return self.reader.tr.gettext("Round {number}").format(number=view.round_no)

    def show_table(self, view: View, now: float) -> None:
        """Show everything that is seen at this moment."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        self.frame.show(
            TableContents(
                table=self.table_view,
                view=view,
                intent=self.intent,
                reader=self.reader,
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
        reasons = (painted(text, style) for text in in_fewer_sentences(clauses))
        self.say_whole(painted(advice(move, self.reader), style, "bold"), *reasons)

    def action_last_trick(self) -> None:
        """Look at the last trick again; no older one may be looked at."""
        if self.match is not None:
            card_style = self.settings.card_style
            self.app.push_screen(LastTrickScreen(self.match, self.reader, card_style))

    def on_deck_opened(self, _message: Deck.Opened) -> None:
        if self.match is not None and self.match.last_trick is not None:
            self.action_last_trick()


def _exact_text(view: View, seat: int, tr: Translations) -> str:
    count = view.exact[seat]
    return tr.ngettext("{count} exact", "{count} exact", count).format(count=f"{count:>2}")
