"""The matches a player has finished, to be looked at again."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from odin_engine.games import GAMES
from odin_server.hall import FinishedMatch, Player
from odin_tui.achievements import own_seat
from odin_tui.elapsed_time import ago
from odin_tui.keys import binding
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu

NOTHING = (
    "No match has been finished yet.\n\nGo back and choose Play now to play one. Every match "
    "you finish is kept and can be looked at here, move by move, with all hands open."
)


class ReplaysScreen(OdinScreen[str]):
    """A list of finished matches; it closes with the id of the chosen one, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "back", "back")]
    AUTO_FOCUS = "Menu"

    DEFAULT_CSS = """
    ReplaysScreen { align: center middle; }
    ReplaysScreen > Vertical { width: 100; max-width: 100%; height: 100%; max-height: 40; }
    ReplaysScreen #heading { height: 1; text-style: bold; margin: 0 3; }
    ReplaysScreen #under { height: 1; margin: 0 3; color: $line; }
    ReplaysScreen #nothing { margin: 1 3; height: auto; }
    ReplaysScreen Menu { height: 1fr; }
    """

    def __init__(self, player: Player, matches: Sequence[FinishedMatch]) -> None:
        super().__init__()
        self.player = player
        self.matches = matches

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("Replays", id="heading")
            yield Static("─" * 200, id="under")
            if self.matches:
                yield Menu(*self._items())
            else:
                yield Static(NOTHING, id="nothing", markup=False)
        yield KeyFooter()

    def _items(self) -> list[Item]:
        now = self.odin.hall.now()
        return [Item(match.id, ago(now - match.at), self._words(match)) for match in self.matches]

    def _words(self, match: FinishedMatch) -> str:
        title = GAMES[match.game].TITLE if match.game in GAMES else match.game
        mine = own_seat(self.player.id, match)
        others = ", ".join(name for seat, name in enumerate(match.names) if seat != mine)
        place, points = match.places[mine], match.points[mine]
        ended = "won" if place == 1 else f"{place}. of {len(match.names)}"
        return f"{title:6} {ended:8} {points:>2} point{' ' if points == 1 else 's'}  with {others}"

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Close with the match that was chosen."""
        message.stop()
        self.dismiss(message.item.id)

    def action_back(self) -> None:
        """Close without one."""
        self.dismiss(None)
