"""Going through a recorded match: step by step, deal by deal, or by itself."""

from collections.abc import Sequence

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Label, Static

from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.record import Record
from odin_server.hall import FinishedMatch
from odin_tui.drawing.names import named_for
from odin_tui.game_ui import Moment, game_ui
from odin_tui.narrator import Reader
from odin_tui.reader_seat import reader_seat as seat_of_reader
from odin_tui.replay_views import replay_of_lines
from odin_tui.screens.fair_deals import FairDealsScreen, record_page
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.replay_board import ReplayBoard
from odin_tui.widgets.timeline import Timeline

PACE = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "instant": 0.15}
"""The seconds between two moves when the match plays by itself."""


class ReplaySteps(OdinScreen[None]):
    """Knows the moments of a match, and which one is shown."""

    def __init__(self, record: Record, match: FinishedMatch | None) -> None:
        super().__init__()
        self.match = match
        self.record = record
        self.ui = game_ui(record.game)
        self.replay = self.ui.replay or replay_of_lines(record.game)
        self.frames: Sequence[Moment] = ()
        self.starts: list[int] = []
        self.here = 0
        self._auto: Timer | None = None

    @property
    def reader_seat(self) -> Seat | None:
        """The seat that the reader had, if it is a match of theirs."""
        return seat_of_reader(self.record.names, self.odin.player, self.match)

    def reader(self) -> Reader:
        """Return who reads the replay."""
        names = named_for(self.record.names, self.reader_seat, self.tr)
        return Reader(names, self.reader_seat, self.tr)

    def moments_of(self, deal: int | None) -> list[int]:
        """Return the moments of a deal, counted from 1, or of the whole match."""
        return [
            moment
            for moment, frame in enumerate(self.frames)
            if deal is None or self.deal(frame) == deal
        ]

    def deal(self, frame: Moment) -> int:
        """Return the number of the deal that a moment belongs to."""
        return self.replay.deal_of(frame)

    def _heading(self) -> Content:
        frame = self.frames[self.here]
        tr = self.tr
        title = tr.gettext("{game} · replay").format(game=GAMES[self.record.game].TITLE)
        where = tr.gettext(self.replay.where).format(
            number=self.deal(frame),
            count=self.deal(self.frames[-1]),
            move=frame.moves,
            moves=len(self.record.moves),
        )
        return Content.assemble((title, "bold"), (f"   {where}", "$quiet"))

    def show_moment(self) -> None:
        """Show the moment at which the replay stands."""
        frame = self.frames[self.here]
        self.query_one("#heading", Label).update(self._heading())
        table = self.query_one(ReplayBoard)
        table.card_style, table.frame = self.odin.settings.card_style, frame
        caption = self.ui.painted(" ".join(frame.told), self.odin.settings.card_style, "")
        self.query_one("#caption", Static).update(caption)
        self.query_one(Timeline).here = self.here

    def action_step(self, steps: int) -> None:
        """Go some moments on, or back."""
        self.stop_playing()
        self.action_go(self.here + steps)

    def action_go(self, moment: int) -> None:
        """Show this moment, or the nearest there is."""
        self.here = max(0, min(moment, len(self.frames) - 1))
        self.show_moment()
        self.refresh_bindings()

    def action_deal(self, steps: int, _label: str) -> None:
        """Go to the beginning of the next deal, or of this one, or of the one before."""
        self.stop_playing()
        if steps > 0:
            after = [start for start in self.starts if start > self.here]
            self.action_go(after[0] if after else len(self.frames) - 1)
        else:
            before = [start for start in self.starts if start < self.here]
            self.action_go(before[-1] if before else 0)

    def action_auto(self) -> None:
        """Let the match play by itself, or stop it."""
        if self._auto is not None:
            self.stop_playing()
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
            self.stop_playing()

    def stop_playing(self) -> None:
        """Stop a match that plays by itself."""
        if self._auto is not None:
            self._auto.stop()
            self._auto = None

    def moment_after(self, moves: int) -> int:
        """Return the first moment after so many moves."""
        return next(i for i, frame in enumerate(self.frames) if frame.moves == moves)

    def action_deals(self) -> None:
        """Show what was published about the seed, and whether it fits."""
        self.app.push_screen(FairDealsScreen(record_page(self.record, self.tr), self.tr))

    def on_timeline_clicked(self, message: Timeline.Clicked) -> None:
        """Go where the mouse points."""
        self.stop_playing()
        self.action_go(message.moment)
