"""The page about adding a game shows the code of the small game as it is."""

import re
from dataclasses import fields
from pathlib import Path

from odin_tui.game_ui import GameUI

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "adding-a-game.md").read_text()
RULES, SCREEN = (HERE / "__init__.py").read_text(), (HERE / "ui.py").read_text()


def test_the_code_on_the_page_is_that_of_the_game() -> None:
    blocks = re.findall(r"```python\n(.*?)\n```", PAGE, re.DOTALL)
    assert len(blocks) >= 6
    for block in blocks:
        assert block in RULES or block in SCREEN


def test_the_page_counts_the_lines_of_the_game() -> None:
    counts = len(RULES.splitlines()), len(SCREEN.splitlines())
    assert "{} lines of rules and {} of screen".format(*counts) in PAGE


def test_the_page_names_every_part_of_a_declaration_and_only_files_that_are_there() -> None:
    for part in fields(GameUI):
        assert f"`{part.name}`" in PAGE or part.name == "name"
    for path in re.findall(r"`((?:widgets|drawing)/\w+\.py)`", PAGE):
        assert (HERE.parents[1] / "odin_tui" / path).exists()
