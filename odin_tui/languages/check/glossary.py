"""The terms of a language: whether its sentences use them, and changing one everywhere."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from odin_tui.languages.check.po_files import FOLDER, is_complete, messages_in, texts_of

GLOSSARIES = FOLDER / "glossary"
SOURCES = ("rulebook", "own")
OFTEN = 0.03
"""The share of sentences from which a word counts as one that is often translated otherwise."""


class BadGlossary(ValueError):  # noqa: N818 - it names the complaint
    """A glossary that cannot be read."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game in English, the word for it, and its forms in sentences."""

    english: str
    use: str
    forms: tuple[str, ...]
    source: str
    note: str = ""

    @property
    def word(self) -> str:
        """The English word alone: `hand (deal)` is `hand` in one of its meanings."""
        return self.english.partition("(")[0].strip()

    def is_in(self, message: Message) -> bool:
        """Return whether an English message has the word, in the singular or plural."""
        return any(map(_english(self.word).search, texts_of(message.id)))


def glossary_file(language: str) -> Path:
    """Return where the glossary of a language is."""
    return GLOSSARIES / f"{language}.toml"


def read_glossary(text: str) -> list[Term]:
    """Return the terms in the text of a glossary; raise `BadGlossary`."""
    try:
        entries = tomllib.loads(text).get("term", [])
        terms = [
            Term(
                entry["english"],
                entry["use"],
                tuple(entry["forms"]),
                entry["source"],
                entry.get("note", ""),
            )
            for entry in entries
        ]
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as trouble:
        raise BadGlossary(f"it cannot be read: {trouble!r}") from trouble
    return terms


def glossary_problems(terms: Iterable[Term]) -> Iterator[str]:
    """Yield what is wrong with a glossary itself."""
    seen: set[str] = set()
    for term in terms:
        if term.english in seen:
            yield f"{term.english!r} is there twice"
        seen.add(term.english)
        if not term.use or not term.forms or not all(term.forms):
            yield f"{term.english!r} has no word, or no forms of it"
        if term.source not in SOURCES:
            yield f"{term.english!r}: its source is none of {', '.join(SOURCES)}"


def unlike_the_glossary(terms: Iterable[Term], catalog: Catalog) -> Iterator[tuple[Message, str]]:
    """Yield each translated message with an English term whose translation has no form of it.

    A word that is often translated otherwise, as a verb or in an idiom, says nothing about the
    sentences in which it is; only those of the others are worth a look.
    """
    by_word: dict[str, set[str]] = {}
    for term in terms:
        by_word.setdefault(term.word, set()).update(map(str.casefold, term.forms))
    translated = [
        (message, [text.casefold() for text in texts_of(message.string)])
        for message in messages_in(catalog)
        if is_complete(message)
    ]
    for word, forms in by_word.items():
        pattern = _english(word)
        uses = [each for each in translated if any(map(pattern.search, texts_of(each[0].id)))]
        unlike = [
            message
            for message, texts in uses
            if not any(form in text for form in forms for text in texts)
        ]
        if len(unlike) <= OFTEN * len(uses):
            yield from ((message, word) for message in unlike)


@dataclass(frozen=True, slots=True)
class Replacement:
    """One sentence before and after a term was changed."""

    before: str
    after: str


def changed_terms(old: Iterable[Term], new: Iterable[Term]) -> list[tuple[Term, Term]]:
    """Return the terms whose word or forms have changed."""
    before = {term.english: term for term in old}
    return [
        (was, term)
        for term in new
        if (was := before.get(term.english)) and (was.use, was.forms) != (term.use, term.forms)
    ]


def replace_term(was: Term, now: Term, catalog: Catalog) -> list[Replacement]:
    """Replace a term in every sentence whose English has it; return those that have changed.

    Form by form, if there are as many as before; otherwise the word itself alone.
    """
    alike = len(was.forms) == len(now.forms)
    pairs = {was.use: now.use} | (dict(zip(was.forms, now.forms, strict=True)) if alike else {})
    pairs = {old: new for old, new in pairs.items() if old != new}
    if not pairs:
        return []
    # The longest first, so that a form is not taken for a shorter one.
    words = sorted(pairs, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    by_fold = {old.casefold(): new for old, new in pairs.items()}

    def exchange(found: re.Match[str]) -> str:
        new = by_fold[found[0].casefold()]
        return new[:1].upper() + new[1:] if found[0][:1].isupper() else new

    changed = []
    for message in messages_in(catalog):
        if not was.is_in(message):
            continue
        before = texts_of(message.string)
        after = tuple(pattern.sub(exchange, text) for text in before)
        changed += [
            Replacement(*both) for both in zip(before, after, strict=True) if both[0] != both[1]
        ]
        message.string = after if isinstance(message.string, tuple) else after[0]
    return changed


def _english(word: str) -> re.Pattern[str]:
    """Match a word, but no placeholder and nothing to be typed: `{sets}`, `sets:`, `--set`."""
    return re.compile(rf"(?<![\w{{=-]){re.escape(word)}(?:s|es)?(?![\w}}:=-])", re.IGNORECASE)
