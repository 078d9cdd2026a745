"""The pictures of the documentation are made from the app."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "docs" / "make_pictures.py"
TABLES = {"table-2", "table-6", "table-6-small", "table-6-large"}
NAMES = {"hand", "home", "taking", "hand-over", "replay"} | TABLES


def test_one_command_makes_every_picture_anew(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(SCRIPT), str(tmp_path)], check=True, capture_output=True)
    made = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert made.keys() == NAMES
    shown = {name: picture.replace("&#160;", " ") for name, picture in made.items()}
    assert "Play now" in shown["home"]
    assert shown["table-6"].count("karl") == 5
    assert "take one of the cards" in shown["taking"]
    assert "hand 3 is over" in shown["hand-over"]
    assert "replay" in shown["replay"]
    assert made["hand"].count("@keyframes") > 15
    assert len(made["hand"]) < 400_000
    assert not any("font-face" in picture for picture in made.values())
    assert not any("▀" in picture for picture in made.values()), "blocks are drawn, not written"
