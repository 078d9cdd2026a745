"""What the player may set, shown at once and kept."""

from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.binding import BindingType

from odin_tui.catalogue import chosen_game
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.first_start import language_field
from odin_tui.screens.form import FormScreen
from odin_tui.settings import SETTINGS
from odin_tui.widgets.form import Field, Form


class SettingsScreen(FormScreen):
    """Every change is seen at once and kept at once; there is nothing to confirm."""

    HEADING = N_("Settings")
    BINDINGS: ClassVar[list[BindingType]] = [binding("form.done", "choose", N_("change"))]

    def fields(self) -> list[Field]:
        tr, now = self.tr, self.odin.settings
        own = len(now.keys)
        changed = tr.ngettext("{count} changed", "{count} changed", own).format(count=own)
        lines = [
            Field(
                "name",
                tr.gettext("Your name"),
                now.name or self.odin.player.name,
                meaning=tr.gettext("What others call you at the table. Enter changes it."),
            ),
            *language_field(now.language, tr.gettext("Language")),
        ]
        for setting in SETTINGS:
            word = getattr(now, setting.name)
            lines.append(
                Field(
                    setting.name,
                    tr.gettext(setting.title),
                    word,
                    tuple(setting.words),
                    labels={each: tr.gettext(each) for each in setting.words},
                    notes={each: tr.gettext(note) for each, note in setting.words.items()},
                    meaning=tr.gettext(setting.meaning),
                )
            )
        lines.append(
            Field(
                "keys",
                tr.gettext("Own keys"),
                changed if own else tr.gettext("none"),
                meaning=tr.gettext("Choose your own key for anything. Enter shows the list."),
            )
        )
        return lines

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        change: dict[str, Any] = {message.field.id: message.word}
        self.odin.change_settings(replace(self.odin.settings, **change))
        if message.field.id == "language":
            self.refresh(recompose=True)
            return
        self.show_fields()

    def sample_game(self) -> str:
        return chosen_game(self.odin.settings)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer Enter only where it does more than the arrows."""
        return action != "choose" or not self._field.words

    def action_choose(self) -> None:
        """Do what the line under the cursor is for."""
        self.form.action_choose()

    @on(Form.Chosen)
    def _choose(self, message: Form.Chosen) -> None:
        if message.field.id == "name":
            from odin_tui.screens.text_prompt import TextPromptScreen  # noqa: PLC0415 - loaded when wanted

            question = TextPromptScreen(
                self.tr.gettext("Your name?"),
                message.field.word,
                accept=self.odin.rename,
            )
            self.app.push_screen(question, lambda _name: self.show_fields())
        else:
            from odin_tui.screens.own_keys import OwnKeysScreen  # noqa: PLC0415 - likewise

            self.app.push_screen(OwnKeysScreen(), lambda _none: self.show_fields())
