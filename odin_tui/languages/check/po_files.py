"""Catalogues as files: extracted, merged, written in a stable form, and compiled."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER = Path(__file__).parent.parent
PACKAGE = FOLDER.parent
TEMPLATE = FOLDER / "odin.pot"
WIDTH = 100
KEYWORDS = {
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "NC_": ((1, "c"), 2),
}
"""As in the command at the top of `babel.cfg`."""

PLURAL_FORMS = {
    "ar": (
        6,
        "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)",
    ),
}
"""Where gettext's conventional order of plural forms is not Babel's."""

HEADER = """\
# {title}
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""A compiled catalogue names days; the same sentences must give the same file."""


def po_file(language: str, folder: Path = FOLDER) -> Path:
    """Return where the catalogue of a language is."""
    return folder / f"{language}.po"


def languages_in(folder: Path = FOLDER) -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.stem for path in folder.glob("*.po"))


def extract() -> Catalog:
    """Return every message of the package, in the order of its files and their lines."""
    template = Catalog(charset="utf-8")
    with (PACKAGE.parent / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # Babel's
    for path, line, message, comments, context in extract_from_dir(
        PACKAGE, methods, options, keywords=KEYWORDS
    ):
        place = [(f"{PACKAGE.name}/{path}", line)]
        template.add(message, None, place, auto_comments=comments, context=context)
    return template


def read(path: Path, language: str | None = None) -> Catalog:
    """Return what is in a file; raise `OSError`, `ValueError` or Babel's error."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, abort_invalid=True)
    _order_plurals(catalog, language)
    return catalog


def merged(template: Catalog, old: Catalog | None, language: str) -> Catalog:
    """Return a catalogue of exactly the template's messages, translated where the old one is.

    Nothing is guessed: a message that has changed is a new one.
    """
    catalog = Catalog(locale=language, charset="utf-8")
    _order_plurals(catalog, language)
    for message in messages_in(template):
        before = None if old is None else old.get(message.id, message.context)
        catalog.add(
            message.id,
            before.string if before and _same_forms(before, message) else None,
            message.locations,
            message.flags | (before.flags & {"fuzzy"} if before else set()),
            message.auto_comments,
            before.user_comments if before else (),
            context=message.context,
        )
    return catalog


def _same_forms(before: Message, message: Message) -> bool:
    return isinstance(before.string, str) == isinstance(message.id, str)


def messages_in(catalog: Catalog) -> Iterable[Message]:
    """Return the messages without the header."""
    return (message for message in catalog if message.id)


def texts_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of a message or of its translation; one, if it has no plural."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def is_complete(message: Message) -> bool:
    """Return whether a message is translated, in every plural form."""
    return all(texts_of(message.string))


def as_text(catalog: Catalog, language: str, title: str) -> str:
    """Return a catalogue as the text of its file.

    It has no dates and no numbers of lines, which would make every change of the code one of
    all catalogues.
    """
    body = BytesIO()
    write_po(
        body,
        catalog,
        width=WIDTH,
        omit_header=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    header = HEADER.format(title=title, language=language)
    if language:
        header += f'"Plural-Forms: {catalog.plural_forms}\\n"\n'
    return f"{header}\n{body.getvalue().decode().rstrip()}\n"


def compile_catalogue(path: Path) -> Path:
    """Compile a catalogue into a `.mo` file beside it, and return its path."""
    catalog = read(path, path.stem)
    catalog.creation_date = catalog.revision_date = SOME_DAY
    for message in [*messages_in(catalog)]:
        if not is_complete(message):
            # A plural form that is missing would be shown as nothing at all.
            catalog.delete(message.id, message.context)
    compiled, data = path.with_suffix(".mo"), BytesIO()
    write_mo(data, catalog)
    # Whoever reads it meanwhile gets the old one or the new one, never half of it.
    fresh = path.with_suffix(".mo.new")
    fresh.write_bytes(data.getvalue())
    fresh.replace(compiled)
    return compiled


def compile_all(folder: Path = FOLDER) -> list[Path]:
    """Compile every catalogue of a folder."""
    return [compile_catalogue(po_file(language, folder)) for language in languages_in(folder)]


def _order_plurals(catalog: Catalog, language: str | None) -> None:
    if language in PLURAL_FORMS:
        # Babel has no way to say this but the header of a file.
        count, rule = PLURAL_FORMS[language]
        catalog.mime_headers = [("Plural-Forms", f"nplurals={count}; plural={rule};")]
