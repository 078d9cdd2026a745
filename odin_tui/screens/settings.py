"""What the player may set, shown at once and kept."""

from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from odin_tui.catalogue import chosen_game
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.screens.form import FormScreen
from odin_tui.settings import SETTINGS
from odin_tui.widgets.form import Field, Form


class SettingsScreen(FormScreen):
    """Every change is seen at once and kept at once; there is nothing to confirm."""

    HEADING = "Settings"
    DEFAULT_CSS = """
    SettingsScreen Form { height: auto; }
    SettingsScreen #sample { height: 1fr; min-height: 5; padding: 0 3; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [binding("form.done", "choose", "change")]

    def fields(self) -> list[Field]:
        now = self.odin.settings
        own = len(now.keys)
        lines = [
            Field(
                "name",
                "Your name",
                now.name or self.odin.player.name,
                meaning="How you are called at the table. Enter changes it.",
            )
        ]
        for setting in SETTINGS:
            word = getattr(now, setting.name)
            lines.append(
                Field(
                    setting.name,
                    setting.title,
                    word,
                    tuple(setting.words),
                    notes=setting.words,
                    meaning=setting.meaning,
                )
            )
        lines.append(
            Field(
                "keys",
                "Own keys",
                f"{own} changed" if own else "none",
                meaning="Put any key on anything. Enter shows the list.",
            )
        )
        return lines

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        change: dict[str, Any] = {message.field.id: message.word}
        self.odin.change_settings(replace(self.odin.settings, **change))
        self.show_fields()
        self._show_sample()

    def compose_more(self) -> ComposeResult:
        yield Static(id="sample")

    def on_mount(self) -> None:
        super().on_mount()
        self._show_sample()

    def _show_sample(self) -> None:
        settings = self.odin.settings
        drawn = game_ui(chosen_game(settings)).emblem("-medium", settings.card_style)
        self.query_one("#sample", Static).update(drawn)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer Enter only where it does more than the arrows."""
        return action != "choose" or not self._field.words

    def action_choose(self) -> None:
        """Do what the line under the cursor is for."""
        self.query_one(Form).action_choose()

    @on(Form.Chosen)
    def _choose(self, message: Form.Chosen) -> None:
        if message.field.id == "name":
            from odin_tui.screens.text_prompt import TextPromptScreen  # noqa: PLC0415 - loaded when wanted

            question = TextPromptScreen(
                "How are you called?", message.field.word, accept=self.odin.rename
            )
            self.app.push_screen(question, lambda _name: self.show_fields())
        else:
            from odin_tui.screens.own_keys import OwnKeysScreen  # noqa: PLC0415 - likewise

            self.app.push_screen(OwnKeysScreen(), lambda _none: self.show_fields())
