"""Playing a hand on, fast: lists of integers, no objects, for search and nothing else."""

from functools import lru_cache
from random import Random

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, each_bit
from odin_engine.odin.sets import VALUE, answers

GROUP_OF = {
    bit: tuple(group for group in (*COLOUR_BITS.values(), *NUMBER_BITS.values()) if group & bit)
    for bit in each_bit((1 << 54) - 1)
}


def random_hand(hands: list[int], starter: int, rng: Random) -> tuple[int, int]:
    """Play a hand with random legal moves; give the number of decisions and the winner."""
    randbelow = rng.random
    seats = len(hands)
    turn, table, value, passes, decisions = starter, 0, 0, 0, 0
    while True:
        decisions += 1
        hand = hands[turn]
        if not table:
            plays = each_bit(hand)
            if hand in VALUE and len(plays) > 1:
                plays.append(hand)
            bits = plays[int(randbelow() * len(plays))]
            take = 0
        else:
            plays = answers(hand, value)
            takes = each_bit(table)
            index = int(randbelow() * (1 + len(plays) * len(takes)))
            if index == 0:
                passes += 1
                turn = (turn + 1) % seats
                if passes == seats - 1:
                    table = passes = 0
                continue
            which, taken = divmod(index - 1, len(takes))
            bits, take = plays[which], takes[taken]
        if bits == hand:
            hands[turn] = 0
            return decisions, turn
        hands[turn] = hand ^ bits | take
        table, value, passes = bits, VALUE[bits], 0
        turn = (turn + 1) % seats


@lru_cache(maxsize=1 << 18)
def sets_needed(hand: int) -> int:
    """Count, greedily, the sets a hand splits into."""
    count = 0
    groups = (*COLOUR_BITS.values(), *NUMBER_BITS.values())
    while hand:
        hand &= ~max((hand & group for group in groups), key=int.bit_count)
        count += 1
    return count


@lru_cache(maxsize=1 << 18)
def karl(hand: int, table: int) -> tuple[int, int]:
    """Give what Karl plays and takes; 0 and 0 is a pass."""
    if not table:
        if hand in VALUE:
            return hand, 0
        singles = each_bit(hand)
        return min(singles, key=lambda bit: (sets_needed(hand ^ bit), VALUE[bit])), 0
    best, found = sets_needed(hand) * 1.0, (0, 0)
    for bits in answers(hand, VALUE[table]):
        if bits == hand:
            return bits, 0
        for take in each_bit(table):
            cost = sets_needed(hand ^ bits | take) - 0.1 * bits.bit_count()
            if cost < best:
                best, found = cost, (bits, take)
    return found


def finish(hands: list[int], table: int, owner: int, passes: int, turn: int) -> int:
    """Play a hand to its end as Karl would, and give the winner; `hands` holds what is left."""
    seats = len(hands)
    while True:
        hand = hands[turn]
        bits, take = karl(hand, table)
        if not bits:
            passes += 1
            turn = (turn + 1) % seats
            if passes == seats - 1:
                table, passes, turn = 0, 0, owner
            continue
        if bits == hand:
            hands[turn] = 0
            return turn
        hands[turn] = hand ^ bits | take
        table, owner, passes = bits, turn, 0
        turn = (turn + 1) % seats
