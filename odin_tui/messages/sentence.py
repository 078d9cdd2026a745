"""What a sentence is: a template, forms of it, or a function that puts facts into words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeAlias

from odin_tui.languages.numbers import Share, percent
from odin_tui.languages.sounds import either

Facts: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence that agrees with a number."""

    count: str
    """The name of the fact that is the number."""
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class InContext:
    """A text whose English has several meanings; translators are told which it has."""

    context: str
    text: str


@dataclass(frozen=True, slots=True)
class Who:
    """Whom a sentence is about: the reader, others, or both."""

    others: str = ""
    """The names of the others as a list; empty for the reader alone."""
    me: bool = False

    def __str__(self) -> str:
        return self.others


@dataclass(frozen=True, slots=True)
class WhoText:
    """A sentence about those whom the fact `who` names, in one form for each kind of reader."""

    you: str
    other: str
    """Tells of one or several others."""
    with_you: str
    """Tells of the reader and others."""

    def about(self, who: Who) -> str:
        """Return the form for these people."""
        if not who.me:
            return self.other
        return self.with_you if who.others else self.you


Text: TypeAlias = str | Plural | WhoText | InContext
Sentence: TypeAlias = Text | Callable[[NullTranslations, Facts], str]


def formatted(sentence: Sentence, tr: NullTranslations, facts: Facts) -> str:
    """Return a sentence in a language, with its facts; a fact that is a list has its items."""
    if callable(sentence):
        return sentence(tr, facts)
    told = {name: _told(fact, tr) for name, fact in facts.items()}
    return template(sentence, tr, facts).format(**told)


def _told(fact: Any, tr: NullTranslations) -> Any:
    match fact:
        case list():
            return " ".join(map(str, fact))
        case Share():
            return percent(fact, tr)
    return fact


def template(text: Text, tr: NullTranslations, facts: Facts) -> str:
    """Return a text in a language with its placeholders, in the form its number asks for."""
    if isinstance(text, Plural):
        return tr.ngettext(text.one, text.other, facts[text.count])
    if isinstance(text, InContext):
        return tr.pgettext(text.context, text.text)
    form = text.about(facts["who"]) if isinstance(text, WhoText) else text
    return tr.gettext(form)


def any_of(words: Iterable[str], tr: NullTranslations) -> str:
    """Return words as alternatives, as in `R7 or B2`."""
    said = ""
    for word in words:
        said = either(word, tr).format(one=said, other=word) if said else word
    return said
