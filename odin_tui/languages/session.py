"""The language of the session a widget belongs to."""

from textual.dom import DOMNode

from odin_tui.languages import ENGLISH, Translations


def translations_of(node: DOMNode) -> Translations:
    """Return the translations of a screen's or widget's app; English while it has no app.

    `node.app` would be the app whose task is running, which may be another player's.
    """
    # Boards ask at every key; a check against a protocol would take longer than making the text.
    root = node.ancestors_with_self[-1]
    translations: Translations = getattr(root, "translations", ENGLISH)
    return translations
