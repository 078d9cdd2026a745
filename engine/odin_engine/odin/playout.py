"""Fast playouts of a hand for the search: bit sets and lists instead of states and moves."""

from random import Random
from typing import TypeAlias

from odin_engine.odin.cards import each_bit
from odin_engine.odin.heuristics import GOING_OUT, SIZE_CLASS, Heuristics, probability
from odin_engine.odin.sets import MEMBERS, VALUE, beating_sets

RoundState: TypeAlias = tuple[int, int, int, int]
"""The set in the middle, whose it is, how many have passed on it, and whose turn it is."""


def random_hand(hands: list[int], starter: int, rng: Random) -> tuple[int, int]:
    """Play a hand by random legal moves; return the number of decisions and the winner."""
    chance, seats = rng.random, len(hands)
    turn = owner = starter
    table = value = passes = decisions = 0
    while True:
        decisions += 1
        hand = hands[turn]
        take = 0
        if table:
            plays, takes = beating_sets(hand, value), MEMBERS[table]
            index = int(chance() * (1 + len(plays) * len(takes)))
            if not index:
                passes += 1
                turn = turn + 1 if turn + 1 < seats else 0
                if passes == seats - 1:
                    table, passes, turn = 0, 0, owner
                continue
            which, place = divmod(index - 1, len(takes))
            bits, take = plays[which], takes[place]
        else:
            plays = each_bit(hand)
            if hand in VALUE:
                plays.append(hand)
            bits = plays[int(chance() * len(plays))]
        if bits == hand:
            hands[turn] = 0
            return decisions, turn
        hands[turn] = hand ^ bits | take
        table, value, owner, passes = bits, VALUE[bits], turn, 0
        turn = turn + 1 if turn + 1 < seats else 0


def playout(
    heuristics: Heuristics, hands: list[int], state: RoundState, seat: int, depth: int
) -> float:
    """Play on by the heuristics; return the probability that this seat goes out first.

    Once the seat has moved `depth` times, the heuristic value of its best move is the estimate.
    `hands` is changed and holds what is left in the end.
    """
    table, owner, passes, turn = state
    seats, choose, size_class = len(hands), heuristics.choose, SIZE_CLASS
    counts = [hand.bit_count() for hand in hands]
    while True:
        hand, own, owners = hands[turn], counts[turn], counts[owner]
        counts[turn] = 9  # A player's own hand does not count.
        bits, take, score = choose(
            hand, table, size_class[min(counts)], size_class[owners], passes == seats - 2
        )
        counts[turn] = own
        if turn == seat:
            if score == GOING_OUT:
                hands[turn] = 0
                return 1.0
            if not depth:
                return probability(score)
            depth -= 1
        elif score == GOING_OUT:
            hands[turn] = 0
            return 0.0
        if bits:
            hands[turn] = hand ^ bits | take
            counts[turn] = own - bits.bit_count() + (take > 0)
            table, owner, passes = bits, turn, 0
        else:
            passes += 1
            if passes == seats - 1:
                table, passes, turn = 0, 0, owner
                continue
        turn = turn + 1 if turn + 1 < seats else 0
