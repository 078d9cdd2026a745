"""The network, compared with plain sums of its weights, and its inputs."""

import re
from importlib.resources import files
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from struct import unpack

import pytest

from odin_engine import odin
from odin_engine.chance import seed_from
from odin_engine.game import Evaluator, Seat
from odin_engine.odin import network
from odin_engine.odin.bot import CANDIDATE_MARGIN, NetworkSampledHands
from odin_engine.odin.cards import BIT, COLOURS, NUMBER_BITS, Card, Cards
from odin_engine.odin.heuristics import GOING_OUT, heuristics_for, probability
from odin_engine.odin.moves import PASS, Pass, move_bits, parse_move, play_of
from odin_engine.odin.network import (
    COLOUR,
    COUNTS,
    FACTS,
    NUMBER,
    OWNER,
    PASSED_ON,
    PASSES,
    SEATS,
    SECOND,
    THIRD,
    TURN,
    Network,
)
from odin_engine.odin.network_search import InformationState, evaluate_move
from odin_engine.odin.options import Options
from odin_engine.odin.state import State
from tests.engine.odin.positions import cards, position

EVALUATORS: tuple[Evaluator, ...] = ("heuristic", "network")


ONE_HAND = Options(target=None)
PLACES = {"two": 4, "two_reduced": 4, "many": 5}
"""What was learned, and in how many places cards can be."""


def learned(name: str) -> list[int]:
    """Read the weights that came of learning."""
    data = files("odin_engine.odin").joinpath(f"network_{name}.bin").read_bytes()
    return list(unpack(f"<{len(data) // 2}h", data))


def weights(places: int) -> list[int]:
    """Make up the weights of a network that has not learned anything."""
    rng = Random(f"weights {places}")
    counts = 9 * places * COLOUR, COLOUR, 54 * places * NUMBER, 9 * NUMBER
    counts += (COLOUR + NUMBER) * SECOND, SECOND, FACTS * SECOND, SECOND * THIRD, THIRD, THIRD, 1
    return [rng.randint(-900, 900) for _ in range(sum(counts))]


def plain_logit(
    row: list[int], colours: list[list[int]], numbers: list[list[int]], facts: list[int]
) -> float:
    """Work the network out neuron by neuron, as a textbook would.

    Each colour is a list of nine bits for each place, each number a list of its counts.
    """
    places = len(numbers[0])
    numbers_from = iter([each / 2048 for each in row])

    def matrix(rows: int, columns: int) -> list[list[float]]:
        return [list(islice(numbers_from, columns)) for _ in range(rows)]

    def relu(biases: list[float], lines: list[list[float]]) -> list[float]:
        return [max(sum(column), 0.0) for column in zip(biases, *lines, strict=True)]

    def times(values: list[float], lines: list[list[float]]) -> list[list[float]]:
        return [[value * each for each in line] for value, line in zip(values, lines, strict=True)]

    card, card_bias = matrix(9 * places, COLOUR), matrix(1, COLOUR)[0]
    count, count_bias = [matrix(6 * places, NUMBER) for _ in range(9)], matrix(9, NUMBER)
    above_colour, above_number = matrix(COLOUR, SECOND), matrix(NUMBER, SECOND)
    second_bias, fact = matrix(1, SECOND)[0], matrix(FACTS, SECOND)
    above_second, third_bias = matrix(SECOND, THIRD), matrix(1, THIRD)[0]
    last, last_bias = matrix(1, THIRD)[0], next(numbers_from)
    heard = [fact[i] for i in facts]
    for bits in colours:
        said = relu(card_bias, [line for line, bit in zip(card, bits, strict=True) if bit])
        heard += times(said, above_colour)
    for n, counts in enumerate(numbers):
        said = relu(
            count_bias[n],
            [count[n][6 * place + held - 1] for place, held in enumerate(counts) if held],
        )
        heard += times(said, above_number)
    third = relu(third_bias, times(relu(second_bias, heard), above_second))
    return last_bias + sum(a * b for a, b in zip(third, last, strict=True))


@pytest.mark.parametrize("places", [4, 5])
def test_the_network_adds_up_to_what_its_neurons_would_say_one_by_one(places: int) -> None:
    row, rng = weights(places), Random(places)
    network = Network(places, row)
    for _ in range(5):
        colours = [[int(rng.random() < 0.2) for _ in range(9 * places)] for _ in range(4)]
        numbers = [[rng.randrange(7) for _ in range(places)] for _ in range(9)]
        facts = rng.sample(range(FACTS), 9)
        received = network.bias + sum(network.facts[i] for i in facts)
        for bits in colours:
            received += network.colours[sum(bit << i for i, bit in enumerate(bits))]
        for counts, (_, said) in zip(numbers, network.numbers, strict=True):
            received += said[sum(held << 3 * i for i, held in enumerate(counts))]
        assert network.logit(received) == pytest.approx(plain_logit(row, colours, numbers, facts))


@pytest.mark.parametrize("name", PLACES)
def test_what_was_learned_has_a_weight_for_every_place(name: str) -> None:
    assert len(learned(name)) == len(weights(PLACES[name]))


def test_the_trainer_counts_as_the_network_does() -> None:
    trainer = Path(__file__).parents[3].joinpath("training", "network.cpp").read_text("utf-8")
    told = {word: int(n) for word, n in re.findall(r"\b([A-Z_]+) = (\d+)[,;]", trainer)}
    for word in ("COLOUR", "NUMBER", "SECOND", "THIRD", "MAX_SEATS", "COUNTS"):
        assert told[word] == getattr(network, word)
    assert told["UNITS"] == 1 << network.UNIT_BITS


def played(seats: int, seed: str, **words: str) -> list[State]:
    options = odin.read_options({"target": "one-hand", **words}, seats)
    states, rng = [odin.setup(options, seats, seed_from(seed))], Random(seed)
    while states[-1].turn is not None:
        view = odin.view(states[-1], states[-1].turn)
        move = odin.heuristic_move(view, rng) if rng.random() < 0.7 else rng.choice(view.moves)
        states.append(odin.play(states[-1], states[-1].turn, move))
    return states[:-1]


def stand(state: State) -> InformationState:
    assert state.turn is not None
    return InformationState(odin.view(state, state.turn), state.turn)


def plain_input(state: State, seat: Seat) -> tuple[list[int], list[int]]:
    """Say where all cards are for a seat that has just moved, and the facts, by their names."""
    seats, history = state.match.seats, state.history
    view = odin.view(state, seat)
    others = [(seat + step) % seats for step in range(1, seats)]
    beyond = sum(view.known[who].bits for who in others[1:])
    places = [view.hand.bits, view.table.bits, view.unseen.bits, view.known[others[0]].bits, beyond]
    facts = [COUNTS + 10 * step + view.counts[(seat + step) % seats] for step in range(seats)]
    facts.append(OWNER + ((view.owner - seat) % seats if view.table else 6))
    assert state.turn is not None
    facts += [PASSES + view.passes, TURN + (state.turn - seat) % seats, SEATS + seats]
    lowest: dict[tuple[int, int], int] = {}
    laid = Cards()
    for who, move in history:
        if isinstance(move, Pass):
            key, top = ((who - seat) % seats, min(len(laid), 3)), max(c.number for c in laid)
            lowest[key] = min(lowest.get(key, top), top)
        else:
            laid = move.cards
    facts += [
        PASSED_ON + 27 * (step - 1) + 9 * (size - 1) + top - 1
        for (step, size), top in lowest.items()
        if step
    ]
    return places[: 4 if seats == 2 else 5], facts


@pytest.mark.parametrize(
    ("name", "seats", "deck"),
    [("two_reduced", 2, "reduced"), ("two", 2, "full"), ("many", 3, ""), ("many", 6, "")],
)
def test_the_network_is_told_what_the_seat_then_sees(name: str, seats: int, deck: str) -> None:
    row, rng = learned(name), Random(name)
    states = played(seats, f"told {seats}", **({"two-player-deck": deck} if deck else {}))
    for state in states:
        assert state.turn is not None
        seat = state.turn
        inner = [choice for choice in stand(state).score_moves() if choice[2] != GOING_OUT]
        for bits, take, score in rng.sample(inner, min(3, len(inner))):
            move = play_of(bits, take) if bits else PASS
            places, facts = plain_input(odin.play(state, seat, move), seat)
            colours = [
                [place >> 9 * colour + i & 1 for place in places for i in range(9)]
                for colour in range(6)
                if state.match.deck >> 9 * colour & 511
            ]
            numbers = [[(p & group).bit_count() for p in places] for group in NUMBER_BITS.values()]
            assert score == pytest.approx(plain_logit(row, colours, numbers, facts))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_information_state_scores_every_legal_move_once(seats: int) -> None:
    for state in played(seats, f"weigh {seats}"):
        assert state.turn is not None
        legal = sorted(move_bits(move) for move in odin.legal_moves(state, state.turn))
        choices = stand(state).score_moves()
        assert sorted((bits, take) for bits, take, _ in choices) == legal
        assert all(
            (score == GOING_OUT) == (bits == state.hands[state.turn]) for bits, _, score in choices
        )


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_information_state_that_follows_the_moves_knows_what_a_new_one_knows(seats: int) -> None:
    states = played(seats, f"follow {seats}")
    followers: dict[int, InformationState] = {}
    for state, later in pairwise(states):
        assert state.turn is not None
        assert later.turn is not None
        followers[state.turn] = stand(state)
        for follower in followers.values():
            follower.apply(*move_bits(later.history[-1].move))
        if later.turn in followers:
            followed = followers[later.turn]
            assert vars(followed) == {**vars(stand(later)), "known": followed.known}
            others = [seat for seat in range(seats) if seat != later.turn]
            seen = odin.view(later, later.turn).known
            assert [followed.known[seat] for seat in others] == [seen[s].bits for s in others]


def test_a_copy_goes_its_own_way() -> None:
    state = position("R3 G5 | Y9 B2 | B1 O2 P3", "Y4", owner=2, options=ONE_HAND)
    point = stand(state)
    twin = point.copy()
    twin.apply(0, 0)
    twin.apply(cards("Y9").bits, cards("Y4").bits)
    assert vars(point) == vars(stand(state))
    assert vars(twin) != vars(point)


def test_the_lowest_set_of_each_size_that_was_passed_on_is_remembered() -> None:
    point = stand(position("R3 G5 | Y9 B2", "B5", options=ONE_HAND))
    told = []
    for middle in ("B5", "B7", "B3", "R9 R8", "Y3 Y2 Y1", "B9 B8 B7 B6"):
        point.turn, point.table = 1, cards(middle).bits
        point.apply(0, 0)
        told.append(point.passed_on[1])
    assert told == [(5, 0, 0), (5, 0, 0), (3, 0, 0), (3, 9, 0), (3, 9, 3), (3, 9, 3)]


def test_which_colour_is_which_makes_no_difference() -> None:
    def turned(bits: int) -> int:
        return Cards.of(
            Card(COLOURS[(COLOURS.index(card.colour) + 1) % 6], card.number) for card in Cards(bits)
        ).bits

    for state in played(4, "colours"):
        mirror = state._replace(
            hands=tuple(map(turned, state.hands)),
            undealt=turned(state.undealt),
            table=turned(state.table),
            history=(),
        )
        plain = {(b, t): s for b, t, s in stand(state._replace(history=())).score_moves()}
        for bits, take, score in stand(mirror).score_moves():
            back = [(b, t) for b, t in plain if (turned(b), turned(t)) == (bits, take)]
            assert plain[back[0]] == score


def test_little_memory_changes_nothing_but_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played(4, "memory")[9]
    expected = stand(state).score_moves()
    konung = network.network_for(4, state.match.deck)
    monkeypatch.setattr(network, "CACHE_SIZE", 2)
    for said in (konung.colours, *(said for _, said in konung.numbers)):
        said.clear()
    assert stand(state).score_moves() == expected
    assert len(konung.colours) <= 2


def ahead(state: State, move: str) -> float:
    assert state.turn is not None
    point, hands = stand(state), list(state.hands)
    heuristics = heuristics_for(state.match.seats, state.match.deck)
    return evaluate_move(heuristics, point, hands, *move_bits(parse_move(move)))


def test_a_move_that_goes_out_first_has_the_value_one() -> None:
    state = position("R3 R5 | Y9", "Y4", options=ONE_HAND)
    assert ahead(state, "R5R3") == 1.0
    assert ahead(state, "R5+Y4") == 0.0
    assert ahead(state, "pass") == 0.0
    open_round = position("R3 G5 | Y9 | B1 O2 P3", "Y4", owner=2, options=ONE_HAND)
    assert ahead(open_round, "pass") == 0.0


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_others_reply_by_heuristic_moves(seats: int) -> None:
    came_back, rng = 0, Random(seats)
    for state in [state for n in range(8) for state in played(seats, f"reply {seats} {n}")]:
        seat = state.turn
        assert seat is not None
        move = rng.choice(odin.legal_moves(state, seat))
        point, hands = stand(state), list(state.hands)
        evaluate_move(heuristics_for(seats, state.match.deck), point, hands, *move_bits(move))
        later = odin.play(state, seat, move)
        while later.turn not in (None, seat):
            reply = odin.heuristic_move(odin.view(later, later.turn), rng)
            later = odin.play(later, later.turn, reply)
        if later.turn is None:
            assert 0 in hands
            continue
        came_back += 1
        assert hands == list(later.hands)
        middle = point.table, point.owner, point.passes
        assert middle == (later.table, later.owner, later.passes)
    assert came_back > 40


def test_the_value_of_a_move_after_replies_is_a_probability() -> None:
    for state in played(4, "chance")[:12]:
        assert state.turn is not None
        view = odin.view(state, state.turn)
        sample = NetworkSampledHands(view, stand(state), list(state.hands))
        assert all(0 <= sample.trial(move, Random(1)) <= 1 for move in view.moves)


def test_candidates_of_the_network_come_near_the_best() -> None:
    left_out = 0
    for state in played(6, "near"):
        assert state.turn is not None
        chances = {(b, t): probability(s) for b, t, s in stand(state).score_moves()}
        best = max(chances.values())
        searched = [
            move_bits(move)
            for move in odin.candidates(odin.view(state, state.turn), evaluator="network")
        ]
        near = sorted((c for c in chances.values() if c > best - CANDIDATE_MARGIN), reverse=True)
        if best < 1:
            assert [chances[move] for move in searched] == near[:12]
            left_out += len(chances) - len(near)
    assert left_out > 20


def test_going_out_is_the_only_candidate_of_the_network() -> None:
    state = position("R3 R5 | Y1 B2", "Y4", options=ONE_HAND)
    assert odin.candidates(odin.view(state, Seat(0)), evaluator="network") == [parse_move("R5R3")]
    longer = position("R3 R5 | Y1 B2", "Y4")
    assert len(odin.candidates(odin.view(longer, Seat(0)), evaluator="network")) > 1


def test_a_single_high_card_is_worth_more_than_a_single_low_one() -> None:
    def left(hand: str) -> float:
        state = position(f"{hand} Y8 | B2 B4 O6", "", options=ONE_HAND)
        worth = {(b, t): s for b, t, s in stand(state).score_moves()}
        return worth[BIT[Card(COLOURS[2], 8)], 0]

    assert left("R9") > left("R1")


def test_a_network_trial_counts_as_three_quick_ones() -> None:
    view = odin.view(state := played(3, "price")[2], state.turn)
    quick, slow = (next(iter(odin.worlds(view, Random(1), evaluator=each))) for each in EVALUATORS)
    assert (quick.cost, slow.cost) == (1, 3)
