"""The language of the session a widget belongs to."""

from typing import Protocol, runtime_checkable

from textual.dom import DOMNode

from odin_tui.languages import ENGLISH, Translations


@runtime_checkable
class _Session(Protocol):
    translations: Translations


def translations_of(node: DOMNode) -> Translations:
    """Return the translations of a screen's or widget's app; English while it has no app.

    `node.app` would be the app whose task is running, which may be another player's.
    """
    root = node.ancestors_with_self[-1]
    return root.translations if isinstance(root, _Session) else ENGLISH
