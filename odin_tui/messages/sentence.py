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


Text: TypeAlias = str | Plural
Sentence: TypeAlias = Text | Callable[[NullTranslations, Facts], str]


def formatted(sentence: Sentence, tr: NullTranslations, facts: Facts) -> str:
    """Return a sentence in a language, with its facts; a fact that is a list has its items."""
    if callable(sentence):
        return sentence(tr, facts)
    told = {
        name: " ".join(map(str, fact)) if isinstance(fact, list) else fact
        for name, fact in facts.items()
    }
    return template(sentence, tr, facts).format(**told)


def template(text: Text, tr: NullTranslations, facts: Facts) -> str:
    """Return a text in a language with its placeholders, in the form its number asks for."""
    if isinstance(text, Plural):
        return tr.ngettext(text.one, text.other, facts[text.count])
    return tr.gettext(text)


def any_of(words: Iterable[str], tr: NullTranslations) -> str:
    """Return words as alternatives, as in `R7 or B2`."""
    return tr.gettext(" or ").join(words)
