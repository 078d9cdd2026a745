"""The playthroughs in every game's golden folder are what the engine still plays and shows."""

from itertools import zip_longest
from pathlib import Path

import pytest

from odin_engine.games import GAMES
from tests.engine.playthrough import Heading, golden, playthrough


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", golden(), ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_a_golden_match_plays_and_looks_as_it_did(path: Path) -> None:
    written = lines_of(path)
    for number, (was, now) in enumerate(
        zip_longest(written, playthrough(Heading.read(written))), 1
    ):
        assert now == was, f"{path.name}, line {number}"


def test_every_game_has_golden_matches_for_its_fewest_and_most_players() -> None:
    headings = [Heading.read(lines_of(path)) for path in golden()]
    told = {(heading.game.NAME, heading.seats) for heading in headings}
    for name, game in GAMES.items():
        assert {(name, game.SEATS[0]), (name, game.SEATS[-1])} <= told
