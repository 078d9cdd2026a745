"""The command palette, made proof against quick fingers."""

from contextlib import suppress

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette


class Palette(CommandPalette):
    """Textual's palette, which trips over a page key before its list is laid out."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, once: of two quick answers the second would close the screen below."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)
