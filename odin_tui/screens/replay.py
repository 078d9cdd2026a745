"""A finished match, step by step, with all hands open, and what a search thinks of it."""

from collections.abc import Iterable, Sequence
from contextlib import aclosing
from itertools import pairwise
from typing import ClassVar

from textual import work
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Label, Static

from odin_engine.analysis import Verdict
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.puzzles import puzzle_of
from odin_engine.record import Record, replay
from odin_server.analyst import Analyst
from odin_server.hall import FinishedMatch
from odin_tui import fair_deals
from odin_tui.achievements import own_seat
from odin_tui.drawing.names import named_for
from odin_tui.game_ui import Moment, game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.narrator import Reader
from odin_tui.replay_views import replay_of_lines
from odin_tui.screens.fair_deals import FairDealsScreen, record_page
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.replay_board import ReplayBoard
from odin_tui.widgets.timeline import CHANCES, Timeline
from odin_tui.widgets.verdict_bars import VerdictBars

PACE = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "instant": 0.15}
"""The seconds between two moves when the match plays by itself."""


class ReplayScreen(OdinScreen[None]):
    """A recorded match; with an analyst, also where a search would have played otherwise."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("replay.back", "step(-1)", N_("step")),
        binding("replay.next", "step(1)", N_("step")),
        binding("replay.previous_hand", "hand(-1)", N_("previous/next hand")),
        binding("replay.next_hand", "hand(1)", N_("previous/next hand")),
        binding("replay.auto", "auto", N_("play")),
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
        super().__init__()
        self._match = match
        self.record = record
        self._analyst = analyst
        self._first_move = move
        self._ui = game_ui(record.game)
        self._replay = self._ui.replay or replay_of_lines(record.game)
        self.frames: Sequence[Moment] = ()
        self.starts: list[int] = []
        self.here = 0
        self.verdicts: dict[int, Verdict] = {}
        self._seat = 0
        """The seat whose chances are shown."""
        self._auto: Timer | None = None
        self._asking = False

    def compose(self) -> ComposeResult:
        # Only now the screen has an app, and with it a language.
        reader = self._reader()
        self.frames = self._replay.frames(reader, list(replay(self.record, GAMES)))
        self.starts = [
            moment
            for moment, frame in enumerate(self.frames)
            if moment == 0 or self._deal(frame) != self._deal(self.frames[moment - 1])
        ]
        yield Label(id="heading", markup=False)
        yield ReplayBoard(self._replay.draw, id="board")
        with Horizontal(id="said"):
            with Vertical(id="words"):
                yield Static(id="caption")
                yield Static(id="verdict")
            yield VerdictBars()
        # The empty message is the header of a catalogue.
        deal = self.tr.gettext(self._replay.deal) if self._replay.deal else ""
        yield Timeline(len(self.frames), self.starts, deal, len(self.record.names))
        yield KeyFooter()

    @property
    def _reader_seat(self) -> Seat | None:
        """The seat that the reader had, if it is a match of theirs."""
        player, match = self.odin.player.id, self._match
        return Seat(own_seat(player, match)) if match and player in match.players else None

    def _reader(self) -> Reader:
        names = named_for(self.record.names, self._reader_seat, self.tr)
        return Reader(names, self._reader_seat, self.tr)

    def on_mount(self) -> None:
        if self._reader_seat is not None:
            self._seat = self._reader_seat
        if self._first_move:
            self.here = self._moment_after(self._first_move)
        self._show()
        self._recall()

    def _show(self) -> None:
        frame = self.frames[self.here]
        self.query_one("#heading", Label).update(self._heading())
        table = self.query_one(ReplayBoard)
        table.card_style, table.frame = self.odin.settings.card_style, frame
        caption = self._ui.painted(" ".join(frame.told), self.odin.settings.card_style, "")
        self.query_one("#caption", Static).update(caption)
        self.query_one(Timeline).here = self.here
        self._show_verdict()

    def moments_of(self, deal: int | None) -> list[int]:
        """Return the moments of a deal, counted from 1, or of the whole match."""
        return [
            moment
            for moment, frame in enumerate(self.frames)
            if deal is None or self._deal(frame) == deal
        ]

    def _deal(self, frame: Moment) -> int:
        return self._replay.deal_of(frame)

    def _heading(self) -> Content:
        frame = self.frames[self.here]
        tr = self.tr
        title = tr.gettext("{game} · replay").format(game=GAMES[self.record.game].TITLE)
        where = tr.gettext(self._replay.where).format(
            number=self._deal(frame),
            count=self._deal(self.frames[-1]),
            move=frame.moves,
            moves=len(self.record.moves),
        )
        return Content.assemble((title, "bold"), (f"   {where}", "$quiet"))

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
        said = text.format(mark=verdict.mark, move=self._ui.spoken(move, self._reader()))
        return self._ui.painted(said, self.odin.settings.card_style, "bold $foreground")

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
                loss=f"{worst.loss:.0%}",
                move=worst.number + 1,
            )
        )

    def action_step(self, steps: int) -> None:
        """Go some moments on, or back."""
        self._stop()
        self.action_go(self.here + steps)

    def action_go(self, moment: int) -> None:
        """Show this moment, or the nearest there is."""
        self.here = max(0, min(moment, len(self.frames) - 1))
        self._show()
        self.refresh_bindings()

    def action_hand(self, steps: int) -> None:
        """Go to the beginning of the next hand, or of this one, or of the one before."""
        self._stop()
        if steps > 0:
            after = [start for start in self.starts if start > self.here]
            self.action_go(after[0] if after else len(self.frames) - 1)
        else:
            before = [start for start in self.starts if start < self.here]
            self.action_go(before[-1] if before else 0)

    def action_auto(self) -> None:
        """Let the match play by itself, or stop it."""
        if self._auto is not None:
            self._stop()
            return
        if self.here == len(self.frames) - 1:
            self.action_go(0)
        self._auto = self.set_interval(PACE[self.odin.settings.pace], self._tick)

    @property
    def playing(self) -> bool:
        """Whether the match plays by itself now."""
        return self._auto is not None

    def _tick(self) -> None:
        if not self.is_on_top:
            return
        self.action_go(self.here + 1)
        if self.here == len(self.frames) - 1:
            self._stop()

    def _stop(self) -> None:
        if self._auto is not None:
            self._auto.stop()
            self._auto = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
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
            moment = self._moment_after(verdict.number + 1)
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
        name = self.record.names[self._seat]
        timeline.title = self.tr.gettext(CHANCES).format(name=name)

    def action_other_seat(self) -> None:
        """Show the chances of the next seat."""
        self._seat = (self._seat + 1) % len(self.record.names)
        self._show_chances()

    def _moment_after(self, moves: int) -> int:
        return next(i for i, frame in enumerate(self.frames) if frame.moves == moves)

    def action_try_again(self) -> None:
        """Try the position before this move as a puzzle."""
        from odin_tui.screens.puzzle import PuzzleScreen  # noqa: PLC0415 - loaded when wanted

        verdict = self._verdict_here()
        if verdict is not None:
            self.app.push_screen(PuzzleScreen(puzzle_of(self.record, verdict)))

    def action_report(self) -> None:
        """Show where the match was won and lost."""
        from odin_tui.screens.match_report import MatchReportScreen  # noqa: PLC0415 - likewise

        self.app.push_screen(MatchReportScreen(self.record, self._match))

    def action_deals(self) -> None:
        """Show what was published about the seed, and whether it fits."""
        self.app.push_screen(FairDealsScreen(record_page(self.record, self.tr), self.tr))

    def palette_commands(self) -> Iterable[SystemCommand]:
        """Offer what has a key here, but not always a place in the last line."""
        tr = self.tr
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
            self._stop()
            self.action_go(next((mark for mark in marks if mark > self.here), marks[0]))

    def on_timeline_clicked(self, message: Timeline.Clicked) -> None:
        """Go where the mouse points."""
        self._stop()
        self.action_go(message.moment)
