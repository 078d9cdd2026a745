"""The pictures of the documentation are made from the app."""

import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = {
    "home": "Play now",
    "taking": "take one of the cards",
    "hall": "plays Odin",
}
"""Some of the pictures, and what can be read on each."""


def make(folder: Path, *names: str) -> dict[str, str]:
    """Make these pictures, and return their text by the names of their files."""
    command = [sys.executable, str(DOCS / "make_pictures.py"), str(folder), "--only", *names]
    subprocess.run(command, check=True, capture_output=True)
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_one_command_makes_pictures_in_two_sizes(tmp_path: Path) -> None:
    made = make(tmp_path, *SHOWN)
    assert made.keys() == {f"{name}-{size}" for name in SHOWN for size in ("80x24", "160x48")}
    for name, words in SHOWN.items():
        assert words in made[f"{name}-160x48"].replace("&#160;", " ")
    assert not any("▀" in picture for picture in made.values()), "blocks are drawn, not written"
    assert all(len(picture) < 100_000 for picture in made.values())


def test_a_hand_being_played_is_animated(tmp_path: Path) -> None:
    hand = make(tmp_path, "hand")["hand-80x24"]
    assert hand.count("@keyframes") > 15
    assert len(hand) < 400_000
    assert "font-face" not in hand
    assert "▀" not in hand


def test_every_picture_that_a_page_shows_is_there() -> None:
    pages = [DOCS.parent / "README.md", *DOCS.glob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    named = {part.split(")")[0] for part in text.split("docs/pictures/")[1:]}
    assert named
    assert named <= {path.name for path in (DOCS / "pictures").iterdir()}
