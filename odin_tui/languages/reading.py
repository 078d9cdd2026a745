"""How a language is read on a screen: from left to right, or the other way."""

from functools import lru_cache

from odin_tui.languages import RIGHT_TO_LEFT, Translations, language_of


def is_right_to_left(tr: Translations) -> bool:
    """Return whether translations are into a language that is read from right to left."""
    return language_of(tr) in RIGHT_TO_LEFT


@lru_cache(maxsize=8)
def for_screens(tr: Translations) -> Translations:
    """Return translations whose texts are as long as the screen shows them; all sessions share it.

    Only Arabic needs others than those for lines of text.
    """
    if not is_right_to_left(tr) or logical(tr) is not tr:
        return tr
    from odin_tui.right_to_left.translations import ShapedTranslations  # noqa: PLC0415 - seldom

    return ShapedTranslations(tr)


def logical(tr: Translations) -> Translations:
    """Return translations for what is not drawn: lines of text, titles of windows, pages."""
    found: Translations = getattr(tr, "logical", tr)
    return found
