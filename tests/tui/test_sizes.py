"""Every table fits every terminal: clocks and prompts are whole, and nothing touches anything."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from textual.content import Content

from odin_engine.chance import seed_from
from odin_engine.game import AnyGame, Seat
from odin_engine.games import GAMES
from odin_server.hall import TableView
from odin_tui.advice import in_two_rows
from odin_tui.game_ui import game_ui
from odin_tui.herrlof import prompt as herrlof_prompt
from odin_tui.herrlof.intent import Intent as HerrlofIntent
from odin_tui.languages import ENGLISH
from odin_tui.narrator import Reader
from odin_tui.odin import intent as odin_prompt
from odin_tui.odin.intent import Intent as OdinIntent
from odin_tui.walhalla.asking import asked as walhalla_prompt
from odin_tui.walhalla.intent import Intent as WalhallaIntent
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.seat_plate import SeatPlate
from odin_tui.widgets.table_board import TABLE
from odin_tui.widgets.table_frame import TableFrame
from tests.tui.boards import seat_view, shown, table_view

LONG = "Hallgerd Langbrok of Oppp"[:24]
NAMES = (LONG, "Þorgerðr Hölgabrúðr the 2", "Snorri Sturluson of Hvam", "Bo", "Egil", "Wwwwwwwww")
SIZES = [
    (60, 20),
    (60, 48),
    (70, 30),
    (80, 24),
    (80, 48),
    (100, 30),
    (124, 24),
    (160, 20),
    (160, 48),
]
TABLES = [(game, seats, Seat(0)) for game in GAMES.values() for seats in game.SEATS]
TABLES += [(game, max(game.SEATS), None) for game in GAMES.values()]
NOW = 100.0
Prompted = tuple[Content, Content, int, int]
MINE = "10:05"


def positions(game: AnyGame, seats: int) -> list[Any]:
    """Play at random, and give a few moments at which seat 0 is to move and cards lie there."""
    rng = Random(f"{game.NAME} {seats}")
    state = game.setup(game.read_options({}, seats), seats, seed_from(f"sizes {seats}"))
    found = []
    while (movers := game.to_move(state)) and len(found) < 60:
        found.append(state)
        moves = list(game.legal_moves(state, movers[0]))
        state = game.play(state, movers[0], rng.choice(moves))
    lying = [one for one in found if game.view(one, Seat(0)).moves]
    return [lying[0], *lying[len(lying) // 3 :: max(len(lying) // 4, 1)]][:4]


def at_table(game: AnyGame, state: Any, seats: int, reader: Seat | None) -> TableView:
    """Show a position with long names, and clocks for all: a running one or a bank."""
    views = []
    for seat in range(seats):
        running = seat in game.to_move(state)
        left = 605.0 if seat == 0 else 100.0
        clock = {"deadline": NOW + left} if running else {"bank": left}
        views.append(seat_view(seat, name=NAMES[seat][:24], **clock))
    view = table_view(game, state, reader, seats=tuple(views))
    match = replace(view.match, points=tuple(12 - seat for seat in range(seats)))  # type: ignore[type-var]
    return replace(view, match=match)


def said(spread: TableFrame) -> Iterator[tuple[Content, int]]:
    for line in (spread._heading, spread.asking, spread._preview):
        yield line.said, line.size.width


@pytest.mark.parametrize(("game", "seats", "reader"), TABLES)
async def test_a_table_fits_every_terminal(game: AnyGame, seats: int, reader: Seat | None) -> None:
    states = positions(game, seats)
    # No clock runs before the app does: its timer would know no app.
    first = table_view(game, states[0], reader)
    async with shown(game_ui(game.NAME).board(lambda: NOW), first, SIZES[0]) as (app, pilot):
        for number, size in enumerate(SIZES):
            await pilot.resize_terminal(*size)
            seen = at_table(game, states[number % len(states)], seats, reader)
            app.call_later(setattr, app.board, "table_view", seen)
            await pilot.pause()
            app.board.page = TABLE  # A deal may have ended between two of the moments.
            await pilot.pause()
            check(app.board.frame, size, reader)


def check(spread: TableFrame, size: tuple[int, int], reader: Seat | None) -> None:
    for line, width in said(spread):
        assert line.cell_length <= width, f"{size}: {line.plain!r} is cut"
    heading = spread._heading.said.plain
    own = MINE if spread.OWN_PLATE else f"points · {MINE}"
    assert reader is None or heading.endswith(own), f"{size}: {heading}"
    plates = [plate for plate in spread.query(SeatPlate) if plate.display and plate.contents]
    drawn = [plate.draw().content().plain for plate in plates]
    for one in drawn:
        assert re.search(r"\b(1:40|10:05|10m)", one), f"{size}: no clock in\n{one}"
        frames = [line[0] + line[-1] for line in one.splitlines()]
        assert len(set(frames[1:-1])) <= 1, f"{size}: something lies over the frame of\n{one}"
    full = ["pts" in one for one in drawn]
    assert len(set(full)) == 1, f"{size}: two formats in\n" + "\n".join(drawn)
    assert all(re.search(r"\b\d+(p| pts?)\b", one) for one in drawn)
    if isinstance(spread, CardTable):
        for row in spread.middle.draw().rows:
            assert row[0][0] == row[-1][0] == " ", f"{size}: the middle touches what is beside it"


def odin_prompts(view: Any, reader: Reader, rng: Random) -> Iterator[Prompted]:
    start = OdinIntent().for_view(view)
    hand = list(view.hand)
    wild = start
    for card in rng.sample(hand, min(len(hand), 3)):
        wild = wild.toggled(card)
    for intent in (start, start.next_set(1), start.next_set(-1), wild):
        for width in WIDTHS:
            asked = odin_prompt.task(view, reader, intent, width - 2 - 17)
            effect = odin_prompt.preview(view, intent, ENGLISH, width=width - 2)
            yield asked, effect, width, width - 2 - 17


def herrlof_prompts(view: Any, reader: Reader, _rng: Random) -> Iterator[Prompted]:
    intent = HerrlofIntent().for_view(view, "colour")
    for place in range(max(len(view.hand), 1)):
        looked = replace(intent, cursor=place)
        for width in WIDTHS:
            asked = herrlof_prompt.task(view, reader, looked, width=width - 2 - 17)
            effect = herrlof_prompt.preview(view, looked, ENGLISH, width=width - 2)
            yield asked, effect, width, width - 2 - 17


def walhalla_prompts(view: Any, reader: Reader, _rng: Random) -> Iterator[Prompted]:
    start = WalhallaIntent().facing(view, covered=False)
    steps = (start, start.stepped(1), start.stepped(-1), start.toggled(), start.with_turn())
    for intent in (*steps, start.look()):
        for width in WIDTHS:
            asked = walhalla_prompt(intent, view, reader, width - 2, "f")
            words = sum(len(option.label) + 3 for option in asked.options)
            yield asked.task, asked.preview, width, width - 2 - words


PROMPTS = {"odin": odin_prompts, "herrlof": herrlof_prompts, "walhalla": walhalla_prompts}
"""Prompts with what a choice would do, the columns of a terminal, and those of its first row."""
WIDTHS = (60, 66, 72, 80, 100)


@pytest.mark.parametrize(("game", "seats", "reader"), TABLES)
def test_the_prompt_is_whole_at_every_width(game: AnyGame, seats: int, reader: Seat | None) -> None:
    rng = Random(seats)
    state = game.setup(game.read_options({}, seats), seats, seed_from(f"prompts {seats}"))
    checked = 0
    while (movers := game.to_move(state)) and checked < 6000:
        view = game.view(state, reader)
        reader_ = Reader(("You", *NAMES[1:seats]), reader)
        for task, preview, width, first in PROMPTS[game.NAME](view, reader_, rng):
            second = width - 2
            rows = in_two_rows(task, preview, first, second)
            assert rows[0].cell_length <= first, f"{width}: {task.plain}"
            assert rows[1].cell_length <= second, f"{width}: {task.plain} / {preview.plain}"
            whole = f"{rows[0].plain} {rows[1].plain}"
            assert task.plain in whole
            assert preview.plain in whole or width < 80, f"{width}: {preview.plain}"
            checked += 1
        state = game.play(state, movers[0], rng.choice(list(game.legal_moves(state, movers[0]))))
    assert checked > 200
