"""Text mode as a program: in a pipe, left by the end of input, and continued."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def odin(tmp_path: Path) -> "Odin":
    return Odin(tmp_path)


class Odin:
    """The program with folders of its own."""

    def __init__(self, folder: Path) -> None:
        names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME")
        self._environment = os.environ | {name: str(folder / name) for name in names}

    def __call__(self, *words: str, typed: str = "") -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "odin_tui", *words],
            input=typed,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env=self._environment,
        )
        return done.returncode, done.stdout, done.stderr


def test_a_match_left_at_the_end_of_input_can_be_continued(odin: Odin) -> None:
    status, out, _ = odin("play", "--text", "--seats", "2", "--seed", "a", typed="scores\n")
    assert status == 0
    assert "Points: " in out
    assert out.endswith("Your match is saved.\n")
    code = re.search(r"Table (\S+):", out)
    assert code is not None
    status, again, _ = odin("play", "--text", "--continue", typed="quit\n")
    assert status == 0
    assert f"Table {code[1]}:" in again
    assert "\x1b" not in out + again


def test_nothing_to_continue_is_said_in_a_line(odin: Odin) -> None:
    status, out, err = odin("play", "--text", "--continue")
    assert (status, out) == (2, "")
    assert err == "odin play: no match waits to be continued.\n"
