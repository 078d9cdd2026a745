from odin_engine.odin.cards import CARD_CALLED
from odin_engine.odin.moves import parse_move
from odin_engine.odin.state import State
from odin_engine.odin.view import view
from odin_tui.odin.intent import Intent
from tests.engine.odin.positions import cards, position

ON_A_PAIR = position("B9 B5 G8 Y1 | R1", "R8 R2")


def intent_for(state: State) -> Intent:
    return Intent().for_view(view(state, 0))


def choosing(state: State, chosen: str) -> Intent:
    return intent_for(state).choose(cards(chosen))


def test_only_cards_of_some_legal_set_fit() -> None:
    assert intent_for(ON_A_PAIR).playable_cards == cards("B9 B5")


def test_a_choice_is_playable_when_the_engine_says_so() -> None:
    assert choosing(ON_A_PAIR, "B9 B5").may_play
    assert not choosing(ON_A_PAIR, "B9").may_play
    assert not choosing(ON_A_PAIR, "").may_play


def test_the_reason_against_a_choice_is_the_engines() -> None:
    assert str(choosing(ON_A_PAIR, "B9").why_not) == "wrong-size move=B9 fewest=2 most=3"
    assert str(choosing(ON_A_PAIR, "B9 Y1").why_not) == "not-a-set move=B9Y1"
    assert choosing(ON_A_PAIR, "B9 B5").why_not is None


def test_with_two_cards_to_take_there_is_no_move_before_one_is_named() -> None:
    intent = choosing(ON_A_PAIR, "B9 B5")
    assert intent.move is None
    taking = intent.begin_taking()
    assert taking.move == parse_move("B9 B5 +R8")
    assert taking.stepped(1).move == parse_move("B9 B5 +R2")
    assert taking.stepped(-1).take == CARD_CALLED["R2"]


def test_a_single_card_is_taken_without_asking() -> None:
    assert choosing(position("B9 G3 | R1", "Y4"), "B9").move == parse_move("B9 +Y4")


def test_going_out_takes_nothing() -> None:
    intent = choosing(position("B9 B5 | R1", "R8 R2"), "B9 B5")
    assert intent.goes_out
    assert intent.takes == ()
    assert intent.move == parse_move("B9 B5")


def test_while_taking_the_hand_is_seen_as_it_would_be() -> None:
    taking = choosing(ON_A_PAIR, "B9 B5").begin_taking()
    assert taking.hand_after == cards("G8 Y1 R8")


def test_a_step_back_leads_from_taking_to_the_set_and_from_there_to_nothing() -> None:
    taking = choosing(ON_A_PAIR, "B9 B5").begin_taking()
    assert taking.cleared().chosen == cards("B9 B5")
    assert not taking.cleared().taking
    assert taking.cleared().cleared().chosen == cards("")


def test_the_sets_are_looked_through_from_the_lowest_and_round_again() -> None:
    intent = intent_for(position("R5 R3 G5 | B1", "Y4"))
    seen = [intent := intent.next_set(1) for _ in range(5)]
    assert [str(one.chosen) for one in seen] == ["R5", "G5", "R5 R3", "R5 G5", "R5"]
    assert str(intent.next_set(-1).chosen) == "R5 G5"


def test_looking_through_the_sets_begins_with_those_that_hold_what_is_chosen() -> None:
    intent = choosing(position("R5 R3 G5 | B1", "Y4"), "R3")
    assert intent.next_set(1).chosen == cards("R5 R3")


def test_without_a_legal_set_looking_through_them_changes_nothing() -> None:
    intent = intent_for(position("R1 G2 | B1", "Y9"))
    assert intent.next_set(1) == intent


def test_a_choice_outlives_other_peoples_turns_but_not_the_card() -> None:
    waiting = (
        Intent().for_view(view(position("B9 B5 | R1 R7", "Y4", turn=1), 0)).choose(cards("B9 B5"))
    )
    assert not waiting.my_turn
    assert waiting.move is None
    later = waiting.for_view(view(position("B9 G1 | R7", "R1"), 0))
    assert later.my_turn
    assert later.chosen == cards("B9")


def test_taking_ends_when_the_table_changes() -> None:
    taking = choosing(ON_A_PAIR, "B9 B5").begin_taking()
    assert taking.for_view(view(ON_A_PAIR, 0)).taking
    assert not taking.for_view(view(position("B9 B5 G8 Y1 | R1", "R8 R1"), 0)).taking


def test_only_held_cards_can_be_chosen_and_only_lying_ones_considered() -> None:
    intent = intent_for(ON_A_PAIR)
    assert intent.toggled(CARD_CALLED["P1"]) == intent
    assert intent.consider(CARD_CALLED["R8"]) == intent
    assert not intent.stepped(1).taking
    taking = choosing(ON_A_PAIR, "B9 B5").begin_taking()
    assert taking.consider(CARD_CALLED["P1"]) == taking
