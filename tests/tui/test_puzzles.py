"""Puzzles on the board of their game: right, wrong, as good, shown; the list; progress."""

from collections.abc import AsyncGenerator

import pytest

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.puzzles import Puzzle, puzzle_of
from odin_engine.record import Record, replay
from odin_server.hall.puzzles import shipped_puzzles
from odin_tui.screens.puzzle import PuzzleScreen
from odin_tui.screens.puzzles import PuzzlesScreen
from odin_tui.settings import Settings
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.menu import Menu
from tests.engine.matches import played
from tests.tui.analysts import FakeAnalyst
from tests.tui.screens import ME, begin_hall, odin, screen_text, snapshot

RECORD = played(GAMES["odin"], 3, target="one-hand")
ODIN = GAMES["odin"]


def position() -> tuple[Puzzle, list[str]]:
    """Return a moment with several moves as a puzzle, and the moves besides the answer."""
    states = list(replay(RECORD, GAMES))
    for number, (seat, word) in enumerate(RECORD.moves):
        moves = [ODIN.format_move(move) for move in ODIN.legal_moves(states[number], seat)]
        if len(moves) > 3:
            best, *others = [move for move in moves if move != word]
            verdict = Verdict(
                number, word, best, 0.2, 0.5, 0.01,
                second=others[0], lead=0.2, lead_error=0.01, difficulty=3,
            )  # fmt: skip
            return puzzle_of(RECORD, verdict), others
    raise AssertionError("no choice in this match")


PUZZLE, OTHERS = position()


def judged(loss: float) -> FakeAnalyst:
    """Judge every other move to lose this much."""

    async def judge(record: Record, first: int) -> AsyncGenerator[Verdict, None]:
        yield Verdict(first, record.moves[first][1], PUZZLE.answer, 0.5 - loss, 0.5, 0.005)

    return FakeAnalyst(judge)


async def choose(screen: PuzzleScreen, word: str) -> None:
    """Decide on a move, as the board would say it."""
    screen.query_one(GameBoard).post_message(GameBoard.Chosen(ODIN.parse_move(word), 0))


async def test_the_board_shows_what_the_seat_saw_and_nothing_else() -> None:
    async with odin() as (app, pilot):
        screen = PuzzleScreen(PUZZLE)
        await app.push_screen(screen)
        await pilot.pause()
        view = screen.query_one(GameBoard).table_view
        assert view is not None
        assert view.match == ODIN.view(PUZZLE.position(ODIN), PUZZLE.seat)
        assert view.seed is None
        assert "Puzzle (hard): one move is clearly best." in screen_text(app)


async def test_the_answer_is_right_and_explained() -> None:
    async with odin(analyst=judged(0.3)) as (app, pilot):
        screen = PuzzleScreen(PUZZLE)
        await app.push_screen(screen)
        await choose(screen, PUZZLE.answer)
        await pilot.pause()
        assert "Right: " in screen_text(app)
        assert "50% to win the match; next best:" in screen_text(app)
        assert screen.solved is True


async def test_another_move_is_judged_and_only_the_first_try_counts() -> None:
    async with odin(analyst=judged(0.3)) as (app, pilot):
        screen = PuzzleScreen(PUZZLE)
        await app.push_screen(screen)
        await choose(screen, OTHERS[0])
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "That wins 20%, 30% less than the best move. Try again." in screen_text(app)
        await choose(screen, PUZZLE.answer)
        await pilot.pause()
        assert "Right: " in screen_text(app)
        assert screen.solved is False


async def test_a_move_that_is_as_good_solves_it_too() -> None:
    async with odin(analyst=judged(0.01)) as (app, pilot):
        screen = PuzzleScreen(PUZZLE)
        await app.push_screen(screen)
        await choose(screen, OTHERS[0])
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Good: " in screen_text(app)
        assert screen.solved is True


async def test_what_was_played_is_known_to_be_worse_without_a_search() -> None:
    async with odin() as (app, pilot):
        screen = PuzzleScreen(PUZZLE)
        await app.push_screen(screen)
        await choose(screen, PUZZLE.verdict.played)
        await pilot.pause()
        assert "30% less than the best move" in screen_text(app)
        await choose(screen, OTHERS[0])
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "That is not the move the search found" in screen_text(app)


async def test_a_move_against_the_rules_is_refused_as_at_the_table() -> None:
    async with odin() as (app, pilot):
        screen = PuzzleScreen(PUZZLE)
        await app.push_screen(screen)
        legal = {PUZZLE.verdict.played, PUZZLE.answer, *OTHERS}
        illegal = next(f"{c}{n}" for c in "ROYGBP" for n in range(1, 10) if f"{c}{n}" not in legal)
        await choose(screen, illegal)
        await pilot.pause()
        assert screen.solved is None


async def test_the_answer_can_be_shown_which_is_no_solution() -> None:
    async with odin() as (app, pilot):
        screen = PuzzleScreen(PUZZLE)
        await app.push_screen(screen)
        await pilot.press("h")
        await pilot.pause()
        assert "The best move: " in screen_text(app)
        assert screen.solved is False


async def test_a_moment_without_a_single_best_move_says_what_was_played() -> None:
    moment = Puzzle(
        PUZZLE.record,
        Verdict(PUZZLE.verdict.number, PUZZLE.verdict.played, PUZZLE.answer, 0.2, 0.5),
    )
    async with odin() as (app, pilot):
        await app.push_screen(PuzzleScreen(moment))
        await pilot.pause()
        assert "It cost 30%. Find a better one." in screen_text(app)
        await pilot.press("h")
        assert "50% to win the match instead of 20%." in screen_text(app)


async def test_the_list_leads_from_puzzle_to_puzzle_and_keeps_the_tries() -> None:
    hall = await begin_hall()
    async with odin(hall=hall, analyst=judged(0.3)) as (app, pilot):
        await pilot.press("u")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, PuzzlesScreen)
        assert "Only your first try counts" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        first = app.screen
        assert isinstance(first, PuzzleScreen)
        await choose(first, first.puzzle.answer)
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PuzzleScreen)
        assert app.screen.puzzle.id != first.puzzle.id
        await pilot.press("h", "escape")
        await pilot.pause()
        assert "Solved at once: 1 of 2; 0 in a row." in screen_text(app)
        assert "✓" in screen_text(app)
        assert hall.puzzles.progress(ME).tries[first.puzzle.id] is True
        await pilot.press("right")
        await pilot.pause()
        assert screen.game == "herrlof"
        await pilot.press("left", "end", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PuzzleScreen)
    await hall.close()


async def test_a_game_without_puzzles_says_where_they_come_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("odin_server.hall.puzzles.shipped_puzzles", lambda _game: ())
    async with odin() as (app, pilot):
        await app.push_screen(PuzzlesScreen())
        await pilot.pause()
        assert "No puzzles yet" in screen_text(app)
        await pilot.press("enter", "escape")


async def test_when_all_are_tried_the_list_says_so() -> None:
    hall = await begin_hall()
    for puzzle in shipped_puzzles("odin"):
        await hall.puzzles.tried(ME, puzzle, "", solved=False)
    async with odin(hall=hall) as (app, pilot):
        await app.push_screen(PuzzlesScreen())
        await pilot.pause()
        await pilot.press("enter")
        assert app.screen.query_one(Menu).items[0].words == "0 to solve"
        assert isinstance(app.screen, PuzzlesScreen)
    await hall.close()


async def test_the_key_that_gives_a_puzzle_away_is_not_called_a_hint() -> None:
    async with odin() as (app, pilot):
        await app.push_screen(PuzzleScreen(PUZZLE))
        await pilot.pause()
        assert "h  show the answer" in screen_text(app).splitlines()[-1]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)])
async def test_a_puzzle_looks_as_reviewed(size: tuple[int, int]) -> None:
    async with odin(size, settings=Settings(animations="none")) as (app, pilot):
        await app.push_screen(PuzzleScreen(PUZZLE))
        await pilot.pause()
        snapshot(app, f"puzzle_{size[0]}x{size[1]}")


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_shows_its_puzzles_on_its_own_board(game: str) -> None:
    puzzle = shipped_puzzles(game)[0]
    async with odin() as (app, pilot):
        screen = PuzzleScreen(puzzle)
        await app.push_screen(screen)
        await pilot.pause()
        await pilot.press("h")
        await pilot.pause()
        assert "The best move: " in screen_text(app)
        screen.query_one(GameBoard).post_message(
            GameBoard.Chosen(GAMES[game].parse_move(puzzle.answer), 0)
        )
        await pilot.pause()
        assert screen.solved is False
