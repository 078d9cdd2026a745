"""Real translations that show whether they are whole, and are not one cell longer.

The first and the last letter of every sentence are replaced by marks: `Spiel beenden` becomes
`⟦piel beende⟧`. On a screen, a mark without its partner is a sentence that was cut.
"""

from gettext import NullTranslations
from string import Formatter

from odin_tui.languages import RIGHT_TO_LEFT, Translations, language_of, translations_for
from tests.tui.languages.pseudo import CARD

MARKS = "⟦⟧"
MARKS_FROM_THE_RIGHT = "את"
"""Letters that are written from the right, so that they stay where they are in Arabic."""


class Marked(NullTranslations):
    """Translations into a real language, marked."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._real: Translations = translations_for(language)
        self.opened, self.closed = MARKS_FROM_THE_RIGHT if language in RIGHT_TO_LEFT else MARKS

    def info(self) -> dict[str, str]:
        return {"language": language_of(self._real)}

    def mark(self, text: str) -> str:
        """Return a template with its first and last letter replaced, if it has two."""
        places = list(_letters(text))
        if len(places) < 2:
            return text
        letters = list(text)
        letters[places[0]], letters[places[-1]] = self.opened, self.closed
        return "".join(letters)

    def gettext(self, message: str) -> str:
        return self.mark(self._real.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.mark(self._real.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return self.mark(self._real.pgettext(context, message))

    def is_whole(self, screen: str) -> bool:
        """Return whether every sentence on a screen has its end."""
        return screen.count(self.opened) == screen.count(self.closed)


def _letters(template: str) -> list[int]:
    """Return the places of letters in a template: not in its placeholders, nor in cards."""
    places, at = [], 0
    for text, name, spec, conversion in Formatter().parse(template):
        at = template.index(text, at) if text else at
        for part in filter(None, CARD.split(text)):
            if not CARD.fullmatch(part):
                places += [at + i for i, letter in enumerate(part) if letter.isalpha()]
            at += len(part)
        if name is not None:
            at += len(name) + 2 + (len(spec) + 1 if spec else 0) + (2 if conversion else 0)
    return places
