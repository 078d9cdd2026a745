"""A finished match, step by step, with all hands open, and what a search thinks of it."""

from collections.abc import Iterable
from contextlib import aclosing
from itertools import pairwise
from typing import ClassVar

from textual import work
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Label, Static

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.puzzles import puzzle_of
from odin_engine.record import Record, replay
from odin_server.analyst import Analyst
from odin_server.hall import FinishedMatch
from odin_tui import fair_deals
from odin_tui.game_ui import DEAL_KEYS
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.numbers import percent
from odin_tui.languages.reading import logical
from odin_tui.screens.replay_steps import ReplaySteps
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.replay_board import ReplayBoard
from odin_tui.widgets.timeline import CHANCES, Timeline
from odin_tui.widgets.verdict_bars import VerdictBars


class ReplayScreen(ReplaySteps):
    """A recorded match; with an analyst, also where a search would have played otherwise."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("replay.back", "step(-1)", N_("step")),
        binding("replay.next", "step(1)", N_("step")),
        *(
            binding(f"replay.{way}_hand", f"deal({step}, '{label}')", label)
            for label in DEAL_KEYS
            for way, step in (("previous", -1), ("next", 1))
        ),
        binding("replay.auto", "auto", N_("autoplay")),
        binding("replay.ask", "ask", N_("analyse")),
        binding("replay.ask", "stop_asking", N_("stop")),
        binding("replay.next_finding", "find", N_("next mistake")),
        binding("replay.try", "try_again", N_("try it")),
        binding("replay.report", "report", N_("where did I go wrong?"), show=False),
        binding("replay.other_seat", "other_seat", N_("other seat")),
        binding("replay.deals", "deals", N_("fair deals")),
        binding("replay.first", "go(0)", N_("first"), show=False),
        binding("replay.last", "go(999999)", N_("last"), show=False),
        binding("back", "dismiss", N_("back")),
    ]
    DEFAULT_CSS = """
    ReplayScreen {
        #heading { height: 1; padding: 0 1; width: 1fr; }
        #said { height: auto; padding: 0 2; }
        #words { height: auto; width: 1fr; }
        #caption { height: auto; min-height: 1; max-height: 3; }
        #verdict { height: auto; min-height: 1; max-height: 3; color: $quiet; }
        VerdictBars { width: 36%; margin: 0 0 0 2; display: none; }
        Timeline { margin: 0 2; }
    }
    """

    def __init__(
        self,
        record: Record,
        analyst: Analyst | None = None,
        move: int = 0,
        match: FinishedMatch | None = None,
    ) -> None:
        """Show a record, at the moment when so many moves have been made.

        `match` says which match of the hall it is, if it is one.
        """
        super().__init__(record, match)
        self._analyst = analyst
        self._first_move = move
        self.verdicts: dict[int, Verdict] = {}
        self._seat = 0
        """The seat whose chances are shown."""
        self._asking = False

    def compose(self) -> ComposeResult:
        # Only now the screen has an app, and with it a language.
        reader = self.reader()
        self.frames = self.replay.frames(reader, list(replay(self.record, GAMES)))
        self.starts = [
            moment
            for moment, frame in enumerate(self.frames)
            if moment == 0 or self.deal(frame) != self.deal(self.frames[moment - 1])
        ]
        yield Label(id="heading", markup=False)
        yield ReplayBoard(self.replay.draw, id="board")
        with Horizontal(id="said"):
            with Vertical(id="words"):
                yield Static(id="caption")
                yield Static(id="verdict")
            yield VerdictBars()
        # The empty message is the header of a catalogue.
        deal = self.tr.gettext(self.replay.deal) if self.replay.deal else ""
        yield Timeline(len(self.frames), self.starts, deal, len(self.record.names))
        yield KeyFooter()

    def on_mount(self) -> None:
        if self.reader_seat is not None:
            self._seat = self.reader_seat
        if self._first_move:
            self.here = self.moment_after(self._first_move)
        self.show_moment()
        self._recall()

    def compose_again(self) -> None:
        self.show_moment()

    def show_moment(self) -> None:
        """Show the moment at which the replay stands, and what is thought of its move."""
        super().show_moment()
        self._show_verdict()

    def _show_verdict(self) -> None:
        verdict = self._verdict_here()
        if verdict is not None and verdict.matters:
            said = self._otherwise(verdict)
        elif self._asking:
            asking = self.tr.gettext("Analysing: {count} of {moves} moves.")
            said = Content(asking.format(count=len(self.verdicts), moves=len(self.record.moves)))
        elif verdict is not None:
            said = Content(self.tr.gettext("The bots find no clearly better move."))
        elif self.verdicts:
            said = self._summary()
        elif self.here == len(self.frames) - 1:
            said = Content(fair_deals.proof_of(self.record, self.tr))
        else:
            said = Content("")
        self.query_one("#verdict", Static).update(said)
        self._show_bars(verdict)

    def _show_bars(self, verdict: Verdict | None) -> None:
        """Show the chances of a move that was judged, and of the better one."""
        bars = self.query_one(VerdictBars)
        bars.display = verdict is not None and verdict.estimated
        if verdict is not None:
            bars.played = verdict.worth
            bars.better = verdict.better_worth if verdict.matters else None

    def _verdict_here(self) -> Verdict | None:
        """Return what is thought of the move that led to the moment shown."""
        moves = self.frames[self.here].moves
        first = self.here == 0 or self.frames[self.here - 1].moves == moves
        return None if first else self.verdicts.get(moves - 1)

    def _otherwise(self, verdict: Verdict) -> Content:
        move = GAMES[self.record.game].parse_move(verdict.better)
        text = self.tr.gettext("{mark} Better: {move}.")
        said = text.format(mark=verdict.mark, move=self.ui.spoken(move, self.reader()))
        return self.ui.painted(said, self.odin.settings.card_style, "bold $foreground")

    def _summary(self) -> Content:
        found = [verdict for verdict in self.verdicts.values() if verdict.matters]
        if not found:
            text = self.tr.gettext("The bots find no clear mistake in the whole match.")
            return Content(text)
        worst = max(found, key=lambda verdict: verdict.loss)
        text = self.tr.ngettext(
            "The bots disagree with {count} of {moves} moves. Costliest: move {move} (−{loss}).",
            "The bots disagree with {count} of {moves} moves. Costliest: move {move} (−{loss}).",
            len(found),
        )
        return Content(
            text.format(
                count=len(found),
                moves=len(self.record.moves),
                loss=percent(worst.loss, self.tr),
                move=worst.number + 1,
            )
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        if action == "deal":
            return parameters[1] == self.replay.deal_keys
        here = self._verdict_here() if self.frames else None
        missing = len(self.verdicts) < len(self.record.moves)
        can = {
            "ask": self._analyst is not None and not self._asking and missing,
            "stop_asking": self._asking,
            "report": self._analyst is not None,
            "try_again": here is not None and here.matters,
            "other_seat": bool(self.verdicts),
            "find": any(verdict.matters for verdict in self.verdicts.values()),
        }
        return can.get(action, True)

    def action_ask(self) -> None:
        """Have every move judged, from here on first."""
        self._asking = True
        self.refresh_bindings()
        self._ask()

    def action_stop_asking(self) -> None:
        """Stop the analysis; what was found stays."""
        self.workers.cancel_group(self, "analysis")

    @work(exclusive=True, group="recalling")
    async def _recall(self) -> None:
        """Show what an earlier analysis has found."""
        if self._analyst is not None:
            for verdict in (await self._analyst.known(self.record)).values():
                self._take_in(verdict)

    @work(exclusive=True, group="analysis")
    async def _ask(self) -> None:
        if self._analyst is None:
            return
        try:
            first = self.frames[self.here].moves
            async with aclosing(self._analyst.judged(self.record, first)) as found:
                async for verdict in found:
                    self._take_in(verdict)
        finally:
            self._asking = False
            if self.is_attached:
                self.refresh_bindings()
                self._show_verdict()

    def _take_in(self, verdict: Verdict) -> None:
        self.verdicts[verdict.number] = verdict
        if verdict.mark is not None:
            timeline = self.query_one(Timeline)
            moment = self.moment_after(verdict.number + 1)
            timeline.marks = {**timeline.marks, moment: verdict.mark}
            self.refresh_bindings()
        if self.record.moves[verdict.number][0] == self._seat:
            self._show_chances()
        self._show_verdict()

    def _show_chances(self) -> None:
        """Draw the chances of one seat: after each of its moves, until its next in that deal."""
        timeline, known = self.query_one(Timeline), dict[int, float]()
        for moment, (before, frame) in enumerate(pairwise(self.frames), 1):
            if moment not in self.starts and moment - 1 in known:
                known[moment] = known[moment - 1]
            verdict = self.verdicts.get(frame.moves - 1)
            if verdict is None or not verdict.estimated or before.moves == frame.moves:
                continue
            if self.record.moves[verdict.number][0] == self._seat:
                known[moment] = verdict.worth
        timeline.chances = known
        name = self.reader().names[self._seat]
        timeline.title = self.tr.gettext(CHANCES).format(name=name)

    def action_other_seat(self) -> None:
        """Show the chances of the next seat."""
        self._seat = (self._seat + 1) % len(self.record.names)
        self._show_chances()

    def action_try_again(self) -> None:
        """Try the position before this move as a puzzle."""
        from odin_tui.screens.puzzle import PuzzleScreen  # noqa: PLC0415 - loaded when wanted

        verdict = self._verdict_here()
        if verdict is not None:
            self.app.push_screen(PuzzleScreen(puzzle_of(self.record, verdict)))

    def action_report(self) -> None:
        """Show where the match was won and lost."""
        from odin_tui.screens.match_report import MatchReportScreen  # noqa: PLC0415 - likewise

        self.app.push_screen(MatchReportScreen(self.record, self.match))

    def palette_commands(self) -> Iterable[SystemCommand]:
        """Offer what has a key here, but not always a place in the last line."""
        tr = logical(self.tr)
        yield SystemCommand(
            tr.gettext("Fair deals"),
            tr.gettext("Whether the seed is as published"),
            self.action_deals,
        )
        if self.check_action("report", ()):
            yield SystemCommand(
                tr.gettext("Where did I go wrong?"),
                tr.gettext("Accuracy, luck and skill, and the costliest moves"),
                self.action_report,
            )

    def action_find(self) -> None:
        """Go to the next move that a search would not have made; after the last, the first."""
        marks = sorted(self.query_one(Timeline).marks)
        if marks:
            self.stop_playing()
            self.action_go(next((mark for mark in marks if mark > self.here), marks[0]))
