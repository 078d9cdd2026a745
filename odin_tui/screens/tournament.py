"""One tournament on one screen: its ranking, its tables and its bracket, and what can be done."""

from collections.abc import Awaitable, Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.widgets import Static

from odin_engine.game import Refusal
from odin_server.hall.views import Player, is_guest
from odin_server.tournaments.state import Stage, Tournament
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.navigation import replay
from odin_tui.screens.choose import ChooseScreen
from odin_tui.screens.confirm import ConfirmScreen
from odin_tui.screens.screen import size_class
from odin_tui.screens.tournaments import TournamentPage
from odin_tui.tournament_tables import bracket_lines, ranking_rows
from odin_tui.tournament_text import bye_lines, facts_text, ranking_note, table_names
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.list_rows import ListLine, ListRows
from odin_tui.widgets.menu import Item
from odin_tui.widgets.page import WIDEST, Page, Plate, Title

MARGIN = 8
"""The columns of a plate beside its lines: edges, the mark of the cursor and the scrollbar."""
VIEWS = ("ranking", "tables", "bracket")


class TournamentScreen(TournamentPage):
    """Left and right turn between ranking, tables and, of a knock-out, the bracket."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # What somebody waits for comes first: a narrow footer has no room for the last ones.
        binding("hall.to_table", "to_table", N_("to your table")),
        binding("tournament.next", "start", N_("start")),
        binding("tournament.next", "next", N_("next round")),
        binding("menu.left", "turn(-1)", N_("other view")),
        binding("menu.right", "turn(1)", N_("other view")),
        binding("tournament.enter", "enter", N_("join")),
        binding("tournament.enter", "withdraw", N_("leave")),
        binding("tournament.add", "add", N_("add a player")),
        binding("tournament.cancel", "cancel", N_("cancel")),
    ]
    AUTO_FOCUS = "ListRows"
    DEFAULT_CSS = """
    TournamentScreen #facts, TournamentScreen #note {
        padding: 0 4; height: auto; color: $quiet;
    }
    TournamentScreen #note { dock: bottom; }
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self._view = "ranking"

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is now."""
        return self.hall_app.hall.tournaments.get(self.number)

    def compose(self) -> ComposeResult:
        with Page():
            yield Title()
            yield Static(id="facts", markup=False)
            with Plate():
                yield ListRows()
            yield Static(id="note", markup=False)
        yield KeyFooter()

    def on_resize(self, event: Resize) -> None:
        """Draw the tables as wide as there is room for."""
        super().on_resize(event)
        self.show()

    # -- what is shown ----------------------------------------------------------------------

    def show(self) -> None:
        tr, tournament = self.tr, self.tournament
        titles = {
            "ranking": tr.gettext("ranking"),
            "tables": tr.gettext("tables"),
            "bracket": tr.gettext("bracket"),
        }
        self.query_one(Title).name_page(tournament.name, titles[self._view])
        self.query_one("#facts", Static).update(facts_text(tournament, tr))
        lines = {"ranking": self._ranking, "tables": self._tables, "bracket": self._bracket}
        self.query_one(ListRows).show(list(lines[self._view]()))
        note = ranking_note(tournament, tr) if tournament.rounds else self._before()
        self.query_one("#note", Static).update(note)
        self.refresh_bindings()

    def _before(self) -> str:
        text = self.tr.gettext("{name} starts the tournament when everybody is here.")
        return text.format(name=self.tournament.organiser_name)

    @property
    def _width(self) -> int:
        size = self.app.size
        return min(size.width, WIDEST[size_class(size)]) - MARGIN

    def _ranking(self) -> Iterator[ListLine]:
        tournament, own = self.tournament, self.odin.player.id
        rows = self.hall_app.hall.tournaments.standings(tournament)
        if not rows:
            yield ListLine("", self.tr.gettext("Nobody has joined yet."))
            return
        head, lines = ranking_rows(tournament, rows, self._width, self.tr)
        yield ListLine("", head)
        for row, line in zip(rows, lines, strict=True):
            player = row.entrant.player
            yield ListLine(player, line, own=player == own, quiet=row.out)

    def _tables(self) -> Iterator[ListLine]:
        tournament, own = self.tournament, self.odin.player.id
        if not tournament.rounds:
            yield ListLine("", self.tr.gettext("No round has been seated yet."))
        for number, each in reversed([*enumerate(tournament.rounds, 1)]):
            yield ListLine("", self.tr.gettext("Round {number}").format(number=number))
            for table in each.tables:
                names = table_names(tournament, table, self.tr)
                yield ListLine(table.id, names, own=own in table.players)
            yield from (ListLine("", line) for line in bye_lines(tournament, each, self.tr))

    def _bracket(self) -> Iterator[ListLine]:
        head, *lines = bracket_lines(self.tournament, self._width, self.tr)
        yield ListLine("", head)
        yield from (ListLine(f"line {number}", line) for number, line in enumerate(lines))

    # -- what can be done -------------------------------------------------------------------

    @property
    def _manages(self) -> bool:
        app = self.hall_app
        return app.hall.tournaments.may_manage(self.tournament, app.manager)

    @property
    def _table_waits(self) -> bool:
        """Whether the player's table is open; it is so a moment after the round was seated."""
        found = self.hall_app.hall.tournaments.table_of(self.odin.player.id)
        return found is not None and found[0].number == self.number

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        tournament, player = self.tournament, self.odin.player.id
        entrant = tournament.entrant(player)
        plays = entrant is not None and not (entrant.withdrawn or entrant.bot)
        going, begun = not tournament.is_over, tournament.stage is Stage.RUNNING
        open_now = going and (tournament.is_swiss or not begun)
        offers = {
            "start": going and not begun and self._manages,
            "next": tournament.round_is_over and self._manages,
            "enter": (open_now or (going and entrant is not None))
            and not (plays or is_guest(player)),
            "withdraw": going and plays,
            "add": open_now and self._manages,
            "cancel": going and self._manages,
            "to_table": self._table_waits,
        }
        return offers.get(action, True)

    def action_turn(self, steps: int) -> None:
        """Show the next view."""
        views = VIEWS[:2] if self.tournament.is_swiss or not self.tournament.rounds else VIEWS
        self._view = views[(views.index(self._view) + steps) % len(views)]
        self.show()

    async def action_start(self) -> None:
        """Begin, and seat the first round."""
        app = self.hall_app
        await self._attempt(app.hall.tournaments.start(self.number, app.manager))

    async def action_next(self) -> None:
        """Seat the next round."""
        app = self.hall_app
        await self._attempt(app.hall.tournaments.next_round(self.number, app.manager))

    async def action_to_table(self) -> None:
        """Sit down at the table that waits."""
        await self.hall_app.action_to_table()

    async def action_enter(self) -> None:
        """Play in the tournament."""
        app = self.hall_app
        await self._attempt(app.hall.tournaments.enter(self.number, app.player))

    async def action_withdraw(self) -> None:
        """Play no longer; once it has begun, ask first."""
        if self.tournament.stage is Stage.OPEN:
            await self._withdraw(sure=True)
            return
        question = self.tr.gettext("Leave the tournament?")
        self.app.push_screen(ConfirmScreen(question, careful=True), self._withdraw)

    async def _withdraw(self, sure: bool | None) -> None:  # noqa: FBT001 - an answer is a truth
        app = self.hall_app
        if sure:
            await self._attempt(app.hall.tournaments.withdraw(self.number, app.player.id))

    def action_cancel(self) -> None:
        """Ask whether the tournament may end without a winner."""
        question = self.tr.gettext("Cancel the tournament?")
        details = self.tr.gettext("What has been played stays, and so do the ratings.")
        self.app.push_screen(ConfirmScreen(question, details, careful=True), self._cancel)

    async def _cancel(self, sure: bool | None) -> None:  # noqa: FBT001 - an answer is a truth
        app = self.hall_app
        if sure:
            await self._attempt(app.hall.tournaments.cancel(self.number, app.manager))

    def action_add(self) -> None:
        """Choose somebody in the hall who does not play yet."""
        tr, tournament = self.tr, self.tournament
        playing = {each.player for each in tournament.playing if not each.bot}
        here = [
            Item(person.id, person.name)
            for person in self.hall_app.hall.people()
            if person.id not in playing and not is_guest(person.id)
        ]
        if not here:
            self.app.notify(tr.gettext("Everybody in the hall plays already."))
            return
        question = tr.gettext("Who joins the tournament?")
        self.app.push_screen(ChooseScreen(question, "", *here), self._add)

    async def _add(self, player: str | None) -> None:
        app = self.hall_app
        for person in app.hall.people():
            if person.id == player:
                late = Player(person.id, person.name)
                await self._attempt(app.hall.tournaments.enter_late(self.number, app.manager, late))
                return

    async def on_list_rows_chosen(self, message: ListRows.Chosen) -> None:
        """Look at a table or its replay; as the organiser, choose what becomes of a player.

        Others are shown the tables.
        """
        message.stop()
        chosen = message.line.id
        if self._view == "tables":
            await self._look_at(chosen)
        elif self._view == "ranking" and self._manages and not self.tournament.is_over:
            self._ask_about(chosen)
        else:
            self._view = "tables"
            self.show()

    async def _look_at(self, table_id: str) -> None:
        app = self.hall_app
        for table in self.tournament.tables():
            if table.id == table_id and table.match:
                await replay(app, table.match)
            elif table.id == table_id and table.places is None:
                await app.watch_table(table.code)

    def _ask_about(self, player: str) -> None:
        tr, entrant = self.tr, self.tournament.entrant(player)
        if entrant is None or entrant.withdrawn:
            return
        items = [Item("remove", tr.gettext("Remove"), tr.gettext("a bot finishes a match"))]
        if not entrant.bot:
            words = tr.gettext("from now on")
            items.insert(0, Item("bot", tr.gettext("A bot plays instead"), words))
        if self.tournament.is_swiss and not entrant.excused:
            words = tr.gettext("half a point for the next round")
            items.insert(0, Item("bye", tr.gettext("Sits out a round"), words))

        async def done(what: str | None) -> None:
            await self._change(player, what)

        self.app.push_screen(ChooseScreen(entrant.name, "", *items), done)

    async def _change(self, player: str, what: str | None) -> None:
        app = self.hall_app
        tournaments = app.hall.tournaments
        match what:
            case "remove":
                await self._attempt(tournaments.remove(self.number, app.manager, player))
            case "bot":
                await self._attempt(tournaments.replace_by_bot(self.number, app.manager, player))
            case "bye":
                await self._attempt(tournaments.excuse(self.number, app.manager, player))

    async def _attempt(self, action: Awaitable[None]) -> None:
        try:
            await action
        except Refusal as refusal:
            self.hall_app.show_refusal(refusal)
