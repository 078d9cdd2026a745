"""The puzzle book: shipped and found puzzles, who may see them, tries and ratings over restarts."""

from typing import Any

import pytest

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.puzzles import FIRST_RATING, Puzzle
from odin_engine.record import replay
from odin_server.hall import Player
from odin_server.hall.puzzles import MOST_OF_A_MATCH, shipped_puzzles
from tests.engine.matches import played

RECORD = played(GAMES["odin"], 3, target="one-hand")
VERDICTS = [
    Verdict(n, word, "pass", 0.2, 0.5, 0.01, second=word, lead=n / 50, difficulty=1 + n % 4)
    for n, (_, word) in enumerate(RECORD.moves)
]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_comes_with_puzzles_whose_answers_are_legal(game: str) -> None:
    rules, puzzles = GAMES[game], shipped_puzzles(game)
    assert len(puzzles) >= 12
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        state = puzzle.position(rules)
        legal = [rules.format_move(move) for move in rules.legal_moves(state, puzzle.seat)]
        assert puzzle.answer in legal
        assert len(legal) > 2
        assert puzzle.verdict.is_clear
        list(replay(puzzle.with_move(puzzle.answer), GAMES))


def mine(book: Any, player: Player) -> list[Puzzle]:
    """Return the puzzles that were found in matches."""
    shipped = {puzzle.id for puzzle in shipped_puzzles("odin")}
    found = [status.puzzle for status in book.puzzles(player, "odin")]
    return [puzzle for puzzle in found if puzzle.id not in shipped]


async def test_a_match_gives_its_clearest_positions_once(env: Any) -> None:
    hall = await env.hall()
    for _ in range(2):
        await hall.puzzles.add_match(RECORD, VERDICTS, ())
    found = mine(hall.puzzles, env.anna)
    numbers = sorted(puzzle.verdict.number for puzzle in found)
    count = len(RECORD.moves)
    assert numbers == list(range(count - MOST_OF_A_MATCH, count))
    plain = [Verdict(0, "a", "a", 0.5, 0.5, lead=0.4)]
    await hall.puzzles.add_match(played(GAMES["odin"], 2), plain, ())
    assert len(mine(hall.puzzles, env.anna)) == MOST_OF_A_MATCH


async def test_positions_of_a_private_match_are_for_its_players(env: Any) -> None:
    hall = await env.hall()
    await hall.puzzles.add_match(RECORD, VERDICTS, [env.anna.id])
    assert mine(hall.puzzles, env.anna)
    assert not mine(hall.puzzles, env.bjarni)
    assert all(
        status.puzzle.record.game == "herrlof"
        for status in hall.puzzles.puzzles(env.anna, "herrlof")
    )


async def test_the_book_is_full_some_time(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odin_server.hall.puzzles.MOST_OF_A_GAME", 4)
    hall = await env.hall()
    for seed in "abc":
        record = played(GAMES["odin"], 2, seed=seed, target="one-hand")
        verdicts = VERDICTS[: len(record.moves)]
        await hall.puzzles.add_match(record, verdicts, ())
        await hall.puzzles.add_match(record, verdicts, [env.anna.id])
    assert len(mine(hall.puzzles, env.bjarni)) == 4


async def test_first_tries_count_and_are_kept_over_a_restart(env: Any) -> None:
    hall = await env.hall(env.file())
    first, second, third = shipped_puzzles("odin")[:3]
    await hall.puzzles.tried(env.anna, first, "pass", solved=False)
    await hall.puzzles.tried(env.anna, first, first.answer, solved=True)
    await hall.puzzles.tried(env.anna, second, second.answer, solved=True)
    await hall.puzzles.tried(env.anna, third, third.answer, solved=True)
    await hall.puzzles.tried(env.bjarni, first, first.answer, solved=True)
    await hall.puzzles.add_match(RECORD, VERDICTS, [env.anna.id])
    before = hall.puzzles.puzzles(env.anna, "odin")
    await hall.close()
    again = await env.hall(env.file())
    assert again.puzzles.puzzles(env.anna, "odin") == before
    progress = again.puzzles.progress(env.anna)
    assert progress.tries == {first.id: False, second.id: True, third.id: True}
    assert (progress.solved, progress.streak, progress.best_streak) == (2, 2, 2)
    assert progress.rating != FIRST_RATING
    status = next(each for each in before if each.puzzle.id == first.id)
    assert (status.solved, status.tried_by, status.solved_by) == (False, 2, 1)


async def test_nothing_is_kept_of_guests_and_of_moments_without_a_clear_answer(env: Any) -> None:
    hall = await env.hall(env.file())
    guest, puzzle = Player("guest:1", "Visitor"), shipped_puzzles("odin")[0]
    await hall.puzzles.tried(guest, puzzle, puzzle.answer, solved=True)
    assert hall.puzzles.progress(guest).solved == 1
    moment = Puzzle(RECORD, Verdict(len(RECORD.moves) - 1, "pass", "R1", 0.1, 0.5))
    await hall.puzzles.tried(env.anna, moment, "R1", solved=True)
    assert hall.puzzles.progress(env.anna).tries == {}
    await hall.close()
    again = await env.hall(env.file())
    assert again.puzzles.progress(guest).tries == {}


async def test_the_next_puzzle_suits_the_rating_and_was_not_tried(env: Any) -> None:
    hall = await env.hall()
    tried = set()
    count = len(shipped_puzzles("odin"))
    for _ in range(count):
        puzzle = hall.puzzles.next_for(env.anna, "odin")
        assert puzzle is not None
        assert puzzle.id not in tried
        tried.add(puzzle.id)
        await hall.puzzles.tried(env.anna, puzzle, "", solved=False)
    assert hall.puzzles.next_for(env.anna, "odin") is None
    assert hall.puzzles.next_for(env.anna, "nothing") is None
