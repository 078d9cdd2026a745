"""Winner, next leader and following against an oracle, over every trick there can be."""

from itertools import product
from random import Random

import pytest

from odin_engine.chance import seed_from
from odin_engine.herrlof.cards import (
    BIT,
    CARD_CALLED,
    CARD_OF_BIT,
    CARDS,
    COLOUR_BITS,
    Colour,
    kinds,
)
from odin_engine.herrlof.moves import SKIP
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.rules import legal_moves, play, setup, to_move
from odin_engine.herrlof.state import Stage, State
from odin_engine.herrlof.tricks import leading_place, playable, winning_place
from tests.engine.herrlof import oracle

NAMES = tuple(map(str, CARDS))
TRUMPS = {"": 0} | {colour.value: bits for colour, bits in COLOUR_BITS.items()}


def bit(name: str) -> int:
    return BIT[CARD_CALLED[name]]


def possible(trick: tuple[str, ...]) -> bool:
    """Tell whether the deck has these cards: each coloured one once, each mark three times."""
    return len({*trick} - {"V", "H"}) == sum(name not in ("V", "H") for name in trick)


@pytest.mark.parametrize("trump", TRUMPS, ids=lambda trump: trump or "none")
@pytest.mark.parametrize("seats", [2, 3])
def test_every_trick_is_won_and_led_on_as_the_rules_say(seats: int, trump: str) -> None:
    bits, count = TRUMPS[trump], 0
    for trick in filter(possible, product(NAMES, repeat=seats)):
        cards = [BIT[CARD_CALLED[name]] for name in trick]
        won = winning_place(cards, bits)
        assert (won, leading_place(cards, won)) == oracle.judged(trick, trump), (trick, trump)
        count += 1
    assert (
        count
        == {2: 36 * 35 + 2 * 36 * 2 + 4, 3: 36 * 35 * 34 + 3 * 36 * 35 * 2 + 3 * 36 * 4 + 8}[seats]
    )


def test_any_hand_follows_as_the_rules_say() -> None:
    rng = Random("follow")
    followed = 0
    for _ in range(5_000):
        order = rng.sample([*NAMES[:36], *["V"] * 3, *["H"] * 3], 16)
        lead, hand = order[0], order[1 : 1 + rng.randint(1, 15)]
        held = sum(map(bit, hand))
        allowed = playable(held, [bit(lead)])
        assert {str(CARD_OF_BIT[card]) for card in kinds(allowed)} == oracle.followers(hand, lead)
        assert playable(held, []) == held
        followed += allowed != held
    assert followed > 1_000


def test_the_oracle_and_the_engine_name_the_colours_alike() -> None:
    assert {name[0] for name in NAMES} == {*map(str, Colour), "V", "H"}


class Paper:
    """A round as somebody with pencil and paper would follow it, who sees only what is laid."""

    def __init__(self, state: State) -> None:
        self.seats = state.match.seats
        self.tricks, self.destroyed = [0] * self.seats, 0
        self.leader = (state.dealer + 1) % self.seats
        self.laid: list[str] = []
        self.trump = str(CARD_OF_BIT[state.trump_card])[0].strip("VH")

    def follow(self, seat: int, word: str, turned_up: str, *, swapping: bool) -> None:
        """Note a move, the trump card that lies there after it, and whether a 3 is in use."""
        if word in NAMES:
            assert seat == (self.leader + len(self.laid)) % self.seats
            self.laid.append(word)
        if len(self.laid) == self.seats and not swapping:
            won, leads = oracle.judged(self.laid, self.trump)
            if won is None:
                self.destroyed += 1
            else:
                self.tricks[(self.leader + won) % self.seats] += 1
            self.leader = (self.leader + leads) % self.seats
            self.laid = []
        self.trump = turned_up[0].strip("VH")


def test_whole_rounds_go_as_somebody_with_pencil_and_paper_follows_them() -> None:
    ended = 0
    for number in range(60):
        seats = 2 + number % 2
        rng = Random(number)
        state = setup(read_options({}, seats), seats, seed_from(str(number)))
        paper = Paper(state)
        while not state.results:
            seat = to_move(state)[0]
            moves = legal_moves(state, seat)
            move = moves[rng.randrange(len(moves))]
            stole_a_trick = state.stage == Stage.STEAL_TRICK and move != SKIP
            after = play(state, seat, move)
            swapping = after.stage in (Stage.SWAP, Stage.BURY)
            if stole_a_trick:
                paper.tricks[seat] += 1
                paper.tricks[int(str(move)[-1])] -= 1
            if not after.results:
                turned_up = str(CARD_OF_BIT[after.trump_card])
                paper.follow(seat, str(move), turned_up, swapping=swapping)
                assert list(after.tricks) == paper.tricks
                assert after.destroyed == paper.destroyed
                assert after.leader == paper.leader
                ended += 1
            state = after
    assert ended > 1_000
