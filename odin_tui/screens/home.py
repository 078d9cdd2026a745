"""The first screen: everything odin offers, one key each."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Resize, ScreenResume
from textual.widgets import Static

from odin_tui.catalogue import PLAYABLE, about_games, chosen_game, next_game
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.screens.new_table import describe
from odin_tui.screens.screen import OdinScreen, size_class
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu

TITLE = """\
▄█████▄   ██████▄   ██   ██▄   ██
██   ██   ██   ██   ██   ███▄  ██
██   ██   ██   ██   ██   ██▀█▄ ██
██   ██   ██   ██   ██   ██ ▀█▄██
▀█████▀   ██████▀   ██   ██   ▀██"""


class HomeScreen(OdinScreen[None]):
    """The menu that odin starts with and comes back to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            binding(f"home.{name}", f"go('{name}')", label, show=False)
            for name, label in {
                "game": N_("game"),
                "play": N_("play"),
                "new": N_("new"),
                "continue": N_("continue"),
                "lesson": N_("lesson"),
                "replays": N_("replays"),
                "statistics": N_("statistics"),
                "rules": N_("rules"),
                "settings": N_("settings"),
                "quit": N_("quit"),
            }.items()
        ),
        binding("list.give_up", "give_up", N_("give up")),
    ]
    AUTO_FOCUS = "Menu"

    DEFAULT_CSS = """
    HomeScreen { align: center middle; }
    HomeScreen > Vertical { width: 70; max-width: 100%; height: auto; }
    HomeScreen #title { width: 100%; height: 5; text-align: center; }
    HomeScreen #emblem { width: 100%; height: auto; margin: 1 0; text-align: center; }
    HomeScreen #notice { width: 100%; height: auto; max-height: 4; padding: 0 3; color: $quiet; }
    HomeScreen.-large > Vertical { width: 100; }
    HomeScreen.-large Menu { width: 70; margin: 1 15; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(TITLE, id="title", markup=False)
            yield Static(id="emblem")
            yield Menu(*self._items())
            yield Static(self.odin.notice, id="notice", markup=False)
        yield KeyFooter()

    def _items(self) -> list[Item]:
        odin, tr = self.odin, self.tr
        unfinished = odin.hall.unfinished(odin.player)
        finished = odin.hall.finished(odin.player)
        results = odin.hall.results(odin.player)
        title = PLAYABLE[chosen_game(odin.settings)].TITLE
        theme = tr.gettext(odin.settings.theme)
        won = tr.gettext("{wins} of {matches} won")
        lines = {
            "game": (tr.gettext("Game"), about_games(odin.settings, tr)),
            "play": (tr.gettext("Play now"), describe(odin.settings.last_table, tr)),
            "continue": (tr.gettext("Continue"), _unfinished(len(unfinished), tr)),
            "new": (tr.gettext("New table"), tr.gettext("game, seats, bots, rules, clock")),
            "lesson": (
                tr.gettext("Lesson"),
                tr.gettext("learn {game} by playing it").format(game=title),
            ),
            "replays": (tr.gettext("Replays"), _finished(len(finished), tr)),
            "statistics": (
                tr.gettext("Statistics"),
                won.format(wins=results.wins, matches=results.matches)
                if results.matches
                else tr.gettext("no match yet"),
            ),
            "rules": (tr.gettext("Rules"), tr.gettext("how {game} is played").format(game=title)),
            "settings": (tr.gettext("Settings"), f"{odin.player.name}, {theme}"),
            "quit": (tr.gettext("Quit"), ""),
        }
        hidden = {"continue"} if not unfinished else set()
        hidden |= {"game"} if len(PLAYABLE) == 1 else set()
        hidden |= set() if game_ui(chosen_game(odin.settings)).has("lesson") else {"lesson"}
        return [
            Item(name, title, words, odin.key_of(f"home.{name}"))
            for name, (title, words) in lines.items()
            if name not in hidden
        ]

    def on_mount(self) -> None:
        """Begin where Enter plays."""
        menu = self.query_one(Menu)
        menu.here = next(i for i, item in enumerate(menu.items) if item.id == "play")

    def on_resize(self, event: Resize) -> None:
        """Draw the cards as large as they fit."""
        super().on_resize(event)
        self._draw_emblem()

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Show what has changed while another screen was on top."""
        self._show_game()

    def _draw_emblem(self) -> None:
        settings = self.odin.settings
        emblem = game_ui(chosen_game(settings)).emblem
        drawn = emblem(size_class(self.app.size), settings.card_style)
        self.query_one("#emblem", Static).update(drawn)

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Go where the menu points."""
        await self.action_go(message.item.id)

    def on_rows_moved(self) -> None:
        """Offer to give a match up only where the cursor is on one."""
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        return action != "give_up" or self._on_continue

    @property
    def _on_continue(self) -> bool:
        # The footer asks even before there is a menu.
        return any(menu.items[menu.here].id == "continue" for menu in self.query(Menu))

    async def action_give_up(self) -> None:
        """Ask whether the only unfinished match may be given up; show the list of several."""
        waiting = self.odin.hall.unfinished(self.odin.player)
        if len(waiting) == 1:
            from odin_tui.screens.give_up import ask_to_give_up  # noqa: PLC0415 - when wanted

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

    def _show_game(self) -> None:
        self.query_one(Menu).show(self._items())
        self._draw_emblem()
        self.refresh_bindings()


def _unfinished(count: int, tr: Translations) -> str:
    text = tr.ngettext("{count} unfinished match", "{count} unfinished matches", count)
    return text.format(count=count)


def _finished(count: int, tr: Translations) -> str:
    if count == 0:
        return tr.gettext("no match yet")
    text = tr.ngettext("{count} finished match", "{count} finished matches", count)
    return text.format(count=count)
