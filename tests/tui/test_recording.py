"""Matches as animated pictures: each frame draws what changed, and the last stays longer."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pyte
import pytest
from rich.segment import Segment
from rich.style import Style

from odin_tui.drawing.asciicast import asciicast
from odin_tui.drawing.cell_pictures import GROUND, Frame, animate, draw
from odin_tui.languages import translations_for
from odin_tui.languages.reading import for_screens
from odin_tui.main import main
from odin_tui.recording import replay_frames
from tests.tui.matches import played

RECORD = played(3, "10")


def rows(*texts: str, style: str = "white on black") -> list[list[Segment]]:
    return [[Segment(text, Style.parse(style))] for text in texts]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.odin"
    path.write_text(RECORD.to_text(), encoding="utf-8")
    return path


def test_only_cells_that_changed_are_drawn_again() -> None:
    frames = [
        Frame(1.0, rows("abc", "def")),
        Frame(2.0, rows("abX", "def")),
        Frame(1.0, rows("abX", "def")),
    ]
    picture = animate(frames, "#000000")
    ET.fromstring(picture)  # noqa: S314 - our own text
    assert picture.count("@keyframes") == 1, "the third frame shows nothing new"
    (change,) = re.findall(
        r'<g class="frame" style="animation-name:f1">(.*?)\n</g>', picture, re.DOTALL
    )
    assert ">X<" in change
    assert "def" not in change
    assert "animation-duration:4s" in picture
    assert "25%{visibility:visible}" in picture


def test_wide_letters_are_drawn_whole_and_blocks_as_shapes() -> None:
    frames = [Frame(1.0, rows("中a")), Frame(1.0, rows("文a")), Frame(1.0, rows("xya"))]
    picture = animate(frames, "#000000")
    first, second = re.findall(r"<g class=[^>]*>(.*?)\n</g>", picture, re.DOTALL)
    assert 'textLength="16"' in first
    assert ">文<" in first
    assert ">xy<" in second
    still = draw(rows("▀▖x ▃▚", style="bold underline red on blue"), "#000000")
    assert "▀" not in still
    assert "font-weight" in still
    assert "M8 8h4v8h-4z" in draw(rows("x▖"), "#000000"), "the lower left quarter"


def test_a_cast_replays_to_the_same_screens() -> None:
    frames = [Frame(0.5, rows("abc", "def")), Frame(1.5, rows("abc", "dXf"))]
    header, *events = map(json.loads, asciicast(frames, "a title"))
    assert header == {"version": 2, "width": 3, "height": 2, "title": "a title"}
    assert [event[0] for event in events] == [0.0, 0.5, 2.0]
    screen = pyte.Screen(3, 2)
    stream = pyte.Stream(screen)
    shown = []
    for _, kind, output in events:
        assert kind == "o"
        stream.feed(output)
        shown.append(list(screen.display))
    assert shown == [["abc", "def"], ["abc", "dXf"], ["abc", "dXf"]]


async def test_every_moment_of_a_deal_is_a_frame() -> None:
    whole = await replay_frames(RECORD, (80, 24), 1.0)
    first = await replay_frames(RECORD, (80, 24), 1.0, 1)
    assert len(whole) > len(RECORD.moves)
    assert 5 < len(first) < len(whole)
    assert all(len(frame.rows) == 23 for frame in first), "without the row of keys"
    assert first[-1].seconds > first[0].seconds
    assert await replay_frames(RECORD, (80, 24), 1.0, 99) == []


@pytest.mark.parametrize("language", ["de", "ar"])
async def test_a_picture_is_in_a_language_and_in_its_direction(language: str) -> None:
    tr = translations_for(language)
    frames = await replay_frames(RECORD, (80, 24), 1.0, 1, tr)
    text = "\n".join("".join(segment.text for segment in row) for row in frames[0].rows)
    word = for_screens(tr).gettext("hand {number}").split()[0]
    assert (word[::-1] if language == "ar" else word) in text
    svg = animate(frames[:1], GROUND)
    assert ("bidi-override" in svg) == (language == "ar")


@pytest.mark.parametrize("flag", ["--svg", "--cast"])
def test_the_command_writes_a_picture(
    flag: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["replay", str(file), flag, str(out), "--hand", "1", "--size", "80x24"]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert "Astrid" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hand", "77"], "there is no number 77 in this match."),
        (["--size", "10x10"], "'10x10' is not a size from 60x20 to 200x60"),
        (["--size", "big"], "'big' is not a size"),
        (["--seconds", "0"], "'0' is not a number of seconds"),
        (["--seconds", "soon"], "'soon' is not a number of seconds"),
    ],
)
def test_what_makes_no_picture_gets_one_clear_line(
    words: list[str], said: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["replay", str(file), "--svg", str(tmp_path / "x"), *words])
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    assert status == 2
    assert said in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_named(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "missing" / "x.svg"
    assert main(["replay", str(file), "--svg", str(out), "--hand", "1", "--size", "60x20"]) == 2
    assert f"cannot write {out}" in capsys.readouterr().err
