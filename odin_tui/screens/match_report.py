"""Where did I go wrong: accuracy, luck and skill, the chances, and the moments to look at."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from odin_engine.analysis import Verdict
from odin_engine.game import Refusal, Seat
from odin_engine.games import GAMES
from odin_engine.puzzles import puzzle_of
from odin_engine.record import Record
from odin_server.hall import FinishedMatch
from odin_tui.drawing.accuracy_table import accuracy_table
from odin_tui.drawing.names import named_for
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.match_analysis import MatchAnalysis
from odin_tui.match_report_text import (
    better_text,
    causes_text,
    chances_of,
    moment_words,
    no_moments_text,
)
from odin_tui.reader_seat import reader_seat
from odin_tui.replay_views import replay_of_lines
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title
from odin_tui.widgets.timeline import CHANCES, Timeline

CHART_ROWS = ((48, 16), (36, 11), (30, 7), (24, 4), (0, 3))
"""The rows that a screen has at least, and those of the chart."""
SHORT = 23
"""The rows from which there is room for the chart."""


class Moments(Menu):
    """The moments that cost most; choosing one shows its position, to be tried again."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("menu.choose", "choose", N_("try it"))]


class MatchReportScreen(OdinScreen[None]):
    """Analyses a finished match, shows what is found as it comes, and keeps it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("report.seat", "other_seat", N_("other seat")),
        binding("report.watch", "watch", N_("replay")),
        binding("report.stop", "stop", N_("stop")),
        binding("report.stop", "go_on", N_("go on")),
        binding("back", "back", N_("back")),
    ]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = """
    MatchReportScreen {
        #table, #causes { height: auto; padding: 0 2; }
        #better, #status { height: auto; padding: 0 4; }
        #status { color: $quiet; }
        Timeline { margin: 0 2; }
        #moments { max-height: 6; }
        &.-short Timeline { display: none; }
    }
    """

    def __init__(self, record: Record, match: FinishedMatch | None = None) -> None:
        """Analyse a record; if it is of a match of the hall, puzzles are taken from it."""
        super().__init__()
        self.record = record
        self._match = match
        self._game = GAMES[record.game]
        self._replay = game_ui(record.game).replay or replay_of_lines(record.game)
        self.analysis = MatchAnalysis(record, None, match)
        self.seat = 0
        """The seat whose chances and moments are shown."""
        self._own: Seat | None = None
        self._asking = False

    def compose(self) -> ComposeResult:
        deals = self.analysis.story.deals
        starts = [n for n, deal in enumerate(deals) if n == 0 or deal != deals[n - 1]]
        deal = self.tr.gettext(self._replay.deal) if self._replay.deal else ""
        with Page():
            yield Title(self.tr.gettext("Where did I go wrong?"), self._game.TITLE)
            with Plate():
                yield Static(id="table")
                yield Static(id="causes")
            seats = len(self.record.names)
            yield Timeline(len(self.record.moves) + 1, starts, deal, seats, CHART_ROWS)
            with Plate(id="moments"):
                yield Moments()
            yield Static(id="better")
            yield Static(id="status", markup=False)
        yield KeyFooter()

    def on_resize(self, event: Resize) -> None:
        """Leave the chart out where there is no room for it above the moments."""
        super().on_resize(event)
        self.set_class(event.size.height < SHORT, "-short")

    def on_mount(self) -> None:
        self.analysis.analyst = self.odin.analyst
        self._own = reader_seat(self.record.names, self.odin.player, self._match)
        self.seat = self._own or 0
        self._show()
        self.action_go_on()

    def compose_again(self) -> None:
        self._show()

    # -- what is shown ----------------------------------------------------------------------

    @property
    def verdicts(self) -> dict[int, Verdict]:
        return self.analysis.verdicts

    @property
    def _names(self) -> tuple[str, ...]:
        """What everyone is called; the reader is you."""
        return named_for(self.record.names, self._own, self.tr)

    def _show(self) -> None:
        report = self.analysis.report()
        names, tr = self._names, self.tr
        width = self.query_one(Page).size.width or self.app.size.width
        table = accuracy_table(report, names, self.seat, width - 8, self._replay.deal, tr)
        self.query_one("#table", Static).update(table)
        # Before the end, all that was not analysed yet would be put down to the others.
        complete = self.analysis.is_complete
        causes = causes_text(report.seats[self.seat], names[self.seat], tr) if complete else " "
        self.query_one("#causes", Static).update(Content.styled(causes, "$quiet"))
        timeline = self.query_one(Timeline)
        timeline.chances = chances_of(self.record, self.verdicts, self.seat)
        timeline.title = tr.gettext(CHANCES).format(name=names[self.seat])
        timeline.marks = {
            number + 1: verdict.mark
            for number, verdict in self.verdicts.items()
            if verdict.mark is not None and self.record.moves[number][0] == self.seat
        }
        moments = report.seats[self.seat].moments
        self.query_one("#moments").display = bool(moments)
        menu = self.query_one(Menu)
        at_first = menu.here == 0
        menu.show(
            [Item(str(moment.number), *moment_words(self.record, moment, tr)) for moment in moments]
        )
        if moments and self.focused is None:
            menu.focus()  # it was hidden when the screen was composed anew
        if at_first:
            menu.here = 0  # the costliest is looked at first, though it was not found first
        self._point_out()
        self._say_status()
        self.refresh_bindings()

    def _point_out(self) -> None:
        """Mark the moment under the cursor in the chart, and say what was better."""
        chosen = self._chosen
        timeline = self.query_one(Timeline)
        timeline.here = len(self.record.moves) if chosen is None else chosen.number + 1
        said = ""
        if chosen is not None:
            said = better_text(self.record, chosen, self.tr)
        painted = game_ui(self.record.game).painted(said, self.odin.settings.card_style, "")
        self.query_one("#better", Static).update(painted)

    def _say_status(self) -> None:
        tr, count, moves = self.tr, len(self.verdicts), len(self.record.moves)
        if self._asking:
            text = tr.gettext("Analysing: {count} of {moves} moves.")
        elif count < moves:
            text = tr.gettext("Stopped after {count} of {moves} moves.")
        elif not self.analysis.report().seats[self.seat].moments:
            text = no_moments_text(tr)
        else:
            text = tr.gettext("These moves cost most. Enter tries one again as a puzzle.")
        self.query_one("#status", Static).update(Content(text.format(count=count, moves=moves)))

    # -- the analysis -----------------------------------------------------------------------

    @work(exclusive=True, group="analysis")
    async def _ask(self) -> None:
        if self.odin.analyst is None:
            return
        self._asking = True
        try:
            await self.analysis.run(self._show)
        finally:
            self._asking = False
            if self.is_attached:
                self._show()
        try:
            await self.analysis.keep_puzzles(self.odin.hall)
        except Refusal as refusal:
            self.odin.show_refusal(refusal)

    # -- what the player does ---------------------------------------------------------------

    @property
    def _chosen(self) -> Verdict | None:
        menus = self.query(Menu)
        items = menus.first().items if menus else ()
        return self.verdicts[int(items[menus.first().here].id)] if items else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        if action == "stop":
            return self._asking
        if action == "go_on":
            missing = not self.analysis.is_complete
            return self.odin.analyst is not None and missing and not self._asking
        return True

    def action_stop(self) -> None:
        """Stop the analysis; what was found is kept."""
        self.workers.cancel_group(self, "analysis")

    def action_go_on(self) -> None:
        """Analyse what is not analysed yet."""
        self._ask()

    def action_other_seat(self) -> None:
        """Show the next seat."""
        self.seat = (self.seat + 1) % len(self.record.names)
        self.query_one(Menu).here = 0
        self._show()

    def action_watch(self) -> None:
        """Show the match at the chosen moment, or from its beginning."""
        from odin_tui.screens.replay import ReplayScreen  # noqa: PLC0415 - loaded when wanted

        chosen = self._chosen
        move = 0 if chosen is None else chosen.number + 1
        self.app.push_screen(ReplayScreen(self.record, self.odin.analyst, move, self._match))

    def on_rows_moved(self) -> None:
        """Show where the moment under the cursor is."""
        self._point_out()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Try the moment again as a puzzle."""
        from odin_tui.screens.puzzle import PuzzleScreen  # noqa: PLC0415 - loaded when wanted

        message.stop()
        verdict = self.verdicts[int(message.item.id)]
        self.app.push_screen(PuzzleScreen(puzzle_of(self.record, verdict)))

    def on_timeline_clicked(self, message: Timeline.Clicked) -> None:
        """Show the match at the moment the mouse points at."""
        from odin_tui.screens.replay import ReplayScreen  # noqa: PLC0415 - loaded when wanted

        self.app.push_screen(
            ReplayScreen(self.record, self.odin.analyst, message.moment, self._match)
        )

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()
