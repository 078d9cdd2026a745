"""A table at which nobody can play now: not begun, paused, or closed."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.markup import escape
from textual.widget import Widget
from textual.widgets import Static

from odin_server.hall.views import Phase, SeatView, TableView
from odin_server.notices import Notice
from odin_tui.catalogue import PLAYABLE, agreed
from odin_tui.fair_deals import short
from odin_tui.languages import ENGLISH
from odin_tui.messages import notice_text
from odin_tui.widgets.action_link import ActionLink


class Waiting(Widget):
    """Says what the table waits for, and who is there."""

    DEFAULT_CSS = """
    Waiting { height: 1fr; align: center middle; }
    Waiting > Vertical {
        width: 56; max-width: 100%; height: auto; padding: 1 3; border: round $line;
    }
    Waiting #why { text-style: bold; margin-bottom: 1; }
    Waiting #seats { color: $quiet; }
    Waiting #invite, Waiting #promise { margin-top: 1; }
    Waiting #promise { color: $quiet; }
    Waiting #ways { height: 1; margin-top: 1; }
    Waiting ActionLink { margin: 0 2 0 0; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="why", markup=False)
            yield Static(id="seats", markup=False)
            yield Static(id="invite", markup=False)
            yield Static(id="promise", markup=False)
            with Horizontal(id="ways"):
                yield ActionLink("Start", "start", id="start")
                yield ActionLink("Play on", "resume", id="resume")
                yield ActionLink("Home", "home", id="home")

    def invitation(self, code: str) -> str:
        """Give the line that brings a friend here, and the key that copies it."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        if not isinstance(self.app, OdinApp) or not (line := self.app.invitation(code)):
            return ""
        return f"A friend types, and {self.app.key_of('hall.invite')} copies:\n{line}"

    def promise(self, table: TableView) -> str:
        """Give the start of what is published about the seed, and the key that shows it whole."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        if table.commitment is None or not isinstance(self.app, OdinApp):
            return ""
        key = self.app.key_of("table.deals")
        return f"SHA-256 of the seed: {short(table.commitment)}; {key} shows it"

    def show(self, table: TableView, ended: Notice | None) -> None:
        """Show what this table waits for; `ended` says why the chair is gone, if it is."""
        self.query_one(Vertical).border_title = _what(table)
        self._say("#why", notice_text(ended, ENGLISH) or _why(table))
        self._say("#seats", "\n".join(_line(table, s) for s in table.seats))
        invite = self._say("#invite", line := self.invitation(table.code))
        invite.display = bool(line) and ended is None and table.phase is Phase.LOBBY
        promise = self._say("#promise", published := self.promise(table))
        promise.display = bool(published) and ended is None
        gone = ended is not None or table.phase is Phase.CLOSED
        self.query_one("#start").display = not gone and table.phase is Phase.LOBBY
        self.query_one("#resume").display = not gone and table.phase is Phase.PAUSED
        self.query_one("#home").display = gone

    def _say(self, where: str, words: str) -> Static:
        """Say something if it is not said already: whoever sits down is seen by all who wait."""
        static = self.query_one(where, Static)
        if static.content != words:
            static.update(words)
        return static


def _what(table: TableView) -> str:
    """Say what is played here, for whoever was only given a code."""
    if table.game not in PLAYABLE:
        return ""
    unusual = agreed(table.game, len(table.seats), table.options)
    return escape(" · ".join([PLAYABLE[table.game].TITLE, *unusual]))


def _why(table: TableView) -> str:
    if table.phase is not Phase.LOBBY:
        return notice_text(table.notice, ENGLISH)
    free = sum(seat.is_free for seat in table.seats)
    if not free:
        return "Everyone is here."
    seats = "one more player" if free == 1 else f"{free} more players"
    return f"Waiting for {seats}. The code of this table is {table.code}."


def _line(table: TableView, seat: SeatView) -> str:
    if seat.is_free:
        return f"{seat.seat + 1}  free"
    wish = {"resume": "ready", "pause": "wants a pause", "rematch": "ready"}
    notes = [
        "you" if seat.seat == table.seat else "",
        seat.bot or "",
        "host" if seat.player == table.host else "",
        wish.get(seat.wish or "", ""),
        "" if seat.connected or seat.is_bot else "away",
    ]
    told = " · ".join(note for note in notes if note)
    return f"{seat.seat + 1}  {seat.name}  {told}"
