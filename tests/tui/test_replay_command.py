"""`odin replay`: on a terminal a screen, in a pipe sentences, and a clear word for a bad file."""

import dataclasses
import json
from argparse import ArgumentParser
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from odin_engine.record import Record
from odin_server.hall import Player
from odin_tui.commands import record_file, replay
from odin_tui.commands.storage import Storage
from odin_tui.main import Mistake, main
from tests.tui.matches import played

RECORD = played()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.odin"
    path.write_text(RECORD.to_text(), encoding="utf-8")
    return path


def test_in_a_pipe_the_match_is_told_in_sentences(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Odin: Astrid, Bo, Cnut."
    assert lines[1].startswith("Hand 1. ")
    assert lines[-2].startswith(f"The SHA-256 of its seed {RECORD.seed.hex()} is ")
    assert lines[-1].endswith("was not published before its first card.")


def test_as_json_every_line_is_a_move(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--json"]) == 0
    first, *moves = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["names"] == list(RECORD.names)
    assert [(move["seat"], move["played"]) for move in moves] == list(RECORD.moves)
    assert moves[-1]["places"]


@pytest.mark.parametrize(
    ("words", "dumb", "shown"),
    [([], False, True), ([], True, False), (["--text"], False, False), (["--json"], False, False)],
)
def test_a_terminal_that_can_draw_shows_the_match_unless_told_otherwise(
    file: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], *, dumb: bool, shown: bool
) -> None:
    seen: list[Record] = []
    monkeypatch.setattr(replay, "is_terminal", lambda: True)
    monkeypatch.setattr(replay, "is_dumb", lambda: dumb)
    monkeypatch.setattr(replay, "show", lambda record: seen.append(record) or 0)
    parser = ArgumentParser()
    replay.add_arguments(parser)
    assert replay.run(parser.parse_args([str(file), *words])) == 0
    assert seen == ([RECORD] if shown else [])


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"not a record", "not an odin record"),
        (b"\xff\xff", "not text"),
        (RECORD.to_text().replace("Bo", "Bob").encode(), "changed after it was written"),
        (RECORD.to_text().replace("\n", "\r\n").encode(), "line 1: a line ends with a newline"),
        (RECORD.to_text()[:-1].encode(), "without a newline at its end"),
        (b"\xef\xbb\xbf" + RECORD.to_text().encode(), "not an odin record"),
        (b"odin record 1\n" * (record_file.LARGEST // 10), "too large"),
        (b"\0" * 100, "not an odin record"),
        (b"", "not an odin record"),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    path = tmp_path / "bad.odin"
    path.write_bytes(content)
    with pytest.raises(Mistake, match=complaint):
        record_file.load(path)


@pytest.mark.parametrize("seat", ["00007", "1" * 5001, "0" * 5001])
@pytest.mark.parametrize("form", ["--text", "--json"])
def test_a_seat_written_in_a_strange_way_ends_in_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seat: str, form: str
) -> None:
    path = tmp_path / "seat.odin"
    lines = RECORD.to_text().split("\n")
    at = RECORD.first_move_line - 1
    lines[at] = f"{seat} {RECORD.moves[0][1]}"
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")
    assert main(["replay", str(path), form]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"odin replay: {path}, line {at + 1}: a seat and its move were expected.\n"


pieces = st.binary(max_size=40) | st.sampled_from(
    [f"{line}\n".encode() for line in RECORD.to_text().splitlines()]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=st.lists(pieces, max_size=12), headed=st.booleans())
def test_whatever_bytes_a_file_holds_the_answer_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], pieces: list[bytes], *, headed: bool
) -> None:
    path = tmp_path / "bytes.odin"
    path.write_bytes(b"odin record 1\n" * headed + b"".join(pieces))
    assert main(["replay", str(path), "--text"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"odin replay: {path}")
    assert told.err.count("\n") == 1
    assert told.err.endswith(".\n")


def test_a_record_cut_after_any_move_is_told_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "part.odin"
    for count in range(0, len(RECORD.moves), 7):
        part = dataclasses.replace(RECORD, moves=RECORD.moves[:count])
        path.write_text(part.to_text(), encoding="utf-8", newline="\n")
        assert main(["replay", str(path), "--json"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == count + 1
        assert main(["replay", str(path), "--text"]) == 0
        assert capsys.readouterr().out.startswith("Odin: Astrid, Bo, Cnut.\nHand 1. ")


def test_a_folder_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"odin replay: cannot read {tmp_path}: Is a directory.\n"


def test_a_missing_file_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / "none.odin")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_report_tells_how_well_everybody_played_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = Storage(tmp_path / "config", tmp_path / "data", tmp_path / "reports")
    monkeypatch.setattr(Storage, "usual", lambda: folders)
    short = dataclasses.replace(RECORD, moves=RECORD.moves[:4])
    file = tmp_path / "short.odin"
    file.write_text(short.to_text(), encoding="utf-8")
    assert main(["replay", str(file), "--report"]) == 0
    told = capsys.readouterr().out
    for name in RECORD.names:
        assert f"{name}: accuracy " in told
    assert "own moves" in told
    monkeypatch.setattr("odin_tui.worker_process.worker_command", lambda _name: ("false",))
    assert main(["replay", str(file), "--report"]) == 0
    assert capsys.readouterr().out == told, "nothing is judged twice"
    file.write_text(RECORD.to_text(), encoding="utf-8")
    assert main(["replay", str(file), "--report"]) == 2
    assert "could not be analysed" in capsys.readouterr().err


def test_ones_own_match_is_told_to_you_and_to_others_by_name(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replay, "player", lambda: Player("local", "Astrid"))
    assert main(["replay", str(file), "--text"]) == 0
    mine = capsys.readouterr().out
    assert main(["replay", str(file), "--text", "--names"]) == 0
    shared = capsys.readouterr().out
    assert "Odin: You, Bo" in mine
    assert "\nYou lead " in mine
    assert "Astrid" not in mine
    assert "Odin: Astrid, Bo" in shared
    assert "You" not in shared
