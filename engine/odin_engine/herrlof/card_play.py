"""Heuristics for the choice of a card to lead, to follow with, and to discard.

A card is the index of its bit; a colour is the shift of its row. A wanted trick is won as cheaply
as possible, an unwanted one is lost with the highest losing card.
"""

from odin_engine.herrlof.prediction import SHIFTS

V, H = 36, 38
V_BITS, H_BITS = 3 << V, 3 << H
MARKS = V_BITS | H_BITS
COLOURED = (1 << V) - 1
SAVE_TRUMP = 2


def choose_lead(hand: int, trump: int, *, wanted: bool) -> int:
    """Return the card to lead."""
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


def choose_follow(hand: int, suit: int, best: int, trump: int, *, wanted: bool, last: bool) -> int:
    """Return the card to follow with; `best` is the card that wins so far, or -1."""
    row = hand >> suit & 511 if suit >= 0 else 0
    if row:
        return _follow_suit(hand, suit, row, best, wanted=wanted, last=last)
    coloured = hand & COLOURED
    winning = _winning(coloured, best, trump)
    if wanted:
        return lowest(winning, trump) if winning else discard_low(hand, trump)
    losing = coloured & ~winning
    if losing:
        return highest(losing, trump)
    if hand & MARKS:
        return _losing_mark(hand)
    return highest(winning, trump) if last else lowest(winning, trump)


def _winning(coloured: int, best: int, trump: int) -> int:
    """Return the cards that beat `best` for a hand that need not follow a colour."""
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
        return _losing_mark(hand)
    return suit + (higher.bit_length() if last else (higher & -higher).bit_length()) - 1


def _losing_mark(hand: int) -> int:
    """Return the mark that avoids a trick; a Valknut first, since it does not bring the lead."""
    return V if hand & V_BITS else H


def lowest(cards: int, trump: int) -> int:
    """Return the weakest coloured card."""
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
    """Return the strongest coloured card."""
    found, best = -1, -1
    for shift in SHIFTS:
        row = cards >> shift & 511
        if row:
            high = row.bit_length() - 1
            score = high + 9 if shift == trump else high
            if score > best:
                found, best = shift + high, score
    return found


def discard_low(hand: int, trump: int) -> int:
    """Return the card that wins least; marks only if there is nothing else."""
    if hand & COLOURED:
        return lowest(hand, trump)
    return H if hand & H_BITS else V


def choose_discard(hand: int, trump: int, *, wanted: bool) -> int:
    """Return the card to bury or give away: a weak one if tricks are wanted, else a strong one."""
    if not wanted and hand & COLOURED:
        return highest(hand, trump)
    if wanted and hand & V_BITS:
        return V
    return discard_low(hand, trump)
