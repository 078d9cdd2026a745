"""The matches a player has finished, to be looked at again."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from odin_server.hall import FinishedMatch, Player
from odin_tui.achievements import own_seat
from odin_tui.catalogue import game_title
from odin_tui.elapsed_time import ago
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.numbers import comma_list
from odin_tui.match_titles import place_text
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title


class ReplaysScreen(OdinScreen[str]):
    """A list of finished matches; it closes with the id of the chosen one, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "back", N_("back"))]
    AUTO_FOCUS = "Menu"

    DEFAULT_CSS = "ReplaysScreen #nothing { padding: 0 3; height: auto; }"

    def __init__(self, player: Player, matches: Sequence[FinishedMatch]) -> None:
        super().__init__()
        self.player = player
        self.matches = matches

    def compose(self) -> ComposeResult:
        nothing = self.tr.gettext(
            "No match has been finished yet.\n\n"
            "Go back and choose Play now to play one. Every match you finish is kept "
            "and can be looked at here, move by move, with all hands open."
        )
        with Page():
            yield Title(self.tr.gettext("Replays"))
            with Plate():
                if self.matches:
                    yield Menu(*self._items())
                else:
                    yield Static(nothing, id="nothing", markup=False)
        yield KeyFooter()

    def _items(self) -> list[Item]:
        now = self.odin.hall.now()
        columns = [self._columns(match) for match in self.matches]
        # At least as wide as most lists are, so that lists look alike.
        widths = [
            max(map(cell_len, cells))
            for cells in zip(("x" * 6, "x" * 8, "x" * 9), *columns, strict=True)
        ]
        return [
            Item(match.id, ago(now - match.at, self.tr), self._row(match, cells, widths))
            for match, cells in zip(self.matches, columns, strict=True)
        ]

    def _columns(self, match: FinishedMatch) -> tuple[str, str, str]:
        """Return the game, the player's place and their points."""
        mine = own_seat(self.player.id, match)
        points, ended = match.points[mine], place_text(match, self.player, self.tr)
        scored = self.tr.ngettext("{points:>2} point", "{points:>2} points", points)
        return game_title(match.game), ended, scored.format(points=points)

    def _row(self, match: FinishedMatch, cells: tuple[str, str, str], widths: list[int]) -> str:
        mine = own_seat(self.player.id, match)
        others = comma_list(
            (name for seat, name in enumerate(match.names) if seat != mine), self.tr
        )
        text = " ".join(
            set_cell_size(cell, width) for cell, width in zip(cells, widths, strict=True)
        )
        company = self.tr.gettext("with {others}").format(others=others)
        return f"{text}  {company}"

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Close with the match that was chosen."""
        message.stop()
        self.dismiss(message.item.id)

    def action_back(self) -> None:
        """Close without one."""
        self.dismiss(None)
