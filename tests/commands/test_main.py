"""`odin` explains itself at once and leaves quietly."""

import subprocess
import sys

import pytest

from odin_tui.commands import arena
from odin_tui.main import COMMANDS, main

HEAVY = (
    "textual",
    "rich",
    "asyncio",
    "asyncssh",
    "odin_engine",
    "odin_server.hall",
    "odin_server.sessions",
    "sqlite3",
)


def test_help_lists_the_commands_and_fits_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    out = capsys.readouterr().out
    assert left.value.code == 0
    assert all(f"    {command} " in out for command in COMMANDS)
    assert "Example: " in out
    assert len(out.splitlines()) <= 24


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_that_fits_a_screen_and_shows_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    out = capsys.readouterr().out
    assert left.value.code == 0
    assert f"Example: odin {command}" in out
    assert len(out.splitlines()) <= 40
    assert max(map(len, out.splitlines())) <= 100


def test_help_imports_nothing_that_help_does_not_need() -> None:
    check = (
        "import sys\nfrom odin_tui.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "odin_tui", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("odin ")
    assert done.stdout.count("\n") == 1


def test_an_unknown_command_names_the_ones_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["sail"])
    err = capsys.readouterr().err
    assert left.value.code == 2
    assert "'sail'" in err
    assert "arena" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--foo"], "--foo"),
        (["-x"], "-x"),
        (["--foo", "play"], "--foo"),
        (["--foo"], "(see odin --help)"),
        (["arena", "--foo", "--bar"], "--foo, --bar (see odin arena --help)"),
        (["arena", "field"], "field"),
        (["--"], "a command is missing; there are play"),
    ],
)
def test_a_flag_nobody_knows_is_named(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    err = capsys.readouterr().err
    assert left.value.code == 2
    assert named in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("word", ["two", "1_000", "٣", "2.5", " 4", "", "9" * 5000])
def test_a_word_that_is_no_whole_number_is_named_in_one_short_line(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arena", "--seats", word])
    err = capsys.readouterr().err
    assert left.value.code == 2
    assert err.startswith(f"odin arena: argument --seats: '{word[:20]}")
    assert "is not a whole number" in err
    assert len(err) < 100


def test_ctrl_c_leaves_without_a_trace_of_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run", interrupted)
    assert main(["arena"]) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    done = subprocess.run(  # noqa: S602 - a real pipe that closes early is the point
        f"{sys.executable} -m odin_tui arena --help | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
