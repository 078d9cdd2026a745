from random import Random
from typing import Any

import pytest

from odin_engine.games import GAMES
from odin_server.hall import NewTable, Phase, Results
from odin_server.hall.facts import MatchEnded, decode
from odin_server.hall.fold import TableFold
from odin_server.hall.results import MatchHistory
from odin_server.log.memory import MemoryLog

ONE_HAND = {"target": "one-hand"}


def ended(
    number: Any,
    places: Any,
    points: Any,
    *,
    players: Any = ("anna", "bjarni"),
    game: Any = "odin",
    rated: Any = True,
    feat: Any = 0,
) -> Any:
    return MatchEnded(
        at=float(number),
        table="table",
        number=number,
        game=game,
        names=[player.title() for player in players],
        players=list(players),
        places=list(places),
        points=list(points),
        feats=[feat] * len(players),
        rated=rated,
        public=False,
    )


def test_wins_and_shared_wins_are_counted_apart() -> None:
    history = MatchHistory()
    history.add(ended(1, (1, 2), (3, 15), feat=98))
    history.add(ended(2, (1, 1), (7, 7), feat=5))
    history.add(ended(3, (2, 1), (16, 0), game="herrlof"))
    assert history.results("anna", None) == Results(3, 1, 1, 26 / 3, 98, "odin")
    assert history.results("anna", "herrlof") == Results(1, 0, 0, 16.0, 0, "herrlof")
    assert history.results("nobody", None) == Results()


def test_a_match_counts_once_however_often_it_is_told() -> None:
    history = MatchHistory()
    for _ in range(2):
        history.add(ended(1, (1, 2), (3, 15)))
    assert history.results("anna", None).matches == 1


def test_who_wins_is_rated_above_who_loses_and_each_game_apart() -> None:
    history = MatchHistory()
    for number in range(10):
        history.add(ended(number, (1, 2), (0, 15)))
    anna, bjarni = history.leaderboard("odin")
    assert (anna.player, bjarni.player) == ("anna", "bjarni")
    assert anna.ordinal > bjarni.ordinal
    assert anna.matches == 10
    assert anna.sigma < 25 / 3
    assert history.rating("anna", "herrlof") is None
    assert history.rating("anna", "odin") == anna


def test_a_match_of_many_and_a_shared_place_can_be_rated() -> None:
    history = MatchHistory()
    players = ("anna", "bjarni", "cnut", "bot:jarl")
    history.add(ended(1, (1, 2, 2, 4), (0, 5, 5, 15), players=players))
    board = history.leaderboard("odin")
    assert board[0].player == "anna"
    assert board[-1].player == "bot:jarl"
    assert board[1].mu == pytest.approx(board[2].mu)


def test_a_match_with_a_chosen_seed_or_one_bot_on_two_seats_is_not_rated() -> None:
    history = MatchHistory()
    history.add(ended(1, (1, 2), (0, 15), rated=False))
    history.add(ended(2, (1, 2, 3), (0, 1, 2), players=("anna", "bot:karl", "bot:karl")))
    assert history.leaderboard("odin") == ()
    assert history.results("anna", "odin").matches == 2


async def test_results_and_ratings_can_be_made_again_from_the_tables_alone(env: Any) -> None:
    hall = await env.hall(log := MemoryLog())
    for level in ("karl", "thrall", "karl"):
        wanted = NewTable("odin", seats=2, bots=(level,), options=ONE_HAND)
        chair = await hall.open_table(env.anna, wanted)
        await chair.start()
        rng = Random(level)
        while chair.view.phase is not Phase.OVER:
            if chair.view.my_turn:
                moves = chair.view.match.moves
                await chair.play(moves[rng.randrange(len(moves))])
            await env.settle(3)
        await env.pass_time(1)
    matches = []
    for table, payloads in log._streams.items():
        if table != "hall":
            fold = TableFold(table, GAMES, 10)
            for payload in payloads:
                fold.apply(decode(payload))
            matches += fold.state.ended
    again = MatchHistory()
    for ended in sorted(matches, key=lambda ended: (ended.at, ended.table, ended.number)):
        again.add(ended)
    assert again.results("anna", None) == hall.results(env.anna)
    assert again.leaderboard("odin") == hall.leaderboard("odin")
    assert hall.results(env.anna).matches == 3
    assert hall.results(env.anna).highest > 0
    assert hall.rating(env.anna, "odin").name == "Anna"
