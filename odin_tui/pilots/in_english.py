"""A screen in any language as pilots read it: what they look for is put back into English.

A pilot knows screens by their messages, in English. Where a session speaks another language, each
of these messages is found on the screen by its translation, with whatever stands in its
placeholders, and exchanged for the English one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from string import Formatter
from typing import NamedTuple, Self, TypeAlias

from odin_tui.game_ui import screen_reader
from odin_tui.languages import DEFAULT_LANGUAGE, N_, Translations, language_of
from odin_tui.messages.sentence import Plural


@dataclass(frozen=True, slots=True)
class MayBeCut:
    """A name of which only the beginning is shown where there is no room for all of it."""

    text: str


@dataclass(frozen=True, slots=True)
class MayBreak:
    """A sentence whose last words stand in the next row where there is no room for all of it."""

    text: str


Sought: TypeAlias = str | Plural | MayBeCut | MayBreak | tuple[str, str]
"""A message that is looked for: plain, with a plural, a name, or with its context before it."""

SOUGHT: tuple[Sought, ...] = (
    Plural("points", "{points} point", "{points} points"),
    Plural("points", "{points} pt", "{points} pts"),
    ("points, as briefly as can be", "{points}p"),
    N_("keys"),
    N_("You"),
)
"""What is looked for in every game."""


YOUR_TURN, NESTED = N_("Your turn:"), "{your_turn}"
"""A message that stands in others, and its place there."""
FEWEST_LETTERS = 2
"""The letters of a name that are always shown."""
CUT, BREAK = "…", "\n"
FRAME = " ▐▌"
"""What stands beside a line of a window."""


class Exchange(NamedTuple):
    """A translation as a pattern, and the English message."""

    pattern: re.Pattern[str]
    english: str


class InEnglish:
    """Reads screens of a session in one language."""

    def __init__(self, tr: Translations, sought: Iterable[Sought]) -> None:
        self._exchanges: list[Exchange] = []
        if language_of(tr) != DEFAULT_LANGUAGE:
            found = {own: english for each in sought for own, english in _forms(each, tr)}
            # The longest first: a message may be a part of another one.
            for own in sorted(found, key=len, reverse=True):
                self._exchanges.append(Exchange(_pattern(own), found[own]))
        self._line = lru_cache(maxsize=512)(self._exchanged)

    @classmethod
    def of_game(cls, game: str, tr: Translations) -> Self:
        """Return what reads the screens of a game."""
        return cls(tr, (*SOUGHT, *screen_reader(game).sought))

    def read(self, lines: Sequence[str]) -> list[str]:
        """Return a screen in English, each text where it was."""
        return [self._line(line) for line in lines]

    def _exchanged(self, line: str) -> str:
        for pattern, english in self._exchanges:
            line = pattern.sub(partial(_fitted, english), line)
        return line


def is_seen(message: Sought, tr: Translations, lines: Sequence[str]) -> bool:
    """Return whether a screen in some language shows a message."""
    patterns = _patterns(message, tr)
    return any(pattern.search(line) for pattern in patterns for line in lines)


def is_headed(message: Sought, tr: Translations, lines: Sequence[str]) -> bool:
    """Return whether a message stands alone in a line of a window, as its title does."""
    alone = [line.strip(FRAME) for line in lines]
    patterns = _patterns(message, tr)
    return any(pattern.fullmatch(line) for pattern in patterns for line in alone)


@lru_cache(maxsize=256)
def _patterns(message: Sought, tr: Translations) -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(own) for own in dict(_forms(message, tr)))


def _fitted(english: str, found: re.Match[str]) -> str:
    """Return the English text in the room of the other one, so that columns stay where they are."""
    text = english.format(**found.groupdict()) + " " * found[0].endswith(" ")
    return text.ljust(len(found[0]))


def _forms(message: Sought, tr: Translations) -> Iterator[tuple[str, str]]:
    """Yield the forms of a message in a language, each with the English form it stands for."""
    match message:
        case Plural(count, one, other):
            for number in (1, 0, 2, 5, 11, 100):
                own, english = tr.ngettext(one, other, number), one if number == 1 else other
                # Some languages say a small number with a word.
                place = f"{{{count}}}"
                yield own, english if place in own else english.replace(place, str(number))
        case MayBeCut(text):
            own = tr.gettext(text)
            yield own, text
            yield from ((own[:end] + CUT, text) for end in range(FEWEST_LETTERS, len(own)))
        case MayBreak(text):
            yield from _forms(text, tr)
            yield from _beginnings(text, tr)
        case (context, text):
            yield tr.pgettext(context, text), text
        case str():
            own, english = tr.gettext(message), message
            yield own.replace(NESTED, tr.gettext(YOUR_TURN)), english.replace(NESTED, YOUR_TURN)


def _beginnings(text: str, tr: Translations) -> Iterator[tuple[str, str]]:
    """Yield the first words of a sentence, and as much of the English one as they tell."""
    words = tr.gettext(text).split(" ")
    for end in range(len(tr.gettext(YOUR_TURN).split(" ")) + 1, len(words)):
        own, english = " ".join(words[:end]), ""
        told = {name for _, name, _, _ in Formatter().parse(own)}
        for words_before, name, _, _ in Formatter().parse(text):
            english += words_before
            if name is None or name not in told:
                break
            english += f"{{{name}}}"
        yield own + BREAK, english.rstrip()


def _pattern(own: str) -> re.Pattern[str]:
    parts, seen = [], set[str]()
    own, broken, _ = own.partition(BREAK)
    for text, name, _spec, _conversion in Formatter().parse(own):
        parts.append(re.escape(text).replace("\\ ", "[ \N{NO-BREAK SPACE}]"))
        if name is not None:
            parts.append(f"(?P={name})" if name in seen else _placeholder(name))
            seen.add(name)
    # The blanks behind it are room for a longer word.
    after = r"(?= {2}|$)" if broken else r"(?!\w) *"
    return re.compile(rf"(?<!\w){''.join(parts)}{after}")


def _placeholder(name: str) -> str:
    return rf"(?P<{name}>[−\d]+)" if name in NUMBERS else rf"(?P<{name}>\S(?:.*?\S)??)"


NUMBERS = frozenset(
    {"points", "count", "number", "most", "predicted", "won", "raid", "raids", "dragon", "dragons"}
    | {"place", "first", "second"}
)
"""Placeholders for numbers; any other may be several words."""
