from odin_engine.game import Seat
from odin_engine.odin.moves import parse_move
from odin_engine.odin.rules import play
from odin_engine.odin.state import State
from odin_engine.odin.view import view
from odin_tui.languages import ENGLISH
from odin_tui.narrator import Reader
from odin_tui.odin.intent import Intent, preview, task
from tests.engine.odin.positions import cards, position

READER = Reader(("You", "Bo", "Cnut"), Seat(0))


def asked(state: State, seat: int = 0) -> str:
    looked = view(state, seat)
    return task(looked, READER, Intent().for_view(looked)).plain


def shown(state: State, chosen: str) -> str:
    looked = view(state, 0)
    return preview(looked, Intent().for_view(looked).choose(cards(chosen)), ENGLISH).plain


def test_following_it_says_what_beats_the_set() -> None:
    assert asked(position("B9 B5 G8 | R1 R3", "R8 R2")) == (
        "Your turn: two above 82 or any three, of one colour or number, or pass"
    )
    assert asked(position("B9 G8 | R1 R3", "R8")) == (
        "Your turn: one card above 8, two of one colour or number, or pass"
    )


def test_in_a_narrow_terminal_it_says_the_same_in_fewer_words() -> None:
    looked = view(position("B9 B5 G8 | R1 R3", "R8 R2"), 0)
    said = task(looked, READER, Intent().for_view(looked), 44).plain
    assert said == "Your turn: two above 82, three, or pass"


def test_leading_it_says_that_one_card_is_led() -> None:
    assert asked(position("B9 G8 | R1")) == "Your turn: lead any one card"
    assert asked(position("B9 B8 | R1")) == "Your turn: lead any one card or your whole hand"
    assert asked(position("B9 | R1")) == "Your turn: lead any one card"


def test_with_nothing_to_play_it_says_so() -> None:
    assert asked(position("B1 | R1", "Y9")) == "Your turn: nothing you hold beats 9, so pass"


def test_while_another_moves_it_names_them() -> None:
    assert asked(position("B9 | R1 | Y3", "Y1", turn=2)) == "Cnut's turn."


def test_at_the_end_it_says_that_it_is_over() -> None:
    over = play(position("B9 | R1", points=(0, 14)), 0, parse_move("B9"))
    assert asked(over) == "The match is over."


def test_the_preview_counts_the_value_for_the_player() -> None:
    state = position("B9 B5 G8 Y1 | R1", "R8 R2")
    assert shown(state, "B9 B5") == "B9■ B5■ =  95  beats  82  · then take R8● or R2●"
    assert shown(state, "B9") == "B9■: play two or three cards."
    assert shown(state, "") == "1 set can be played"


def test_the_preview_says_which_card_will_be_taken_and_when_one_is_out() -> None:
    assert shown(position("B9 G8 | R1", "R8"), "B9") == "B9■ beats  8  · you take R8●"
    assert shown(position("B9 | R1", "R8"), "B9") == "B9■ beats  8  · and you are out!"
    assert shown(position("B9 G8 | R1"), "B9") == "B9■"


def test_before_ones_turn_the_preview_says_what_could_be_played_then() -> None:
    state = position("B9 G8 | R1 R2", "R8", turn=1)
    assert shown(state, "B9") == "B9■ beats  8  · when it is your turn"
    assert shown(state, "") == ""


def test_while_taking_the_preview_names_the_card_that_is_looked_at() -> None:
    looked = view(position("B9 B5 G8 Y1 | R1", "R8 R2"), 0)
    taking = Intent().for_view(looked).choose(cards("B9 B5")).begin_taking()
    assert task(looked, READER, taking).plain == "Your turn: take one of the cards you beat"
    assert preview(looked, taking, ENGLISH).plain == "B9■ B5■ =  95  beats  82  · and you take R8●"
