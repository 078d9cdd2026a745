"""Which card a player of good habits lays, buries or gives away.

A card is the index of its bit; a colour is the shift of its row. A wanted trick is won as cheaply
as possible, an unwanted one lost with the highest card that loses it.
"""

from odin_engine.herrlof.prediction import SHIFTS

V, H = 36, 38
V_BITS, H_BITS = 3 << V, 3 << H
MARKS = V_BITS | H_BITS
COLOURED = (1 << V) - 1
SAVE_TRUMP = 2


def lead(hand: int, trump: int, *, wanted: bool) -> int:
    """Choose a card to lead."""
    return _strongest_lead(hand, trump) if wanted else _weakest_lead(hand, trump)


def _strongest_lead(hand: int, trump: int) -> int:
    found, best = -1, -9
    for shift in SHIFTS:
        row = hand >> shift & 511
        if row:
            high = row.bit_length() - 1
            score = high - SAVE_TRUMP if shift == trump else high
            if score > best:
                found, best = shift + high, score
    if found < 0:
        return H if hand & H_BITS else V
    return found


def _weakest_lead(hand: int, trump: int) -> int:
    found, best = -1, 99
    for shift in SHIFTS:
        row = hand >> shift & 511
        if row:
            low = (row & -row).bit_length() - 1
            score = low + SAVE_TRUMP if shift == trump else low
            if score < best:
                found, best = shift + low, score
    if best > 4 and hand & MARKS:
        return H if hand & H_BITS else V
    return found


def follow(hand: int, suit: int, best: int, trump: int, *, wanted: bool, last: bool) -> int:
    """Choose a card to follow with, where `best` is the card that wins so far, -1 if none."""
    row = hand >> suit & 511 if suit >= 0 else 0
    if row:
        return _follow_suit(hand, suit, row, best, wanted=wanted, last=last)
    coloured = hand & COLOURED
    winning = _winning(coloured, best, trump)
    if wanted:
        return lowest(winning, trump) if winning else throw_low(hand, trump)
    losing = coloured & ~winning
    if losing:
        return highest(losing, trump)
    if hand & MARKS:
        return _escape(hand)
    return highest(winning, trump) if last else lowest(winning, trump)


def _winning(coloured: int, best: int, trump: int) -> int:
    """Give the cards that would beat the best one, where no colour has to be followed."""
    if best < 0:
        return coloured
    if best == V:
        return 0
    colour = best - best % 9
    winning = coloured & 511 << colour & -2 << best
    if trump not in (-1, colour):
        winning |= coloured & 511 << trump
    return winning


def _follow_suit(hand: int, suit: int, row: int, best: int, *, wanted: bool, last: bool) -> int:
    higher, lower = 0, row
    if best - best % 9 == suit:
        higher = row & -2 << best % 9
        lower = row & ~higher
    if wanted:
        if higher:
            low = (higher & -higher).bit_length() - 1
            return suit + (low if last else higher.bit_length() - 1)
        return suit + (row & -row).bit_length() - 1
    if lower:
        return suit + lower.bit_length() - 1
    if hand & MARKS:
        return _escape(hand)
    return suit + (higher.bit_length() if last else (higher & -higher).bit_length()) - 1


def _escape(hand: int) -> int:
    """Give the mark that rids one of an unwanted trick: a Valknut does not even bring the lead."""
    return V if hand & V_BITS else H


def lowest(cards: int, trump: int) -> int:
    """Give the weakest coloured card."""
    found, best = -1, 99
    for shift in SHIFTS:
        row = cards >> shift & 511
        if row:
            low = (row & -row).bit_length() - 1
            score = low + 9 if shift == trump else low
            if score < best:
                found, best = shift + low, score
    return found


def highest(cards: int, trump: int) -> int:
    """Give the strongest coloured card."""
    found, best = -1, -1
    for shift in SHIFTS:
        row = cards >> shift & 511
        if row:
            high = row.bit_length() - 1
            score = high + 9 if shift == trump else high
            if score > best:
                found, best = shift + high, score
    return found


def throw_low(hand: int, trump: int) -> int:
    """Part with the card that wins least; marks are kept to the last."""
    if hand & COLOURED:
        return lowest(hand, trump)
    return H if hand & H_BITS else V


def part_with(hand: int, trump: int, *, wanted: bool) -> int:
    """Choose a card to bury or to give away: one that will not win, or one that would."""
    if not wanted and hand & COLOURED:
        return highest(hand, trump)
    if wanted and hand & V_BITS:
        return V
    return throw_low(hand, trump)
