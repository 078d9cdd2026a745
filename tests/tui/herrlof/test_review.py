"""A recorded match of Herrlof: all hands open, every move a moment, every round an end."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from odin_engine import herrlof
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.record import Record, replay
from odin_tui.drawing.canvas import Area, Canvas
from odin_tui.drawing.card_faces import SMALL, Size
from odin_tui.drawing.open_hands import LEFT, draw_below
from odin_tui.herrlof import recap
from odin_tui.herrlof.recap import draw, frames
from odin_tui.languages import ENGLISH
from odin_tui.narrator import Reader
from odin_tui.screens.replay import ReplayScreen
from tests.tui.screens import odin, screen_text


def played(seats: int) -> Record:
    """Let bots play a match and write it down."""
    options = herrlof.read_options({"target": "15"}, seats)
    state = herrlof.setup(options, seats, seed_from("replay"))
    rng, moves = Random("replay"), []
    while movers := herrlof.to_move(state):
        move = herrlof.heuristic_move(herrlof.view(state, movers[0]), rng)
        moves.append((movers[0], herrlof.format_move(move)))
        state = herrlof.play(state, movers[0], move)
    return Record(
        game="herrlof",
        rules=herrlof.RULES_VERSION,
        names=("Astrid", "Bo", "Cnut")[:seats],
        options=herrlof.write_options(options),
        seed=seed_from("replay"),
        moves=tuple(moves),
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_is_a_moment_that_tells_something(seats: int) -> None:
    record = played(seats)
    states = list(replay(record, GAMES))
    shown = frames(Reader(record.names), states)
    rounds = len(states[-1].results)
    assert len(shown) == len(record.moves) + 1 + 2 * rounds
    assert all(frame.told for frame in shown)
    assert any("predicts" in line for frame in shown for line in frame.told), "all is open"
    assert [frame.deal for frame in shown] == sorted(frame.deal for frame in shown)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("size", [(58, 12), (78, 16), (98, 22), (156, 40)])
def test_all_hands_are_open_at_every_size(seats: int, size: tuple[int, int]) -> None:
    record = played(seats)
    frame = frames(Reader(record.names), list(replay(record, GAMES)))[seats + 1]
    picture = draw(frame, *size, "shapes").content().plain
    for name in record.names:
        assert name in picture
    assert "trump" in picture
    assert "predicted" in picture


class RecordingCanvas(Canvas):
    """Remembers where something was pasted."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.pasted: list[Area] = []

    def paste(self, x: int, y: int, other: Canvas) -> None:
        self.pasted.append(Area(x, y, other.width, other.height))
        super().paste(x, y, other)


def overlap(one: Area, other: Area) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0 and down > 0


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("size", [(58, 12), (78, 16), (98, 22), (156, 40)])
def test_hands_trick_deck_and_points_have_places_of_their_own(
    seats: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recap, "Canvas", RecordingCanvas)
    record = played(seats)
    for frame in frames(Reader(record.names), list(replay(record, GAMES)))[:: seats * 4]:
        canvas = draw(frame, *size, "shapes")
        assert isinstance(canvas, RecordingCanvas)
        assert len(canvas.pasted) == 4
        assert all(Area(0, 0, *size).holds(area) for area in canvas.pasted)
        assert not [pair for pair in combinations(canvas.pasted, 2) if overlap(*pair)]


@pytest.mark.parametrize("card_size", [None, *recap.SIZES])
def test_the_bar_before_who_is_to_move_covers_no_card(card_size: Size | None) -> None:
    record = played(2)
    frame = frames(Reader(record.names), list(replay(record, GAMES)))[3]
    hand = recap._open_hand(frame, Seat(0), recap.CARD_SET.style(SMALL, "shapes", ENGLISH))
    waiting, moving = (
        draw_below([replace(hand, to_move=to_move)], card_size, 78) for to_move in (False, True)
    )
    assert moving.content().plain != waiting.content().plain
    beside = LEFT, 0, 78 - LEFT, moving.height
    assert moving.cut(*beside).content() == waiting.cut(*beside).content()


async def test_a_match_is_stepped_through_and_its_deals_are_called_rounds() -> None:
    record = played(2)
    async with odin() as (app, pilot):
        await app.push_screen(ReplayScreen(record))
        await pilot.press("right", "right", "right")
        assert "Herrlof · replay   round 1 of" in screen_text(app)
        assert "predicted" in screen_text(app)
        await pilot.press("end")
        assert any(words in screen_text(app) for words in ("You win", "wins", "share the win"))
