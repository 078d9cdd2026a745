"""The board of Walhalla: every decision by keys and by mouse, with what it would lead to."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.walhalla.box import COPIES, Card
from odin_engine.walhalla.land import FIELD_CALLED
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.state import Stage, State
from odin_server.hall import Hall, HallSettings, NewTable, Phase
from odin_tui.settings import Settings
from odin_tui.walhalla.action_cards import CARD_NAMES
from odin_tui.walhalla.board import Board
from odin_tui.walhalla.hand import Strip, parts
from odin_tui.walhalla.map_drawing import layout_of
from odin_tui.walhalla.map_view import MapView
from odin_tui.walhalla.pieces import mark
from odin_tui.walhalla.plates import zones_of
from odin_tui.widgets.deal_end import Tally
from odin_tui.widgets.seat_plate import SeatPlate
from tests.engine.walhalla.positions import after, position
from tests.tui.boards import STILL, BoardApp, press, shown, table_view
from tests.tui.frames import next_frame, stop_time
from tests.tui.screens import odin, screen_text, snapshot
from tests.tui.tables import HeuristicBots, click_action, wait_for_me
from tests.tui.walhalla.test_map import SPACES as MAP_SPACES

GAME = GAMES["walhalla"]
SIZES = (60, 20), (80, 24), (120, 36), (160, 48)


@asynccontextmanager
async def at_table(
    state: State, seat: int | None = 0, size: tuple[int, int] = (80, 24), **changed: Any
) -> AsyncIterator[tuple[BoardApp, Pilot[None]]]:
    settings = changed.pop("settings", STILL)
    table = table_view(GAME, state, seat, **changed)
    async with shown(Board(), table, size, settings) as (app, pilot):
        yield app, pilot


def prompt(app: BoardApp) -> str:
    """Return the two rows of the prompt."""
    said = (app.board.query_one(name).said.plain for name in ("#task", "#preview"))
    return "\n".join(line.lstrip("▌ ") for line in said)


async def click_field(board: Board, pilot: Pilot[None], name: str) -> None:
    layout = layout_of(board.match, *board.query_one(MapView).size)
    await pilot.click(MapView, offset=layout.field(FIELD_CALLED[name]))
    await pilot.pause()


async def click_fjord(board: Board, pilot: Pilot[None], number: int) -> None:
    layout = layout_of(board.match, *board.query_one(MapView).size)
    await pilot.click(MapView, offset=(layout.right - 2, layout.fjord_y(number - 1)))
    await pilot.pause()


async def click_part(board: Board, pilot: Pilot[None], kind: str, number: int) -> None:
    strip = board.query_one(Strip)
    found = parts(strip.contents, *strip.size)  # type: ignore[arg-type]
    part = next(each for each in found if (each.kind, each.number) == (kind, number - 1))
    await pilot.click(Strip, offset=(part.start + 1, 0))
    await pilot.pause()


def words(app: BoardApp) -> dict[str, bool]:
    """Return the words beside the prompt, and whether each is chosen."""
    return {word.text: word.main for word in app.board.frame.asking.words}


async def click_word(app: BoardApp, pilot: Pilot[None], word: str) -> None:
    await click_action(
        pilot, next(x.action for x in app.board.frame.asking.words if x.text == word)
    )
    await pilot.pause()


# -- boarding ------------------------------------------------------------------------------------


async def test_seats_are_filled_by_number_and_the_rest_stays_in_midgard() -> None:
    async with at_table(position(dragon="R2", midgard=4)) as (app, pilot):
        task, effect = prompt(app).split("\n")
        assert task == "Your turn: who boards the dragon? Fill seats 1, 2 and 3, or none"
        assert effect == "seats 1, 2 and 3: 1 Viking is left in Midgard."
        await press(pilot, "2")
        assert prompt(app).endswith("seats 1 and 3: 2 Vikings are left in Midgard.")
        await press(pilot, "enter")
        assert app.decided == ["board 1 3"]


async def test_seats_are_filled_with_arrows_and_space_or_clicked() -> None:
    async with at_table(position(dragon="B3", midgard=4)) as (app, pilot):
        assert "Fill seats 1 and 2, or none" in prompt(app)
        await press(pilot, "space", "right", "space")
        effect = "the dragon sails without a Viking of yours. Then Dagny may take seat 3."
        assert prompt(app).endswith(effect)
        assert words(app) == {"Nobody": True}
        await click_part(app.board, pilot, "seat", 2)
        assert "seat 2: 3 Vikings are left in Midgard. Then Dagny may" in prompt(app)
        await click_part(app.board, pilot, "seat", 3)
        await click_word(app, pilot, "Board")
        assert app.decided == ["board 2"]


async def test_a_last_viking_moves_to_the_seat_that_is_chosen() -> None:
    state = position(dragon="B3", midgard=[1, 5, 5, 5], points=0)
    async with at_table(state) as (app, pilot):
        assert app.board.intent.places == {0}
        await press(pilot, "2", "enter")
        assert app.decided == ["board 2"]


async def test_an_empty_midgard_says_what_a_viking_costs() -> None:
    state = position(dragon="B3", midgard=[0, 5, 5, 5], points=3, hands={"R": "hunt shield"})
    async with at_table(state) as (app, pilot):
        task, effect = prompt(app).split("\n")
        assert task == "Your turn: fill seats 1 and 2? Each costs a card and a point"
        assert effect.startswith("the dragon sails without a Viking of yours.")
        await press(pilot, "1")
        assert "seat 1: you sell 1 card, and pay a point for it." in prompt(app)


async def test_a_card_is_sold_by_number_or_by_clicking_it_twice() -> None:
    state = position(dragon="B3", midgard=[0, 5, 5, 5], points=3, hands={"R": "hunt shield wheat"})
    state = after(state, "board 2")
    async with at_table(state) as (app, pilot):
        assert prompt(app).startswith("Your turn: sell which card, with a point, to fill seat 2?")
        assert "at the end of a raid, 1 point for each wheat field you hold" in prompt(app)
        await press(pilot, "2")
        assert "its points count double" in prompt(app)
        await press(pilot, "right", "enter")
        await click_part(app.board, pilot, "card", 2)
        await click_part(app.board, pilot, "card", 2)
        assert app.decided == ["sell shield", "sell hunt"]


async def test_a_guest_joins_or_stays() -> None:
    state = after(position(dragon="R3", active=1), "board 1")
    async with at_table(state) as (app, pilot):
        assert prompt(app).startswith("Your turn: join Bo on seat 3 of the dragon?")
        assert words(app) == {"Stay home": False, "Join": True}
        assert "Join: your Viking sails along; Bo chooses the fjord now." in prompt(app)
        await press(pilot, "enter", "1", "enter")
        await click_word(app, pilot, "Join")
        await click_word(app, pilot, "Join")
        assert app.decided == ["join", "decline", "join"]


# -- sailing and landing -------------------------------------------------------------------------


def aboard(**more: Any) -> State:
    """Return a dragon of red with yellow as a guest, before it sails."""
    land = {"land": "a1=F2 b1=S a2=W b2=V1 a3=S b3=F3", "vikings": "b2=K a3=R b3=B"} | more
    return after(position(dragon="Y2", **land), "board 1 3", "Y: join")


async def test_the_prompt_says_where_everybody_would_land() -> None:
    async with at_table(aboard()) as (app, pilot):
        await press(pilot, "2")
        task, effect = prompt(app).split("\n")
        assert task == "Your turn: sail the dragon into fjord 1 2 3 4; f turns it round"
        assert effect == "fjord 2 · you: F2 or S · Cnut: W or against Bo · you: against Dagny"
        marks = app.board.intent.marks
        assert {str(field) for field in marks.lit} == {"a1", "b1", "a2", "b2", "b3"}
        assert marks.fjord == 1
        await press(pilot, "up")
        assert prompt(app).endswith("fjord 1 · you: F2 · Cnut: W · you return to Midgard")
        await press(pilot, "f", "enter")
        assert app.decided == ["sail 1 turned"]


async def test_a_fjord_is_clicked_and_clicked_again() -> None:
    async with at_table(aboard()) as (app, pilot):
        await click_fjord(app.board, pilot, 3)
        assert app.decided == []
        await click_word(app, pilot, "Turn")
        await click_fjord(app.board, pilot, 3)
        await click_word(app, pilot, "Sail")
        assert app.decided == ["sail 3 turned"] * 2


async def test_a_full_fjord_cannot_be_chosen_and_a_ship_need_not_turn() -> None:
    state = position(dragon="R1", moored=(4, 0, 0, 0), options=Options(turning=False))
    async with at_table(after(state, "board none")) as (app, pilot):
        await press(pilot, "1")
        assert app.board.intent.at != 0
        assert "turns it round" not in prompt(app)
        assert words(app) == {"Sail": True}
        await press(pilot, "f", "2", "enter")
        assert app.decided == ["sail 2"]


async def test_a_dragon_without_vikings_blocks_rows() -> None:
    async with at_table(after(position(dragon="R1"), "board none")) as (app, pilot):
        await press(pilot, "4")
        assert prompt(app).endswith("fjord 4 · nobody lands; rows 1 to 3 are blocked")


async def test_the_shore_is_chosen_with_up_and_down_or_clicked() -> None:
    state = after(aboard(), "sail 2")
    async with at_table(state) as (app, pilot):
        task, effect = prompt(app).split("\n")
        assert task == "Your turn: land above on forest 2 or below on sacrifice site"
        assert effect == "a1: a forest: 2 points at once."
        await press(pilot, "down", "enter")
        assert "you draw a card" in prompt(app)
        await click_field(app.board, pilot, "a1")
        await click_field(app.board, pilot, "a1")
        assert app.decided == ["land b1", "land a1"]


async def test_an_attack_says_how_the_other_could_win() -> None:
    state = after(position(dragon="R1", vikings="a1=K", hands={"K": "hunt"}), "board 1", "sail 2")
    async with at_table(state) as (app, _):
        assert "a1: Bo falls, or wins by paying a hero or with a shield." in prompt(app)


# -- fights --------------------------------------------------------------------------------------


async def test_an_attack_card_is_played_or_kept() -> None:
    state = position(dragon="R1", vikings="a1=K", hands={"R": "attack wheat"})
    async with at_table(after(state, "board 1", "sail 1")) as (app, pilot):
        assert "you attack Bo at a1" in prompt(app)
        assert words(app) == {"Fight": True, "ATTACK": False}
        await press(pilot, "enter")
        await click_part(app.board, pilot, "card", 2)
        assert "ATTACK: you play the card, and the Viking of Bo falls." in prompt(app)
        await click_part(app.board, pilot, "card", 2)
        assert app.decided == ["fight", "attack"]


async def test_a_defender_falls_pays_or_raises_a_shield() -> None:
    state = position(dragon="K1", active=1, vikings="a1=R", hands={"R": "shield"}, walhalla=2)
    async with at_table(after(state, "board 1", "sail 1")) as (app, pilot):
        assert prompt(app).startswith("Your turn: Bo attacks you at a1, village +1")
        assert words(app) == {"Fall": True, "Pay": False, "SHIELD": False}
        await press(pilot, "enter", "2")
        assert "Pay: Bo's Viking falls, and a hero of yours goes; 1 hero left." in prompt(app)
        await press(pilot, "enter", "right", "enter")
        assert app.decided == ["lose", "pay", "shield"]


async def test_a_hunter_doubles_a_forest() -> None:
    state = position(dragon="R1", land="a1=F3", hands={"R": "hunt"})
    async with at_table(after(state, "board 1", "sail 1")) as (app, pilot):
        assert words(app) == {"Gather": True, "HUNT": False}
        await press(pilot, "2")
        assert "HUNT: you play the card and get 6 points." in prompt(app)
        await press(pilot, "enter")
        assert app.decided == ["hunt"]


async def test_without_the_card_there_is_one_answer_and_the_prompt_says_why() -> None:
    state = position(dragon="R1", land="a1=F3", hands={"R": "wheat"})
    async with at_table(after(state, "board 1", "sail 1")) as (app, pilot):
        assert "you hold no HUNT card" in prompt(app)
        await press(pilot, "enter")
        assert app.decided == ["gather"]


# -- the end of a raid ---------------------------------------------------------------------------


def committing() -> State:
    """Return a raid that has ended, with cards in two hands."""
    state = position(
        dragon="R1",
        midgard=[1, 0, 0, 0],
        vikings="a2=R a3=R b1=K",
        land="a1=W a2=F2 a3=F2",
        hands={"R": "forest forest tongue6 hunt", "K": "tongue8"},
    )
    return after(state, "board 1", "sail 1")


async def test_cards_are_laid_down_by_number_and_counted() -> None:
    async with at_table(committing()) as (app, pilot):
        task, effect = prompt(app).split("\n")
        assert task == "Your turn: lay down cards for the end of raid 1, or none"
        assert effect == "you keep all your cards."
        await press(pilot, "1")
        assert prompt(app).endswith("your cards bring 2 points: 2 for fields.")
        await press(pilot, "1", "2")
        assert "your cards bring 4 points: 4 for fields, 6 instead of 6 on a." in prompt(app)
        await press(pilot, "3")
        assert words(app) == {"Lay down": True}
        await press(pilot, "enter", "1")
        await click_part(app.board, pilot, "card", 2)
        await click_word(app, pilot, "Keep all")
        assert app.decided == ["commit forest forest tongue6", "commit none"]


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        (80, ["+1 for each forest", "you hold  laid 0/2"]),
        (72, ["+1 for each", "forest you… 0/2"]),
    ],
)
async def test_how_many_are_laid_down_covers_nothing_of_what_a_card_does(
    columns: int, rows: list[str]
) -> None:
    async with at_table(committing(), size=(columns, 23)) as (app, _):
        strip = app.board.query_one(Strip)
        card = next(parts(strip.contents, *strip.size))  # type: ignore[arg-type]
        drawn = strip.draw().content().plain.splitlines()
        assert [row[card.start : card.end].strip(" ▖▗▘▝▌▐▙▟▛▜") for row in drawn[1:]] == rows


async def test_a_choice_stays_while_others_commit() -> None:
    state = committing()
    async with at_table(state) as (app, pilot):
        await press(pilot, "1")
        app.board.table_view = table_view(GAME, after(state, "K: commit tongue8"), turn=2)
        await pilot.pause()
        await press(pilot, "enter")
        assert app.decided == ["commit forest"]


async def test_what_others_commit_and_hold_is_not_on_the_screen() -> None:
    hidden = committing()
    laid = after(hidden, "K: commit tongue8"), after(hidden, "K: commit none")
    screens = []
    for state in laid:
        async with at_table(state, seat=2) as (app, pilot):
            said = [screen_text(app)]
            for key in "vsa":
                await press(pilot, key)
                said.append(screen_text(app))
                await press(pilot, "escape")
            screens.append(said)
    assert screens[0] == screens[1]
    async with at_table(laid[0], seat=None) as (app, _):
        assert "CAPE 8" not in screen_text(app)
        assert "FOREST" not in screen_text(app)


# -- looking things up ---------------------------------------------------------------------------


async def test_fields_are_looked_at_with_arrows_and_escape_goes_back() -> None:
    async with at_table(aboard(moored=(1, 1, 0, 0))) as (app, pilot):
        await press(pilot, "i", "up", "right")
        assert prompt(app).startswith("a2, wheat, is free; out of reach in this raid")
        assert "wheat: 1 point when this raid ends" in prompt(app)
        await press(pilot, "down")
        assert prompt(app).startswith("b2, village +1, is held by Bo; in reach from fjord 3")
        await press(pilot, "escape")
        assert prompt(app).startswith("Your turn: sail")
        await click_field(app.board, pilot, "c12")
        assert prompt(app).startswith("c12, village +1, is free;")
        await press(pilot, "i", "enter")
        assert len(app.decided) == 1


async def test_pieces_scoring_and_cards_have_a_key_each() -> None:
    state = position(
        vikings="a1=R a2=K b1=R", land="a1=W", hands={"R": "hunt"}, walhalla=[2, 1, 1, 0]
    )
    async with at_table(state) as (app, pilot):
        await press(pilot, "v")
        assert "Vikings and Walhalla" in screen_text(app)
        assert "Fresh Vikings after this raid, by place in Walhalla: 8, 7, 6, 5." in screen_text(
            app
        )
        await press(pilot, "v", "s")
        assert "If raid 1 ended now" in screen_text(app)
        row = next(line for line in screen_text(app).splitlines() if "R● You" in line)
        assert row.split("You")[1].split()[:6] == ["0", "+3", "+7", "–", "+1", "11"]
        await press(pilot, "s", "a")
        rows = [line.strip("▐▌ ") for line in screen_text(app).splitlines()]
        landing = rows[rows.index("landing") :]
        assert re.fullmatch("HUNT +4 +1 +– +a forest you take counts double", landing[1])


@pytest.mark.parametrize("key", ["v", "s", "a", "i"])
async def test_whoever_watches_may_look_things_up(key: str) -> None:
    async with at_table(position(), seat=None) as (app, pilot):
        before = screen_text(app)
        await press(pilot, key)
        assert screen_text(app) != before
        assert app.decided == []


async def test_a_card_that_is_no_choice_says_what_it_does() -> None:
    async with at_table(position(hands={"R": "shield"})) as (app, pilot):
        await click_part(app.board, pilot, "card", 1)
        assert "The card SHIELD: when you are attacked, the attacker falls" in prompt(app)


async def test_a_hint_chooses_the_move_and_says_why() -> None:
    async with at_table(aboard()) as (app, pilot):
        move = GAME.parse_move("sail 3 turned")
        app.board.show_hint(move, ["Because."])
        await pilot.pause()
        assert "A Konung would turn the dragon and sail into fjord 3." in prompt(app)
        assert "Because." in prompt(app)
        await press(pilot, "enter")
        assert app.decided == ["sail 3 turned"]


# -- whole matches -------------------------------------------------------------------------------


@asynccontextmanager
async def in_hall(seats: int, **settings: Any) -> AsyncIterator[Any]:
    hall = await Hall.begin(
        settings=HallSettings(bot_pause=0.0), chance=Random(seats), bot_pool=HeuristicBots()
    )
    start = NewTable("walhalla", seats=seats, bots=("karl",) * (seats - 1), hints=True)
    try:
        async with odin(hall=hall, start=start, **settings) as (app, pilot):
            chair = app.screen.chair
            await wait_for_me(pilot, chair)
            yield app, pilot, chair
    finally:
        await hall.close()


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_whole_match_is_played_with_keys(seats: int) -> None:
    async with in_hall(seats) as (app, pilot, chair):
        board, rng, stages = app.screen.query_one(Board), Random(seats), set()
        for _ in range(400):
            if board.page == "deal over":
                assert "is over" in screen_text(app)
                await press(pilot, "enter")
            if chair.view.phase is not Phase.PLAYING:
                break
            turn = chair.view.turn
            stages.add(chair.view.match.stage)
            await press(pilot, rng.choice(("1", "2", "3", "down", "space")), "enter")
            await wait_for_me(pilot, chair)
            assert chair.view.turn > turn
        assert {Stage.BOARD, Stage.SAIL, Stage.LAND, Stage.COMMIT} <= stages
        assert board.page == "match over"
        assert "The third raid is over" in screen_text(app)


async def test_a_whole_match_is_played_with_the_mouse_alone() -> None:
    async with in_hall(4) as (app, pilot, chair):
        board, rng = app.screen.query_one(Board), Random("mouse")
        for _ in range(400):
            if board.page == "deal over":
                await pilot.click("#next")
                await pilot.pause()
            if chair.view.phase is not Phase.PLAYING:
                break
            turn, stage = chair.view.turn, chair.view.match.stage
            if stage == Stage.SAIL:
                await click_fjord(board, pilot, rng.randint(1, 4))
            elif stage == Stage.BOARD:
                await click_part(board, pilot, "seat", rng.randint(1, 3))
            await click_action(pilot, next(x.action for x in board.frame.asking.words if x.main))
            await wait_for_me(pilot, chair)
            assert chair.view.turn > turn
        assert board.page == "match over"


# -- what moves ----------------------------------------------------------------------------------


async def test_a_dragon_sails_in_frame_by_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_time(monkeypatch)
    state = aboard()
    async with at_table(state, settings=Settings(animations="full")) as (app, pilot):
        app.board.table_view = table_view(GAME, after(state, "sail 2"), turn=2)
        await pilot.pause()
        shown_map, bows = app.board.query_one(MapView), []
        row = layout_of(app.board.match, *shown_map.size).fjord_y(1)
        while shown_map.step is not None:
            line = "".join(cell[0] for cell in shown_map.draw().rows[row])
            bows.append(line.index("R●") if "R●" in line else len(line))
            await next_frame(shown_map, pilot)
        assert len(bows) == 6
        assert bows == sorted(bows, reverse=True)
        assert shown_map._timer is None
        assert "Your turn: land" in prompt(app)


async def test_any_key_shows_the_dragon_there(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_time(monkeypatch)
    state = aboard()
    async with at_table(state, settings=Settings(animations="full")) as (app, pilot):
        app.board.table_view = table_view(GAME, after(state, "sail 2"), turn=2)
        await pilot.pause()
        shown_map = app.board.query_one(MapView)
        assert shown_map.step == 0
        await press(pilot, "g")
        assert shown_map.step is None


@pytest.mark.parametrize(("animations", "frames"), [("full", 12), ("reduced", 4), ("none", 0)])
async def test_a_fallen_viking_rises_to_the_plate_of_its_player(
    animations: str, frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_time(monkeypatch)
    state = after(position(dragon="R1", vikings="a1=K", walhalla=0), "board 1")
    async with at_table(state, settings=Settings(animations=animations)) as (app, pilot):
        app.board.table_view = table_view(GAME, after(state, "sail 1"), turn=2)
        await pilot.pause()
        shown_map, steps = app.board.query_one(MapView), []
        while shown_map.step is not None:
            steps.append((shown_map.step, shown_map.draw()))
            await next_frame(shown_map, pilot)
        assert len(steps) == frames
        for step, drawn in steps:
            shields = [x for row in drawn.rows for x, cell in enumerate(row) if cell[0] == "K"]
            assert bool(shields) or step < 6
        if frames == 12:
            top = "".join(cell[0] for cell in steps[-1][1].rows[0])
            assert top.index("K") == pytest.approx(0.375 * len(top), abs=3)


# -- every size ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_map_has_the_room_it_is_tested_in(size: tuple[int, int]) -> None:
    room = dict(zip(SIZES, (MAP_SPACES[0], MAP_SPACES[1], *MAP_SPACES[3:]), strict=True))
    async with at_table(position(), size=(size[0], size[1] - 1)) as (app, _):
        width, height = app.board.query_one(MapView).size
        assert width == room[size][0]
        assert height >= room[size][1]


@pytest.mark.parametrize("size", SIZES)
async def test_every_card_can_be_reached_however_many_there_are(size: tuple[int, int]) -> None:
    hand = " ".join(card for card in Card for _ in range(min(COPIES[card], 2)))
    state = position(dragon="B3", midgard=[0, 5, 5, 5], points=3, hands={"R": hand})
    async with at_table(after(state, "board 1"), size=(size[0], size[1] - 1)) as (app, pilot):
        strip = app.board.query_one(Strip)
        for number, card in enumerate(Card, 1):
            text = "\n".join("".join(cell[0] for cell in row) for row in strip.draw().rows)
            copies = "2×" if COPIES[card] > 1 else ""
            assert f"[{number}]{copies}{CARD_NAMES[card][:8]}" in text
            await press(pilot, "right")


@pytest.mark.parametrize("size", SIZES)
async def test_plates_tell_everything_of_everybody(size: tuple[int, int]) -> None:
    state = position(
        vikings="a1=R a2=K", hands={"K": "hunt wheat"}, midgard=[2, 3, 4, 5], walhalla=[4, 3, 2, 1]
    )
    async with at_table(state, size=(size[0], size[1] - 1)) as (app, _):
        plates = [plate for plate in app.board.query(SeatPlate) if plate.display]
        texts = [plate.draw().content().plain for plate in plates]
        assert len(texts) == 4
        for seat, text in enumerate(texts):
            assert mark(seat) in text
            zones = zones_of(app.board.match, seat)
            for letter, word, count in (
                ("M", "Midgard ", zones.midgard),
                ("L", "land ", zones.land),
                ("A", "Asgard ", zones.asgard),
                ("W", "Walhalla ", zones.walhalla),
            ):
                assert f"{letter}{count}" in text or f"{word}{count}" in text
        assert re.search(r" 2 (cards)?", texts[1])


# -- how it looks --------------------------------------------------------------------------------


def lively() -> State:
    """Return the second raid of a match, with a dragon that is about to sail."""
    state = GAME.setup(GAME.read_options({}, 4), 4, seed_from("longships"))
    rng = Random("longships")
    while True:
        seat = GAME.to_move(state)[0]
        shown_view = GAME.view(state, Seat(0))
        crowded = len(set(shown_view.aboard)) > 1 and shown_view.dragon_no > 5
        if shown_view.raid == 2 and shown_view.stage == Stage.SAIL and seat == 0 and crowded:
            return state  # type: ignore[no-any-return]
        state = GAME.play(state, seat, GAME.heuristic_move(GAME.view(state, seat), rng))


LIVELY = lively()


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 48)])
async def test_the_table_looks_as_it_was_reviewed(size: tuple[int, int]) -> None:
    async with at_table(LIVELY, size=(size[0], size[1] - 1)) as (app, pilot):
        await press(pilot, "2")
        snapshot(app, f"walhalla_sail_{size[0]}x{size[1]}")


@pytest.mark.parametrize("look", ["ansi", "no_color"])
async def test_it_needs_no_colour_of_its_own(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = STILL
    if look == "ansi":
        settings = Settings(animations="none", theme="ansi")
    else:
        monkeypatch.setenv("NO_COLOR", "1")
    async with at_table(LIVELY, size=(80, 23), settings=settings) as (app, pilot):
        await press(pilot, "2")
        snapshot(app, f"walhalla_sail_{look}")


def ending() -> tuple[State, State]:
    """Return the last moment of a raid, and the first of the next."""
    before = after(committing(), "K: commit tongue8")
    return before, after(before, "R: commit forest forest")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 48)])
async def test_a_raid_is_scored_part_by_part(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_time(monkeypatch)
    before, scored = ending()
    settings = Settings(animations="full")
    async with at_table(before, size=(size[0], size[1] - 1), settings=settings) as (app, pilot):
        app.board.table_view = table_view(GAME, scored, turn=2)
        await pilot.pause()
        tally = app.board.query_one(Tally)
        seen = []
        while app.board.deal_end.counting:
            seen.append(tally.draw())
            tally.go_on()
        assert all(one.rows != other.rows for one, other in pairwise(seen))
        texts = [one.content().plain for one in seen]
        assert "FOREST+" not in texts[0]
        assert "FOREST+ ×2" in texts[1]
        assert "a 6/3" not in texts[1]
        assert "R● 3 takes 6" in texts[2]
        await pilot.pause()
        said = screen_text(app)
        assert "c 8/5: K◆ 2 takes 8" in said
        assert "Bo leads the match with" in said
        snapshot(app, f"walhalla_raid_over_{size[0]}x{size[1]}")
        await press(pilot, "enter")
        assert app.board.page == "table"


async def test_a_key_that_ends_the_scoring_does_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    before, scored = ending()
    async with at_table(before, settings=Settings(animations="full")) as (app, pilot):
        app.board.table_view = table_view(GAME, scored, turn=2)
        await pilot.pause()
        assert app.board.deal_end.counting
        await press(pilot, "enter")
        assert not app.board.deal_end.counting
        assert app.board.page == "deal over"


async def test_a_reserved_seat_looks_different_from_a_taken_one_without_colours() -> None:
    async with at_table(position(dragon="K3"), size=(80, 23)) as (app, pilot):
        strip = app.board.query_one(Strip)

        def seats() -> str:
            return "".join(cell[0] for cell in strip.draw().rows[0]).split("▙")[1].split("▟")[0]

        assert seats() == " R●  R● (K◆)"
        await press(pilot, "1")
        assert seats() == " ··  R● (K◆)"


async def test_landing_against_somebody_is_called_that_before_it_is_chosen() -> None:
    state = after(position(land="a1=W b1=F2", vikings="b1=K"), "board 1", "decline", "sail 2")
    async with at_table(state) as (app, _pilot):
        said = prompt(app)
        assert said.startswith("Your turn: land above on wheat or below on forest 2 against ")


async def test_a_landing_between_two_enemies_still_says_what_it_leads_to() -> None:
    state = position(dragon="R1", land="a1=S b1=S", vikings="a1=K b1=Y")
    async with at_table(after(state, "board 1", "sail 2")) as (app, _):
        task, effect = prompt(app).split("\n")
        assert task == "Your turn: land above on S against Bo or below on S against Cnut"
        assert effect == "a1: Bo falls, or wins by paying a hero."
