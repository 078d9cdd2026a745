"""Who wins a trick and who leads the next, word for word from the rules.

A card is its name, as in `B9`, `V` or `H`. Nothing here comes from the engine, so that the two can
disagree. Two players and three are judged by sentences of their own, as the rulebook has them.
"""

from collections.abc import Sequence


def judged(trick: Sequence[str], trump: str) -> tuple[int | None, int]:
    """Give the winner's and the next leader's place; no trump is an empty word."""
    return _two(*trick, trump) if len(trick) == 2 else _three(list(trick), trump)


def _two(lead: str, answer: str, trump: str) -> tuple[int | None, int]:
    if lead == "V" or answer == "V":
        return None, 0
    if lead == "H":
        # Against another Hagalaz the first wins; against a colour it loses, and its player leads.
        return (0, 1) if answer == "H" else (1, 0)
    if answer == "H":
        return 0, 1
    if answer[0] == lead[0]:
        winner = 1 if int(answer[1]) > int(lead[1]) else 0
    else:
        winner = 1 if answer[0] == trump else 0
    card = (lead, answer)[winner]
    return winner, 1 - winner if card[1] == "9" else winner


def _three(trick: list[str], trump: str) -> tuple[int | None, int]:
    if trick.count("V"):
        return None, 0
    if trick == ["H", "H", "H"]:
        return 0, 2
    winner = 0
    while trick[winner] == "H":
        winner += 1
    for place in range(winner + 1, 3):
        if _beats(trick[place], trick[winner], trump):
            winner = place
    for place in (2, 1, 0):
        if trick[place] == "H":
            return winner, place
    return winner, {0: 1, 1: 2, 2: 0}[winner] if trick[winner].endswith("9") else winner


def _beats(card: str, other: str, trump: str) -> bool:
    """Tell whether a card laid later takes the trick from one that had it."""
    if card == "H":
        return False
    if card[0] == other[0]:
        return card[1] > other[1]
    return card[0] == trump


def followers(hand: Sequence[str], lead: str | None) -> set[str]:
    """Give the cards that may be laid."""
    if lead is None or lead in ("V", "H"):
        return set(hand)
    same = [card for card in hand if card.startswith(lead[0])]
    return {*same, *(card for card in hand if card in ("V", "H"))} if same else set(hand)
