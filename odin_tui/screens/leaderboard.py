"""The strongest players of each game."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from odin_server.hall import Rating
from odin_tui.catalogue import PLAYABLE, chosen_game, game_title
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.page import Page, Plate, Title

MOST = 20


class LeaderboardScreen(OdinScreen[None]):
    """One game at a time; left and right change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.left", "turn(-1)", N_("game")),
        binding("menu.right", "turn(1)", N_("game")),
        binding("back", "back", N_("back")),
    ]
    DEFAULT_CSS = "LeaderboardScreen #table { padding: 0 3; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._games = tuple(PLAYABLE)

    def compose(self) -> ComposeResult:
        with Page():
            yield Title()
            with Plate():
                yield Static(id="table")
        yield KeyFooter()

    def on_mount(self) -> None:
        self._shown = self._games.index(chosen_game(self.odin.settings))
        self._show()

    def compose_again(self) -> None:
        self._show()

    def action_turn(self, steps: int) -> None:
        """Show the next game's list."""
        self._shown = (self._shown + steps) % len(self._games)
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return action != "turn" or len(self._games) > 1

    def _show(self) -> None:
        game, odin = self._games[self._shown], self.odin
        board = odin.hall.leaderboard(game, MOST)
        self.query_one(Title).name_page(self.tr.gettext("Leaderboard"), game_title(game))
        lines = [_line(place, row, odin.player.id, self.tr) for place, row in enumerate(board, 1)]
        mine = odin.hall.rating(odin.player, game)
        if mine is not None and all(row.player != mine.player for row in board):
            lines.append(_line(0, mine, odin.player.id, self.tr))
        nobody = Content(self.tr.gettext("Nobody has finished a rated match yet."))
        self.query_one("#table", Static).update(Content("\n").join(lines) if lines else nobody)

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()


def _line(place: int, row: Rating, me: str, tr: Translations) -> Content:
    matches = tr.ngettext("{count} match", "{count} matches", row.matches)
    matches = matches.format(count=row.matches)
    text = f"{place or '·':>3}  {row.name:<26} {row.ordinal:6.1f}   {matches}"
    return Content.styled(text, "bold $your-turn" if row.player == me else "")
