"""Words that a host does not want to read in the chat, however they are disguised."""

import re
from collections.abc import Iterable, Iterator

from odin_server.confusables import letter_forms

_PUNCTUATION = ".,;:!?\"'()[]{}<>*_~-…«»“”„’‘"


class WordList:
    """Finds whole words and phrases, whatever their case, marks and look-alike letters."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._written = frozenset(words)
        self._words: set[str] = set()
        self._phrases: dict[int, set[str]] = {}
        for word in self._written:
            forms = {form for form in letter_forms(word) if form}
            length = len(word.split())
            if length > 1:
                self._phrases.setdefault(length, set()).update(forms)
            else:
                self._words |= forms

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordList) and self._written == other._written

    def __hash__(self) -> int:
        return hash(self._written)

    def find(self, text: str) -> str:
        """Return the first unwanted word of a text as it is written there; empty if none is."""
        if not self._words and not self._phrases:
            return ""
        tokens = text.split()
        for token in (*tokens, *_spelled_out(tokens)):
            if any(letter_forms(part) & self._words for part in _parts(token)):
                return token
        for length, phrases in self._phrases.items():
            for start in range(len(tokens) - length + 1):
                phrase = " ".join(tokens[start : start + length])
                if letter_forms(phrase.translate(_WITHOUT_PUNCTUATION)) & phrases:
                    return phrase
        return ""


_WITHOUT_PUNCTUATION = str.maketrans("", "", _PUNCTUATION)


def _parts(token: str) -> Iterator[str]:
    """Yield what may be meant as a word: all of it, without signs around it, and between signs."""
    yield token
    yield token.strip(_PUNCTUATION)
    yield from re.split(r"[\W_]+", token)


def _spelled_out(tokens: list[str]) -> Iterator[str]:
    """Yield words that were written with a space after each letter."""
    run: list[str] = []
    for token in (*tokens, ""):
        if len(token) == 1:
            run.append(token)
            continue
        if len(run) > 1:
            yield " ".join(run)
        run = []
