"""A table at which nobody can play now: not begun, paused, or closed."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from odin_server.hall.views import Phase, SeatView, TableView
from odin_server.notices import Notice
from odin_tui.bots_text import bot_rank
from odin_tui.catalogue import PLAYABLE, unusual_options
from odin_tui.fair_deals import short
from odin_tui.game_ui import game_ui
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.messages import notice_text
from odin_tui.widgets.action_link import ActionLink
from odin_tui.widgets.late_page import LatePage
from odin_tui.widgets.page import Dialog

WAYS = {"start": N_("Start"), "resume": N_("Play on"), "home": N_("Home")}
"""What the words below the seats say, by the actions they stand for."""


class Waiting(LatePage):
    """Says what the table waits for, and who is there."""

    DEFAULT_CSS = """
    Waiting { height: 1fr; align: center middle; }
    Waiting #title { color: $quiet; }
    Waiting #why { text-style: bold; margin-bottom: 1; }
    Waiting #invite, Waiting #commitment { margin-top: 1; }
    Waiting #commitment { color: $quiet; }
    Waiting #ways { height: 1; margin-top: 1; }
    Waiting ActionLink { margin: 0 2 0 0; }
    """

    def __init__(self, *, is_made: bool = False) -> None:
        super().__init__(is_made=is_made)
        self._shown: tuple[TableView, Notice | None] | None = None

    def compose_page(self) -> ComposeResult:
        with Dialog():
            yield Static(id="title", markup=False)
            yield Static(id="why", markup=False)
            yield Static(id="seats", markup=False)
            yield Static(id="invite", markup=False)
            yield Static(id="commitment", markup=False)
            with Horizontal(id="ways"):
                for name, words in WAYS.items():
                    yield ActionLink(words, name, main=name == "start", id=name)

    def invitation(self, table: TableView) -> str:
        """Return what brings a friend here, and the key that copies it."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        return self.app.invitation_text(table) if isinstance(self.app, OdinApp) else ""

    def commitment(self, table: TableView) -> str:
        """Return the start of the published SHA-256, and the key that shows it whole."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        if table.commitment is None or not isinstance(self.app, OdinApp):
            return ""
        key = self.app.key_of("table.deals")
        text = translations_of(self).gettext("Fair deal {digits} ({key} explains it)")
        return text.format(digits=short(table.commitment), key=key)

    def show(self, table: TableView, ended: Notice | None) -> None:
        """Show what this table waits for; `ended` says why the chair is gone, if it is."""
        self._shown = table, ended
        if self.is_made:
            self.fill()

    def fill(self) -> None:
        """Show in every widget what the table waits for."""
        if self._shown is None:
            return
        table, ended = self._shown
        tr = translations_of(self)
        for link in self.query(ActionLink):
            link.say(tr.gettext(WAYS[str(link.id)]))
        self._update("#title", _title(table, tr))
        why = _waits_for(table, tr) if ended is None else notice_text(ended, tr)
        self._update("#why", why)
        lines = (_seat_line(table, seat, tr) for seat in table.seats)
        self._update("#seats", Content("\n").join(lines))
        invite = self._update("#invite", line := self.invitation(table))
        wanted = table.phase is Phase.LOBBY and not table.tournament
        invite.display = bool(line) and ended is None and wanted
        shown = self._update("#commitment", published := self.commitment(table))
        shown.display = bool(published) and ended is None
        gone = ended is not None or table.phase is Phase.CLOSED
        starts = table.phase is Phase.LOBBY and _is_host(table)
        self.query_one("#start").display = not gone and starts
        self.query_one("#resume").display = not gone and table.phase is Phase.PAUSED
        self.query_one("#home").display = gone

    def _update(self, where: str, text: str | Content) -> Static:
        """Show a text unless it is shown already, since every change is painted for all."""
        static = self.query_one(where, Static)
        if static.content != text:
            static.update(text)
        return static


def _is_host(table: TableView) -> bool:
    """Return whether the reader has the seat of whoever begins the match."""
    return table.seat is not None and table.seats[table.seat].player == table.host


def _title(table: TableView, tr: Translations) -> str:
    """Return what is played here, for whoever was only given a code."""
    if table.game not in PLAYABLE:
        return ""
    unusual = unusual_options(table.game, len(table.seats), table.options, tr)
    title = " · ".join([PLAYABLE[table.game].TITLE, *unusual])
    about = game_ui(table.game).about if table.phase is Phase.LOBBY else ""
    return f"{title}\n{tr.gettext(about)}" if about else title


def _waits_for(table: TableView, tr: Translations) -> str:
    if table.phase is not Phase.LOBBY:
        return notice_text(table.notice, tr)
    if table.tournament:
        return tr.gettext("The match begins when everybody is here, or soon without them.")
    free = sum(seat.is_free for seat in table.seats)
    if not free:
        return f"{tr.gettext('Everyone is here.')} {_who_starts(table, tr)}".rstrip()
    waits = tr.ngettext(
        "Waiting for one more player. The code of this table is {code}.",
        "Waiting for {count} more players. The code of this table is {code}.",
        free,
    ).format(count=free, code=table.code)
    if not table.by_correspondence:
        return waits
    return f"{waits}\n{tr.gettext('You need not stay: your inbox tells when it is your turn.')}"


def _who_starts(table: TableView, tr: Translations) -> str:
    """Say who starts the match; empty if the host has no seat here."""
    if _is_host(table):
        return tr.gettext("Start when you like.")
    hosts = [seat.name for seat in table.seats if seat.player == table.host]
    return tr.gettext("{name} starts the match.").format(name=hosts[0]) if hosts else ""


def _seat_line(table: TableView, seat: SeatView, tr: Translations) -> Content:
    """Return who has a seat, the reader's own in their colour."""
    number = f"{seat.seat + 1}  "
    if seat.is_free:
        return Content.assemble((number, "$quiet"), (f" {tr.gettext('free')} ", "$quiet on $key"))
    votes = {
        "resume": tr.gettext("ready"),
        "pause": tr.gettext("wants a pause"),
        "rematch": tr.gettext("ready"),
    }
    notes = [
        tr.gettext("you") if seat.seat == table.seat else "",
        bot_rank(seat.bot, tr) if seat.bot else "",
        tr.gettext("host") if seat.player == table.host else "",
        votes.get(seat.vote or "", ""),
        "" if seat.connected or seat.is_bot else tr.gettext("away"),
    ]
    mine = seat.seat == table.seat
    said = " · ".join(note for note in notes if note)
    return Content.assemble(
        (number, "$quiet"),
        (seat.name, "bold $your-turn" if mine else "$foreground"),
        (f"  {said}", "$quiet"),
    )
