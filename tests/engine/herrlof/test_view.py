"""What a seat of Herrlof sees and can tell, and what it cannot see whatever is planted there."""

from random import Random

import pytest

from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARD_CALLED, DECK, Cards, singles
from odin_engine.herrlof.knowledge import (
    DECK_PLACE,
    CardLocations,
    RandomPlacement,
    describe,
    hand_place,
    known_cards,
    rule_out,
    under_place,
)
from odin_engine.herrlof.knowledge import remove_seen as card_seen
from odin_engine.herrlof.moves import Predict
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.rules import legal_moves, play, setup, to_move
from odin_engine.herrlof.sampling import imagine
from odin_engine.herrlof.state import State
from odin_engine.herrlof.view import view
from tests.engine.herrlof.positions import SEED, after, cards, hand, position, seen

ROUNDS = 6
COLOURED = (1 << 36) - 1


def places(state: State) -> dict[int, int]:
    """Give what really lies in every place."""
    untouched = len(state.deck) - len(state.buried)
    found = {hand_place(seat): held for seat, held in enumerate(state.hands)}
    found[DECK_PLACE] = sum(state.deck[:untouched])
    for number, card in enumerate(state.deck[untouched:]):
        found[under_place(number)] = card
    return found


def is_true(where: CardLocations, state: State, seat: int | None) -> bool:
    """Tell whether whereabouts account for all that a seat does not see, and exclude no truth."""
    really = places(state)
    if seat is not None:
        del really[hand_place(seat)]
    if sum(held for _, held in where) != sum(really.values()):
        return False
    for where_to, held in where:
        within = sum(lying & COLOURED for place, lying in really.items() if place & where_to)
        if held & COLOURED & ~within:
            return False
    capacity = {place: len(Cards(lying)) for place, lying in really.items()}
    filled = RandomPlacement(capacity).fill(where, Random(1))
    return {place: len(Cards(lying)) for place, lying in filled.items()} == capacity


def random_states(seats: int, number: int) -> list[State]:
    """Play a round at random and give all its states."""
    rng = Random(f"{seats} {number}")
    state = setup(read_options({}, seats), seats, seed_from(f"{number}"))
    states = []
    while not state.results:
        states.append(state)
        movers = to_move(state)
        seat = movers[rng.randrange(len(movers))]
        moves = legal_moves(state, seat)
        # Swaps and thefts are what is to be seen here, so they are never skipped.
        move = moves[-1] if str(moves[0]) == "skip" else moves[rng.randrange(len(moves))]
        state = play(state, seat, move)
    return states


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_known_is_true_in_real_and_in_sampled_states(seats: int, number: int) -> None:
    rng = Random("truth")
    for state in random_states(seats, number):
        for seat in (*map(Seat, range(seats)), None):
            where = view(state, seat).memory.locations
            assert is_true(where, state, seat)
            world = imagine(view(state, seat), rng)
            for other in (*map(Seat, range(seats)), None):
                assert is_true(view(world, other).memory.locations, world, other)


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("seats", [2, 3])
def test_planted_secrets_are_not_seen(seats: int, number: int) -> None:
    """Whatever cards, predictions or seed lie where a seat cannot look, it sees the same."""
    rng = Random("plant")
    for state in random_states(seats, number):
        for seat in (*map(Seat, range(seats)), None):
            shown = repr(view(state, seat))
            where = state.knowledge[-1 if seat is None else seat]
            capacity = {place: len(Cards(lying)) for place, lying in places(state).items()}
            if seat is not None:
                capacity[hand_place(seat)] = 0
            lying = RandomPlacement(capacity).fill(where, rng)
            hands = [lying[hand_place(who)] for who in range(seats)]
            said = [rng.randrange(9) if some is not None else None for some in state.predictions]
            if seat is not None:
                hands[seat], said[seat] = state.hands[seat], state.predictions[seat]
            deck = singles(lying[DECK_PLACE])
            rng.shuffle(deck)
            deck += [lying[under_place(at)] for at in range(len(state.buried))]
            planted = state._replace(
                match=state.match._replace(seed=seed_from("another")),
                hands=tuple(hands),
                deck=tuple(deck),
                predictions=tuple(said),
            )
            assert repr(view(planted, seat)) == shown


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:
    state = position("R1 R4 | B5 B6 | G1 G2", "R2")
    shown = seen(state, 1)
    assert (shown.hand, shown.counts, shown.deck) == (cards("B5 B6"), (2, 2, 2), 8)
    assert (shown.seats, shown.hand_size, shown.round_no, str(shown.trump)) == (3, 11, 1, "R")
    assert seen(state, None).hand == Cards()
    assert seen(position("R1 | R3", "V"), 0).trump is None


def test_the_trick_is_seen_with_who_laid_what() -> None:
    state = after(position("R1 R4 | B5 B6 | G1 G2", "R2", leader=2), "G1", "R1")
    assert [(seat, str(card)) for seat, card in seen(state, 1).laid] == [(2, "G1"), (0, "R1")]


def test_a_prediction_is_seen_by_its_seat_alone_until_it_is_scored() -> None:
    options = read_options({"max-rounds": "1"}, 2)
    state = play(setup(options, 2, SEED), Seat(1), Predict(7))
    assert seen(state, 1).predictions == (None, 7)
    assert seen(state, 0).predictions == seen(state, None).predictions == (None, None)
    assert str(seen(state, 0).history[0].move) == "predicted"
    assert str(seen(state, 1).history[0].move) == "predict 7"
    late = position("R6 | R4", said=(1, 7), options=options)
    assert seen(late, 0).predictions == (1, None)
    over = after(late, "R6", "R4")
    assert seen(over, None).predictions == over.results[0].predictions == (1, 7)
    assert seen(over, 0).round_no == 1


def test_predictions_of_others_are_sampled_and_the_own_is_not() -> None:
    state = position("R6 R5 | R4 B2", "G1", said=(1, 7))
    said = {imagine(seen(state, 0), Random(number)).predictions for number in range(40)}
    assert {own for own, _ in said} == {1}
    assert len(said) > 1
    waiting = setup(read_options({}, 2), 2, SEED)
    assert imagine(seen(waiting, 0), Random(1)).predictions == (None, None)


def swapped() -> State:
    """Let seat 0 draw Y9 with a 3 and bury G1."""
    state = position("R3 G1 G4 | R6 B8 B9 | R5 B1 B4", "R2", deck="Y9 Y8 Y7 Y6")
    return after(state, "R3", "draw", "bury G1")


def test_a_swap_is_known_to_whoever_swapped_and_to_nobody_else() -> None:
    state = after(
        position("R3 G1 G4 | R6 B8 B9 | R5 B1 B4", "R2", deck="Y9 Y8 Y7 Y6"), "R3", "draw"
    )
    assert seen(state, 0).drawn == CARD_CALLED["Y9"]
    assert seen(state, 1).drawn is seen(state, None).drawn is None
    state = after(state, "bury G1")
    mine = [str(turn.move) for turn in seen(state, 0).history]
    theirs = [str(turn.move) for turn in seen(state, 1).history]
    assert (mine, theirs) == (["R3", "draw", "bury G1"], ["R3", "draw", "buried"])
    assert [turn.card for turn in seen(state, 1).history] == [None] * 3
    assert seen(state, 0).history[1].card == CARD_CALLED["Y9"]


def test_whoever_buried_a_card_always_has_it_at_the_bottom_of_samples() -> None:
    state = swapped()
    mine = {imagine(seen(state, 0), Random(number)).deck[-1] for number in range(30)}
    theirs = {imagine(seen(state, 1), Random(number)).deck[-1] for number in range(60)}
    assert {str(Cards(card)) for card in mine} == {"G1"}
    assert len(theirs) > 3
    assert "G1 in under-1" in describe(seen(state, 0).memory.locations)


def stolen() -> State:
    """Let seat 1 steal from seat 0, and stop before a card is returned."""
    state = position("R4 G4 Y9 | R6 B8 B9 | R5 B1 B4", "R2", deck="Y8 Y7 Y6")
    return after(state, "R4", "R6", "R5", "steal 0")


def test_a_stolen_card_is_known_to_the_two_and_not_to_the_third() -> None:
    state = stolen()
    card = Cards(state.drawn)
    for seat in (0, 1):
        shown = seen(state, seat)
        assert shown.drawn in card
        assert [turn.card for turn in shown.history if turn.card] == list(card)
    assert seen(state, 0).known[1] == card
    third = seen(state, 2)
    assert (third.drawn, third.known) == (None, (Cards(), Cards(), Cards()))
    assert seen(state, None).drawn is None


def test_samples_of_the_former_owner_have_the_stolen_card_where_it_is() -> None:
    state = after(stolen(), "return B8")
    card = cards("G4 Y9").bits & state.hands[1]
    assert card
    owner = [imagine(seen(state, 0), Random(number)) for number in range(30)]
    third = [imagine(seen(state, 2), Random(number)) for number in range(60)]
    assert all(world.hands[1] & card for world in owner)
    assert not all(world.hands[1] & card for world in third)


def test_a_returned_card_is_known_to_the_thief_until_it_is_played() -> None:
    state = after(stolen(), "return B8")
    assert seen(state, 1).known[0] == cards("B8")
    assert str(seen(state, 0).history[-1].move) == "return B8"
    assert str(seen(state, 2).history[-1].move) == "returned"
    state = after(state, "B9", "B1", "B8")
    assert seen(state, 1).known[0] == Cards()


def test_in_samples_of_each_of_the_two_the_other_knows() -> None:
    state = after(stolen(), "return B8")
    card = known_cards(seen(state, 0).memory.locations, hand_place(1))
    for number in range(10):
        thief = imagine(seen(state, 1), Random(number))
        assert view(thief, Seat(0)).known[1].bits == card
        owner = imagine(seen(state, 0), Random(number))
        assert seen(owner, 1).known[0] == cards("B8")
        assert seen(owner, 2).known == (Cards(), Cards(), Cards())


def test_what_is_known_of_a_hand_is_doubtful_once_that_hand_swaps() -> None:
    state = position("R4 G4 G5 | R6 B3 B9", "R2", deck="Y8 Y7 Y6")
    state = after(state, "R4", "R6", "steal 0", "return B9", "B3", "draw")
    assert seen(state, 0).known[1] == Cards(known_cards(state.knowledge[0], hand_place(1)))
    (card,) = seen(state, 0).known[1]
    state = after(state, f"bury {card}")
    assert seen(state, 0).known[1] == Cards()
    assert f"{card} in 1 or under-1" in describe(seen(state, 0).memory.locations)
    worlds = [imagine(seen(state, 0), Random(number)) for number in range(30)]
    spots = {card in hand(world, 1) for world in worlds}
    assert spots == {True, False}
    assert all(card in hand(world, 1) or card in Cards(world.deck[-1]) for world in worlds)


def test_whoever_does_not_follow_has_none_of_the_colour() -> None:
    state = after(position("G7 G8 | B4 B5 | Y4 G5", "R2"), "G7", "B4")
    for number in range(30):
        world = imagine(seen(state, 0), Random(number))
        assert not any(card.colour == "G" for card in hand(world, 1))


def test_a_mark_tells_nothing_about_the_colour() -> None:
    state = after(position("G7 G8 | V G5 | Y4 G6", "R2"), "G7", "V")
    greens = {
        any(card.colour == "G" for card in hand(imagine(seen(state, 0), Random(number)), 1))
        for number in range(60)
    }
    assert greens == {True, False}


def test_of_two_cards_alike_it_is_not_known_which_was_played() -> None:
    valknut = cards("V").bits
    where = ((0b0010, valknut), (0b1011, valknut))
    assert card_seen(where, valknut, 0b0010) == ((0b1011, valknut),)
    where = ((0b0010_0010, valknut), (0b0001_0010, valknut))
    assert card_seen(where, valknut, 0b0010) == ((0b0011_0010, valknut),)


def test_cards_make_way_for_those_with_less_choice() -> None:
    """Even when places fill up, everything is put where it may be."""
    for number in range(200):
        rng = Random(number)
        where = rule_out(((0b1011, DECK & COLOURED),), 0x1FF, 0b0001)
        where = rule_out(where, 0x1FF << 9, 0b0010)
        where = rule_out(where, 0x1FF << 18, 0b1000)
        lying = RandomPlacement({0b0001: 18, 0b0010: 17, 0b1000: 1}).fill(where, rng)
        assert sum(lying.values()) == DECK & COLOURED
        assert not lying[0b0001] & 0x1FF
        assert not lying[0b0010] & 0x1FF << 9
        assert not lying[0b1000] & 0x1FF << 18


def test_cards_make_way_in_a_chain() -> None:
    red, blue, green = (cards(name).bits for name in ("R1", "B1", "G1"))
    filled = RandomPlacement({0b001: 1, 0b010: 1, 0b100: 1})
    filled.held = {0b001: [(red, 0b011)], 0b010: [(blue, 0b110)], 0b100: []}
    filled.capacity = {0b001: 0, 0b010: 0, 0b100: 1}
    lying = filled.fill(((0b001, green),), Random(1))
    assert lying == {0b001: green, 0b010: red, 0b100: blue}


def test_cards_that_cannot_go_elsewhere_stay_where_they_are() -> None:
    red, blue, green, yellow, last = (cards(name).bits for name in ("R1", "B1", "G1", "Y1", "Y2"))
    filled = RandomPlacement({0b0001: 2, 0b0010: 1, 0b0100: 1, 0b1000: 1})
    filled.held = {
        0b0001: [(red, 0b0001), (blue, 0b0111)],
        0b0010: [(green, 0b0010)],
        0b0100: [(yellow, 0b1100)],
        0b1000: [],
    }
    filled.capacity = {0b0001: 0, 0b0010: 0, 0b0100: 0, 0b1000: 1}
    lying = filled.fill(((0b0001, last),), Random(1))
    assert lying == {0b0001: red + last, 0b0010: green, 0b0100: blue, 0b1000: yellow}


def test_nothing_unseen_is_told_as_nothing() -> None:
    assert describe(()) == ""
