"""Advice is read to its end at every width, or it says less; it is never cut."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from textual.content import Content
from textual.widgets import Static

from odin_engine.analysis import Verdict
from odin_engine.chance import seed_from
from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_tui.advice import Said, in_fewer_sentences
from odin_tui.game_ui import game_ui
from odin_tui.languages import ENGLISH
from odin_tui.narrator import Reader
from odin_tui.screens.replay import ReplayScreen
from odin_tui.widgets.task_line import Word
from tests.tui.boards import shown, table_view
from tests.tui.matches import played
from tests.tui.screens import odin

SIZES = [(60, 20), (80, 24), (100, 30), (160, 48)]
NAMES = ("You", "Hallgerd Langbrok 123456", "Snorri Sturluson the 2nd")


def positions(game: AnyGame, seats: int, seed: int) -> Iterator[Any]:
    """Play at random and give what the seat to move sees."""
    rng = Random(seed)
    state = game.setup(game.read_options({}, seats), seats, seed_from(f"advice {seed}"))
    while movers := game.to_move(state):
        view = game.view(state, movers[0])
        yield view
        state = game.play(state, movers[0], rng.choice(list(view.moves)))


def said_of(game: AnyGame, view: Any, move: Any) -> Said:
    ui = game_ui(game.NAME)
    fewer = in_fewer_sentences(ui.reasons(view, move, tr=ENGLISH))
    above = ui.painted(ui.advice(move, Reader(NAMES)), "shapes", "bold")
    return Said(above, tuple(ui.painted(way, "shapes", "") for way in fewer))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_hint_is_whole_at_every_width(game: AnyGame, size: tuple[int, int]) -> None:
    seats = max(game.SEATS)
    start = game.setup(game.read_options({}, seats), seats, seed_from("width"))
    async with shown(game_ui(game.NAME).board(lambda: 0.0), table_view(game, start), size) as (
        app,
        _,
    ):
        app.board.frame.asking.words = (Word("Play", "decide"), Word("Pass", "pass"))
        first, second = app.board.frame.task_width, size[0] - 2
    checked = 0
    for seed in range(3):
        for view in positions(game, seats, seed):
            for move in list(view.moves)[:12]:
                said = said_of(game, view, move)
                above, below = said.in_rows(Content("task"), first, second)
                assert above.cell_length <= first
                assert below.cell_length <= second
                whole = f"{above.plain} {below.plain}".strip()
                assert whole in {f"{said.above} {way}".strip() for way in said.ways}
                if size[0] >= 80 and said.ways != (Content(""),):
                    assert whole != said.above.plain, "there is room for a reason"  # type: ignore[union-attr]
                checked += 1
    assert checked > 500


def test_what_is_said_keeps_the_task_above_it_if_there_is_room() -> None:
    task, line = Content("Your turn"), Content("No set you hold can be played.")
    assert Said(None, (line,)).in_rows(task, 20, 40) == (task, line)
    above, below = Said(None, (line,)).in_rows(task, 20, 12)
    assert (above.plain, below.plain) == ("No set you hold can", "be played.")


def test_sentences_are_said_all_then_each_then_none() -> None:
    assert in_fewer_sentences(["A.", "B."]) == ["A. B.", "A.", "B.", ""]
    assert in_fewer_sentences(["A."]) == ["A.", ""]


LONG = "R9R8R7R6R5R4R3R2R1"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
async def test_the_advice_of_a_replay_is_whole(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        screen = ReplayScreen(played())
        await app.push_screen(screen)
        screen.verdicts[2] = Verdict(2, "pass", LONG, 0.01, 1.0, 0.001)
        screen.action_go(3)
        await pilot.pause()
        verdict = screen.query_one("#verdict", Static)
        assert str(verdict.content).endswith("R1●.")
        shown_rows = [line.text.strip() for line in verdict.render_lines(verdict.size.region)]
        assert " ".join(shown_rows).split() == str(verdict.content).split()
