"""The registry imports a game when it is asked for, and knows the titles of all."""

import subprocess
import sys

import pytest

from odin_engine import herrlof, odin
from odin_engine.game import AnyGame
from odin_engine.games import GAMES, Games


def test_the_titles_are_those_of_the_games() -> None:
    assert {name: GAMES.title(name) for name in GAMES} == {
        name: game.TITLE for name, game in GAMES.items()
    }
    assert [game.NAME for game in GAMES.values()] == list(GAMES)


def test_no_game_is_imported_before_it_is_asked_for() -> None:
    script = (
        "import sys; from odin_engine.games import GAMES; assert GAMES.title('odin') == 'Odin'; "
        "assert 'walhalla' in GAMES; GAMES['odin']; "
        "print(*[m for m in sys.modules if m.startswith(('odin_engine.herr', 'odin_engine.wal'))])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_an_unknown_game_has_its_name_as_title_and_no_rules() -> None:
    assert GAMES.title("chess") == "chess"
    assert "chess" not in GAMES
    with pytest.raises(KeyError):
        GAMES["chess"]


def test_a_game_can_be_added_and_taken_away() -> None:
    games, another = Games(odin="Odin"), herrlof
    game: AnyGame = another  # type: ignore[assignment]
    games["another"] = game
    assert games["another"] is herrlof
    assert (games.title("another"), len(games), list(games)) == ("Herrlof", 2, ["odin", "another"])
    assert games["odin"] is odin
    del games["another"]
    assert "another" not in games
