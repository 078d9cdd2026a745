"""Keys that mean two things on one screen, and the way out of them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from odin_tui.keys import KEYS, binding_title, keys_by_id
from odin_tui.settings import Settings
from odin_tui.widgets.footer import key_name

SCREENS = (
    ("menu", "home", "list"),
    ("menu", "hall", "list"),
    ("menu", "form"),
    ("menu", "keys"),
    ("menu", "page"),
    ("hand", "table", "over", "lesson"),
    ("map", "table", "over", "lesson"),
    ("replay",),
    ("chat",),
)
"""The groups of ids that listen on the same screen."""
EVERYWHERE = frozenset({"keys", "quit", "redraw", "back", "hall.invite", "hall.ping"})
"""Ids that listen on every screen."""


def refusal(settings: Settings, key_id: str, key: str) -> str | None:
    """Say in a sentence why a key cannot be put on an id; None if it can."""
    if key.isdecimal():
        return "Digits choose cards and lines; they cannot mean anything else."
    holder = _holder(_with_own(settings, key_id, key), key_id, key)
    return holder and f"{key_name(key)} is the key of “{binding_title(holder)}” already."


def refusal_of_usual(settings: Settings, key_id: str) -> str | None:
    """Say in a sentence why an id cannot have its usual keys back; None if it can."""
    after = _without_own(settings, key_id)
    for key in keys_by_id(after)[key_id]:
        if holder := _holder(after, key_id, key):
            return f"Its usual key {key_name(key)} is now the key of “{binding_title(holder)}”."
    return None


def without_conflicts(settings: Settings) -> tuple[Settings, tuple[str, ...]]:
    """Give settings in which no key means two things, and the ids that lost their own key.

    Of two ids with one key, the one whose own key was set later goes back to its usual keys.
    """
    lost: list[str] = []
    while settings.keys and (both := next(_conflicts(settings), None)) is not None:
        later = [key_id for key_id in settings.keys if key_id in both][-1]
        settings = _without_own(settings, later)
        lost.append(later)
    return settings, tuple(lost)


def told(lost: tuple[str, ...]) -> str:
    """Say in a sentence which ids lost their own key."""
    titles = ", ".join(f"“{binding_title(key_id)}”" for key_id in lost)
    return f"A key of your own meant two things; usual again: {titles}."


def _with_own(settings: Settings, key_id: str, key: str) -> Settings:
    return replace(settings, keys={**settings.keys, key_id: key})


def _without_own(settings: Settings, key_id: str) -> Settings:
    return replace(settings, keys={i: key for i, key in settings.keys.items() if i != key_id})


def _holder(settings: Settings, key_id: str, key: str) -> str | None:
    """Name another id that has this key and may not share it."""
    keys = keys_by_id(settings)
    return next(
        (
            other
            for other in KEYS
            if other != key_id and key in keys[other] and not _may_share(settings, key_id, other)
        ),
        None,
    )


def _conflicts(settings: Settings) -> Iterator[tuple[str, str]]:
    """Give the pairs of ids that have a key in common and may not; an id with a digit twice."""
    keys = keys_by_id(settings)
    yield from ((i, i) for i in settings.keys if i in KEYS and any(map(str.isdecimal, keys[i])))
    for one, other in combinations(KEYS, 2):
        if set(keys[one]) & set(keys[other]) and not _may_share(settings, one, other):
            yield one, other


def _may_share(settings: Settings, one: str, other: str) -> bool:
    """Tell whether two ids are never possible at once: other screens, or one key from the start."""
    usual = keys_by_id(Settings(key_map=settings.key_map))
    return not _on_one_screen(one, other) or bool(set(usual[one]) & set(usual[other]))


def _on_one_screen(one: str, other: str) -> bool:
    if EVERYWHERE & {one, other}:
        return True
    groups = one.partition(".")[0], other.partition(".")[0]
    return any(groups[0] in screen and groups[1] in screen for screen in SCREENS)
