"""The puzzles of a game: how hard they are, which are solved, and how the player does."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from odin_server.hall.puzzles import PuzzleStatus
from odin_tui.catalogue import PLAYABLE, chosen_game
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.puzzle_text import WHO_FINDS_IT, difficulty_text, progress_text, stars
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title

NEXT = "next"


class PuzzlesScreen(OdinScreen[None]):
    """A list of puzzles, one game at a time; left and right change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.left", "turn(-1)", N_("game"), priority=True),
        binding("menu.right", "turn(1)", N_("game"), priority=True),
        binding("back", "back", N_("back")),
    ]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = "PuzzlesScreen #progress { padding: 0 4; height: auto; color: $quiet; }"

    def __init__(self) -> None:
        super().__init__()
        self._games = tuple(PLAYABLE)
        self._shown = 0

    def compose(self) -> ComposeResult:
        with Page():
            yield Title()
            yield Static(id="progress", markup=False)
            with Plate():
                yield Menu()
        yield KeyFooter()

    def on_mount(self) -> None:
        self._shown = self._games.index(chosen_game(self.odin.settings))
        self._show()

    def catch_up(self) -> None:
        """Show what was solved meanwhile."""
        self._show()

    @property
    def game(self) -> str:
        """The game whose puzzles are shown."""
        return self._games[self._shown]

    def _show(self) -> None:
        book, player, tr = self.odin.hall.puzzles, self.odin.player, self.tr
        found = book.puzzles(player, self.game)
        self.query_one(Title).name_page(tr.gettext("Puzzles"), PLAYABLE[self.game].TITLE)
        said = progress_text(book.progress(player), tr)
        self.query_one("#progress", Static).update(said)
        self.query_one(Menu).show(self._items(found))

    def _items(self, found: tuple[PuzzleStatus, ...]) -> list[Item]:
        tr = self.tr
        if not found:
            words = tr.gettext("analyse a match: its best positions are kept here")
            return [Item("", tr.gettext("No puzzles yet"), words)]
        untried = sum(status.solved is None for status in found)
        text = tr.ngettext("{count} to solve", "{count} to solve", untried)
        first = Item(NEXT, tr.gettext("Next puzzle"), text.format(count=untried))
        return [first, *(puzzle_item(number, status, tr) for number, status in enumerate(found, 1))]

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Open the puzzle that was chosen."""
        from odin_tui.screens.puzzle import PuzzleScreen  # noqa: PLC0415 - loaded when wanted

        message.stop()
        book, player = self.odin.hall.puzzles, self.odin.player
        wanted = message.item.id
        if wanted == NEXT:
            puzzle = book.next_for(player, self.game)
        else:
            found = (status.puzzle for status in book.puzzles(player, self.game))
            puzzle = next((each for each in found if each.id == wanted), None)
        if puzzle is not None:
            self.app.push_screen(PuzzleScreen(puzzle, series=True))
        elif wanted == NEXT:
            self.notify(self.tr.gettext("You have tried every puzzle there is."))

    def action_turn(self, steps: int) -> None:
        """Show the puzzles of the next game."""
        self._shown = (self._shown + steps) % len(self._games)
        self.query_one(Menu).here = 0
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return action != "turn" or len(self._games) > 1

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()


def puzzle_item(number: int, status: PuzzleStatus, tr: Translations) -> Item:
    """Return a row of the list: number, stars, and what is known of the puzzle."""
    puzzle = status.puzzle
    mark = {None: "  ", True: "✓ ", False: "✗ "}[status.solved]
    words = [difficulty_text(puzzle.difficulty, tr), tr.gettext(WHO_FINDS_IT[puzzle.difficulty])]
    players = len(puzzle.record.names)
    words.insert(1, tr.ngettext("{count} player", "{count} players", players).format(count=players))
    if status.tried_by:
        text = tr.gettext("{solved} of {tried} solved it")
        words.append(text.format(solved=status.solved_by, tried=status.tried_by))
    return Item(puzzle.id, f"{mark}{number:>3}  {stars(puzzle.difficulty)}", " · ".join(words))
