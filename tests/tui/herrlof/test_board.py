"""The board of Herrlof with a given position: every key, every choice, and the mouse."""

import pytest

from odin_engine import herrlof
from odin_engine.chance import seed_from
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.state import State
from odin_tui.screens.lookup import LookupScreen
from odin_tui.settings import Settings
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.deal_end import DealEnd
from odin_tui.widgets.seat_plate import SeatPlate
from tests.engine.herrlof.positions import after, position
from tests.tui.boards import BoardApp, press
from tests.tui.herrlof.boards import board, seen
from tests.tui.screens import screen_text, snapshot

SIZES = [(60, 19), (80, 23), (100, 29), (160, 47)]
FOLLOWING = after(position("G2 B9 R7 V H | G7 Y1 Y2 Y3 Y4", "R2", leader=1, said=(2, 1)), "G7")
LEADING = position("G2 B9 R7 V H | G7 Y1 Y2 Y3 Y4", "R2", said=(2, 1))
SWAPPING = after(position("G3 B9 R7 | G7 Y1 Y2", "R2", deck="B8 Y9"), "G3")
BURYING = after(SWAPPING, "draw")
STEALING_A_TRICK = after(
    position("B1 G2 | Y1 G7 | H H", "R2", tricks=(0, 2, 1), said=(2, 2, 2)), "B1", "Y1", "H"
)
STEALING_A_CARD = after(position("B6 G2 | B5 G7", "R2", said=(2, 1)), "B6", "B5")
RETURNING = after(STEALING_A_CARD, "steal 1")


def dealt(seats: int = 2) -> State:
    return herrlof.setup(read_options({}, seats), seats, seed_from("ravens"))


def prompt(app: BoardApp) -> str:
    lines = screen_text(app).split("\n")
    height = app.board.query_one(CardHand).size.height
    return "\n".join(lines[-height - 2 : -height])


# -- predicting -----------------------------------------------------------------------------


async def test_a_prediction_is_typed_with_one_digit_or_two() -> None:
    async with board(dealt()) as (app, pilot):
        assert "predict your tricks, 0 to 15" in prompt(app)
        await press(pilot, "1")
        assert app.board.intent.number == 1
        await press(pilot, "2")
        assert app.board.intent.number == 12
        assert "[12]" in screen_text(app)
        await press(pilot, "7")
        assert app.board.intent.number == 7
        assert "17 points if you win exactly" in prompt(app)
        await press(pilot, "enter")
        assert app.decided == ["predict 7"]


async def test_every_card_of_a_large_hand_has_a_number_to_type() -> None:
    leading = after(dealt(), "predict 5", "predict 5")
    async with board(leading) as (app, pilot):
        count = len(app.board.intent.cards)
        assert count == 15
        assert screen_text(app).rstrip().endswith(" 15")
        for typed, place in (("0", 9), ("7", 6), ("12", 11), ("15", 14), ("10", 9)):
            await press(pilot, "escape", *typed)
            assert app.board.intent.chosen == place


async def test_enter_without_a_number_predicts_nothing_and_says_so() -> None:
    async with board(dealt()) as (app, pilot):
        await press(pilot, "enter")
        assert app.decided == []
        assert "Type a number first" in prompt(app)


async def test_arrows_and_escape_work_on_the_number() -> None:
    async with board(dealt()) as (app, pilot):
        await press(pilot, "right", "right", "left")
        assert app.board.intent.number == 5
        await press(pilot, "escape")
        assert app.board.intent.number is None


async def test_a_number_is_clicked_and_clicked_again() -> None:
    async with board(dealt()) as (app, pilot):
        lines = screen_text(app).split("\n")
        y = next(y for y, line in enumerate(lines) if " 3 " in line and " 4 " in line)
        x = lines[y].index(" 4 ") + 1
        await pilot.click(offset=(x, y))
        assert app.board.intent.number == 4
        await pilot.click(offset=(x, y))
        assert app.decided == ["predict 4"]


async def test_the_others_see_that_one_has_predicted_and_not_what() -> None:
    state = after(dealt(), "predict 9")
    async with board(state, 1) as (app, _pilot):
        assert "has predicted" in screen_text(app)
        assert "You predicted" not in screen_text(app)
    async with board(state, 0) as (app, _pilot):
        assert "You predicted 9" in screen_text(app)
        assert "Waiting for Bo to predict." in prompt(app)


# -- playing --------------------------------------------------------------------------------


async def test_the_own_prediction_stands_there_with_what_is_missing() -> None:
    async with board(FOLLOWING) as (app, _pilot):
        assert "You predicted 2" in screen_text(app)
        assert "won 0 · 2 to go" in screen_text(app)


async def test_cards_that_do_not_follow_stand_back_and_enter_says_why() -> None:
    async with board(FOLLOWING) as (app, pilot):
        assert "follow G7▲ with green, or V or H" in prompt(app)
        await press(pilot, "2", "enter")
        assert app.decided == []
        assert "G7 was led and you hold green: follow, or play V or H." in prompt(app)
        await press(pilot, "3", "enter")
        assert app.decided == ["G2"]


async def test_the_preview_says_what_a_card_would_do() -> None:
    async with board(FOLLOWING) as (app, pilot):
        await press(pilot, "3")
        assert "G2▲ loses this trick" in prompt(app)
        await press(pilot, "4")
        assert "V◬ Valknut destroys the trick" in prompt(app)


async def test_the_first_enter_chooses_the_card_under_the_cursor_the_second_plays_it() -> None:
    async with board(LEADING) as (app, pilot):
        await press(pilot, "enter")
        assert app.decided == []
        assert app.board.intent.chosen == 0
        await press(pilot, "enter")
        assert app.decided == ["R7"]


async def test_tab_goes_through_what_may_be_played_and_escape_puts_it_back() -> None:
    async with board(FOLLOWING) as (app, pilot):
        looked = []
        for _ in range(4):
            await press(pilot, "tab")
            looked.append(str(app.board.intent.card))
        assert looked == ["G2", "V", "H", "G2"]
        await press(pilot, "shift+tab")
        assert str(app.board.intent.card) == "H"
        await press(pilot, "escape")
        assert app.board.intent.card is None


async def test_a_card_is_clicked_and_the_middle_plays_it() -> None:
    async with board(LEADING) as (app, pilot):
        await pilot.click(CardHand, offset=(32, 3))
        assert app.board.intent.chosen is not None
        await pilot.click(CardMiddle, offset=(3, 3))
        assert app.decided == [str(app.board.intent.card)]


async def test_before_ones_turn_a_card_can_be_planned_and_the_plan_cancelled() -> None:
    async with board(LEADING, 1) as (app, pilot):
        await press(pilot, "1", "enter")
        assert app.decided == []
        assert "will be played on your turn; esc cancels" in prompt(app)
        await press(pilot, "escape")
        assert app.board.planned is None
        assert app.board.intent.chosen == 0


async def test_alike_cards_are_told_apart_by_their_place() -> None:
    async with board(position("V V H | G7 Y1 Y2")) as (app, pilot):
        await press(pilot, "2")
        assert app.board.query_one(CardHand).contents.chosen == {1}
        await press(pilot, "enter")
        assert app.decided == ["V"]


async def test_sorting_is_kept() -> None:
    async with board(LEADING) as (app, pilot):
        assert [str(card) for card in app.board.intent.cards] == ["R7", "B9", "G2", "V", "H"]
        await press(pilot, "s")
        assert [str(card) for card in app.board.intent.cards] == ["B9", "R7", "G2", "V", "H"]
        assert app.kept[-1].sort == "number"


# -- the choices of special cards -----------------------------------------------------------


async def test_a_three_offers_a_card_of_the_deck_and_skipping() -> None:
    async with board(SWAPPING) as (app, pilot):
        assert "draw a card, or skip" in prompt(app)
        await press(pilot, "enter")
        await press(pilot, "p")
        assert app.decided == ["draw", "skip"]


async def test_after_drawing_a_card_goes_under_the_deck() -> None:
    async with board(BURYING) as (app, pilot):
        assert "you drew B8■; bury a card" in prompt(app)
        assert "+" in screen_text(app).split("\n")[-1]
        await press(pilot, "p")
        assert "There is nothing to skip." in prompt(app)
        await press(pilot, "1", "enter")
        assert app.decided == ["bury R7"]


async def test_a_one_that_wins_asks_from_whom_to_take_a_trick() -> None:
    async with board(STEALING_A_TRICK) as (app, pilot):
        assert "take a trick, or skip" in prompt(app)
        assert "[1] Bo · 2 tricks" in screen_text(app)
        await press(pilot, "right")
        assert "[2] Cnut · 1 trick" in screen_text(app)
        await press(pilot, "enter", "1", "enter", "p")
        assert app.decided == ["steal 2", "steal 1", "skip"]


async def test_a_plate_is_clicked_to_steal_from() -> None:
    async with board(STEALING_A_TRICK) as (app, pilot):
        plates = list(app.board.query(SeatPlate))
        await pilot.click(plates[1])
        await press(pilot, "enter")
        assert app.decided == ["steal 2"]


async def test_a_six_that_wins_takes_a_card_and_gives_one_back() -> None:
    async with board(STEALING_A_CARD) as (app, pilot):
        assert "take a card, or skip" in prompt(app)
        await press(pilot, "enter")
        assert app.decided == ["steal 1"]
    async with board(RETURNING) as (app, pilot):
        assert "you took G7▲ from Bo; give one back" in prompt(app)
        await press(pilot, "2", "enter")
        assert app.decided == ["return G2"]


async def test_the_victim_sees_which_card_is_gone_and_nobody_else_does() -> None:
    async with board(RETURNING, 1, size=(120, 35)) as (app, _pilot):
        assert "took G7▲ from you" in screen_text(app)
    async with board(RETURNING, None, size=(120, 35)) as (app, _pilot):
        assert "Astrid took a card from" in screen_text(app)
        assert "G7" not in screen_text(app)


# -- looking --------------------------------------------------------------------------------


async def test_the_last_trick_is_on_a_key_and_any_key_closes_it() -> None:
    state = after(position("G9 B9 R7 | G7 Y1 Y2", "R2"), "G9", "G7")
    async with board(state, 1) as (app, pilot):
        await press(pilot, "v")
        assert isinstance(app.screen, LookupScreen)
        assert "Trick 13 of round 1, led by Astrid: Astrid won it with G9" in screen_text(app)
        assert "a 9 that wins gives the lead away" in screen_text(app)
        await press(pilot, "space")
        assert not isinstance(app.screen, LookupScreen)


async def test_a_second_valknut_turns_a_new_trump_up_for_all_to_see() -> None:
    state = after(position("V B9 R7 | V Y1 Y2", "R2", deck="G8 Y9"), "V", "V")
    async with board(state, 1) as (app, _pilot):
        text = screen_text(app)
        assert "New trump. Astrid leads." in text
        assert "turned up G8▲" in text
        assert "trump G▲ green" in text


async def test_nothing_is_promised_of_cards_that_do_nothing_in_a_destroyed_trick() -> None:
    state = after(position("V B9 R7 | H Y3 Y2", "R2"), "V")
    async with board(state, 1) as (app, pilot):
        await press(pilot, "3")
        assert prompt(app).rstrip().endswith("H✱ in a destroyed trick")
        await press(pilot, "1")
        assert "a 3 may swap a card with the deck" in prompt(app)


async def test_only_the_bonuses_that_are_played_for_have_a_column() -> None:
    hands = "G9 | G7 | G5"
    state = position(hands, "R2", tricks=(2, 4, 4), said=(3, 4, 4))
    async with board(after(state, "G9", "G7")) as (app, pilot):
        app.board.table_view = seen(after(state, "G9", "G7", "G5"), turn=2)
        await pilot.pause()
        text = screen_text(app)
        assert "You predicted 3 and won 3: 3 + 10 as predicted = 13 points." in text
        assert "3 or 4" not in text


async def test_before_the_first_trick_there_is_none_to_look_at() -> None:
    async with board(LEADING) as (app, pilot):
        await press(pilot, "v")
        assert not isinstance(app.screen, LookupScreen)


async def test_a_hint_chooses_the_move_and_says_why() -> None:
    async with board(LEADING) as (app, pilot):
        move = herrlof.parse_move("B9")
        app.board.show_hint(move, ["It is high."])
        await pilot.pause()
        assert "A Konung would play B9■." in prompt(app)
        await press(pilot, "enter")
        assert app.decided == ["B9"]


# -- the end of a round and of a match ------------------------------------------------------

LAST_TRICK = position("G9 | G7", "R2", tricks=(2, 12), said=(3, 12))


async def test_a_round_is_counted_with_its_bonuses_spelled_out() -> None:
    async with board(after(LAST_TRICK, "G9")) as (app, pilot):
        app.board.table_view = seen(after(LAST_TRICK, "G9", "G7"), turn=2)
        await pilot.pause()
        text = screen_text(app)
        assert "You predicted 3 and won 3: 3 + 10 as predicted + 5 for 3 or 4 = 18 points." in text
        assert "Bo predicted 12 and won 12: 12 + 10 as predicted = 22 points." in text
        assert "G9▲ G7▲ for you." in text
        assert "Round 2 has begun and waits for you" in text
        assert not app.board.waits_for_move
        await press(pilot, "enter")
        assert "predict your tricks" in prompt(app)


async def test_counting_takes_a_moment_and_any_key_ends_it() -> None:
    slow = Settings(animations="full")
    async with board(after(LAST_TRICK, "G9"), settings=slow) as (app, pilot):
        app.board.table_view = seen(after(LAST_TRICK, "G9", "G7"), turn=2)
        await pilot.pause()
        page = app.board.query_one(DealEnd)
        assert page.counting
        await press(pilot, "x")
        assert not page.counting
        assert app.board.page == "deal over"


async def test_the_last_page_shows_places_points_and_exact_predictions() -> None:
    last = LAST_TRICK._replace(points=(30, 40), exact=(2, 3))
    async with board(after(last, "G9", "G7")) as (app, _pilot):
        text = screen_text(app)
        assert "Bo wins the match." in text
        assert "62 points" in text
        assert "4 exact" in text
        assert "Play again" in text
    rounds = last._replace(results=after(LAST_TRICK, "G9", "G7").results)
    async with board(after(rounds, "G9", "G7"), size=(160, 47)) as (app, _pilot):
        lines = screen_text(app).split("\n")
        assert any(line.split().count("22") == 2 for line in lines)


# -- every size -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3])
async def test_nothing_is_cut_at_any_size(size: tuple[int, int], seats: int) -> None:
    async with board(dealt(seats), size=size) as (app, _pilot):
        text = screen_text(app)
        assert "…" not in text.replace("predicts …", "")
        assert f"[{15 if seats == 2 else 11}]" not in text
        assert "0 to" in prompt(app)
        shown = text.split("\n")[-1].split()
        assert shown == [str(n + 1) for n in range(15 if seats == 2 else 11)]


POSITIONS = {
    "predict": dealt(),
    "follow": FOLLOWING,
    "bury": BURYING,
    "steal": STEALING_A_TRICK,
    "return": RETURNING,
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("size", [(60, 19), (80, 23)])
async def test_it_looks_as_it_was_reviewed(name: str, size: tuple[int, int]) -> None:
    async with board(POSITIONS[name], size=size) as (app, pilot):
        await press(pilot, "right")
        snapshot(app, f"herrlof_{name}_{size[0]}x{size[1] + 1}")


@pytest.mark.parametrize("size", [(100, 29), (160, 47)])
async def test_large_tables_look_as_they_were_reviewed(size: tuple[int, int]) -> None:
    async with board(FOLLOWING, size=size) as (app, _pilot):
        snapshot(app, f"herrlof_follow_{size[0]}x{size[1] + 1}")


@pytest.mark.parametrize("look", ["day", "ansi", "no_color"])
async def test_it_needs_no_colour_of_its_own(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if look == "no_color":
        monkeypatch.setenv("NO_COLOR", "1")
    settings = Settings(animations="none", theme="night" if look == "no_color" else look)
    async with board(FOLLOWING, settings=settings) as (app, pilot):
        await press(pilot, "right")
        snapshot(app, f"herrlof_follow_{look}")


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (160, 47)])
async def test_the_ends_look_as_they_were_reviewed(size: tuple[int, int]) -> None:
    name = f"{size[0]}x{size[1] + 1}"
    last = LAST_TRICK._replace(points=(30, 40), exact=(2, 3))
    async with board(after(LAST_TRICK, "G9"), size=size) as (app, pilot):
        app.board.table_view = seen(after(LAST_TRICK, "G9", "G7"), turn=2)
        await pilot.pause()
        snapshot(app, f"herrlof_round_over_{name}")
    async with board(after(last, "G9", "G7"), size=size) as (app, _pilot):
        snapshot(app, f"herrlof_match_over_{name}")
