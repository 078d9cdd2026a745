"""Refusals that still carry an English sentence instead of a code and facts."""

import re

from odin_engine.game import Refusal


class SentenceRefusal(Refusal):
    """Transitional: constructed with a finished sentence; the code is made of the class name.

    To be deleted once its subclasses are raised with codes and facts like those of the engine.
    """

    def __init__(self, sentence: str = "") -> None:
        super().__init__(re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower())
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence
