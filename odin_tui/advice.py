"""Advice on the screen: as many sentences of it as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from odin_tui.drawing.canvas import broken


def in_fewer_sentences(sentences: Sequence[str]) -> list[str]:
    """Return all sentences as one text, then each of them alone, then an empty text."""
    return list(dict.fromkeys([" ".join(sentences), *sentences, ""]))


@dataclass(frozen=True)
class Said:
    """Something said in the prompt: what comes first, and ways to go on, the longest first."""

    above: Content | None
    ways: tuple[Content, ...]

    def in_rows(self, task: Content, first: int, second: int) -> tuple[Content, Content]:
        """Write it on two rows of these widths, whole wherever one of the ways allows that.

        The task keeps the first row if nothing comes first and the second has room enough.
        """
        for way in self.ways:
            found = self._fit(way, task, first, second)
            if found is not None:
                return found
        return broken(self._joined(self.ways[-1]), first)

    def _fit(
        self, way: Content, task: Content, first: int, second: int
    ) -> tuple[Content, Content] | None:
        above = task if self.above is None else self.above
        if way.cell_length <= second and (self.above is None or above.cell_length <= first):
            return above, way
        start, rest = broken(self._joined(way), first)
        return (start, rest) if rest.cell_length <= second else None

    def _joined(self, way: Content) -> Content:
        return way if self.above is None else Content.assemble(self.above, " ", way)


def in_two_rows(
    task: Content, preview: Content, first: int, second: int
) -> tuple[Content, Content]:
    """Write a task and a preview on two rows; one that is too long runs over into the other's.

    Where both have no room, the task alone is written.
    """
    if task.cell_length <= first and preview.cell_length <= second:
        return task, preview
    start, rest = broken(Content.assemble(task, " · ", preview) if preview else task, first)
    return (start, rest) if rest.cell_length <= second else broken(task, first)
