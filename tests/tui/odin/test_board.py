"""The board with a given position: every key, and the mouse."""

import pytest
from textual.pilot import Pilot

from odin_engine.odin.cards import CARD_CALLED, Cards
from odin_engine.odin.moves import parse_move
from odin_engine.odin.options import Options
from odin_tui.drawing.middle import MiddleContents
from odin_tui.odin import screen_reader
from odin_tui.screens.lookup import LookupScreen
from odin_tui.settings import Settings
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.deal_end import DealEnd, Tally
from tests.engine.odin.positions import after, cards, position
from tests.tui.boards import BoardApp, seat_view
from tests.tui.frames import stop_time
from tests.tui.screens import screen_text
from tests.tui.tables import board, card_at, click_action, seen

ON_A_PAIR = position("B9 B5 G8 Y1 | R1 R3 | O1", "R8 R2", owner=2)
ON_A_CARD = position("B9 B5 G8 Y1 | R1 R3 | O1", "R4", owner=2)
LEADING = position("B9 B5 G8 Y1 | R1 R3 | O1")


def prompt(app: BoardApp) -> str:
    lines = screen_text(app).split("\n")
    height = app.board.query_one(CardHand).size.height
    return "\n".join(lines[-height - 2 : -height])


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


# -- choosing -------------------------------------------------------------------------------


async def test_arrows_move_and_space_chooses_and_puts_back() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        assert app.board.intent.cursor == CARD_CALLED["Y1"]
        await press(pilot, "right", "right")
        assert app.board.intent.cursor == CARD_CALLED["B9"]
        await press(pilot, "space")
        assert app.board.intent.chosen == cards("B9")
        await press(pilot, "space", "left")
        assert app.board.intent.chosen == cards("")
        assert app.board.intent.cursor == CARD_CALLED["G8"]


async def test_the_cursor_goes_round_and_up_and_down_choose_too() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "left", "up")
        assert app.board.intent.chosen == cards("B5")
        await press(pilot, "down")
        assert app.board.intent.chosen == cards("")


async def test_numbers_choose_the_card_with_that_number() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "3", "4")
        assert app.board.intent.chosen == cards("B9 B5")
        await press(pilot, "3", "9")
        assert app.board.intent.chosen == cards("B5")


async def test_tab_looks_through_the_legal_sets() -> None:
    async with board(ON_A_CARD) as (app, pilot):
        looked = []
        for _ in range(5):
            await press(pilot, "tab")
            looked.append(str(app.board.intent.chosen))
        assert looked == ["B5", "G8", "B9", "B9 B5", "B5"]
        await press(pilot, "shift+tab")
        assert str(app.board.intent.chosen) == "B9 B5"
        assert app.board.intent.cursor in app.board.intent.chosen


async def test_pass_is_drawn_only_where_one_can_pass() -> None:
    async with board(ON_A_PAIR) as (app, _pilot):
        assert "Pass" in prompt(app)
    async with board(position("B9 B5 | R1", "")) as (app, _pilot):
        assert "Play" in prompt(app)
        assert "Pass" not in prompt(app)


async def test_tab_says_when_no_set_can_be_played() -> None:
    async with board(position("Y1 | R1 | O1", "R9", owner=2)) as (app, pilot):
        await press(pilot, "tab")
        assert "Nothing in your hand beats" in prompt(app)


async def test_escape_and_backspace_put_everything_back() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        for key in ("escape", "backspace"):
            await press(pilot, "3", key)
            assert app.board.intent.chosen == cards("")


async def test_chosen_cards_rise_and_cards_of_no_legal_set_stand_back() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "tab")
        holding = app.board.query_one(CardHand).contents
        chosen = Cards.of(holding.cards[place] for place in holding.chosen)
        assert chosen == cards("B9 B5")
        assert holding.chosen | holding.idle == set(range(len(holding.cards)))
        assert "▀▀▀▀▀▀▀▘▀▀▀▀▀▀▀▘" in screen_text(app)


async def test_before_ones_turn_no_card_stands_back() -> None:
    async with board(position("B9 Y1 | R1", "R8", turn=1, owner=0)) as (app, pilot):
        await press(pilot, "right")
        assert not app.board.query_one(CardHand).contents.idle


# -- the prompt -----------------------------------------------------------------------------


async def test_the_prompt_previews_the_choice_and_says_why_not() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        assert "Your turn: two above 82 or any three, of one colour or number" in prompt(app)
        await press(pilot, "3")
        assert "B9■: play two or three cards." in prompt(app)
        await press(pilot, "4")
        assert "B9■ B5■ =  95  beats  82 " in prompt(app)


async def test_enter_on_what_cannot_be_played_says_why_and_plays_nothing() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "enter")
        assert "Pick cards first" in prompt(app)
        await press(pilot, "3", "enter")
        assert "Play two or three cards." in prompt(app)
        assert app.decided == []


async def test_the_leader_cannot_pass_and_is_told_so() -> None:
    async with board(LEADING) as (app, pilot):
        await press(pilot, "p")
        assert "You lead, so you must play a card." in prompt(app)
        assert app.decided == []


async def test_out_of_turn_nothing_is_played_but_can_be_planned() -> None:
    async with board(position("B9 Y1 | R1", "R8", turn=1, owner=0)) as (app, pilot):
        assert "Bo's turn." in prompt(app)
        await press(pilot, "enter")
        assert "It is not your turn." in prompt(app)
        await press(pilot, "2", "enter")
        assert "will be played on your turn; esc cancels" in prompt(app)
        await press(pilot, "escape", "p")
        assert "You will pass on your turn; esc cancels" in prompt(app)
        assert app.decided == []


# -- playing, passing, taking ---------------------------------------------------------------


async def test_enter_plays_and_a_single_card_is_taken_at_once() -> None:
    async with board(ON_A_CARD) as (app, pilot):
        await press(pilot, "3", "enter")
        assert app.decided == ["B9+R4"]


async def test_p_passes() -> None:
    async with board(ON_A_CARD) as (app, pilot):
        await press(pilot, "p")
        assert app.decided == ["pass"]


async def test_taking_is_a_second_step_that_shows_the_played_set_and_the_card() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "tab", "enter")
        assert app.decided == []
        assert "take one of the cards you beat" in prompt(app)
        assert set(app.board.query_one(CardHand).contents.cards) == set(cards("B9 B5 Y1 G8 R8"))
        contents = app.board.query_one(CardHand).contents
        assert {contents.cards[place] for place in contents.chosen} == set(cards("B9 B5"))
        await press(pilot, "right")
        assert set(app.board.query_one(CardHand).contents.cards) == set(cards("B9 B5 Y1 G8 R2"))
        assert "[2]" in screen_text(app)
        await press(pilot, "p")
        assert "First choose the card to take, or go back." in prompt(app)
        await press(pilot, "enter")
        assert app.decided == ["B9B5+R2"]


async def test_going_back_from_taking_leads_to_the_chosen_set() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "tab", "enter", "escape")
        assert not app.board.intent.taking
        assert app.board.intent.chosen == cards("B9 B5")
        await press(pilot, "escape")
        assert app.board.intent.chosen == cards("")


async def test_a_number_looks_at_a_card_to_take_and_once_more_takes_it() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "tab", "enter", "2")
        assert app.board.intent.take == CARD_CALLED["R2"]
        await press(pilot, "9")
        assert app.decided == []
        await press(pilot, "2")
        assert app.decided == ["B9B5+R2"]


async def test_while_taking_nothing_can_be_chosen_or_sorted() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "tab", "enter", "space", "s", "tab")
        assert app.board.intent.taking
        assert app.kept == []


async def test_a_hint_for_taking_is_where_the_taking_begins() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        app.board.show_hint(parse_move("B9B5+R2"), ["Because."])
        await pilot.pause()
        assert "A Konung would play B9■ B5■ and take R2●" in prompt(app)
        assert "Because." in prompt(app)
        await press(pilot, "enter", "enter")
        assert app.decided == ["B9B5+R2"]


async def test_a_long_reason_is_read_to_its_end() -> None:
    reasons = [
        "Y5 goes with no other card you hold.",
        "The rest of your hand makes 2 sets instead of 3.",
    ]
    async with board(ON_A_PAIR) as (app, pilot):
        app.board.show_hint(parse_move("B9B5+R2"), reasons)
        await pilot.pause()
        assert "instead of 3." in prompt(app)
        assert "…" not in prompt(app)


async def test_a_hint_to_pass_chooses_nothing() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "3")
        app.board.show_hint(parse_move("pass"), ["Because."])
        await pilot.pause()
        assert "A Konung would pass." in prompt(app)
        assert app.board.intent.chosen == cards("")


async def test_a_hint_that_comes_too_late_is_not_shown() -> None:
    async with board(position("B9 Y1 | R1", "R8", turn=1, owner=0)) as (app, pilot):
        app.board.show_hint(parse_move("pass"), ["Because."])
        await pilot.pause()
        assert "Because." not in prompt(app)


async def test_the_card_taken_last_is_marked_as_new() -> None:
    state = after(position("B9 G8 Y1 | R1 R3", "R4", owner=1), "B9+R4", "pass")
    async with board(state) as (app, _pilot):
        hand = app.board.query_one(CardHand).contents
        assert hand.cards[hand.new] == CARD_CALLED["R4"]
        assert "new" in screen_text(app)


# -- sorting --------------------------------------------------------------------------------


async def test_s_sorts_the_hand_and_the_order_is_kept() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "s")
        assert [str(card) for card in app.board.intent.cards] == ["B9", "G8", "B5", "Y1"]
        assert app.kept[-1].sort == "number"
        await press(pilot, "s")
        assert app.kept[-1].sort == "groups"
        assert app.board.intent.cursor == CARD_CALLED["Y1"]


async def test_the_settings_choose_the_order_and_the_marks() -> None:
    runes = Settings(animations="none", sort="number", card_style="runes")
    async with board(ON_A_PAIR, settings=runes) as (app, _pilot):
        assert str(app.board.intent.cards[0]) == "B9"
        assert "ᛒ" in screen_text(app)
        assert "■" not in screen_text(app)


# -- the mouse ------------------------------------------------------------------------------


def laid(contents: MiddleContents) -> list[str]:
    """Name the cards in the middle."""
    return [f"{face.letter}{face.figure}" for face in contents.faces]


def middle_of(app: BoardApp, card: str) -> tuple[int, int]:
    """Find the cell in the middle of a card on the table."""
    middle = app.board.query_one(CardMiddle)
    found = [
        (x, y)
        for x in range(middle.size.width)
        for y in range(middle.size.height)
        if (place := middle.place_at(x, y)) is not None and laid(middle.contents)[place] == card
    ]
    return found[len(found) // 2]


def held(app: BoardApp, card: str) -> tuple[int, int]:
    """Find a cell of a card in the hand."""
    hand = app.board.query_one(CardHand)
    return next(
        (x + 2, 3) for x in range(hand.size.width) if card_at(hand, x, 3) == CARD_CALLED[card]
    )


async def test_a_click_chooses_a_card_and_a_click_on_play_plays() -> None:
    async with board(ON_A_CARD) as (app, pilot):
        await pilot.click(CardHand, offset=held(app, "B9"))
        assert app.board.intent.chosen == cards("B9")
        await click_action(pilot, "decide")
        await pilot.pause()
        assert app.decided == ["B9+R4"]


async def test_a_click_on_the_table_plays_what_is_chosen() -> None:
    async with board(ON_A_CARD) as (app, pilot):
        await pilot.click(CardMiddle, offset=(1, 1))
        assert app.decided == []
        await pilot.click(CardHand, offset=held(app, "B9"))
        await pilot.click(CardMiddle, offset=(1, 1))
        await pilot.pause()
        assert app.decided == ["B9+R4"]


async def test_a_click_on_pass_passes_only_when_one_may() -> None:
    async with board(ON_A_CARD) as (app, pilot):
        await click_action(pilot, "pass")
        await pilot.pause()
        assert app.decided == ["pass"]
    async with board(LEADING) as (app, pilot):
        await click_action(pilot, "pass")
        await pilot.pause()
        assert app.decided == []


async def test_the_mouse_looks_at_a_card_to_take_and_a_click_takes_it() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "tab")
        await click_action(pilot, "decide")
        await pilot.hover(CardMiddle, offset=middle_of(app, "R2"))
        await pilot.pause()
        assert app.board.intent.take == CARD_CALLED["R2"]
        await pilot.click(CardMiddle, offset=middle_of(app, "R2"))
        await pilot.pause()
        assert app.decided == ["B9B5+R2"]


async def test_while_taking_a_click_on_the_hand_does_nothing_and_one_on_take_takes() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "tab", "enter")
        await pilot.click(CardHand, offset=(30, 3))
        assert app.board.intent.taking
        await click_action(pilot, "decide")
        await pilot.pause()
        assert app.decided == ["B9B5+R8"]


async def test_a_click_beside_the_cards_does_nothing() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await pilot.click(CardHand, offset=(0, 3))
        assert app.board.intent.chosen == cards("")


async def test_valhalla_opens_with_v_or_a_click_and_closes_with_either() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "v")
        assert isinstance(app.screen, LookupScreen)
        assert "discarded" in screen_text(app)
        await press(pilot, "escape")
        await pilot.click("#valhalla", offset=(3, 2))
        await pilot.pause()
        assert isinstance(app.screen, LookupScreen)
        await pilot.click(offset=(1, 1))
        await pilot.pause()
        assert not isinstance(app.screen, LookupScreen)


# -- the ends -------------------------------------------------------------------------------

BEFORE = position("B9 | R1 R3 | O1 O2 O5 G1", points=(2, 3, 4))


async def test_the_end_of_a_hand_turns_the_cards_over_and_any_key_skips_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    async with board(BEFORE, settings=Settings(animations="full")) as (app, pilot):
        app.board.table_view = seen(after(BEFORE, "B9"), turn=2)
        await pilot.pause()
        over = app.board.query_one(DealEnd)
        assert app.board.page == "deal over"
        assert over.counting
        assert "hand 1 is over" in screen_text(app)
        assert "the match with" not in screen_text(app)
        await press(pilot, "x")
        assert not over.counting
        assert "the match with" in screen_text(app)
        assert app.board.page == "deal over"
        assert "+4" in screen_text(app)
        await press(pilot, "enter")
        assert app.board.page == "table"


async def test_counting_ends_by_itself() -> None:
    async with board(BEFORE, settings=Settings(animations="full")) as (app, pilot):
        app.board.table_view = seen(after(BEFORE, "B9"), turn=2)
        await pilot.pause()
        assert app.board.query_one(DealEnd).counting
        while app.board.query_one(DealEnd).counting:
            await pilot.pause(0.01)
        assert not app.board.query_one(DealEnd).counting
        assert "the match with" in screen_text(app)


async def test_without_animations_everything_is_counted_at_once() -> None:
    async with board(BEFORE) as (app, pilot):
        app.board.table_view = seen(after(BEFORE, "B9"), turn=2)
        await pilot.pause()
        assert not app.board.query_one(DealEnd).counting
        await pilot.click("#next")
        await pilot.pause()
        assert app.board.page == "table"


async def test_a_click_ends_the_counting() -> None:
    async with board(BEFORE, settings=Settings(animations="reduced")) as (app, pilot):
        app.board.table_view = seen(after(BEFORE, "B9"), turn=2)
        await pilot.pause()
        assert app.board.query_one(DealEnd).counting
        await pilot.click(Tally)
        assert not app.board.query_one(DealEnd).counting


async def test_the_end_of_a_hand_says_that_the_next_waits_and_for_how_long() -> None:
    ended = after(BEFORE, "B9")
    starter = ended.turn
    async with board(BEFORE, (starter + 1) % 3) as (app, pilot):
        app.board.table_view = seen(ended, (starter + 1) % 3, turn=2)
        await pilot.pause()
        assert app.board.page == "deal over"
        assert "waits for you" not in screen_text(app)
    async with board(BEFORE, starter) as (app, pilot):
        app.board.table_view = seen(ended, starter, turn=2)
        await pilot.pause()
        assert "Hand 2 has begun and waits for you" in screen_text(app)
        seats = [seat_view(seat) for seat in range(3)]
        seats[starter] = seat_view(starter, deadline=65.0)
        app.board.table_view = seen(ended, starter, turn=2, seats=tuple(seats))
        await pilot.pause()
        assert "Hand 2 has begun and waits for you · 1:05" in screen_text(app)


async def test_after_the_last_hand_comes_the_end_of_the_match() -> None:
    one_hand = position("B9 | R1 R3 | O1", options=Options(target=None))
    async with board(one_hand) as (app, pilot):
        app.board.table_view = seen(after(one_hand, "B9"), turn=2)
        await pilot.pause()
        assert app.board.page == "deal over"
        assert "This was the last hand of the match." in screen_text(app)
        await press(pilot, "space")
        assert app.board.page == "match over"
        assert "You win the match!" in screen_text(app)
        assert "The match was one hand, and it is over." in screen_text(app)
        app.board.table_view = seen(one_hand, turn=0)
        await pilot.pause()
        assert app.board.page == "table"


async def test_someone_who_comes_back_after_the_end_sees_the_end() -> None:
    over = after(position("B9 | R1 | O1", options=Options(target=None)), "B9")
    promise = {"seed": "00" * 16, "commitment": "0" * 64}
    async with board(over, 1, **promise) as (app, _pilot):
        assert "Astrid wins the match." in screen_text(app)
        assert "does not match the SHA-256" in screen_text(app)


async def test_a_shared_win_is_told_as_one() -> None:
    over = after(position("B9 | R1 | O1", points=(1, 14, 0)), "B9")
    async with board(over) as (app, _pilot):
        assert "You share the win with Cnut." in screen_text(app)


# -- others ---------------------------------------------------------------------------------


async def test_a_spectator_sees_every_plate_and_no_hand() -> None:
    six = position("B9 | R1 | O1 | Y1 | G1 | P1", "R8", owner=5)
    async with board(six, None) as (app, pilot):
        shown = screen_text(app)
        for name in ("Astrid", "Bo", "Cnut", "Dagny", "Egil", "Frida"):
            assert name in shown
        await press(pilot, "right", "space", "tab", "enter", "p", "s", "1")
        assert app.decided == []


async def test_who_would_play_again_is_told_to_those_who_have_not_said_so() -> None:
    over = after(position("B9 | R1 R3", options=Options(target=None)), "B9")
    asking = (seat_view(0, vote="rematch"), seat_view(1, player="bo", bot=None))
    async with board(over, seats=asking) as (app, _pilot):
        assert "Waiting for Bo." in screen_text(app)
    async with board(over, 1, seats=asking) as (app, pilot):
        assert "Astrid wants to play again." in screen_text(app)
        app.board.table_view = seen(over, 1, turn=3)
        await pilot.pause()
        assert "to play again." not in screen_text(app)


async def test_a_clock_that_runs_ticks_and_one_that_stands_does_not() -> None:
    timed = (seat_view(0, deadline=100.0, bank=10.0), seat_view(1), seat_view(2))
    async with board(ON_A_PAIR, seats=timed) as (app, pilot):
        assert "1:40" in screen_text(app)
        assert app.board._clock is not None
        app.board.now = lambda: 41.0
        app.board.paint()
        await pilot.pause()
        assert "0:59" in screen_text(app)
        app.board.table_view = seen(ON_A_PAIR)
        await pilot.pause()
        assert app.board._clock is None


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (160, 48), (200, 20), (60, 60)])
async def test_nothing_is_cut_with_six_seats(size: tuple[int, int]) -> None:
    nine = "B9 B8 B7 B6 B5 B4 B3 B2 B1 | R1 R3 | O1 | Y1 | G1 | P1"
    six = position(nine, "R8 R7 R6 R5 R4", owner=5)
    async with board(six, size=size) as (app, _pilot):
        shown = screen_text(app)
        for words in ("Bo", "Cnut", "Dagny", "Egil", "Frida", "Valhalla", "87654", "9", "Play"):
            assert words in shown
        assert app.board.query_one(CardHand).region.bottom <= size[1]
        assert app.board.query_one(CardHand).size.height >= 7


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 48)])
async def test_a_pilot_reads_every_plate_also_that_of_a_single_point(size: tuple[int, int]) -> None:
    state = position("B9 G8 | R1 R3 | O1", "R4", owner=2, points=(0, 1, 12))
    async with board(state, size=size) as (app, _pilot):
        reading = screen_reader.read(screen_text(app).split("\n"))
        assert reading is not None
        assert reading.plates == (1, 12)


# -- the order of the hand, hints and clicks ------------------------------------------------


async def test_sorting_says_which_order_it_is_and_cards_can_be_moved_by_hand() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        await press(pilot, "s")
        assert "Your cards are sorted by number" in prompt(app)
        hand = app.board.query_one(CardHand)
        await press(pilot, *["left"] * hand.contents.cursor)
        before = hand.contents.cards
        await press(pilot, "shift+right")
        assert hand.contents.cards == (before[1], before[0], *before[2:])
        assert hand.contents.cursor == 1
        app.board.post_message(CardHand.Dragged(1, 0))
        await press(pilot)
        assert hand.contents.cards == before
        await press(pilot, "full_stop", "s")
        assert "sorted with what goes together first" in prompt(app)


async def test_a_card_picked_after_a_hint_is_a_new_choice() -> None:
    async with board(ON_A_PAIR) as (app, pilot):
        app.board.show_hint(parse_move("B9B5+R8"), [])
        await press(pilot)
        assert app.board.intent.chosen == cards("B9 B5")
        place = app.board.intent.cards.index(next(iter(cards("B5")))) + 1
        await press(pilot, str(place))
        assert app.board.intent.chosen == cards("B5"), "it is not taken off the hand again"


async def test_a_click_on_a_chosen_card_plays() -> None:
    async with board(ON_A_CARD) as (app, pilot):
        place = app.board.intent.cards.index(next(iter(cards("B9"))))
        app.board.post_message(CardHand.Picked(place))
        await press(pilot)
        assert app.decided == []
        app.board.post_message(CardHand.Picked(place))
        await press(pilot)
        assert app.decided == ["B9+R4"]
