"""Finding words in texts, whatever case or form their letters have there."""

from collections.abc import Iterator
from unicodedata import normalize


def comparable(text: str) -> str:
    """Return a text with each letter in the one form in which it is compared.

    On a screen an Arabic letter has the form in which it joins the next; nobody types it so.
    """
    return normalize("NFKC", text).casefold()


def occurrences(word: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where a word begins and ends in a text."""
    letters = [comparable(letter) for letter in text]
    places = [at for at, letter in enumerate(letters) for _ in letter]
    whole, wanted = "".join(letters), comparable(word)
    start = whole.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        yield places[start], places[end - 1] + 1
        start = whole.find(wanted, end)
