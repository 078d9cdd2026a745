"""Quotation marks as a language has them, around what somebody typed."""

from typing import Any, Self

from odin_tui.languages import Translations, language_of

MARKS = {
    "de": "„{}“",
    "fr": "«\N{NO-BREAK SPACE}{}\N{NO-BREAK SPACE}»",
    "es": "«{}»",
    "it": "“{}”",
    "nl": "“{}”",
    "ar": "«{}»",
}
"""English quotes as Python does."""


class Quotable(str):
    """A text that `{text!r}` puts into the quotation marks of a language."""

    __slots__ = ("_marks",)
    _marks: str

    @classmethod
    def of(cls, text: str, marks: str) -> Self:
        """Return a text with its marks."""
        made = cls(text)
        made._marks = marks
        return made

    def __repr__(self) -> str:
        """Return the text in its marks; a control character is written with a backslash."""
        shown = (each if each.isprintable() else repr(each)[1:-1] for each in self)
        return self._marks.format("".join(shown))


def quotable(fact: Any, tr: Translations) -> Any:
    """Return a fact of a sentence; a text is one that can be quoted as the language does."""
    marks = MARKS.get(language_of(tr))
    return Quotable.of(fact, marks) if marks and isinstance(fact, str) else fact
