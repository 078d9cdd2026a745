"""A terminal that was told to show Arabic letters as they come orders them again afterwards."""

import os
import signal
from pathlib import Path

import pytest

from odin_tui.terminal_letters import EXPLICIT, IMPLICIT
from tests.commands.test_play import STUMBLE, _read, _terminal


def _read_in_arabic(home: Path) -> None:
    folder = home / "CONFIG" / "odin"
    folder.mkdir(parents=True)
    settings = 'name = "Astrid"\nlanguage = "ar"\nletter-order = "visual"\n'
    (folder / "settings.toml").write_text(settings)


def _given_back(shown: bytes) -> bool:
    return shown.rindex(IMPLICIT.encode()) > shown.rindex(b"\x1b[?1049l")


@pytest.mark.parametrize("way", ["key", "signal"])
def test_leaving_gives_the_order_back(tmp_path: Path, way: str) -> None:
    _read_in_arabic(tmp_path)
    with _terminal(tmp_path, "-m", "odin_tui") as (pid, end):
        assert EXPLICIT.encode() in _read(end, EXPLICIT.encode())
        _read(end, "▐".encode())
        if way == "key":
            os.write(end, b"q")
        else:
            os.kill(pid, signal.SIGTERM)
        assert _given_back(_read(end))
        os.waitpid(pid, 0)


def test_a_crash_gives_the_order_back(tmp_path: Path) -> None:
    _read_in_arabic(tmp_path)
    with _terminal(tmp_path, "-c", STUMBLE) as (pid, end):
        _read(end, "▐".encode())
        os.write(end, b"\r")
        shown = _read(end)
        os.waitpid(pid, 0)
    assert _given_back(shown)
    # The last words are the shell's to order.
    assert "\ufefc" not in shown[shown.rindex(IMPLICIT.encode()) :].decode()


def test_other_languages_never_touch_it(tmp_path: Path) -> None:
    with _terminal(tmp_path, "-m", "odin_tui", "play", "--seats", "2") as (pid, end):
        shown = _read(end, b"Valhalla")
        os.kill(pid, signal.SIGTERM)
        shown += _read(end)
        os.waitpid(pid, 0)
    assert EXPLICIT.encode() not in shown
    assert IMPLICIT.encode() not in shown
