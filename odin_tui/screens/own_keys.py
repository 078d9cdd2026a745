"""Every binding and its keys, and a way to put another key on it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.widgets import Static

from odin_tui.key_conflicts import key_refusal, usual_keys_refusal
from odin_tui.key_hints import key_name
from odin_tui.keys import KEYS, binding, binding_title, keys_by_id
from odin_tui.languages import N_
from odin_tui.screens.screen import OdinModal, OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Dialog, Page, Plate, Title


class OwnKeysScreen(OdinScreen[None]):
    """A list of all ids; Enter asks for a key, Backspace gives the usual one back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("keys.usual", "usual", N_("reset this key")),
        binding("keys.all_usual", "all_usual", N_("reset all")),
        binding("back", "back", N_("back")),
    ]
    AUTO_FOCUS = "Menu"

    def compose(self) -> ComposeResult:
        with Page():
            yield Title(self.tr.gettext("Own keys"))
            with Plate():
                yield Menu(*self._items())
        yield KeyFooter()

    def _items(self) -> list[Item]:
        tr, keys, own = self.tr, keys_by_id(self.odin.settings), self.odin.settings.keys
        items = []
        for key_id in KEYS:
            shown = shown_keys(keys[key_id])
            if key_id in own:
                shown = tr.gettext("{keys}   changed").format(keys=shown)
            items.append(Item(key_id, binding_title(key_id, tr), shown))
        return items

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Ask for a key."""
        settings, key_id = self.odin.settings, message.item.id

        def take(key: str | None) -> None:
            if key is not None:
                self._set({**settings.keys, key_id: key})

        self.app.push_screen(
            PressScreen(
                message.item.title, lambda key: key_refusal(settings, key_id, key, self.tr)
            ),
            take,
        )

    def action_usual(self) -> None:
        """Give the binding under the cursor its usual keys back."""
        menu = self.query_one(Menu)
        settings, here = self.odin.settings, menu.items[menu.here].id
        if (why := usual_keys_refusal(settings, here, self.tr)) is not None:
            self.notify(why, markup=False)
            return
        self._set({key_id: key for key_id, key in settings.keys.items() if key_id != here})

    def action_all_usual(self) -> None:
        """Give every binding its usual keys back."""
        self._set({})

    def _set(self, keys: Mapping[str, str]) -> None:
        self.odin.change_settings(replace(self.odin.settings, keys=keys))
        self.query_one(Menu).show(self._items())

    def action_back(self) -> None:
        """Go back to the settings."""
        self.dismiss()


class PressScreen(OdinModal[str | None]):
    """Waits for a key that is not refused; Escape keeps what was."""

    def __init__(self, what: str, refuse: Callable[[str], str | None]) -> None:
        """Ask for the key of `what`; `refuse` returns why a key cannot be taken, or None."""
        super().__init__()
        self._what, self._refuse = what, refuse

    def compose(self) -> ComposeResult:
        text = self.tr.gettext("Press a key for “{binding}”")
        keeps = self.tr.gettext("Escape cancels.")
        with Dialog():
            yield Static(text.format(binding=self._what), classes="question", markup=False)
            yield Static(keeps, id="hint", classes="details", markup=False)

    @on(Key)
    def take(self, event: Key) -> None:
        """Close with the key, or say why it cannot be taken."""
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss(None)
        elif (why := self._refuse(event.key)) is not None:
            text = self.tr.gettext("{refusal} Press another key, or Escape.")
            self.query_one("#hint", Static).update(text.format(refusal=why))
        else:
            self.dismiss(event.key)


def shown_keys(keys: Iterable[str]) -> str:
    """Return a binding's keys as they are printed on a keyboard."""
    return " ".join(map(key_name, keys))
