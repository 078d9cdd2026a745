"""What the player has set: applied to the app, shown at once, and kept."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.events import CursorPosition

from odin_engine.game import Refusal
from odin_server.hall.views import Player, refuse_long_name
from odin_tui.ambiguous_width import CLEAR, SIMPLE, is_wide
from odin_tui.app_news import NewsApp
from odin_tui.drawing.palette import Depth
from odin_tui.drawing.tones import ANSI, TONES
from odin_tui.key_conflicts import lost_keys_text, without_conflicts
from odin_tui.keys import keymap
from odin_tui.languages import translations_for
from odin_tui.languages.choice import unreadable_text
from odin_tui.reading_direction import ReadingDirection
from odin_tui.screens.screen import ClosesOnce
from odin_tui.settings import Settings
from odin_tui.themes import css_variables, theme_named

if TYPE_CHECKING:
    from odin_tui.right_to_left.mirror import Mirror


class SettingsApp(NewsApp):
    """Follows the settings: theme, keys, language, name, and what the terminal can show."""

    player: Player
    depth: Depth
    """The colours that the terminal has."""
    direction: ReadingDirection

    def __init__(self, keep_settings: Callable[[Settings], None]) -> None:
        super().__init__()
        self._keep_settings = keep_settings
        self._own_style = ""
        """The marks of cards that the player has chosen, where the terminal cannot show them."""

    def change_settings(self, settings: Settings) -> None:
        """Replace the settings, show them at once, and keep them."""
        settings, lost = without_conflicts(settings)
        if lost:
            self.notify(lost_keys_text(lost, self.translations), timeout=8, markup=False)
        if settings.language != self.settings.language:
            self.translations = self.direction.follow(translations_for(settings.language))
            self.call_later(self._retranslate)
        self.settings = settings
        if self._own_style and settings.card_style == SIMPLE:
            # The terminal needs them, and another may not.
            settings = replace(settings, card_style=self._own_style)
        try:
            self._keep_settings(settings)
        except Refusal as refusal:
            self.show_refusal(refusal)

    async def _retranslate(self) -> None:
        """Show every screen in the language that was chosen; the one on top first."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, ClosesOnce):
                await screen.retranslate()
        if trouble := unreadable_text(self.settings.language, self.translations):
            self.notify(trouble, timeout=8, markup=False)
        self.on_table_screen_changed()
        SettingsApp.on_ready(self)

    def on_ready(self) -> None:
        """Ask a reader from right to left what cannot be known of the terminal."""
        if self.direction.wants_answer and not self.settings.letter_order:
            self.ask_letter_order()

    def ask_letter_order(self) -> None:
        """Ask which order of letters reads right, and keep the answer."""
        from odin_tui.screens.letter_order import LetterOrderScreen  # noqa: PLC0415 - loaded when wanted

        assert self.mirror is not None  # noqa: S101 - asked of readers from right to left
        question = LetterOrderScreen(self.translations, self.mirror.order)
        self.push_screen(question, self._take_letter_order)

    def _take_letter_order(self, order: str | None) -> None:
        if self.mirror is not None:
            # Escape: what was guessed is right.
            kept = order or self.mirror.order
            self.change_settings(replace(self.settings, letter_order=kept))

    def action_choose_language(self) -> None:
        """Ask for a language, each called as its speakers call it, and read it at once."""
        from odin_tui.screens.language import LanguageScreen  # noqa: PLC0415 - loaded when wanted

        self.push_screen(LanguageScreen(self.translations), self.read_in)

    def read_in(self, language: str | None) -> None:
        """Show everything in a language from now on, and keep the choice."""
        if language is not None:
            self.change_settings(replace(self.settings, language=language))

    @property
    def mirror(self) -> "Mirror | None":
        """What mirrors rows for a reader from right to left; None for everybody else."""
        return self.direction.mirror

    @property
    def simple_characters(self) -> bool:
        """Whether nothing is drawn that a terminal may draw two cells wide."""
        return self.settings.card_style == SIMPLE

    def on_cursor_position(self, event: CursorPosition) -> None:
        """Use simple characters where a block has moved the cursor by two cells."""
        if is_wide(event.x, event.y) and not self.simple_characters:
            self._own_style = self.settings.card_style
            self.settings = replace(self.settings, card_style=SIMPLE)

    async def rename(self, name: str) -> None:
        """Rename the player from the next table on; raise `BadName` for a name that is refused."""
        refuse_long_name(name)
        self.player = Player(self.player.id, name)
        self.change_settings(replace(self.settings, name=self.player.name))

    def watch_settings(self, before: Settings, settings: Settings) -> None:
        self.apply(settings)
        self.direction.use_order(settings.letter_order)
        styles = {before.card_style, settings.card_style}
        if SIMPLE in styles and len(styles) > 1:
            # Rows that were too long have moved what is beside them.
            self.write_to_terminal(CLEAR)
            self.refresh()

    def apply(self, settings: Settings) -> None:
        # Sixteen colours cannot tell the shades of a theme apart; the terminal's own are chosen
        # to go together.
        few = self.no_color or self.depth is Depth.ANSI
        theme = theme_named(ANSI if few else settings.theme)
        self.register_theme(theme)
        self.theme = theme.name
        if self.no_color:
            self.remove_colours()
        self.set_keymap(keymap(settings))

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of the theme; Textual would mix every shade for every session."""
        if self.theme not in TONES:
            return super().get_css_variables()  # Textual's own, before there are settings
        self.theme_variables = {**self.get_theme_variable_defaults(), **css_variables(self.theme)}
        return self.theme_variables

    def change_theme(self, theme: str) -> None:
        self.change_settings(replace(self.settings, theme=theme))
