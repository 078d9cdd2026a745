"""The daily deal: today's board in each game, and the way to the table."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from odin_engine.game import Refusal
from odin_server.hall.daily import DailyBoard, day_after
from odin_server.hall.daily_deals import DailyStatus
from odin_tui.catalogue import PLAYABLE, chosen_game
from odin_tui.daily_text import board_lines, board_note
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.numbers import day_text
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title

PLAY, DAY = "play", "day"
LONGEST = 3600.0
"""Seconds after which the time left is told anew, at most."""


class DailyScreen(OdinScreen[None]):
    """The board of today or of yesterday, one game at a time; left and right change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.left", "turn(-1)", N_("game"), priority=True),
        binding("menu.right", "turn(1)", N_("game"), priority=True),
        binding("back", "back", N_("back")),
    ]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = """
    DailyScreen #board { padding: 0 3; height: auto; }
    DailyScreen #note { padding: 0 4; height: auto; color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._games = tuple(PLAYABLE)
        self._shown = 0
        self._yesterday = False
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        with Page():
            yield Title()
            with Plate():
                yield Menu()
            with Plate():
                yield Static(id="board")
            yield Static(id="note", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self._shown = self._games.index(chosen_game(self.odin.settings))
        self._show()

    def catch_up(self) -> None:
        """Show who has played meanwhile."""
        self._show()

    @property
    def game(self) -> str:
        """The game whose board is shown."""
        return self._games[self._shown]

    @work(exclusive=True)
    async def _show(self) -> None:
        daily = self.odin.hall.daily
        day = day_after(daily.today, -1) if self._yesterday else daily.today
        try:
            board = await daily.board(self.game, day)
        except Refusal as refusal:
            self.odin.show_refusal(refusal)
            return
        self._show_board(board)
        if self._timer is not None:
            self._timer.stop()
        # At midnight there is another deal; until then the time left is told once an hour.
        left = max(board.ends_at - self.odin.hall.now(), 1.0) if not self._yesterday else LONGEST
        self._timer = self.set_timer(min(left, LONGEST), self._show)

    def _show_board(self, board: DailyBoard) -> None:
        tr, odin = self.tr, self.odin
        title = tr.gettext("{game} · {day}").format(
            game=PLAYABLE[self.game].TITLE, day=day_text(board.day, tr)
        )
        self.query_one(Title).name_page(tr.gettext("Daily deal"), title)
        self.query_one(Menu).show(self._items())
        self.query_one("#board", Static).update(self._styled(board))
        note = board_note(board, odin.hall.now(), tr)
        self.query_one("#note", Static).update(note)

    def _styled(self, board: DailyBoard) -> Content:
        """Return the lines of the board with the player's own picked out."""
        player = self.odin.player.id
        inks = ["bold $your-turn" if row.player == player else "" for row in board.results]
        lines = board_lines(board, player, self.tr)
        # Below the results stands what is said about all of them.
        inks += ["$quiet" if board.results else ""] * (len(lines) - len(inks))
        return Content("\n").join(map(Content.styled, lines, inks))

    def _items(self) -> list[Item]:
        tr, odin = self.tr, self.odin
        status = odin.hall.daily.status(odin.player, self.game)
        title, words = {
            DailyStatus.NEW: (
                tr.gettext("Play today's deal"),
                tr.gettext("one try, same for everybody"),
            ),
            DailyStatus.BEGUN: (tr.gettext("Play on"), tr.gettext("your match waits")),
            DailyStatus.PLAYED: (
                tr.gettext("Played"),
                tr.gettext("the next comes at midnight UTC"),
            ),
            DailyStatus.GIVEN_UP: (
                tr.gettext("Given up"),
                tr.gettext("the next comes at midnight UTC"),
            ),
        }[status]
        other = tr.gettext("Today's board") if self._yesterday else tr.gettext("Yesterday's board")
        return [Item(PLAY, title, words), Item(DAY, other, "")]

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Play, or show the board of the other day."""
        message.stop()
        if message.item.id == DAY:
            self._yesterday = not self._yesterday
            self._show()
        else:
            await self.odin.play_daily(self.game)

    def action_turn(self, steps: int) -> None:
        """Show the board of the next game."""
        self._shown = (self._shown + steps) % len(self._games)
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return action != "turn" or len(self._games) > 1

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()
