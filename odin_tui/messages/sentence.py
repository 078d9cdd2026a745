"""What a sentence is: a template, or a function where a fact has to be put into words first."""

from collections.abc import Callable, Iterable, Mapping
from gettext import NullTranslations
from typing import Any, TypeAlias

Facts: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = str | Callable[[NullTranslations, Facts], str]


def any_of(words: Iterable[str], tr: NullTranslations) -> str:
    """Return words as alternatives, as in `R7 or B2`."""
    return tr.gettext(" or ").join(words)
