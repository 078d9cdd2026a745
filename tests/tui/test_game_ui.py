"""What a game shows is declared as one value, whose parts are loaded when they are used."""

import subprocess
import sys
from dataclasses import FrozenInstanceError, fields

import pytest

from odin_tui.game_ui import GAME_UIS, GameUI, game_ui


@pytest.mark.parametrize("game", GAME_UIS)
def test_every_part_of_a_registered_game_can_be_loaded(game: str) -> None:
    ui = game_ui(game)
    assert ui.name == game
    assert not [part.name for part in fields(ui) if part.name not in ("name", "about")
                and isinstance(getattr(ui, part.name), str)]  # fmt: skip


def test_a_declaration_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        game_ui("odin").name = "other"  # type: ignore[misc]


def test_a_part_that_is_needed_cannot_be_left_out() -> None:
    with pytest.raises(TypeError, match="options"):
        GameUI(name="odin", tell="a:b", text="a:b", rules="a:b", refusals="a:b", outcomes="a:b")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("modules", "unwanted"),
    [
        ("odin_tui.main", "odin_tui.odin.|odin_tui.herrlof."),
        ("odin_tui.json_mode odin_tui.odin.game", "textual"),
    ],
)
def test_what_is_not_used_is_not_imported(modules: str, unwanted: str) -> None:
    program = (
        f"import sys; [__import__(name) for name in '{modules}'.split()];"
        f"print(*(m for m in sys.modules if m.startswith(tuple('{unwanted}'.split('|')))))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert run.stdout.split() == []


@pytest.mark.parametrize("game", GAME_UIS)
def test_a_game_is_played_in_lines_without_loading_widgets(game: str) -> None:
    program = (
        "import sys, odin_tui.text_mode, odin_tui.json_mode; from odin_tui.game_ui import game_ui;"
        f"ui = game_ui({game!r}); parts = 'tell text rules refusals outcomes options reasons';"
        "[getattr(ui, part) for part in parts.split()]; print('textual' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert run.stdout.strip() == "False"
