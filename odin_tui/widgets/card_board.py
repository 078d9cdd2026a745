"""The board of any card game: the table, the page after a deal, the page after the match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Literal

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key, Resize
from textual.reactive import reactive
from textual.timer import Timer

from odin_server.hall import TableView
from odin_tui.advice import Said
from odin_tui.drawing.layout import PROMPT
from odin_tui.drawing.names import names_of
from odin_tui.keys import binding, first_key
from odin_tui.settings import next_word
from odin_tui.stand_in import lapse_words, stand_in_words
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.deal_end import DealEnd, waiting_words
from odin_tui.widgets.footer import key_name
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.match_end import MatchEnd

Page = Literal["table", "deal over", "match over"]

IN_THE_HAND = (
    binding("table.take_back", "take_back", "take your seat back"),
    binding("hand.left", "move(-1)", "move"),
    binding("hand.right", "move(1)", "move"),
    binding("hand.choose", "choose", "choose"),
)
GOING_ON = (
    binding("over.next", "next", "go on"),
    binding("back", "clear", "back"),
    binding("hand.clear", "clear", "back", show=False),
    binding("table.hint", "screen.hint", "hint"),
)
"""Keys of every board; each room puts its own between and behind them."""
LOOKING = frozenset({"move", "sort", "valhalla", "last_trick"})
"""What can be done at the table while a bot plays the player's seat."""


class CardBoard(GameBoard):
    """Goes where the match goes and paints it; what cards mean is the room's own."""

    DEFAULT_CSS = "CardBoard { layout: vertical; }"
    AT_TABLE: ClassVar[frozenset[str]] = frozenset()
    """The actions that are possible only while the table is shown, and then if `can` says so."""

    page: reactive[Page] = reactive("table", repaint=False, bindings=True)
    """What is shown: the table, the end of a deal, or the end of the match."""

    def __init__(
        self,
        spread: CardTable,
        deal_end: DealEnd,
        match_end: MatchEnd,
        now: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__(now)
        self.spread, self.deal_end, self.match_end = spread, deal_end, match_end
        self.said: Said | None = None
        """What the prompt says instead of the task and the preview, until the player goes on."""
        self._lapse = ""
        self._laid_out = self._paint_due = False
        self._clock: Timer | None = None

    def compose(self) -> ComposeResult:
        yield self.spread
        yield self.deal_end
        yield self.match_end

    def on_mount(self) -> None:
        self._laid_out = True
        self.watch_page(self.page)
        self._show_end()
        self.paint()

    # -- what the room says -----------------------------------------------------------------

    def face(self, view: Any) -> None:
        """Take in a newer view, and keep what was chosen as far as it still makes sense."""
        raise NotImplementedError

    def ended(self, view: Any) -> Any:
        """Give the deal that has just ended, as the page after it shows it."""
        raise NotImplementedError

    def deal_word(self, view: Any) -> str:
        """Name the deal that is being played, as in `Hand 3`."""
        raise NotImplementedError

    def show_table(self, view: Any, now: float) -> None:
        """Hand everything that is seen at this moment to the spread."""
        raise NotImplementedError

    def can(self, action: str) -> bool:
        """Tell whether something can be done at the table now; each key asks about all of it."""
        raise NotImplementedError

    # -- what is shown ----------------------------------------------------------------------

    @property
    def match(self) -> Any:
        """The view of the match; None if there is none."""
        return None if self.table_view is None else self.table_view.match

    @property
    def names(self) -> tuple[str, ...]:
        """What everyone at the table is called."""
        return () if self.table_view is None else names_of(self.table_view)

    @property
    def covered(self) -> bool:
        """Tell whether a bot plays the player's seat."""
        return self.table_view is not None and self.table_view.covered is not None

    @property
    def told(self) -> Said | None:
        """What the prompt says instead of the task and the preview."""
        if self.table_view is not None and self.covered:
            key = key_name(first_key("table.take_back", self.settings))
            words = Content.styled(stand_in_words(self.table_view), "bold $your-turn")
            return Said(words, (Content(f"Press {key} to take your seat back."),))
        if self.said is None and self._lapse:
            return Said(None, (Content.styled(self._lapse, "bold"),))
        return self.said

    @property
    def waits_for_move(self) -> bool:
        return self.page == "table"

    @property
    def rows_to_keep(self) -> int:
        return PROMPT + self.spread.hand.outer_size.height if self.page == "table" else 0

    def watch_table_view(self, old: TableView | None, new: TableView | None) -> None:
        """Go where the match has gone."""
        if new is None or new.match is None:
            return
        view, was = new.match, None if old is None else old.match
        if was is None or (old is not None and old.turn != new.turn):
            self.said = None
        self._lapse = lapse_words(old, new) or ("" if new.lapsed is None else self._lapse)
        self.face(view)
        if was is not None and len(view.results) > len(was.results):
            self.page = "deal over"
            self.deal_end.begin(self.ended(view), self.settings.animations)
        elif view.outcome is not None and self.page == "table":
            self.page = "match over"
        elif view.outcome is None and (self.page == "match over" or not view.results):
            self.page = "table"
        self._show_end()
        self._tend_clock(new)
        self.paint()

    def _show_end(self) -> None:
        if self.table_view is not None and self._laid_out:
            self.match_end.show(self.table_view)

    def _tend_clock(self, table: TableView) -> None:
        """Tick once a second while somebody's clock runs, and never otherwise."""
        runs = any(seat.deadline is not None for seat in table.seats)
        if runs and self._clock is None:
            self._clock = self.set_interval(1.0, self.paint)
        elif not runs and self._clock is not None:
            self._clock.stop()
            self._clock = None

    def watch_page(self, page: Page) -> None:
        """Show one page and no other."""
        if not self._laid_out:
            return
        self.spread.display = page == "table"
        self.deal_end.display = page == "deal over"
        self.match_end.display = page == "match over"
        if page != "deal over":
            self.deal_end.stop()

    def watch_settings(self) -> None:
        """Hold the cards as the player likes them."""
        if self.match is not None:
            self.face(self.match)
        self.paint()

    def on_resize(self, _event: Resize) -> None:
        self.paint()

    def paint(self) -> None:
        """Show everything as it is after this, once for all that one key or move changes."""
        if self.is_attached and not self.screen.is_current:
            return  # The screen asks for it when it is on top again.
        if not self._paint_due:
            self._paint_due = True
            self.call_next(self._paint)

    def _paint(self) -> None:
        self._paint_due = False
        table, view = self.table_view, self.match
        if table is None or view is None or not self._laid_out:
            return
        self.deal_end.wait(waiting_words(table, self.deal_word(view), self.now()))
        # Without a clock, no moment looks different from the one before by its time alone.
        self.show_table(view, 0.0 if self._clock is None else self.now())

    # -- what is said -----------------------------------------------------------------------

    def say(self, line: Content | str) -> None:
        """Say something in the prompt, until the player goes on."""
        self.said = Said(None, (Content(line) if isinstance(line, str) else line,))
        self.paint()

    def say_whole(self, above: Content, *ways: Content) -> None:
        """Say the first of these ways that there is room for, after what comes first."""
        self.said = Said(above, ways)
        self.paint()

    def refuse(self, sentence: str) -> None:
        """Show why the table turned the last wish down."""
        self.say(Content.styled(sentence, "bold"))

    # -- what the player does ---------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell whether this can be done now; the footer shows nothing else."""
        if action == "next":
            return self.page == "deal over"
        if action == "take_back":
            return self.covered and self.match is not None and self.match.outcome is None
        if action not in self.AT_TABLE:
            return True
        if self.covered and action not in LOOKING:
            return False
        return self.page == "table" and self.match is not None and self.can(action)

    def decide(self, move: Any) -> None:
        """Make a move, unless a bot plays the seat: then the prompt says so."""
        if self.table_view is not None and not self.covered:
            self.post_message(self.Chosen(move, self.table_view.turn))

    def on_key(self, event: Key) -> None:
        """Let any key end what moves; while a deal is being counted, it does nothing else."""
        self.spread.middle.finish()
        if self._lapse:
            self._lapse = ""
            self.paint()
        if self.page == "deal over" and self.deal_end.counting:
            self.deal_end.finish()
            event.stop()

    def action_take_back(self) -> None:
        """Take the seat back from the bot that plays it."""
        self.post_message(self.SeatWanted())

    def action_next(self) -> None:
        """Go on after a deal."""
        over = self.match is not None and self.match.outcome is not None
        self.page = "match over" if over else "table"

    def action_sort(self) -> None:
        """Hold the cards in the next order."""
        settings = replace(self.settings, sort=next_word("sort", self.settings.sort))
        self.settings = settings
        self.post_message(self.Preferred(settings))
