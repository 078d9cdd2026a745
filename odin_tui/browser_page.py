"""What the page of a browser is told beside the picture: the keys of now, and where one is."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.widgets import Input

from odin_server.hall import Chair
from odin_tui.key_hints import Hint, hints_of, key_name
from odin_tui.languages import N_, language_of
from odin_tui.languages.reading import logical
from odin_tui.web_words import page_words

if TYPE_CHECKING:
    from odin_tui.hall_app import HallApp

Message = Mapping[str, object]

ACCEPT = N_("accept")


def keys_message(hints: tuple[Hint, ...], *, typing: bool) -> Message:
    """Return what can be done now; `typing` says that letters are typed into a field."""
    shown = [
        {"label": hint.words, "keys": [{"key": key, "name": key_name(key)} for key in hint.keys]}
        for hint in hints
    ]
    return {"type": "keys", "hints": shown, "typing": typing}


def language_message(language: str) -> Message:
    """Return the language of the session, and what the page says in it."""
    return {"type": "language", "words": page_words(language)}


def place_message(chair: Chair | None, invitation: Callable[[str], str]) -> Message:
    """Return where somebody is: the words that lead there again, and the address to show."""
    if chair is None or chair.ended is not None:
        return {"type": "place", "words": [], "path": "/", "invitation": ""}
    code, plays = chair.view.code, chair.seat is not None
    return {
        "type": "place",
        "words": ["join" if plays else "watch", code],
        "path": f"/{'t' if plays else 'w'}/{code}",
        "invitation": invitation(code),
    }


class BrowserPage:
    """Tells the page of one session what has changed, and nothing twice."""

    def __init__(self, app: "HallApp", tell: Callable[[Message], None]) -> None:
        self._app, self._tell = app, tell
        self._told: dict[object, Message] = {}
        self._followed: Screen[object] | None = None

    def begin(self) -> None:
        """Tell what is on the screen from now on."""
        self.show_language()
        self._app.screen_change_signal.subscribe(self._app, self._follow)
        self._follow(self._app.screen)

    def _follow(self, screen: Screen[object]) -> None:
        if self._followed is not screen:
            self._followed = screen
            screen.bindings_updated_signal.subscribe(self._app, self._show_keys)
        self._show_keys(screen)
        self.show_place()

    def _show_keys(self, screen: Screen[object]) -> None:
        if not self._app.screen_stack or self._app.screen is not screen:
            return
        tr = logical(self._app.translations)
        hints, typing = tuple(hints_of(screen, tr)), False
        if isinstance(screen.focused, Input):
            # The field takes the key without showing it.
            enter = Hint(("enter",), tr.gettext(ACCEPT))
            hints, typing = (enter, *hints), True
        self._tell_news(keys_message(hints, typing=typing))

    def show_language(self) -> None:
        """Tell which language is read: the account's may be another than the browser's."""
        self._tell_news(language_message(language_of(self._app.translations)))

    def show_place(self) -> None:
        """Tell at which table the session is; a replay stays where its link has led."""
        if not self._app.at_replay:
            self._tell_news(place_message(self._app.current_chair, self._app.invitation))

    def _tell_news(self, message: Message) -> None:
        if self._told.get(message["type"]) != message:
            self._told[message["type"]] = message
            self._tell(message)
