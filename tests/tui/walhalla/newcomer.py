"""Somebody who plays Walhalla by what text mode says, and knows nothing else."""

import re

FJORD_FULL = re.compile(r"fjord (\d) is full")


class Newcomer:
    """Answers the lines of text mode, each question with what it offers first."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.asked: set[str] = set()
        self._cards: list[str] = []
        self._fjord = 0

    def answer(self, line: str) -> str | None:  # noqa: PLR0911 - one for each question
        """Return what to type after a line; None for a line that asks nothing."""
        self.heard.append(line)
        if found := re.fullmatch(r"You hold \d+ cards?: (.*)\.", line):
            self._cards = re.split(r", | and ", found[1])
        if FJORD_FULL.search(line):
            return self._next_fjord()
        if line.startswith("Type again"):
            return "quit"
        if not line.startswith("Your turn:"):
            return None
        for question, answer in ANSWERS.items():
            if question in line:
                self.asked.add(question)
                return answer
        if found := re.search(r"fill seats (\d)", line):
            self.asked.add("fill seats")
            return found[1]
        if "which card do you sell" in line:
            self.asked.add("sell")
            return self._cards[0]
        assert "into which fjord" in line, f"what is asked here? {line}"
        return self._next_fjord()

    def _next_fjord(self) -> str:
        self.asked.add("fjord")
        self._fjord = self._fjord % 4 + 1
        return f"{self._fjord} turned"


ANSWERS = {
    "is reserved for you": "yes",
    "on which side of fjord": "left",
    "Do you play": "yes",
    "You hold no attack card": "no",
    "You hold no hunt card": "no",
    "attacks your Viking": "lose",
    "Lay down cards": "none",
}
"""What is typed, by words of the question."""
