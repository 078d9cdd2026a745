"""The first screen: everything odin offers, one key each."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.widgets import Static

from odin_server.hall import TableListing
from odin_tui.catalogue import PLAYABLE, choose_game, chosen_game, game_title, next_game
from odin_tui.drawing.canvas_widget import TextLine
from odin_tui.elapsed_time import ago
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.match_titles import match_title
from odin_tui.screens.give_up import ask_to_give_up
from odin_tui.screens.new_table import describe
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.columns_menu import ColumnsMenu
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.game_tabs import GameTabs
from odin_tui.widgets.left_match import LeftMatch, LeftTable
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.painting import HomePainting

ROWS_FOR_ONE_COLUMN = 30
COLUMNS_FOR_MATCH = 100
"""The size from which the menu has one column, with the match that was left beside it."""


class HomeScreen(OdinScreen[None]):
    """The menu that odin starts with and comes back to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("home.game", "go('game')", N_("another game")),
        *(
            binding(f"home.{name}", f"go('{name}')", label, show=False)
            for name, label in {
                "play": N_("play"),
                "new": N_("new"),
                "continue": N_("continue"),
                "lesson": N_("lesson"),
                "daily": N_("daily deal"),
                "puzzles": N_("puzzles"),
                "join": N_("join a hall"),
                "replays": N_("replays"),
                "statistics": N_("statistics"),
                "rules": N_("rules"),
                "settings": N_("settings"),
                "quit": N_("quit"),
            }.items()
        ),
        binding("list.give_up", "give_up", N_("give up")),
        binding("language", "app.choose_language", N_("language")),
    ]
    AUTO_FOCUS = "Menu"

    DEFAULT_CSS = """
    HomeScreen GameTabs { margin-bottom: 1; }
    HomeScreen #below { height: auto; padding: 0 1; }
    HomeScreen #about { width: 100%; padding: 0 4; }
    HomeScreen #notice { width: 100%; height: auto; max-height: 4; padding: 0 4; color: $quiet; }
    HomeScreen.-medium ColumnsMenu, HomeScreen.-large ColumnsMenu { max-width: 60; }
    HomeScreen LeftMatch { display: none; }
    HomeScreen.-beside LeftMatch { display: block; margin-left: 2; }
    """

    def compose(self) -> ComposeResult:
        # All of it is known before the first layout, so that nothing is painted twice.
        game = chosen_game(self.odin.settings)
        yield HomePainting(game_title(game).upper())
        yield GameTabs(game, introduces=self._is_new)
        with Horizontal(id="below"):
            menu = ColumnsMenu(*self._items(), columns=self._columns(self.app.size))
            here = self._first_choice(menu.items)
            menu.set_reactive(ColumnsMenu.here, here)
            self._offered = menu.items[here].id
            yield menu
            yield LeftMatch()
        yield TextLine(id="about")
        yield Static(self.odin.notice, id="notice", markup=False)
        yield KeyFooter()

    @property
    def _is_new(self) -> bool:
        """Whether this player has never finished a match, and has to find a game first."""
        return not self.odin.hall.results(self.odin.player).matches

    def _items(self) -> list[Item]:
        odin, tr = self.odin, self.tr
        unfinished = odin.hall.unfinished(odin.player)
        finished = odin.hall.finished(odin.player)
        results = odin.hall.results(odin.player)
        theme = tr.gettext(odin.settings.theme)
        won = tr.ngettext("{wins} of {matches} won", "{wins} of {matches} won", results.matches)
        lines = {
            "play": (tr.gettext("Play now"), describe(odin.settings.last_table, tr)),
            "continue": (tr.gettext("Continue"), _unfinished(len(unfinished), tr)),
            "new": (tr.gettext("New table"), tr.gettext("seats, bots, rules")),
            "lesson": (tr.gettext("Lesson"), tr.gettext("learn it by playing")),
            "daily": (tr.gettext("Daily"), tr.gettext("one deal for everybody")),
            "puzzles": (tr.gettext("Puzzles"), tr.gettext("find the best move")),
            "join": (tr.gettext("Join a hall"), tr.gettext("play with friends")),
            "replays": (tr.gettext("Replays"), _finished(len(finished), tr)),
            "statistics": (
                tr.gettext("Statistics"),
                won.format(wins=results.wins, matches=results.matches)
                if results.matches
                else tr.gettext("no match yet"),
            ),
            "rules": (tr.gettext("Rules"), tr.gettext("how to play")),
            "settings": (tr.gettext("Settings"), comma_list((odin.player.name, theme), tr)),
            "quit": (tr.gettext("Quit"), ""),
        }
        hidden = {"continue"} if not unfinished else set()
        hidden |= set() if game_ui(chosen_game(odin.settings)).has("lesson") else {"lesson"}
        hidden |= set() if odin.ssh_runner is not None else {"join"}
        return [
            Item(name, title, words, odin.key_of(f"home.{name}"))
            for name, (title, words) in lines.items()
            if name not in hidden
        ]

    def _first_choice(self, items: Sequence[Item]) -> int:
        """Return where the cursor stands at first: on what the player has most likely come for."""
        ids = [item.id for item in items]
        if "continue" in ids:
            return ids.index("continue")
        is_new = not self.odin.settings.lesson_done and not self.odin.hall.finished(
            self.odin.player
        )
        return ids.index("lesson") if is_new and "lesson" in ids else 0

    def on_resize(self, event: Resize) -> None:
        """Put the menu in two columns where there are few rows."""
        super().on_resize(event)
        self.query_one(ColumnsMenu).columns = self._columns(event.size)
        self._show_match()
        self.call_after_refresh(self._say_about)

    def _columns(self, size: Size) -> int:
        return 1 if size.height >= ROWS_FOR_ONE_COLUMN else 2

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Show what has changed while another screen was on top."""
        self._show_game()

    def compose_again(self) -> None:
        """Show the match that was left, and what the entry under the cursor does."""
        self._show_match()
        self.call_after_refresh(self._say_about)

    def _show_game(self) -> None:
        game = chosen_game(self.odin.settings)
        self.query_one(HomePainting).word = game_title(game).upper()
        tabs = self.query_one(GameTabs)
        tabs.chosen, tabs.introduces = game, self._is_new
        menu = self.query_one(ColumnsMenu)
        before, stood = self._offered, menu.items[menu.here].id
        menu.show(self._items())
        here = self._first_choice(menu.items)
        self._offered = menu.items[here].id
        # A match was left, and most likely it is continued next; or the cursor still stands on
        # what somebody new was offered.
        if self._offered != before and (self._offered == "continue" or stood == before):
            menu.here = here
        self._show_match()
        self._say_about()
        self.refresh_bindings()

    def _show_match(self) -> None:
        """Show the match that was left last, where there is room for it beside the menu."""
        odin, size = self.odin, self.app.size
        waiting = odin.hall.unfinished(odin.player)
        room = size.width >= COLUMNS_FOR_MATCH and size.height >= ROWS_FOR_ONE_COLUMN
        self.set_class(bool(waiting) and room, "-beside")
        if waiting and room:
            self.query_one(LeftMatch).table = self._left(waiting[0])

    def _left(self, table: TableListing) -> LeftTable:
        odin = self.odin
        passed = ago(odin.hall.now() - table.last_at, self.tr)
        return LeftTable(
            odin.hall.look(odin.player, table.code),
            match_title(table, odin.player, self.tr),
            self.tr.gettext("The last move: {time}.").format(time=passed),
            odin.key_of("home.continue"),
            odin.settings.card_style,
            self.tr,
        )

    def _say_about(self) -> None:
        """Say what the entry of the menu does, or what the game is, where they do not say it."""
        menu, words = self.query_one(ColumnsMenu), ""
        if not menu.shows_words:
            words = menu.items[menu.here].words
        elif not self.query_one(GameTabs).has_room:
            words = self.tr.gettext(game_ui(chosen_game(self.odin.settings)).about)
        self.query_one("#about", TextLine).say(Content.styled(words, "$quiet"))

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Go where the menu points."""
        await self.action_go(message.item.id)

    async def on_left_match_chosen(self) -> None:
        """Continue the match that is shown."""
        table = self.query_one(LeftMatch).table
        if table is not None:
            await self.odin.continue_table(table.view.code)

    def on_game_tabs_chosen(self, message: GameTabs.Chosen) -> None:
        """Choose the game that was clicked."""
        self.odin.change_settings(choose_game(self.odin.settings, message.game))
        self._show_game()

    def on_rows_moved(self) -> None:
        """Offer to give a match up only where the cursor is on one."""
        self._say_about()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        if action == "go" and parameters == ("game",):
            return len(PLAYABLE) > 1
        if action == "go":
            # The footer asks even before there is a menu.
            return all(parameters[0] in [i.id for i in menu.items] for menu in self.query(Menu))
        return action != "give_up" or self._on_continue

    @property
    def _on_continue(self) -> bool:
        # The footer asks even before there is a menu.
        return any(menu.items[menu.here].id == "continue" for menu in self.query(Menu))

    async def action_give_up(self) -> None:
        """Ask whether the only unfinished match may be given up; show the list of several."""
        waiting = self.odin.hall.unfinished(self.odin.player)
        if len(waiting) == 1:
            ask_to_give_up(self.odin, waiting[0], self._show_game)
        else:
            await self.odin.go("continue")

    async def action_go(self, where: str) -> None:
        """Go to another screen, or choose another game here."""
        if where == "game":
            self.odin.change_settings(next_game(self.odin.settings))
            self._show_game()
        else:
            await self.odin.go(where)


def _unfinished(count: int, tr: Translations) -> str:
    text = tr.ngettext("{count} unfinished match", "{count} unfinished matches", count)
    return text.format(count=count)


def _finished(count: int, tr: Translations) -> str:
    if count == 0:
        return tr.gettext("no match yet")
    text = tr.ngettext("{count} to watch", "{count} to watch", count)
    return text.format(count=count)
