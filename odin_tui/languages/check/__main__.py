"""Checks catalogues: `python -m odin_tui.languages.check [LANGUAGE…]`; docs/translating.md."""

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from babel.messages.catalog import Catalog

from odin_tui.languages import DEFAULT_LANGUAGE, LANGUAGES
from odin_tui.languages.check.glossary import (
    BadGlossary,
    Term,
    changed_terms,
    glossary_file,
    glossary_problems,
    read_glossary,
    replace_term,
    unlike_the_glossary,
)
from odin_tui.languages.check.po_files import (
    PACKAGE,
    as_text,
    compile_catalogue,
    extract,
    messages_in,
    po_file,
    read,
)
from odin_tui.languages.check.problems import (
    catalogue_problems,
    template_problems,
    unknown_languages,
)
from odin_tui.languages.check.update import update


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, update or correct catalogues; return 1 if something is wrong with them."""
    parser = ArgumentParser(prog="python -m odin_tui.languages.check", description=__doc__)
    known = [code for code in LANGUAGES if code != DEFAULT_LANGUAGE]
    parser.add_argument("language", nargs="*", choices=[*known, []], help="all, if none is named")
    parser.add_argument("--terms", action="store_true", help="list what is unlike the glossary")
    parser.add_argument(
        "--update", action="store_true", help="first extract, merge and compile all catalogues"
    )
    parser.add_argument(
        "--correct",
        action="store_true",
        help="first put the glossary's changed words into all sentences, and list these",
    )
    parser.add_argument(
        "--since", default="HEAD", metavar="COMMIT", help="the glossary's words before (HEAD)"
    )
    words = parser.parse_args(arguments)
    if words.correct:
        for language in words.language or known:
            _correct(language, words.since)
    if words.update:
        _say(*(f"changed: {path.relative_to(PACKAGE.parent)}" for path in update()))
    problems = _check(words, known)
    _say(*problems, f"{len(problems)} problems" if problems else "All is well.")
    return 1 if problems else 0


def _check(words: Namespace, known: Sequence[str]) -> list[str]:
    template = extract()
    problems = [*template_problems(template), *unknown_languages()]
    for language in words.language or known:
        problems += catalogue_problems(template, language)
        try:
            terms = read_glossary(glossary_file(language).read_text(encoding="utf-8"))
        except (OSError, BadGlossary) as trouble:
            problems.append(f"{language}: the glossary: {trouble}")
            continue
        problems += [f"{language}: the glossary: {each}" for each in glossary_problems(terms)]
        _tell_unlike(language, terms, every=words.terms)
    count = sum(1 for _message in messages_in(template))
    _say(f"{count} messages, {len(words.language or known)} languages")
    return problems


def _tell_unlike(language: str, terms: list[Term], *, every: bool) -> None:
    """List the sentences without the glossary's word; not all are wrong, so none is a problem."""
    found = list(unlike_the_glossary(terms, _catalogue(language)))
    if every:
        _say(
            *(f"{language}: without “{word}”: {each.id!r}: {each.string!r}" for each, word in found)
        )
    elif found:
        _say(f"{language}: {len(found)} sentences are unlike the glossary (--terms lists them)")


def _correct(language: str, since: str) -> None:
    """Put the changed words of a glossary into all sentences of its catalogue."""
    path = glossary_file(language)
    place = f"{since}:./{path.relative_to(PACKAGE.parent)}"
    before = subprocess.run(  # noqa: S603 - git, and a file of ours
        ["git", "show", place],  # noqa: S607 - whichever git is installed
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if before.returncode:
        sys.exit(f"{language}: git does not know the glossary of {since}: {before.stderr.strip()}")
    catalog = _catalogue(language)
    after = read_glossary(path.read_text(encoding="utf-8"))
    for was, now in changed_terms(read_glossary(before.stdout), after):
        replaced = replace_term(was, now, catalog)
        _say(f"{language}: {was.use} → {now.use}: {len(replaced)} sentences")
        _say(*(f"  {each.before!r}\n  → {each.after!r}" for each in replaced))
    text = as_text(catalog, language, LANGUAGES[language])
    po_file(language).write_text(text, encoding="utf-8")
    compile_catalogue(po_file(language))


def _catalogue(language: str) -> Catalog:
    return read(po_file(language), language)


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main())
