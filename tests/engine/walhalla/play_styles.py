"""Ways to play the oracle's Walhalla at random, so that rare things happen often enough.

Uniform play leaves boats half empty: it never ends a raid early, hardly ever sells a card and never
uses up the pile of cards.
"""

from collections.abc import Callable
from random import Random

from tests.engine.walhalla.oracle import Match

Style = Callable[[Match, str], bool]
"""Tells whether a word is one that the style prefers."""


def fullest(match: Match, word: str) -> bool:
    """Tell whether nothing longer could be said: as many seats or cards as there may be."""
    assert match.question is not None
    words = set().union(*match.question.answers.values())
    return len(word.split()) == max(len(other.split()) for other in words)


def crowded(match: Match, word: str) -> bool:
    """Fill every boat, and join every other."""
    return word == "join" or (word.startswith("board") and fullest(match, word))


def spending(match: Match, word: str) -> bool:
    """Fill the boats, and play a card wherever one can be played."""
    played = word in ("attack", "shield", "hunt")
    return played or crowded(match, word) or (word.startswith("commit") and fullest(match, word))


def hoarding(match: Match, word: str) -> bool:
    """Fill the boats, and keep the cards."""
    return word in ("fight", "pay", "gather", "commit none") or crowded(match, word)


def seeking(match: Match, word: str) -> bool:
    """Fill the boats and go for sacrifice sites, so that the pile is used up."""
    if word.startswith("sail"):
        fjord = int(word.split()[1])
        shores = [match.shore(fjord, row) for row in match.next_rows(fjord)]
        return sum(match.land[field] == "S" for shore in shores for field in shore) > 1
    if word.startswith("land"):
        return match.land[word.split()[1]] == "S"
    return word in ("lose", "attack") or spending(match, word)


STYLES: dict[str, Style | None] = {
    "uniform": None,
    "crowded": crowded,
    "spending": spending,
    "hoarding": hoarding,
    "seeking": seeking,
}


def choose(match: Match, style: Style | None, rng: Random) -> tuple[int, str]:
    """Draw a player and a word; nine times out of ten one that the style prefers, if it can."""
    assert match.question is not None
    player = rng.choice(sorted(match.question.answers))
    words = sorted(match.legal(player))
    if style is not None and rng.random() < 0.9:
        words = [word for word in words if style(match, word)] or words
    return player, rng.choice(words)
