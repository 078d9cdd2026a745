"""What can be done on a screen now, with the keys that do it."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from rich.cells import cell_len
from textual.binding import Binding
from textual.screen import Screen

from odin_tui.languages import Translations
from odin_tui.textual_internals import shown_bindings

ARROWS = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
NAMES = {
    "escape": "esc",
    "question_mark": "?",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "shift+tab": "⇧tab",
    "pageup": "pgup",
    "pagedown": "pgdn",
}


def key_name(key: str) -> str:
    """Return a key as it is printed on a keyboard."""
    if key in ARROWS or key in NAMES:
        return ARROWS.get(key) or NAMES[key]
    *held, last = key.split("+")
    held = ["^" if name == "ctrl" else "⇧" if name == "shift" else f"{name}+" for name in held]
    return "".join([*held, ARROWS.get(last, last)])


def key_names(keys: Iterable[str]) -> str:
    """Return the keys of one action: signs beside each other, words apart."""
    names = [key_name(key) for key in keys]
    signs = "".join(name for name in names if len(name) == 1)
    return "/".join(filter(None, [signs, *(name for name in names if len(name) > 1)]))


class Hint(NamedTuple):
    """One thing that can be done: its keys and its label."""

    keys: tuple[str, ...]
    words: str

    @property
    def key_names(self) -> str:
        """The keys as they are shown."""
        return key_names(self.keys)

    @property
    def width(self) -> int:
        return cell_len(f" {self.key_names}  {self.words} ")


def hints_of(screen: Screen[object], tr: Translations) -> Iterator[Hint]:
    """Yield the active bindings of a screen; those that share a label together: ←→ move."""
    found: dict[str, dict[str, str]] = {}
    for binding in shown_bindings(screen):
        # One key for each action: the first that is bound to it.
        label = _label(screen, binding)
        found.setdefault(label, {}).setdefault(binding.action, binding.key)
    for label, keys in found.items():
        yield Hint(tuple(keys.values()), tr.gettext(label))


def _label(screen: Screen[object], binding: Binding) -> str:
    """Return what a key does; a board's key for an action of its screen has the screen's label."""
    return _labels(type(screen)).get(binding.action.removeprefix("screen."), binding.description)


@cache
def _labels(kind: type[Screen[object]]) -> dict[str, str]:
    """Return the labels of all actions of a kind of screen; of two, the first counts."""
    own = [each for each in kind.BINDINGS if isinstance(each, Binding) and each.description]
    return {each.action: each.description for each in reversed(own)}
