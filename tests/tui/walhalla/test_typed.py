"""Moves of Walhalla are read as people type them."""

import pytest

from odin_engine import walhalla
from odin_engine.game import NotAMove, Seat
from odin_engine.games import GAMES
from odin_engine.walhalla.state import State
from odin_tui.languages import ENGLISH
from odin_tui.messages import refusal_text
from tests.engine import laws
from tests.engine.walhalla.positions import after, position
from tests.tui.walhalla.views import UI, view

BOARDING = position(
    dragon="R2", land="b1=F2", hands={"R": "attack hunt", "K": "shield"}, vikings="a1=K"
)
SAILING = after(BOARDING, "board 1")
LANDING = after(SAILING, "sail 2")
GUEST = after(position(dragon="K1"), "board none")
SELLING = after(
    position(dragon="R1", midgard=(0, 5, 5, 5), hands={"R": "hunt tongue7"}, points=3), "board 1"
)
ATTACKING = after(LANDING, "land a1")
DEFENDING = after(ATTACKING, "fight")
HUNTING = after(LANDING, "land b1")
COMMITTING = after(
    position(
        dragon="R1",
        midgard=(1, 0, 0, 0),
        hands={"R": "forest forest tongue7 walhalla village"},
    ),
    "board 1",
    "sail 1",
)


def typed(state: State, text: str) -> str:
    seat = state.position.player
    return str(UI.read_move(view(state, seat), text))


@pytest.mark.parametrize(
    ("state", "texts", "move"),
    [
        (BOARDING, ("board 1 3", "1 3", "13", "3,1", "Seats 1 and 3", "BOARD 3 1"), "board 1 3"),
        (BOARDING, ("board none", "none", "nobody", "0", "no", "pass"), "board none"),
        (GUEST, ("join", "yes", "y", "j", "JOIN"), "join"),
        (GUEST, ("decline", "no", "n", "d"), "decline"),
        (SELLING, ("sell hunt", "hunt", "h"), "sell hunt"),
        (SELLING, ("sell tongue7", "tongue 7", "cape 7", "t7", "7"), "sell tongue7"),
        (SAILING, ("sail 2", "2", "fjord 2", "into fjord 2"), "sail 2"),
        (SAILING, ("sail 2 turned", "2 turned", "2 turn", "2 reversed"), "sail 2 turned"),
        (LANDING, ("land b1", "b1", "B1", "right", "b", "to b1"), "land b1"),
        (LANDING, ("a1", "left", "a"), "land a1"),
        (ATTACKING, ("attack", "yes", "a"), "attack"),
        (ATTACKING, ("fight", "no", "f"), "fight"),
        (DEFENDING, ("lose", "l"), "lose"),
        (DEFENDING, ("pay", "p"), "pay"),
        (DEFENDING, ("shield", "s"), "shield"),
        (HUNTING, ("hunt", "yes"), "hunt"),
        (HUNTING, ("gather", "no", "g"), "gather"),
        (COMMITTING, ("commit none", "none", "nothing"), "commit none"),
        (
            COMMITTING,
            ("commit forest forest tongue7", "tongue 7, forest, forest", "for 7 forest"),
            "commit forest forest tongue7",
        ),
        (COMMITTING, ("wal", "commit walhalla"), "commit walhalla"),
    ],
)
def test_what_a_decision_makes_clear_may_be_left_out(
    state: State, texts: tuple[str, ...], move: str
) -> None:
    for text in texts:
        assert typed(state, text) == move, text


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        (BOARDING, "dragon", "'dragon' is not a move now: now seats of the dragon are filled, "),
        (SAILING, "north", "'north' is not a move now: now a fjord is chosen, as in sail 2."),
        (SAILING, "9", "There is no fjord 9: they are numbered from 1 to 4."),
        (LANDING, "z9", "'z9' is not a field: they are called a1, b7 or c12."),
        (DEFENDING, "yes", "'yes' is not a move now: now the defender decides: lose, pay or "),
        (SELLING, "axe", "'axe' is not a card: there are forest, wheat, sacrifice, village, "),
        (COMMITTING, "7 7", "There is only 1 card CAPE 7."),
    ],
)
def test_what_is_no_move_is_answered_with_what_is_asked(
    state: State, text: str, sentence: str
) -> None:
    with pytest.raises(NotAMove) as refused:
        typed(state, text)
    assert refusal_text(refused.value, ENGLISH, "walhalla").startswith(sentence)


def test_nothing_is_left_out_when_it_is_not_the_readers_turn() -> None:
    assert str(UI.read_move(view(BOARDING, 1), "sail 2")) == "sail 2"
    with pytest.raises(NotAMove):
        UI.read_move(view(BOARDING, 1), "2")
    with pytest.raises(NotAMove):
        UI.read_move(view(BOARDING, None), "2")


def test_a_move_of_another_decision_is_read_as_it_is() -> None:
    assert typed(BOARDING, "sail 2") == "sail 2"
    assert typed(BOARDING, "join") == "join"


def test_every_legal_move_is_read_as_it_is_written() -> None:
    for step in laws.walk(laws.Case(GAMES["walhalla"], 4, ())):
        for seat in walhalla.to_move(step.state):
            shown = walhalla.view(step.state, Seat(seat))
            for move in list(shown.moves)[:20]:
                assert UI.read_move(shown, str(move)) == move
