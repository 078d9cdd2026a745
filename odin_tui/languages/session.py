"""The language of the session a widget belongs to."""

from typing import Any, Protocol, runtime_checkable

from odin_tui.languages import ENGLISH, Translations


@runtime_checkable
class _Session(Protocol):
    translations: Translations


class _InApp(Protocol):
    @property
    def app(self) -> Any: ...


def translations_of(node: _InApp) -> Translations:
    """Return the translations of a screen's or widget's app; English where an app has none."""
    app = node.app
    return app.translations if isinstance(app, _Session) else ENGLISH
