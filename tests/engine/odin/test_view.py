"""What a seat sees of a match of Odin, and what it cannot see whatever is planted there."""

from random import Random

import pytest

from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.odin.cards import Cards, each_bit
from odin_engine.odin.moves import Play
from odin_engine.odin.options import read_options
from odin_engine.odin.rules import legal_moves, outcome, play, setup
from odin_engine.odin.state import State
from odin_engine.odin.view import imagine, view
from tests.engine.odin.positions import after, cards, position


def midway(seats: int, steps: int) -> State:
    """Play some random moves, and stop before the first hand ends."""
    rng = Random(f"{seats} {steps}")
    state = setup(read_options({}, seats), seats, seed_from(f"{seats} {steps}"))
    for _ in range(steps):
        assert state.turn is not None
        moves = legal_moves(state, state.turn)
        following = play(state, state.turn, moves[rng.randrange(len(moves))])
        if following.results:
            break
        state = following
    return state


def planted(state: State, seat: Seat | None, rng: Random) -> State:
    """Change everything the seat has no right to know: the seed, and where unseen cards are.

    What everyone saw a seat take and keep stays where it is.
    """
    kept = [0] * state.match.seats
    for mover, move in state.history:
        if isinstance(move, Play):
            kept[mover] &= ~move.cards.bits
            kept[mover] |= cards(str(move.take)).bits if move.take else 0
    if seat is not None:
        kept[seat] = state.hands[seat]
    hidden = [
        bit
        for held, known in zip(state.hands, kept, strict=True)
        for bit in each_bit(held & ~known)
    ]
    hidden += each_bit(state.undealt)
    rng.shuffle(hidden)
    hands = []
    for held, known in zip(state.hands, kept, strict=True):
        missing = (held & ~known).bit_count()
        hands.append(known | sum(hidden[:missing]))
        del hidden[:missing]
    match = state.match._replace(seed=seed_from("another"))
    return state._replace(match=match, hands=tuple(hands), undealt=sum(hidden))


@pytest.mark.parametrize("steps", [0, 1, 5, 12, 25])
@pytest.mark.parametrize("seats", range(2, 7))
def test_planted_secrets_are_not_seen(seats: int, steps: int) -> None:
    state, rng = midway(seats, steps), Random("plant")
    for seat in (*map(Seat, range(seats)), None):
        others = [planted(state, seat, rng) for _ in range(5)]
        # Late in a hand for two, every card the other holds may have been taken in public.
        assert steps > 12 or any(other.hands != state.hands for other in others)
        for other in others:
            assert view(other, seat) == view(state, seat)
            assert repr(view(other, seat)) == repr(view(state, seat))


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:
    state = position("R1 R2 | B5 B6 B7 | G1", table="Y4", turn=1)
    seen = view(state, Seat(1))
    assert seen.hand == cards("B5 B6 B7")
    assert seen.counts == (2, 3, 1)
    assert seen.known == (Cards(), Cards(), Cards())
    assert seen.unseen == Cards(seen.deck.bits & ~cards("B5 B6 B7 Y4").bits)
    assert (seen.seats, seen.hand_no, seen.to_move) == (3, 1, (1,))
    assert list(seen.moves) == list(legal_moves(state, Seat(1)))


def test_a_spectator_sees_no_hand_and_has_no_moves() -> None:
    seen = view(position("R1 R2 | B5 B6 B7", table="Y4"), None)
    assert seen.hand == Cards()
    assert not seen.moves
    assert seen.counts == (2, 3)


def test_a_card_taken_in_public_is_known_until_it_is_played() -> None:
    state = position("B5 B7 B1 | G6 G8 G1 | P1 P2")
    state = after(state, "B5", "G6+B5")
    assert view(state, Seat(2)).known == (Cards(), cards("B5"), Cards())
    state = after(state, "pass", "B7+G6")
    assert view(state, Seat(2)).known == (cards("G6"), cards("B5"), Cards())
    state = after(state, "G8+B7", "pass", "pass", "B7")
    assert view(state, Seat(2)).known == (cards("G6"), cards("B5"), Cards())
    assert cards("G6 B5").isdisjoint(view(state, Seat(2)).unseen)


def test_known_cards_are_sampled_where_they_are() -> None:
    state = after(position("B5 B7 B1 | G6 G8 G1 | P1 P2"), "B5", "G6+B5")
    for number in range(20):
        world = imagine(view(state, Seat(2)), Random(number))
        assert cards("B5") <= Cards(world.hands[1])
        assert Cards(world.hands[2]) == cards("P1 P2")


def test_with_six_players_nothing_is_undealt_and_all_unseen_cards_are_in_hands() -> None:
    state = setup(read_options({}, 6), 6, seed_from("six"))
    seen = view(state, Seat(0))
    assert seen.undealt == 0
    assert len(seen.unseen) == 45
    assert imagine(seen, Random(1)).undealt == 0


def test_every_unseen_card_can_be_sampled_in_every_hidden_place() -> None:
    state = position("R1 R2 | B5 | G1")
    seen, rng = view(state, Seat(0)), Random("everywhere")
    worlds = [imagine(seen, rng) for _ in range(2_000)]
    assert {world.hands[1] for world in worlds} == set(each_bit(seen.unseen.bits))
    assert {world.hands[2] for world in worlds} == set(each_bit(seen.unseen.bits))


def test_the_seed_of_a_sampled_state_is_random() -> None:
    state = setup(read_options({}, 3), 3, seed_from("true"))
    seeds = {imagine(view(state, Seat(0)), Random(number)).match.seed for number in range(5)}
    assert len(seeds) == 5
    assert state.match.seed not in seeds


def test_after_the_match_all_hands_lie_open() -> None:
    options = read_options({"target": "one-hand"}, 3)
    state = after(position("R1 | B5 B6 | G1 O1", options=options), "R1")
    seen = view(state, None)
    assert seen.known == (Cards(), cards("B6 B5"), cards("G1 O1"))
    assert seen.outcome == outcome(state)
    assert (seen.hand_no, seen.to_move) == (1, ())
    assert view(imagine(seen, Random(1)), None) == seen


def test_after_a_hand_what_was_left_is_turned_over() -> None:
    state = after(position("R1 | B5 B6 | G1 O1"), "R1")
    seen = view(state, Seat(0))
    assert seen.results[0].left == (Cards(), cards("B5 B6"), cards("G1 O1"))
    assert (seen.hand_no, seen.history, seen.points) == (2, (), (0, 2, 2))
