"""What is wrong with the sentences of a catalogue, as far as a program can tell."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from gettext import c2py
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError

from odin_tui.languages import DEFAULT_LANGUAGE, LANGUAGES
from odin_tui.languages.check.po_files import (
    FOLDER,
    TEMPLATE,
    as_text,
    is_complete,
    merged,
    messages_in,
    po_file,
    read,
    texts_of,
)
from odin_tui.languages.check.update import template_text

NUMBERS = frozenset({"count", "number", "n"})
"""Placeholders that a plural form may leave out, where a language says the number with a word."""
MARKUP = ("**", "`", "[b]", "[/b]")
PERCENT = re.compile(r"%(?:\(\w+\))?[a-zA-Z]")
"""A placeholder of the messages that Python's own argument parser makes."""
PUNCTUATION = {
    "fr": (re.compile("[^ ] [;:!?»]|« "), "a space where French has a no-break space"),
    "ar": (re.compile(r"[\u0621-\u064a][,;?]"), "a Latin mark after an Arabic letter"),
}
"""What a language never has beside a mark, and how it is called."""
OPENED_IN_SPANISH = (("¿", "?"), ("¡", "!"))
UPDATE = "run `python -m odin_tui.languages.check --update`"
LONGEST = 70


def template_problems(template: Catalog) -> Iterator[str]:
    """Yield a problem if the committed template has not the messages of the code."""
    if not TEMPLATE.exists() or TEMPLATE.read_text(encoding="utf-8") != template_text(template):
        yield f"{TEMPLATE.name}: the code has other messages: {UPDATE}"


def unknown_languages(folder: Path = FOLDER) -> Iterator[str]:
    """Yield a problem for each catalogue without a language, and each language without one."""
    there = {path.stem for path in folder.glob("*.po")}
    wanted = LANGUAGES.keys() - {DEFAULT_LANGUAGE}
    yield from (f"{code}: there is no such language" for code in sorted(there - wanted))
    yield from (f"{code}: it has no catalogue: {UPDATE}" for code in sorted(wanted - there))


def catalogue_problems(template: Catalog, language: str, folder: Path = FOLDER) -> Iterator[str]:
    """Yield every problem of a language's catalogue."""
    path = po_file(language, folder)
    try:
        catalog = read(path, language)
    except (OSError, ValueError, PoFileError) as trouble:
        yield f"{language}: {path.name} cannot be read: {trouble}"
        return
    exact = _exact_forms(catalog)
    for message in messages_in(catalog):
        for problem in (
            *message_problems(message, catalog.num_plurals, exact),
            *punctuation_problems(message, language),
        ):
            yield f"{language}: {problem}: {_brief(message)}"
    there = merged(template, catalog, language)
    if as_text(there, language, LANGUAGES[language]) != path.read_text(encoding="utf-8"):
        missing = [m for m in messages_in(template) if catalog.get(m.id, m.context) is None]
        yield from (f"{language}: not in the catalogue: {_brief(each)}" for each in missing)
        yield f"{language}: it is not in step with the code: {UPDATE}"


def message_problems(message: Message, plurals: int, exact: Collection[int] = ()) -> Iterator[str]:
    """Yield what is wrong with one message of a language with so many plural forms.

    `exact` are the forms that stand for one number alone, and can say it with a word.
    """
    sources, forms = texts_of(message.id), texts_of(message.string)
    if not any(forms):
        yield "not translated"
        return
    if "fuzzy" in message.flags:
        yield "marked as fuzzy"
    if len(sources) > 1 and (len(forms) != plurals or not is_complete(message)):
        yield f"{sum(map(bool, forms))} of {plurals} plural forms"
    for number, form in enumerate(forms):
        if not form:
            continue
        yield from _placeholder_problems(sources, form, says_it_all=number in exact)
        if _ends(form) != _ends(sources[0]):
            yield "other blanks or line breaks at its ends"
        for mark in MARKUP:
            if form.count(mark) not in {source.count(mark) for source in sources}:
                yield f"other marks {mark}"


def punctuation_problems(message: Message, language: str) -> Iterator[str]:
    """Yield where a message is not punctuated as its language is."""
    forms = texts_of(message.string)
    if language in PUNCTUATION:
        wrong, problem = PUNCTUATION[language]
        yield from (problem for form in forms if wrong.search(form))
    if language == "es":
        for opening, closing in OPENED_IN_SPANISH:
            # What is typed or replaced may have marks of its own, as in `{text!r}`.
            counted = (re.sub(r"\{[^}]*\}|`[^`]*`", "", form) for form in forms)
            yield from (
                f"{closing} without {opening}"
                for form in counted
                if form.count(opening) != form.count(closing)
            )


def _exact_forms(catalog: Catalog) -> set[int]:
    """Return the plural forms that are used for a single number only."""
    form_of = c2py(catalog.plural_expr)
    used = Counter(form_of(number) for number in range(1000))
    return {form for form, numbers in used.items() if numbers == 1}


def _placeholder_problems(
    sources: tuple[str, ...], form: str, *, says_it_all: bool
) -> Iterator[str]:
    try:
        has = _placeholders(form)
    except ValueError as trouble:
        yield f"it cannot be filled in ({trouble})"
        return
    known = [_placeholders(source) for source in sources]
    if unknown := has.difference(*known):
        yield f"unknown placeholder {_list(unknown)}"
    needed = known[0].intersection(*known)
    if len(sources) > 1:
        needed = {each for each in needed if each[0] not in NUMBERS}
    lost = needed - has
    if lost and not (says_it_all and len(sources) > 1 and len(lost) == 1):
        yield f"lost placeholder {_list(lost)}"


def _placeholders(text: str) -> set[tuple[str, str, str]]:
    found = {
        (name, conversion or "", spec or "")
        for _text, name, spec, conversion in Formatter().parse(text)
        if name is not None
    }
    return found | {(each, "", "") for each in PERCENT.findall(text)}


def _list(placeholders: set[tuple[str, str, str]]) -> str:
    return ", ".join(sorted(name for name, _conversion, _spec in placeholders))


def _ends(text: str) -> tuple[str, str]:
    # A no-break space is part of a sentence: French has one before a semicolon.
    return text[: len(text) - len(text.lstrip(" \n"))], text[len(text.rstrip(" \n")) :]


def _brief(message: Message) -> str:
    text = texts_of(message.id)[-1]
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    context = f"{message.context}: " if message.context else ""
    return f"{context}{shown!r}"
