"""The command palette, made proof against quick fingers."""

from contextlib import suppress

from textual.command import CommandPalette

from odin_tui.screens.screen import ClosesOnce


class Palette(CommandPalette, ClosesOnce[None]):
    """Textual's palette, which trips over a page key before its list is laid out."""

    DEFAULT_CSS = "Palette { background: $background; }"

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)
