"""The languages there are, to choose from."""

from odin_tui.languages import LANGUAGES, Translations, language_of
from odin_tui.screens.choose import ChooseScreen
from odin_tui.widgets.menu import Item, Menu


class LanguageScreen(ChooseScreen):
    """Closes with the code of a language; each is called as its speakers call it."""

    def __init__(self, tr: Translations) -> None:
        items = (Item(code, name) for code, name in LANGUAGES.items())
        super().__init__(tr.gettext("Language"), "", *items)
        self._now = language_of(tr)

    def on_mount(self) -> None:
        self.query_one(Menu).here = [*LANGUAGES].index(self._now)
