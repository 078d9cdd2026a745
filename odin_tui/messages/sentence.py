"""What a sentence is: a template, a plural, or a function where a fact has to be put into words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeAlias

Facts: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence that agrees with a number."""

    count: str
    """The name of the fact that is the number."""
    one: str
    other: str


Sentence: TypeAlias = str | Plural | Callable[[NullTranslations, Facts], str]


def formatted(sentence: Sentence, tr: NullTranslations, facts: Facts) -> str:
    """Return a sentence in a language, with its facts."""
    if isinstance(sentence, Plural):
        text = tr.ngettext(sentence.one, sentence.other, facts[sentence.count])
        return text.format(**facts)
    return sentence(tr, facts) if callable(sentence) else tr.gettext(sentence).format(**facts)


def any_of(words: Iterable[str], tr: NullTranslations) -> str:
    """Return words as alternatives, as in `R7 or B2`."""
    return tr.gettext(" or ").join(words)
