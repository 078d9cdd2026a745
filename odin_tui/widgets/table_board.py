"""The board of any game: the table, and the page after the match."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key, Resize
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from odin_server.hall import TableView
from odin_tui.advice import Said
from odin_tui.drawing.layout import PROMPT
from odin_tui.drawing.names import names_of
from odin_tui.key_hints import key_name
from odin_tui.keys import first_key
from odin_tui.languages.session import translations_of
from odin_tui.stand_in import lapse_text, stand_in_text
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.late_page import LatePage
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.table_frame import TableFrame

TABLE, MATCH_OVER = "table", "match over"


class TableBoard(GameBoard):
    """Follows the match from page to page and paints it; what moves mean is the game's own."""

    DEFAULT_CSS = "TableBoard { layout: vertical; }"
    AT_TABLE: ClassVar[frozenset[str]] = frozenset()
    """The actions that are possible only while the table is shown, and then if `can` says so."""
    LOOKING: ClassVar[frozenset[str]] = frozenset({"move"})
    """Those that a player may use at the table while a bot plays the seat."""

    page: reactive[str] = reactive(TABLE, repaint=False, bindings=True)
    """What is shown, one of `pages`."""

    def __init__(
        self, frame: TableFrame, match_end: MatchEnd, now: Callable[[], float] = lambda: 0.0
    ) -> None:
        super().__init__(now)
        self.frame, self.match_end = frame, match_end
        self.pages: dict[str, Widget] = {TABLE: frame, MATCH_OVER: match_end}
        self.said: Said | None = None
        """What the prompt says instead of the task and the preview, until the player goes on."""
        self._lapse = ""
        self._laid_out = self._paint_due = False
        self._clock: Timer | None = None

    def compose(self) -> ComposeResult:
        yield from self.pages.values()

    def on_mount(self) -> None:
        self._laid_out = True
        self.watch_page(self.page)
        self._show_end()
        self.paint()

    # -- what the game says -----------------------------------------------------------------

    @abstractmethod
    def take_in(self, view: Any) -> None:
        """Take in a newer view, and keep what was chosen as far as it still makes sense."""

    @abstractmethod
    def show_table(self, view: Any, now: float) -> None:
        """Hand everything that is seen at this moment to the frame."""

    @abstractmethod
    def can(self, action: str) -> bool:
        """Return whether something can be done at the table now; each key asks about all of it."""

    def page_after(self, before: Any, view: Any) -> str:  # noqa: ARG002 - for games with deals
        """Return the page to show after a change; `before` is None for the first view."""
        if view.outcome is None:
            return TABLE if self.page == MATCH_OVER else self.page
        return MATCH_OVER if self.page == TABLE else self.page

    # -- what is shown ----------------------------------------------------------------------

    @property
    def match(self) -> Any:
        """The view of the match; None if there is none."""
        return None if self.table_view is None else self.table_view.match

    @property
    def names(self) -> tuple[str, ...]:
        """What everyone at the table is called."""
        return () if self.table_view is None else names_of(self.table_view, translations_of(self))

    @property
    def covered(self) -> bool:
        """True if a bot plays the player's seat."""
        return self.table_view is not None and self.table_view.covered is not None

    @property
    def told(self) -> Said | None:
        """What the prompt says instead of the task and the preview."""
        if self.table_view is not None and self.covered:
            key, tr = self.key_of("table.take_back"), translations_of(self)
            reason = Content.styled(stand_in_text(self.table_view, tr), "bold $your-turn")
            press = tr.gettext("Press {key} to take your seat back.").format(key=key)
            return Said(reason, (Content(press),))
        if self.said is None and self._lapse:
            return Said(None, (Content.styled(self._lapse, "bold"),))
        return self.said

    def key_of(self, key_id: str) -> str:
        """Return the key of a binding as it is printed on a keyboard."""
        return key_name(first_key(key_id, self.settings))

    @property
    def waits_for_move(self) -> bool:
        return self.page == TABLE

    @property
    def rows_to_keep(self) -> int:
        return PROMPT if self.page == TABLE else 0

    def watch_table_view(self, old: TableView | None, new: TableView | None) -> None:
        """Follow the match."""
        if new is None or new.match is None:
            return
        view, was = new.match, None if old is None else old.match
        if was is None or (old is not None and old.turn != new.turn):
            self.said = None
        lapse = lapse_text(old, new, translations_of(self))
        self._lapse = lapse or ("" if new.lapsed is None else self._lapse)
        self.take_in(view)
        self.page = self.page_after(was, view)
        self._show_end()
        self._tend_clock(new)
        self.paint()

    def _show_end(self) -> None:
        if self.table_view is not None and self._laid_out:
            self.match_end.show(self.table_view)

    def _tend_clock(self, table: TableView) -> None:
        """Tick while somebody's clock runs, and never otherwise: once a second, if not in days."""
        runs = any(seat.deadline is not None for seat in table.seats)
        if runs and self._clock is None:
            self._clock = self.set_interval(60.0 if table.by_correspondence else 1.0, self.paint)
        elif not runs and self._clock is not None:
            self._clock.stop()
            self._clock = None

    def watch_page(self, page: str) -> None:
        """Show one page and no other; the one before stays until a new one is made."""
        if not self._laid_out:
            return
        wanted = self.pages[page]
        if isinstance(wanted, LatePage) and not wanted.is_made:
            self.call_next(self._make, wanted)
        else:
            self._turn_to_page()

    async def _make(self, page: LatePage) -> None:
        async with self.batch():
            await page.make()
            # Another page may be wanted by now; that one is made next.
            if self.pages[self.page] is page and page.is_made:
                self._turn_to_page()

    def _turn_to_page(self) -> None:
        for name, widget in self.pages.items():
            widget.display = name == self.page
        if self.page == MATCH_OVER:
            self.match_end.celebrate(self.settings.animations)

    def watch_settings(self) -> None:
        """Show the match as the player likes it."""
        if self.match is not None:
            self.take_in(self.match)
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
        # Without a clock, no moment looks different from the one before by its time alone.
        self.show_table(view, 0.0 if self._clock is None else self.now())

    def retranslate(self) -> None:
        """Write everything in the session's language, which has changed."""
        self.said, self._lapse = None, ""
        self.frame.retranslate()
        self._show_end()
        super().retranslate()

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
        """Show why the table refused the last request."""
        self.say(Content.styled(sentence, "bold"))

    # -- what the player does ---------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Return whether this can be done now; the footer shows nothing else."""
        if action != "take_back" and action not in self.AT_TABLE:
            return True
        table = self.table_view
        if table is None or table.match is None:
            return False
        if action == "take_back":
            return table.covered is not None and table.match.outcome is None
        if self.page != TABLE or (table.covered is not None and action not in self.LOOKING):
            return False
        return self.can(action)

    def decide(self, move: Any) -> None:
        """Make a move, unless a bot plays the seat: then the prompt says so."""
        if self.table_view is not None and not self.covered:
            self.post_message(self.Chosen(move, self.table_view.turn))

    def on_key(self, event: Key) -> None:  # noqa: ARG002 - boards with more to end look at it
        """Let any key end what moves."""
        self.frame.finish()
        self.match_end.finish()
        if self._lapse:
            self._lapse = ""
            self.paint()

    def action_take_back(self) -> None:
        """Take the seat back from the bot that plays it."""
        self.post_message(self.SeatWanted())
