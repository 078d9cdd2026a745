"""A word that can be clicked: the same action as its key, for those who use the mouse."""

from rich.cells import cell_len
from textual.events import Click
from textual.widgets import Static


class ActionLink(Static):
    """Runs an action of the nearest ancestor that has it; never takes the focus.

    Its words come translated.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    ActionLink { width: auto; height: 1; padding: 0 1; margin-left: 1; background: $surface; }
    ActionLink:hover { text-style: bold; }
    ActionLink:ansi, ActionLink:nocolor { text-style: reverse; }
    ActionLink:disabled { color: $line; background: $background; }
    ActionLink:disabled:ansi, ActionLink:disabled:nocolor { text-style: dim; }
    """

    def __init__(self, words: str, action: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(words, id=id, markup=False)
        self._words, self._action = words, action

    @property
    def columns(self) -> int:
        """The columns it takes with its padding and margin; known before it is laid out."""
        return cell_len(self._words) + 3 if self.display else 0

    def say(self, words: str) -> None:
        """Show another word; only one of another length needs a new layout."""
        if words != self._words:
            before, self._words = self._words, words
            self.update(words, layout=cell_len(words) != cell_len(before))

    async def on_click(self, event: Click) -> None:
        """Do it, if it can be done now."""
        event.stop()
        name = f"action_{self._action.partition('(')[0]}"
        owner = next((node for node in self.ancestors if hasattr(node, name)), None)
        if owner is not None:
            await self.app.run_action(self._action, owner)
