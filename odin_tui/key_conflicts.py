"""Keys that mean two things on one screen, and how such settings are repaired."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from odin_tui.key_hints import key_name
from odin_tui.keys import KEYS, binding_title, keys_by_id
from odin_tui.languages import Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.settings import Settings

SCREENS = (
    ("menu", "home", "list"),
    ("menu", "hall", "list"),
    ("menu", "tournament"),
    ("menu", "form"),
    ("menu", "keys"),
    ("menu", "page"),
    ("menu", "report"),
    ("hand", "table", "over", "lesson"),
    ("map", "table", "over", "lesson"),
    ("moves", "table", "over", "lesson"),
    ("replay",),
    ("chat",),
)
"""The groups of ids that listen on the same screen."""
EVERYWHERE = frozenset(
    {
        "keys",
        "quit",
        "redraw",
        "palette",
        "back",
        "language",
        "hall.invite",
        "hall.ping",
        "hall.to_table",
    }
)
"""Ids that listen on every screen."""


def key_refusal(settings: Settings, key_id: str, key: str, tr: Translations) -> str | None:
    """Return a sentence on why a key cannot be put on an id; None if it can."""
    if key.isdecimal():
        return tr.gettext(
            "Digits choose cards and lines, so they cannot be used for anything else."
        )
    holder = _holder(_with_own(settings, key_id, key), key_id, key)
    if holder is None:
        return None
    text = tr.gettext("{key} is already used for “{binding}”.")
    return text.format(key=key_name(key), binding=binding_title(holder, tr))


def usual_keys_refusal(settings: Settings, key_id: str, tr: Translations) -> str | None:
    """Return a sentence on why an id cannot have its usual keys back; None if it can."""
    after = _without_own(settings, key_id)
    for key in keys_by_id(after)[key_id]:
        if holder := _holder(after, key_id, key):
            text = tr.gettext("Its default key {key} is now used for “{binding}”.")
            return text.format(key=key_name(key), binding=binding_title(holder, tr))
    return None


def without_conflicts(settings: Settings) -> tuple[Settings, tuple[str, ...]]:
    """Return settings in which no key means two things, and the ids that lost their own key.

    Of two ids with one key, the one whose own key was set later goes back to its usual keys.
    """
    lost: list[str] = []
    while settings.keys and (both := next(_conflicts(settings), None)) is not None:
        later = [key_id for key_id in settings.keys if key_id in both][-1]
        settings = _without_own(settings, later)
        lost.append(later)
    return settings, tuple(lost)


def lost_keys_text(lost: tuple[str, ...], tr: Translations) -> str:
    """Return a sentence on which ids lost their own key."""
    quoted = tr.gettext("“{binding}”")
    bindings = comma_list((quoted.format(binding=binding_title(i, tr)) for i in lost), tr)
    text = tr.gettext("A key was used twice, so these have their default key again: {bindings}.")
    return text.format(bindings=bindings)


def _with_own(settings: Settings, key_id: str, key: str) -> Settings:
    return replace(settings, keys={**settings.keys, key_id: key})


def _without_own(settings: Settings, key_id: str) -> Settings:
    return replace(settings, keys={i: key for i, key in settings.keys.items() if i != key_id})


def _holder(settings: Settings, key_id: str, key: str) -> str | None:
    """Return another id that has this key and may not share it."""
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
    """Yield the pairs of ids that have a key in common and may not; an id with a digit twice."""
    keys = keys_by_id(settings)
    yield from ((i, i) for i in settings.keys if i in KEYS and any(map(str.isdecimal, keys[i])))
    for one, other in combinations(KEYS, 2):
        if set(keys[one]) & set(keys[other]) and not _may_share(settings, one, other):
            yield one, other


def _may_share(settings: Settings, one: str, other: str) -> bool:
    """Return whether two ids are never possible at once: other screens, or one default key."""
    usual = keys_by_id(Settings(key_map=settings.key_map))
    return not _on_one_screen(one, other) or bool(set(usual[one]) & set(usual[other]))


def _on_one_screen(one: str, other: str) -> bool:
    if EVERYWHERE & {one, other}:
        return True
    groups = one.partition(".")[0], other.partition(".")[0]
    return any(groups[0] in screen and groups[1] in screen for screen in SCREENS)
