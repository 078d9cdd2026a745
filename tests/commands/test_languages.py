"""The command line speaks the language of the player's settings, else of the environment."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from odin_engine.bots import LEVELS
from odin_tui.argparse_language import MESSAGES
from odin_tui.commands import hall
from odin_tui.commands.admin import TASKS
from odin_tui.languages import LANGUAGES, translations_for
from odin_tui.languages.local import local_language
from odin_tui.main import COMMANDS, main
from tests.tui.languages.pseudo import PSEUDO

TYPED = re.compile(r"--?[a-z][a-z-]*|\b[A-Z]{1,9}(?:,[A-Z…])*\b|odin[ a-z0-9-]*|[a-z]+,[a-z,]+")


@pytest.fixture(params=[code for code in LANGUAGES if code != "en"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("LC_ALL", f"{request.param}.UTF-8")
    local_language.cache_clear()
    yield request.param
    local_language.cache_clear()


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main([*words, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


def test_every_help_is_in_the_language_of_the_environment_and_fits_a_screen(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tr = translations_for(language)
    shown = help_of(capsys)
    assert tr.gettext("usage: ").strip() in shown
    assert tr.gettext("show this help message and exit").split()[0] in shown
    for summary in COMMANDS.values():
        assert tr.gettext(summary).split()[0] in shown
    for command in COMMANDS:
        out = help_of(capsys, command)
        assert len(out.splitlines()) <= 48
        # An example is one line, to be copied.
        *lines, _example = out.splitlines()
        assert max(map(len, lines)) <= 80


def test_mistakes_are_named_in_that_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", "--seats"])
    assert left.value.code == 2
    assert translations_for(language).gettext("expected one argument") in capsys.readouterr().err


def test_help_has_no_word_that_nobody_translates(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows, too, that the argument parser still looks its sentences up where we put them."""
    monkeypatch.setattr("odin_tui.languages.translations_for", lambda _language: PSEUDO)
    for words in ((), *((command,) for command in COMMANDS)):
        usage, _blank, rest = help_of(capsys, *words).partition("\n\n")
        assert usage.startswith("⟦")
        *lines, _example = rest.splitlines()
        shown = TYPED.sub("", "\n".join(lines))
        formats = {"round", "robin", "field", "ladder", "WxH", "WIDTHxHEIGHT", "HOST", "SHA"}
        kept = {*COMMANDS, *TASKS, *hall.TASKS, *LEVELS, *formats}
        assert set(re.findall(r"[A-Za-z]{3,}", shown)) - kept == set(), shown


def test_all_that_the_argument_parser_says_is_marked() -> None:
    assert len(set(MESSAGES)) == len(MESSAGES)


def test_a_process_of_its_own_reads_the_environment() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "odin_tui", "--foo"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"LC_ALL": "C", "LC_MESSAGES": "nl_NL.UTF-8", "PYTHONUTF8": "1", "HOME": "/nowhere"},
        check=False,
    )
    tr = translations_for("nl")
    words = tr.gettext("unknown argument: {words} (see {help_command})")
    assert words.format(words="--foo", help_command="odin --help") in done.stderr
    assert done.returncode == 2
