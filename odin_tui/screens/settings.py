"""What the player may set, shown at once and kept."""

from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from odin_tui.catalogue import chosen_game
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.screens.first_start import language_field
from odin_tui.screens.form import FormScreen
from odin_tui.settings import SETTINGS, word_label
from odin_tui.widgets.form import Field, Form


class SettingsScreen(FormScreen):
    """Every change is seen at once and kept at once; there is nothing to confirm."""

    HEADING = N_("Settings")
    BINDINGS: ClassVar[list[BindingType]] = [binding("form.done", "choose", N_("change"))]

    DEFAULT_CSS = "SettingsScreen.-small.-crowded #sample { margin-top: 0; }"

    def compose(self) -> ComposeResult:
        # One line more, and on a small terminal the cards below would be cut.
        self.set_class(self.odin.direction.wants_answer, "-crowded")
        yield from super().compose()

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
            language_field(tr),
            *self._letter_order(),
        ]
        for setting in SETTINGS:
            word = getattr(now, setting.name)
            lines.append(
                Field(
                    setting.name,
                    tr.gettext(setting.title),
                    word,
                    tuple(setting.words),
                    labels={each: word_label(setting.name, each, tr) for each in setting.words},
                    notes={each: tr.gettext(note) for each, note in setting.words.items()},
                    meaning=tr.gettext(setting.meaning),
                )
            )
        lines.append(
            Field(
                "keys",
                tr.gettext("Own keys"),
                changed if own else tr.pgettext("own keys", "none"),
                meaning=tr.gettext("Choose your own key for anything. Enter shows the list."),
            )
        )
        return lines

    def _letter_order(self) -> list[Field]:
        """Return what only a reader from right to left has to know of."""
        if not self.odin.direction.wants_answer:
            return []
        meaning = self.tr.gettext("How your terminal shows Arabic. Enter shows three lines.")
        return [Field("letter_order", self.tr.gettext("Order of letters"), "…", meaning=meaning)]

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        change: dict[str, Any] = {message.field.id: message.word}
        self.odin.change_settings(replace(self.odin.settings, **change))
        if message.field.id != "language":
            # With another language everything is shown anew.
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
                nothing_typed=self.tr.gettext("Please type a name."),
                accept=self.odin.rename,
            )
            self.app.push_screen(question, lambda _name: self.show_fields())
        elif message.field.id == "letter_order":
            self.odin.ask_letter_order()
        else:
            from odin_tui.screens.own_keys import OwnKeysScreen  # noqa: PLC0415 - likewise

            self.app.push_screen(OwnKeysScreen(), lambda _none: self.show_fields())
