"""The command that checks catalogues finds everything that can be wrong with one."""

import subprocess
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

from odin_tui.languages import LANGUAGES
from odin_tui.languages.check import __main__ as command
from odin_tui.languages.check import po_files, problems, update
from odin_tui.languages.check.glossary import (
    BadGlossary,
    Term,
    changed_terms,
    glossary_problems,
    read_glossary,
    replace_term,
    unlike_the_glossary,
)
from odin_tui.languages.check.po_files import (
    as_text,
    compile_catalogue,
    extract,
    is_complete,
    merged,
    messages_in,
    read,
)
from odin_tui.languages.check.problems import (
    message_problems,
    punctuation_problems,
    unknown_languages,
)

POINTS = ("{count} point for {name}", "{count} points for {name}")


def message(source: Any, string: Any, *flags: str) -> Message:
    return Message(source, string, flags=flags)


@pytest.mark.parametrize(
    ("source", "string", "found"),
    [
        ("Play now", "", "not translated"),
        ("Play, {name}", "Spiel", "lost placeholder name"),
        ("Play, {name}", "Spiel, {nane}", "unknown placeholder nane"),
        ("{word!r} is wrong", "{word} ist falsch", "lost placeholder word"),
        ("expected %s", "erwartet", "lost placeholder %s"),
        ("Play, {name}", "Spiel, {name", "it cannot be filled in"),
        ("usage: ", "Aufruf:", "other blanks or line breaks at its ends"),
        ("One\n", "Eins", "other blanks or line breaks at its ends"),
        ("**One** two", "**Eins* zwei", "other marks **"),
        ("the folder of `odin`", "der Ordner von odin", "other marks `"),
        (POINTS, ("{count} Punkt für {name}", ""), "1 of 2 plural forms"),
        (POINTS, ("{count} Punkt für {name}",), "1 of 2 plural forms"),
        (POINTS, ("ein Punkt", "{count} Punkte für {name}"), "lost placeholder name"),
    ],
)
def test_a_fault_in_a_message_is_named(source: Any, string: Any, found: str) -> None:
    assert any(each.startswith(found) for each in message_problems(message(source, string), 2))


@pytest.mark.parametrize(
    ("source", "string"),
    [
        ("Play, {name}", "{name}, spiel"),
        (POINTS, ("ein Punkt für {name}", "{count} Punkte für {name}")),
        ("argument %(name)s: %(text)s", "%(text)s: %(name)s"),
        ("**One** `two`", "`zwei` **eins**"),
    ],
)
def test_a_message_that_is_translated_well_has_no_fault(source: Any, string: Any) -> None:
    assert list(message_problems(message(source, string), 2)) == []


@pytest.mark.parametrize(
    ("language", "string", "found"),
    [
        ("fr", "Quelle carte ?", "a space where French has a no-break space"),
        ("fr", "sur « {words} »", "a space where French has a no-break space"),
        ("es", "Qué carta?", "? without ¿"),
        ("es", "Hola, {name!r}!", "! without ¡"),
        ("ar", "أي بطاقة?", "a Latin mark after an Arabic letter"),
    ],
)
def test_punctuation_of_another_language_is_named(language: str, string: str, found: str) -> None:
    assert found in punctuation_problems(Message("Which card?", string), language)


@pytest.mark.parametrize(
    ("language", "string"),
    [
        ("fr", "Quelle carte\N{NO-BREAK SPACE}?"),
        ("fr", "SHA256: et 43 lettres"),
        ("es", "¿Qué carta?"),
        ("ar", "أي بطاقة، R8?"),
        ("de", "Welche Karte?"),
    ],
)
def test_punctuation_of_the_language_is_no_fault(language: str, string: str) -> None:
    assert list(punctuation_problems(Message("Which card?", string), language)) == []


def test_a_guess_is_a_fault() -> None:
    assert list(message_problems(message("Play", "Spiel", "fuzzy"), 2)) == ["marked as fuzzy"]


@pytest.fixture
def template() -> Catalog:
    catalog = Catalog()
    catalog.add("Play now", locations=[("b.py", 7)])
    catalog.add("won", locations=[("a.py", 1)], context="a match")
    catalog.add(POINTS, locations=[("a.py", 2)])
    return catalog


def test_merging_keeps_what_is_translated_and_guesses_nothing(template: Catalog) -> None:
    old = Catalog("de")
    old.add("won", "gewonnen", context="a match")
    old.add("Play now!", "Jetzt spielen!")
    new = merged(template, old, "de")
    assert [each.id for each in messages_in(new)] == ["Play now", "won", POINTS]
    assert [is_complete(each) for each in messages_in(new)] == [False, True, False]
    assert not any(each.fuzzy for each in messages_in(new))


def test_a_catalogue_is_written_the_same_way_every_time(template: Catalog, tmp_path: Path) -> None:
    text = as_text(merged(template, None, "ar"), "ar", LANGUAGES["ar"])
    (tmp_path / "ar.po").write_text(text, encoding="utf-8")
    again = as_text(merged(template, read(tmp_path / "ar.po", "ar"), "ar"), "ar", LANGUAGES["ar"])
    assert again == text
    assert "nplurals=6" in text
    assert "#: b.py\n" in text, "a place has no number, which any change of the code changes"
    assert "POT-Creation-Date" not in text


def test_a_plural_that_is_not_complete_is_left_to_english(tmp_path: Path) -> None:
    catalog = Catalog("de")
    catalog.add(POINTS, ("ein Punkt für {name}", ""))
    catalog.add("Play", "Spiel")
    (tmp_path / "de.po").write_text(as_text(catalog, "de", "Deutsch"), encoding="utf-8")
    compiled = compile_catalogue(tmp_path / "de.po").read_bytes()
    assert b"Spiel" in compiled
    assert b"ein Punkt" not in compiled
    assert compile_catalogue(tmp_path / "de.po").read_bytes() == compiled


def test_every_language_needs_a_catalogue_and_every_catalogue_a_language(tmp_path: Path) -> None:
    for code in ("de", "fr", "es", "it", "nl", "tlh"):
        (tmp_path / f"{code}.po").touch()
    assert [each.partition(":")[0] for each in unknown_languages(tmp_path)] == ["tlh", "ar"]


def test_the_committed_template_has_the_messages_of_the_code() -> None:
    template = extract()
    assert list(problems.template_problems(template)) == []
    template.add("A sentence that somebody has just written.")
    assert len(list(problems.template_problems(template))) == 1


def test_a_message_that_is_not_in_a_catalogue_is_named(template: Catalog, tmp_path: Path) -> None:
    complete = merged(template, None, "nl")
    (tmp_path / "nl.po").write_text(as_text(complete, "nl", LANGUAGES["nl"]), encoding="utf-8")
    template.add("Wait")
    found = list(problems.catalogue_problems(template, "nl", tmp_path))
    assert any("not in the catalogue" in each and "Wait" in each for each in found)
    assert any("--update" in each for each in found)
    (tmp_path / "nl.po").write_text('msgid "x\n', encoding="utf-8")
    assert "cannot be read" in next(problems.catalogue_problems(template, "nl", tmp_path))


# -- the glossary ---------------------------------------------------------------------------------

SET = Term("set", "Satz", ("Satz", "Sätze", "Sätzen"), "own")
HAND = Term("hand (deal)", "Durchgang", ("Durchgang",), "own")


def a_catalogue() -> Catalog:
    catalog = Catalog("de")
    catalog.add("A set beats a set.", "Ein Satz schlägt einen Satz.")
    catalog.add(("{count} set", "{count} sets"), ("{count} Satz", "{count} Sätze"))
    catalog.add("You settle.", "Ein Satz ohne Zusammenhang.")
    catalog.add("The hand is over.", "Die Hand ist vorbei.")
    return catalog


def test_a_sentence_without_the_word_of_the_glossary_is_listed() -> None:
    catalog = a_catalogue()
    for number in range(39):
        catalog.add(f"The hand {number} is over.", f"Der Durchgang {number} ist vorbei.")
    found = [(each.id, word) for each, word in unlike_the_glossary([SET, HAND], catalog)]
    assert found == [("The hand is over.", "hand")]


def test_a_word_that_is_often_translated_otherwise_is_not_listed() -> None:
    assert list(unlike_the_glossary([SET, HAND], a_catalogue())) == []


def test_a_term_is_corrected_in_every_sentence_that_means_it() -> None:
    catalog = a_catalogue()
    group = Term("set", "Gruppe", ("Gruppe", "Gruppen", "Gruppen"), "own")
    assert changed_terms([SET, HAND], [group, HAND]) == [(SET, group)]
    changed = replace_term(SET, group, catalog)
    assert [each.after for each in changed] == [
        "Ein Gruppe schlägt einen Gruppe.",
        "{count} Gruppe",
        "{count} Gruppen",
    ]
    assert catalog["You settle."].string == "Ein Satz ohne Zusammenhang."


def test_a_word_keeps_its_capital_and_fewer_forms_change_the_word_alone() -> None:
    catalog = Catalog("fr")
    catalog.add("Take a card, cards", "Carte, carte, cartes")
    card = Term("card", "carte", ("carte", "cartes"), "rulebook")
    replace_term(card, Term("card", "feuille", ("feuille",), "own"), catalog)
    assert catalog["Take a card, cards"].string == "Feuille, feuille, cartes"


def test_a_glossary_can_be_wrong_itself() -> None:
    said = "\n".join(
        glossary_problems([SET, SET, Term("x", "", (), "own"), Term("y", "z", ("z",), "hearsay")])
    )
    assert "twice" in said
    assert "no word" in said
    assert "source" in said
    with pytest.raises(BadGlossary):
        read_glossary("[[term]]\nenglish = 1")
    with pytest.raises(BadGlossary):
        read_glossary("[[")


# -- the command ----------------------------------------------------------------------------------


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)  # noqa: S607


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a German catalogue and its glossary, in a repository of their own."""
    folder = tmp_path / "odin_tui" / "languages"
    (folder / "glossary").mkdir(parents=True)
    (folder / "de.po").write_text(as_text(a_catalogue(), "de", "Deutsch"), encoding="utf-8")
    glossary = '[[term]]\nenglish = "set"\nuse = "Satz"\nforms = ["Satz", "Sätze"]\nsource = "own"'
    (folder / "glossary" / "de.toml").write_text(glossary, encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "before")
    template = merged(a_catalogue(), None, "de")
    monkeypatch.setattr(command, "PACKAGE", folder.parent)
    monkeypatch.setattr(command, "extract", lambda: template)
    monkeypatch.setattr(command, "template_problems", lambda _template: [])
    monkeypatch.setattr(command, "unknown_languages", list)
    monkeypatch.setattr(command, "po_file", lambda code: folder / f"{code}.po")
    monkeypatch.setattr(command, "glossary_file", lambda code: folder / "glossary" / f"{code}.toml")
    monkeypatch.setattr(
        command,
        "catalogue_problems",
        lambda template, code: problems.catalogue_problems(template, code, folder),
    )
    return folder


def test_one_command_corrects_a_word_that_was_changed_in_the_glossary(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["de"]) == 0
    glossary = repository / "glossary" / "de.toml"
    text = glossary.read_text(encoding="utf-8")
    glossary.write_text(text.replace("Satz", "Set").replace("Sätze", "Sets"), encoding="utf-8")
    assert command.main(["de", "--correct", "--terms"]) == 0
    said = capsys.readouterr().out
    assert "Satz → Set: 3 sentences" in said
    assert "'Ein Set schlägt einen Set.'" in said
    assert "{count} Sets" in (repository / "de.po").read_text(encoding="utf-8")
    assert (repository / "de.mo").exists()


def test_what_is_wrong_is_listed_and_ends_with_status_1(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue = repository / "de.po"
    text = catalogue.read_text(encoding="utf-8").replace("Die Hand ist vorbei.", "")
    catalogue.write_text(text, encoding="utf-8")
    assert command.main(["de"]) == 1
    assert "de: not translated: 'The hand is over.'" in capsys.readouterr().out


def test_updating_changes_nothing_that_is_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "compile_all", lambda folder: folder)
    for path in (po_files.TEMPLATE, *po_files.FOLDER.glob("*.po")):
        copy(path, tmp_path)
    assert update.update(tmp_path) == []
    assert po_files.languages_in(tmp_path) == sorted(LANGUAGES.keys() - {"en"})
