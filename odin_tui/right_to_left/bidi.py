"""The order in which letters of both directions stand in a row, by the Unicode Bidi Algorithm.

Left out is what no text here has: embeddings, overrides and isolates, which are taken out of
names and chat, and Arabic digits. Rule W2 is left out on purpose: after an Arabic word it would
turn the digits of `3-5` round.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import bidirectional

LEFT, RIGHT, NUMBER, NEUTRAL, MARK = "L", "R", "N", " ", "M"
"""What a letter is: of one direction, a digit, a sign of a number, or none of these."""
ARROWS = "←→↑↓⇧"
"""They name keys, and a pair of them stays as it is."""
LEADING = "/-+−±~$#@^*×"
"""What belongs to the Latin word or number right behind it, as in `/help` and `-5`."""
TRAILING = "▲▼●■◆★▵◬✱…×*/"
"""What belongs to the Latin word or number right before it, as in `G8▲`."""
BETWEEN = ".,:/-–−"
"""What joins two numbers to one, as in `12:30` and `3-5`."""
BLANKS = " \u00a0"
VERDICT = re.compile(r"(?<!\S)[?!]{2}(?!\S)")
"""How a move is judged, as in notation: `?!` is something else than `!?`."""
OPENING = {")": "(", "]": "[", "}": "{"}


def kind(letter: str) -> str:
    """Return what a letter is for us, when nothing around it is known."""
    return LEFT if letter in ARROWS else unicode_kind(letter)


@lru_cache(maxsize=8192)
def unicode_kind(letter: str) -> str:
    """Return what a letter is for whoever goes by Unicode alone."""
    found = bidirectional(letter[0])
    if found in ("R", "AL"):
        return RIGHT
    if found in ("EN", "AN"):
        return NUMBER
    if found == "ET":
        return MARK
    return LEFT if found == "L" else NEUTRAL


def kinds(letters: Sequence[str]) -> list[str]:
    """Return what each letter is, as far as the letters beside it say more than itself."""
    found = [kind(letter) for letter in letters]
    for at, letter in enumerate(letters):
        if found[at] in (NEUTRAL, MARK):
            before = found[at - 1] if at else NEUTRAL
            after = found[at + 1] if at + 1 < len(found) else NEUTRAL
            if letter in TRAILING and before in (LEFT, NUMBER):
                found[at] = before
            elif letter in BETWEEN and before == after == NUMBER:
                found[at] = NUMBER
            elif letter in LEADING and after in (LEFT, NUMBER) and before not in (LEFT, NUMBER):
                found[at] = after
        if letter == "%" and at > 1 and letters[at - 1] in BLANKS and found[at - 2] == NUMBER:
            found[at - 1 : at + 1] = NUMBER, NUMBER
    for verdict in VERDICT.finditer("".join(letter[0] for letter in letters)):
        found[verdict.start() : verdict.end()] = LEFT, LEFT
    _join_marks(found)
    _join_brackets(letters, found)
    if LEFT in found and RIGHT not in found:
        _join_ends(letters, found)
    return found


def _join_marks(found: list[str]) -> None:
    """Let signs as in `50%` belong to the number beside them."""
    for way in (range(len(found)), range(len(found) - 1, -1, -1)):
        last = NEUTRAL
        for at in way:
            if found[at] == MARK and last == NUMBER:
                found[at] = NUMBER
            last = found[at]
    for at, each in enumerate(found):
        if each == MARK:
            found[at] = NEUTRAL


def _join_ends(letters: Sequence[str], found: list[str]) -> None:
    """Let signs at the ends of a Latin text belong to the word they touch, as in `Which line?`."""
    for way in (range(len(found) - 1, -1, -1), range(len(found))):
        signs: list[int] = []
        for at in way:
            if found[at] != NEUTRAL or letters[at] in BLANKS:
                break
            signs.append(at)
        if len(signs) < len(found) and letters[at] not in BLANKS:
            for sign in signs:
                found[sign] = LEFT


def _join_brackets(letters: Sequence[str], found: list[str]) -> None:
    """Let brackets after a Latin word, around more of the kind, belong to it: `play [game]`."""
    opened: list[int] = []
    for at, letter in enumerate(letters):
        if letter in OPENING.values():
            opened.append(at)
        elif letter in OPENING and opened and letters[opened[-1]] == OPENING[letter]:
            start = opened.pop()
            inside = found[start + 1 : at]
            before = next(
                (each for each in reversed(found[:start]) if each in (LEFT, RIGHT)), RIGHT
            )
            if before == LEFT and {LEFT, NUMBER} & {*inside} and RIGHT not in inside:
                found[start] = found[at] = LEFT


def levels(found: Sequence[str], base: int) -> list[int]:
    """Return the embedding level of each letter in a row whose own direction is even or odd."""
    own = RIGHT if base % 2 else LEFT
    solid, last = list(found), own
    for at, each in enumerate(found):  # a number after a Latin word belongs to it
        if each == NUMBER and last == LEFT:
            solid[at] = LEFT
        elif each in (LEFT, RIGHT):
            last = each
    _resolve_neutrals(solid, own)
    if base % 2:
        return [base if each == RIGHT else base + 1 for each in solid]
    return [base if each == LEFT else base + 1 if each == RIGHT else base + 2 for each in solid]


def _resolve_neutrals(found: list[str], own: str) -> None:
    """Give letters without a direction that of both sides, or else the row's."""
    before, start = own, 0
    for at in range(len(found) + 1):
        now = found[at] if at < len(found) else own
        if now == NEUTRAL:
            continue
        side = LEFT if now == LEFT else RIGHT
        found[start:at] = [before if before == side else own] * (at - start)
        before, start = side, at + 1


def visual_order(embedding: Sequence[int]) -> list[int]:
    """Return the letters from left to right, each by its place in the text."""
    order = list(range(len(embedding)))
    odd = [level for level in embedding if level % 2]
    if not odd:
        return order
    for level in range(max(embedding), min(odd) - 1, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and embedding[order[end]] >= level:
                end += 1
            if end > at:
                order[at:end] = reversed(order[at:end])
            at = end + 1
    return order
