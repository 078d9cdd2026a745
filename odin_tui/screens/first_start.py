"""The first minute: who the player is, which language they read, and what they want to do first."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from odin_tui.catalogue import PLAYABLE, choose_game, chosen_game, other_game
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import LANGUAGES, N_, Translations, language_of
from odin_tui.screens.screen import OdinScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.form import Field, Form
from odin_tui.widgets.game_tabs import GameTabs
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title


def language_field(tr: Translations) -> Field:
    """Return the row that chooses a language, each called as its speakers call it."""
    title = tr.gettext("Language")
    return Field("language", title, language_of(tr), tuple(LANGUAGES), LANGUAGES)


class LanguageForm(Form):
    """The language that the rest is read in; the arrow that leads up goes back to the name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.up", "app.focus_previous", N_("move"), show=False),
    ]


class NameScreen(TextPromptScreen):
    """Asks for the player's name, and for the language; Enter accepts both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.down", "app.focus_next", N_("move"), show=False),
        # In the field itself Enter has a binding of its own.
        binding("form.done", "accept", N_("accept"), show=False),
    ]

    def __init__(
        self, name: str, accept: Callable[[str], Awaitable[None]], *, note: str = ""
    ) -> None:
        """Show a name to begin with; the note about names is marked with `N_`."""
        super().__init__("", name, accept=accept)
        self._note = note

    def compose(self) -> ComposeResult:
        # Made anew when another language is chosen.
        tr = self.tr
        about = tr.gettext("Viking games in your terminal, against bots or with friends.")
        self._question = tr.gettext("Welcome to odin!")
        note = f"\n{tr.gettext(self._note)}" if self._note else ""
        self._details = f"{about}{note}\n\n{tr.gettext('Your name?')}"
        self._nothing_typed = tr.gettext("Please type a name.")
        yield from super().compose()

    def compose_more(self) -> ComposeResult:
        yield LanguageForm([language_field(self.tr)])

    def keys_text(self) -> str:
        """Return how to answer, and how to get to the language."""
        return self.tr.gettext("enter: accept   ↓: language")

    async def action_accept(self) -> None:
        """Take the name that is written."""
        await self.submit()

    @on(Form.Changed)
    def _change_language(self, message: Form.Changed) -> None:
        self.odin.read_in(message.word)

    async def retranslate(self) -> None:
        """Ask in another language; what was typed stays."""
        self._answer = self.answer
        await self.recompose()
        self.query_one(Form).focus()


class StartMenu(Menu):
    """A menu beside which another game is chosen."""

    # On the screen itself they would come after the keys that scroll a list.
    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.left", "screen.change_game(-1)", N_("another game")),
        binding("menu.right", "screen.change_game(1)", N_("another game")),
    ]


class StartScreen(OdinScreen[str]):
    """Says what each game is; closes with `lesson`, `play` or, to look around, `home`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("home.game", "change_game(1)", N_("another game"), show=False),
        binding("language", "app.choose_language", N_("language")),
        binding("back", "look_around", N_("look around")),
    ]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = """
    StartScreen GameTabs { margin: 1 0; }
    """

    def __init__(self, play: str, look_around: tuple[str, str]) -> None:
        """Take what a quick match is like here, and what there is to look around in."""
        super().__init__()
        self._play, self._look_around = play, look_around

    def compose(self) -> ComposeResult:
        welcome = self.tr.gettext("Welcome, {name}!").format(name=self.odin.player.name)
        with Page():
            yield Title(welcome, self.tr.gettext("What would you like to play?"))
            yield GameTabs(self._game, introduces=True, rows=0)
            with Plate():
                yield StartMenu(*self._items())
        yield KeyFooter()

    @property
    def _game(self) -> str:
        return chosen_game(self.odin.settings)

    def _items(self) -> Sequence[Item]:
        tr, title = self.tr, PLAYABLE[self._game].TITLE
        if game_ui(self._game).has("lesson"):
            learn = tr.gettext("Learn {game} in two minutes"), tr.gettext("guided, step by step")
        else:
            learn = tr.gettext("Read how {game} is played"), tr.gettext("the rules, in short")
        return [
            Item("lesson", learn[0].format(game=title), learn[1]),
            Item("play", tr.gettext("Just play {game}").format(game=title), self._play),
            Item("home", *self._look_around),
        ]

    def action_change_game(self, step: int) -> None:
        """Choose the game beside this one."""
        self._choose(other_game(self.odin.settings, step))

    def on_game_tabs_chosen(self, message: GameTabs.Chosen) -> None:
        """Choose the game that was clicked."""
        self._choose(message.game)

    def _choose(self, game: str) -> None:
        self.odin.change_settings(choose_game(self.odin.settings, game))
        self.query_one(GameTabs).chosen = game
        self.query_one(Menu).show(self._items())

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Do what was chosen."""
        self.dismiss(message.item.id)

    def action_look_around(self) -> None:
        """Begin with neither a lesson nor a match."""
        self.dismiss("home")
