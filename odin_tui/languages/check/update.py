"""Brings the template and all catalogues up to date with the code."""

from pathlib import Path

from babel.messages.catalog import Catalog

from odin_tui.languages import DEFAULT_LANGUAGE, LANGUAGES
from odin_tui.languages.check.po_files import (
    FOLDER,
    TEMPLATE,
    as_text,
    compile_all,
    extract,
    merged,
    po_file,
    read,
)

TEMPLATE_TITLE = "The messages of odin. It is extracted from the code: do not change it by hand."


def template_text(template: Catalog) -> str:
    """Return the text of the template's file."""
    return as_text(template, "", TEMPLATE_TITLE)


def catalogue_text(template: Catalog, language: str, folder: Path = FOLDER) -> str:
    """Return a catalogue's text as the template has its messages; a new language's is empty."""
    path = po_file(language, folder)
    old = read(path, language) if path.exists() else None
    return as_text(merged(template, old, language), language, LANGUAGES[language])


def update(folder: Path = FOLDER) -> list[Path]:
    """Extract, merge and compile; return the files of the folder that have changed."""
    template = extract()
    texts = {folder / TEMPLATE.name: template_text(template)}
    for language in LANGUAGES:
        if language != DEFAULT_LANGUAGE:
            texts[po_file(language, folder)] = catalogue_text(template, language, folder)
    changed = []
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    compile_all(folder)
    return changed
