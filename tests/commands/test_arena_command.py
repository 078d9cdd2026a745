"""`odin arena` explains itself, refuses nonsense in one line, and prints what it found."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from odin_engine.bots import LEVELS
from odin_engine.game import Outcome
from odin_engine.games import GAMES
from odin_engine.record import read_record
from odin_server.arena import Played
from odin_tui.commands import arena
from odin_tui.main import main

QUICK = ["arena", "--bots", "karl,thrall", "--games", "4", "--jobs", "1"]
QUICK += ["--option", "target=one-hand"]


def test_a_tournament_ends_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--format", "field", "--seats", "3"]) == 0
    out, err = capsys.readouterr()
    assert "Odin, 3 seats, target=one-hand" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["Karl", "2", "×", "Thrall", "6"] in [row[:5] for row in rows]
    assert ["Thrall", "2", "×", "Karl", "6"] in [row[:5] for row in rows]
    assert "Parity is 33%" in out
    assert max(map(len, out.splitlines())) <= 80
    assert err == ""


def test_json_is_all_that_json_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--json"]) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert err == ""
    assert report["stopped"] is False
    assert report["tournament"]["options"]["target"] == "one-hand"
    [row] = report["standings"]
    assert row["matches"] == 4
    assert row["pairing"]["bot"] == "karl"


def test_a_seed_gives_the_same_numbers_again(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = []
    for _ in range(2):
        main([*QUICK, "--json", "--seed", "again"])
        [row] = json.loads(capsys.readouterr().out)["standings"]
        numbers.append({k: v for k, v in row.items() if "seconds" not in k})
    assert numbers[0] == numbers[1]


def test_records_are_kept_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "kept"
    assert main([*QUICK, "--record", str(folder)]) == 0
    kept = sorted(folder.iterdir())
    assert [path.name for path in kept] == [
        "karl-thrall-00001-1.odin",
        "karl-thrall-00001-2.odin",
        "karl-thrall-00002-1.odin",
        "karl-thrall-00002-2.odin",
    ]
    for path in kept:
        assert read_record(path.read_text(encoding="utf-8"), GAMES).names in {
            ("karl", "thrall"),
            ("thrall", "karl"),
        }
    capsys.readouterr()
    before = [path.read_bytes() for path in kept]
    assert main([*QUICK, "--record", str(folder)]) == 2
    assert "is not empty, and no record is ever overwritten" in capsys.readouterr().err
    assert [path.read_bytes() for path in kept] == before


def test_an_interrupted_tournament_prints_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = arena.play_all

    def interrupted(tournament: object, jobs: int, on_block: object) -> None:
        def once(block: object, matches: object) -> None:
            on_block(block, matches)  # type: ignore[operator]
            raise KeyboardInterrupt

        real(tournament, jobs, once)  # type: ignore[arg-type]

    monkeypatch.setattr(arena, "play_all", interrupted)
    assert main(QUICK) == 130
    out = capsys.readouterr().out
    assert ["Karl", "Thrall", "2"] in [line.split()[:3] for line in out.splitlines()]
    assert "Stopped early: this is what had been played." in out


def test_a_tournament_stopped_before_its_first_deal_says_that_there_is_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_tournament: object, _jobs: int, _on_block: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_all", interrupted)
    assert main(QUICK) == 130
    out = capsys.readouterr().out
    assert out == "Stopped before the first deal was finished: there is nothing to show.\n"


def test_a_bot_that_won_every_match_has_no_edge_of_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = arena.play_all

    def lopsided(tournament: object, jobs: int, on_block: object) -> None:
        def won(block: object, matches: list[Played]) -> None:
            shown = [
                replace(m, outcome=Outcome(tuple(1 + (b != "karl") for b in m.seating), (0, 5), ""))
                for m in matches
            ]
            on_block(block, shown)  # type: ignore[operator]

        real(tournament, jobs, won)  # type: ignore[arg-type]

    monkeypatch.setattr(arena, "play_all", lopsided)
    assert main(QUICK) == 0
    out = capsys.readouterr().out
    [row] = [line.split() for line in out.splitlines() if line.split()[:1] == ["Karl"]]
    assert row[:5] == ["Karl", "Thrall", "4", "100.0%", "–"]
    assert "–: too few deals, or all ended alike" in out
    assert "se" not in row


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--bots", "karl,erl"], f"there is no bot 'erl'; there are {', '.join(LEVELS)}."),
        (["--bots", "karl,karl"], "a tournament needs at least two different bots."),
        (["--game", "tafl"], f"there is no game 'tafl'; there are {', '.join(GAMES)}."),
        (["--seats", "7"], "Odin has 2 to 6 seats, not 7."),
        (["--games", "0"], "--games needs at least 1, not 0."),
        (["--jobs", "0"], "--jobs needs at least 1, not 0."),
        (["--option", "target"], "--option 'target' needs a name and a word, as in target=10."),
        (["--option", "target=0"], "target cannot be '0'; it is a whole number from 1 to 100"),
        (["--option", "tempo=5"], "Odin has no option 'tempo'; it has"),
        (["--record", "/dev/null/x"], "cannot keep records in /dev/null/x: "),
    ],
)
def test_a_wrong_argument_gets_one_line_and_status_2(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUICK, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"odin arena: {complaint}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["--seats", "two"], ["--formt", "field"], ["--format", "x"]])
def test_a_mistyped_flag_gets_one_line_and_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arena", *words])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_record_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = Path.open

    def full(path: Path, mode: str = "r", **words: str) -> object:
        if mode == "x":
            raise OSError(28, "No space left on device")
        return real(path, mode, **words)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", full)
    assert main([*QUICK, "--record", str(tmp_path / "kept")]) == 2
    said = capsys.readouterr().err
    assert re.search(r"cannot write karl-thrall-\d+-1.odin: No space left", said)
