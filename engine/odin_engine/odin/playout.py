"""Playing a hand on, fast: lists of integers, no objects, for search and nothing else."""

from random import Random
from typing import TypeAlias

from odin_engine.odin.cards import each_bit
from odin_engine.odin.heuristics import EACH, MOOD, OUT, Book, chance_of
from odin_engine.odin.sets import VALUE, answers

Middle: TypeAlias = tuple[int, int, int, int]
"""The set in the middle, whose it is, how many have passed on it, and whose turn it is."""


def random_hand(hands: list[int], starter: int, rng: Random) -> tuple[int, int]:
    """Play a hand out by random legal moves; give the number of decisions and the winner."""
    chance, seats = rng.random, len(hands)
    turn = owner = starter
    table = value = passes = decisions = 0
    while True:
        decisions += 1
        hand = hands[turn]
        take = 0
        if table:
            plays, takes = answers(hand, value), EACH[table]
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


def carry_on(book: Book, hands: list[int], middle: Middle, seat: int, depth: int) -> float:
    """Play on as Karl would, and give the chance that this seat goes out first.

    Once it has chosen `depth` times, what Karl thinks of his best move stands for the rest.
    `hands` is played with, and in the end holds what is left.
    """
    table, owner, passes, turn = middle
    seats, choose, moods = len(hands), book.choose, MOOD
    counts = [hand.bit_count() for hand in hands]
    while True:
        hand, own, owners = hands[turn], counts[turn], counts[owner]
        counts[turn] = 9  # Nobody fears his own hand.
        bits, take, score = choose(
            hand, table, moods[min(counts)], moods[owners], passes == seats - 2
        )
        counts[turn] = own
        if turn == seat:
            if score == OUT:
                hands[turn] = 0
                return 1.0
            if not depth:
                return chance_of(score)
            depth -= 1
        elif score == OUT:
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
