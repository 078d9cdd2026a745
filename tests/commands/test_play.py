"""`odin play`: which table a command line means, and the way in and out of a real terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from odin_server.hall import NewTable, TimeControl
from odin_tui.commands import play
from odin_tui.commands.local_session import terminal_depth
from odin_tui.commands.table_arguments import table_from
from odin_tui.drawing.palette import Depth
from odin_tui.main import Mistake
from odin_tui.settings import Settings, read

LAST = NewTable(
    "odin",
    seats=4,
    bots=("karl", "jarl", "karl"),
    options={"target": "20"},
    clock=TimeControl(30, 60),
    hints=True,
)
RESTORED = b"\x1b[?1049l"


def _table(line: str, last: NewTable = LAST, **others: NewTable) -> NewTable:
    parser = ArgumentParser()
    play.add_arguments(parser)
    return table_from(parser.parse_args(line.split()), Settings(last_table=last, tables=others))


def test_what_is_not_said_is_as_it_was_the_last_time() -> None:
    assert _table("") == LAST


def test_more_seats_are_filled_with_the_last_bot() -> None:
    assert _table("--seats 6").bots == ("karl", "jarl", "karl", "karl", "karl")
    assert _table("--seats 2").bots == ("karl",)


def test_bots_alone_say_how_many_seats_there_are() -> None:
    table = _table("--bots jarl,Konung")
    assert (table.seats, table.bots) == (3, ("jarl", "konung"))


def test_options_are_put_over_those_of_the_last_time() -> None:
    assert _table("--option next-starter=winner").options == {
        "target": "20",
        "next-starter": "winner",
    }
    assert _table("--target one-hand").options == {"target": "one-hand"}


def test_an_edition_starts_from_itself() -> None:
    assert _table("--edition deutsch").options == {"edition": "deutsch"}


def test_options_that_do_not_fit_the_seats_are_left_behind() -> None:
    last = NewTable("odin", seats=2, bots=("karl",), options={"two-player-deck": "full"})
    assert _table("--seats 3", last).options == {}


def test_another_game_starts_as_it_is_played_for_the_first_time() -> None:
    table = _table("--game herrlof --seed x")
    assert table == NewTable("herrlof", seats=2, bots=("karl",), hints=True, seed="x")


def test_another_game_is_as_it_was_when_it_was_played_last() -> None:
    three = NewTable("herrlof", seats=3, bots=("jarl", "thrall"), options={"max-rounds": "5"})
    assert _table("--game herrlof", herrlof=three) == three


HERRLOF = NewTable("herrlof", seats=2, bots=("jarl",), options={"target": "70"})


@pytest.mark.parametrize(
    "line",
    ["--seats 4 --bots karl,jarl,karl", "--bots karl,jarl,karl", "--target one-hand"],
)
def test_a_line_for_odin_works_after_a_match_of_another_game(line: str) -> None:
    table = _table(line, HERRLOF, odin=LAST)
    assert (table.game, table.seats, table.bots) == ("odin", 4, ("karl", "jarl", "karl"))


def test_the_game_played_last_is_kept_where_it_can_be_played_so() -> None:
    assert _table("--seats 3", HERRLOF) == NewTable(
        "herrlof", seats=3, bots=("jarl", "jarl"), options={"target": "70"}
    )


def test_a_line_that_no_game_understands_is_refused_for_the_game_played_last() -> None:
    with pytest.raises(Mistake, match="Herrlof is for 2 to 3 players, not 7"):
        _table("--seats 7", HERRLOF)
    with pytest.raises(Mistake, match="Herrlof is for 2 to 3 players, not 4"):
        _table("--game herrlof --seats 4")


def test_a_remembered_game_that_is_gone_is_no_reason_to_refuse() -> None:
    assert _table("--seats 3", NewTable("chess", seats=2)).game == "odin"


def test_a_remembered_option_gives_way_to_what_is_said() -> None:
    last = NewTable(
        "odin", seats=2, bots=("karl",), options={"removed-colours": "RB", "target": "20"}
    )
    table = _table("--option two-player-deck=full", last)
    assert table.options == {"two-player-deck": "full", "target": "20"}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("--game chess", "there is no game 'chess'"),
        ("--bots queen", "there is no bot 'queen'"),
        ("--seats 0", "2 to 6 players, not 0"),
        ("--seats 7", "2 to 6 players, not 7"),
        ("--seats 2 --bots karl,karl", "2 bots and you are too many for 2 seats"),
        ("--target 0", "target cannot be '0'"),
        ("--option target", "needs a name and a word"),
        ("--option colour=red", "no option 'colour'"),
    ],
)
def test_a_wrong_argument_is_one_sentence(line: str, complaint: str) -> None:
    with pytest.raises(Mistake, match=complaint):
        _table(line)


def _environment(home: Path) -> dict[str, str]:
    folders = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "STATE")}
    return {**os.environ, **folders, "HOME": str(home), "TERM": "xterm-256color"}


def _odin(
    home: Path, *words: str, typed: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "odin_tui", *words],
        input=typed,
        env=_environment(home) | more,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_table_that_is_asked_for_is_the_one_of_the_next_time(tmp_path: Path) -> None:
    words = ("play", "--game", "herrlof", "--seats", "3", "--seed", "ravens", "--text")
    assert "Round 1." in _odin(tmp_path, *words, typed="quit\n").stdout
    kept = read((tmp_path / "CONFIG" / "odin" / "settings.toml").read_text(encoding="utf-8"))
    assert kept.last_table == NewTable("herrlof", seats=3, bots=("karl", "karl"), hints=True)
    assert kept.tables == {"odin": Settings().last_table}


def test_settings_that_cannot_be_read_stay_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "CONFIG" / "odin" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text("theme = [", encoding="utf-8")
    assert "cannot be used" in _odin(tmp_path, "play", "--text", typed="quit\n").stdout
    assert file.read_text(encoding="utf-8") == "theme = ["


def test_programs_change_nothing_for_the_next_time(tmp_path: Path) -> None:
    _odin(tmp_path, "play", "--game", "herrlof", "--json")
    assert not (tmp_path / "CONFIG").exists()


def test_the_daily_deal_is_the_same_for_everybody_and_leaves_the_next_table_alone(
    tmp_path: Path,
) -> None:
    told = []
    for player in ("a", "b"):
        (tmp_path / player).mkdir()
        done = _odin(tmp_path / player, "play", "--daily", "--text", typed="hand\nquit\n")
        assert done.returncode == 0
        assert not (tmp_path / player / "CONFIG").exists()
        told.append([line for line in done.stdout.splitlines() if line.startswith("You hold")])
    assert told[0]
    assert told[0] == told[1]


def test_without_a_terminal_it_says_how_to_play(tmp_path: Path) -> None:
    done = _odin(tmp_path, "play")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "odin play: needs a terminal; with --text it plays in plain lines.\n"


def test_odin_alone_in_a_pipe_is_its_help(tmp_path: Path) -> None:
    done = _odin(tmp_path)
    assert done.returncode == 0
    assert "play at a table" in done.stdout


@pytest.mark.parametrize("more", [{}, {"TERM": "dumb"}])
def test_plain_lines_for_screen_readers_and_dumb_terminals(
    tmp_path: Path, more: dict[str, str]
) -> None:
    words = ["play", "--seats", "2", "--seed", "s"] + ([] if more else ["--text"])
    done = _odin(tmp_path, *words, typed="hand\nquit\n", **more)
    assert done.returncode == 0
    assert "Your match is saved." in done.stdout
    assert done.stderr == ""


def test_odin_text_does_one_thing_or_whatever_is_typed(tmp_path: Path) -> None:
    lesson = _odin(tmp_path, "text", "lesson", "odin", typed="\nquit\n")
    assert "Step 2 of 8: Cnut leads Y4." in lesson.stdout
    home = _odin(tmp_path, "text", typed="puzzle\nanswer\nquit\nboard\nquit\n")
    assert "The best move: " in home.stdout
    assert "Nobody has finished this deal yet." in home.stdout
    assert home.stdout.endswith("Bye.\n")


@contextmanager
def _terminal(home: Path, *command: str) -> Iterator[tuple[int, int]]:
    pid, end = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, *command], _environment(home))  # noqa: S606
    try:
        yield pid, end
    finally:
        os.close(end)


def _read(end: int, until: bytes = b"never to be read") -> bytes:
    """Read what the program writes until it has written these words, or has ended."""
    seen = b""
    while until not in seen and select.select([end], [], [], 30)[0]:
        try:
            piece = os.read(end, 65_536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    return seen


def _name_player(home: Path) -> None:
    """Leave settings of somebody who has played before, and so comes to the home screen."""
    folder = home / "CONFIG" / "odin"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('name = "Astrid"\n')


def test_somebody_new_is_asked_for_a_name_and_somebody_known_is_not(tmp_path: Path) -> None:
    with _terminal(tmp_path, "-m", "odin_tui") as (pid, end):
        assert b"Welcome to odin!" in _read(end, b"Welcome to odin!")
        os.write(end, b"Bera\r")
        assert b"Welcome, Bera!" in _read(end, b"Welcome, Bera!")
        os.kill(pid, signal.SIGTERM)
        _read(end)
        os.waitpid(pid, 0)
    with _terminal(tmp_path, "-m", "odin_tui") as (pid, end):
        assert b"Bera" in _read(end, b"Quit")
        os.kill(pid, signal.SIGTERM)
        _read(end)
        os.waitpid(pid, 0)


def test_somebody_new_who_goes_straight_to_a_table_is_asked_for_a_name_too(tmp_path: Path) -> None:
    with _terminal(tmp_path, "-m", "odin_tui", "play", "--seats", "2", "--seed", "s") as (pid, end):
        _read(end, b"Welcome to odin!")
        os.write(end, b"\x15Bera\r")
        _read(end, b"Valhalla")
        os.kill(pid, signal.SIGTERM)
        _read(end)
        os.waitpid(pid, 0)
    kept = read((tmp_path / "CONFIG" / "odin" / "settings.toml").read_text(encoding="utf-8"))
    assert kept.name == "Bera"


def test_plain_lines_ask_for_a_name_on_a_terminal_and_nowhere_else(tmp_path: Path) -> None:
    assert "Your name?" not in _odin(tmp_path / "pipe", "text", typed="quit\n").stdout
    with _terminal(tmp_path / "home", "-m", "odin_tui", "text") as (pid, end):
        _read(end, b"Press Enter for ")
        os.write(end, ("x" * 200 + "\nBera\n").encode())
        assert b"Welcome, Bera." in _read(end, b"Welcome, Bera.")
        os.write(end, b"quit\n")
        _read(end)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_a_key_leaves_and_gives_the_terminal_back(tmp_path: Path) -> None:
    _name_player(tmp_path)
    with _terminal(tmp_path, "-m", "odin_tui") as (pid, end):
        _read(end, b"Quit")
        os.write(end, b"q")
        assert RESTORED in _read(end)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_the_window_says_whose_turn_it_is_and_gets_its_title_back(tmp_path: Path) -> None:
    _name_player(tmp_path)
    with _terminal(tmp_path, "-m", "odin_tui", "play", "--seats", "2", "--seed", "s") as (pid, end):
        begun = _read(end, b"\x1b]0;")
        assert begun.index(b"\x1b[22;0t") < begun.index(b"\x1b]0;")
        os.kill(pid, signal.SIGTERM)
        assert b"\x1b[23;0t" in _read(end, b"\x1b[23;0t")
        os.waitpid(pid, 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(tmp_path: Path, number: signal.Signals) -> None:
    _name_player(tmp_path)
    with _terminal(tmp_path, "-m", "odin_tui", "play", "--seats", "2") as (pid, end):
        _read(end, b"Valhalla")
        os.kill(pid, number)
        assert RESTORED in _read(end)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 128 + number


@pytest.mark.parametrize(
    ("term", "colorterm", "colours"),
    [
        ("xterm", "", Depth.ANSI),
        ("xterm-256color", "", Depth.INDEXED),
        ("xterm", "truecolor", Depth.TRUE),
    ],
)
def test_a_terminal_says_how_many_colours_it_has(
    monkeypatch: pytest.MonkeyPatch, term: str, colorterm: str, colours: Depth
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert terminal_depth() is colours


STUMBLE = """
import sys
from odin_tui.screens.home import HomeScreen
def stumble(self, *_more):
    raise RuntimeError("over a root")
HomeScreen.on_menu_chosen = stumble
from odin_tui.main import main
sys.exit(main([]))
"""


def test_a_crash_gives_the_terminal_back_and_says_where_the_report_is(tmp_path: Path) -> None:
    _name_player(tmp_path)
    with _terminal(tmp_path, "-c", STUMBLE) as (pid, end):
        _read(end, b"Quit")
        os.write(end, b"\r")
        shown = _read(end)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1
    after = shown[shown.rindex(RESTORED) :].decode()
    assert "odin has crashed" in after
    assert "Traceback" not in after
    reports = list(tmp_path.rglob("report-*.txt"))
    assert len(reports) == 1
    assert str(reports[0]) in after.replace("\r\n", "")
    assert "RuntimeError: over a root" in reports[0].read_text()
