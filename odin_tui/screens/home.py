"""The first screen: everything the house offers, one key each."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Resize, ScreenResume
from textual.widgets import Static

from odin_tui.catalogue import PLAYABLE, about_games, chosen_game, next_game
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
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
    """The way in, and the place one comes back to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            binding(f"home.{name}", f"go('{name}')", name, show=False)
            for name in (
                "game",
                "play",
                "new",
                "continue",
                "lesson",
                "replays",
                "statistics",
                "rules",
                "settings",
                "quit",
            )
        ),
        binding("list.give_up", "give_up", "give up"),
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
        odin = self.odin
        unfinished = odin.hall.unfinished(odin.player)
        finished = odin.hall.finished(odin.player)
        results = odin.hall.results(odin.player)
        title = PLAYABLE[chosen_game(odin.settings)].TITLE
        lines = {
            "game": ("Game", about_games(odin.settings)),
            "play": ("Play now", describe(odin.settings.last_table)),
            "continue": ("Continue", _count(len(unfinished), "unfinished match", "")),
            "new": ("New table", "game, seats, bots, rules, clock"),
            "lesson": ("Lesson", f"learn {title} by playing it"),
            "replays": ("Replays", _count(len(finished), "finished match", "no match yet")),
            "statistics": (
                "Statistics",
                f"{results.wins} of {results.matches} won" if results.matches else "no match yet",
            ),
            "rules": ("Rules", f"how {title} is played"),
            "settings": ("Settings", f"{odin.player.name}, {odin.settings.theme}"),
            "quit": ("Quit", ""),
        }
        hidden = {"continue"} if not unfinished else set()
        hidden |= {"game"} if len(PLAYABLE) == 1 else set()
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
        """Go to one of the places of the house, or choose another game here."""
        if where == "game":
            self.odin.change_settings(next_game(self.odin.settings))
            self._show_game()
        else:
            await self.odin.go(where)

    def _show_game(self) -> None:
        self.query_one(Menu).show(self._items())
        self._draw_emblem()
        self.refresh_bindings()


def _count(number: int, what: str, none: str) -> str:
    return none if number == 0 else f"{number} {what}" + ("" if number == 1 else "es")
