"""Where a replay is in its match: its hands beside each other, and the moments of note."""

from collections.abc import Sequence

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Timeline(Widget):
    """Three lines: marks over the moments that matter, the course of the match, its hands."""

    DEFAULT_CSS = """
    Timeline { height: 3; width: 1fr; text-wrap: nowrap; text-overflow: clip; }
    """

    here: reactive[int] = reactive(0)
    """The moment that is shown."""
    marks: reactive[frozenset[int]] = reactive(frozenset[int]())
    """The moments that matter."""

    class Clicked(Message):
        """Somebody points at a moment."""

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self, count: int, starts: Sequence[int], deal: str = "hand") -> None:
        super().__init__()
        self._count, self._starts, self._deal = count, tuple(starts), deal

    def _x(self, moment: int) -> int:
        return moment * (self.size.width - 1) // max(self._count - 1, 1)

    def render(self) -> Content:
        """Draw the three lines."""
        width = self.size.width
        above, course, hands = [" "] * width, ["─"] * width, [" "] * width
        roomy = len(self._starts) * (len(self._deal) + 4) < width
        for number, start in enumerate(self._starts, 1):
            course[self._x(start)] = "┬"
            label = f"{self._deal} {number}" if roomy else str(number)
            if all(letter == " " for letter in hands[self._x(start) :][: len(label)]):
                hands[self._x(start) : self._x(start) + len(label)] = label
        for moment in self.marks:
            above[self._x(moment)] = "!"
        course[self._x(self.here)] = "█"
        return Content.assemble(
            "".join(above), "\n", "".join(course), "\n", ("".join(hands)[:width], "$quiet")
        )

    def on_click(self, event: Click) -> None:
        """Go where the mouse points."""
        width = max(self.size.width - 1, 1)
        self.post_message(Timeline.Clicked(round(event.x * (self._count - 1) / width)))
