"""The matches a player has finished, to be looked at again."""

from collections.abc import Sequence

from textual.screen import Screen

from odin_server.hall import FinishedMatch, Player


class ReplaysScreen(Screen[str]):
    """A list of finished matches; it closes with the id of the chosen one, or with nothing."""

    def __init__(self, player: Player, matches: Sequence[FinishedMatch]) -> None:
        super().__init__()
        self.player = player
        self.matches = matches
