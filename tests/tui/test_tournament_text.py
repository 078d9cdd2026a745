"""What a page says of how far a tournament is."""

from dataclasses import replace

import pytest

from odin_server.tournaments.facts import Announced
from odin_server.tournaments.state import Round, RoundTable, Stage, Tournament, announced
from odin_tui.languages import ENGLISH
from odin_tui.tournament_text import stage_text

PLAYED, PLAYING = (0, 1), None


def a_round(places: tuple[int, ...] | None) -> Round:
    return Round((RoundTable("t", "ABCD", ("p0", "p1"), places),), (), ())


def running(*rounds: Round) -> Tournament:
    how = {"game": "odin", "options": {}, "format": "swiss", "rounds": 2, "seats": 2}
    clock = {"move": None, "bank": 0.0, "auto": True}
    fact = Announced(0.0, 1, "olaf", "Olaf", "Cup", **how, **clock)  # type: ignore[arg-type]
    return replace(announced(fact), stage=Stage.RUNNING, rounds=rounds)


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ((), "round 1"),
        ((a_round(PLAYING),), "round 1"),
        ((a_round(PLAYED),), "round 1 is over"),
        ((a_round(PLAYED), a_round(PLAYING)), "round 2"),
    ],
)
def test_a_page_says_which_round_is_played_or_over(rounds: tuple[Round, ...], said: str) -> None:
    assert stage_text(running(*rounds), ENGLISH) == said
