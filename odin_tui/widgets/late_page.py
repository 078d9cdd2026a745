"""A page that has no widgets until it is shown: most of the time nobody looks at it."""

from abc import abstractmethod

from textual.app import ComposeResult
from textual.widget import Widget


class LatePage(Widget):
    """A page whose widgets are made when it is wanted.

    At a table a third of all widgets would belong to pages that are hidden: a third of the memory,
    and of the time in which somebody comes back to it.
    """

    def __init__(self, *, is_made: bool = False) -> None:
        super().__init__()
        self._is_wanted = self.is_made = is_made
        """Whether its widgets are there; `fill` works from then on."""

    def compose(self) -> ComposeResult:
        if self._is_wanted:
            yield from self.compose_page()

    @abstractmethod
    def compose_page(self) -> ComposeResult:
        """Yield the widgets of the page."""

    @abstractmethod
    def fill(self) -> None:
        """Show in the widgets what the page was told before."""

    async def make(self) -> None:
        """Make the widgets, unless they are there, and fill them; nothing is painted before."""
        if self._is_wanted or not self.is_attached:
            return
        async with self.batch():
            self._is_wanted = True
            try:
                await self.recompose()
                # A page that is just being removed gets no widgets, although it is still attached.
                self.is_made = bool(self.children)
            finally:
                self._is_wanted = self.is_made
            if self.is_made:
                self.fill()
