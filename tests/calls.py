"""Which functions of this repository are called, for tests of the way something takes."""

import sys
from pathlib import Path
from types import FrameType
from typing import Self

ROOT = Path(__file__).parents[1]

Step = tuple[str, str]
"""The path of a module and the qualified name of a function in it."""


class Calls:
    """Notes every call of a function of this repository, in order."""

    def __init__(self) -> None:
        self.made: list[Step] = []

    def __enter__(self) -> Self:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(f"{ROOT}/"):
            self.made.append((path[len(str(ROOT)) + 1 :], frame.f_code.co_qualname))

    def count(self, path: str, function: str) -> int:
        """Count the calls of one function."""
        return self.made.count((path, function))

    def steps_taken(self, steps: list[Step]) -> list[Step]:
        """Return how many of these steps were taken in their order, whatever came between."""
        taken = 0
        for call in self.made:
            if taken < len(steps) and call == steps[taken]:
                taken += 1
        return steps[:taken]
