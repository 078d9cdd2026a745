"""`odin replay`: on a terminal a screen, in a pipe sentences, and a clear word for a bad file."""

import json
from argparse import ArgumentParser
from pathlib import Path

import pytest
from tui.matches import played

from odin_engine.record import Record
from odin_tui.commands import replay
from odin_tui.main import Mistake, main

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
    assert lines[-1].startswith(f"Seed {RECORD.seed.hex()}")


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
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    path = tmp_path / "bad.odin"
    path.write_bytes(content)
    with pytest.raises(Mistake, match=complaint):
        replay.load(path)


def test_a_missing_file_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / "none.odin")]) == 2
    assert "No such file" in capsys.readouterr().err
