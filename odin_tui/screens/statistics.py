"""What a player has achieved, by game and by the strongest bot at the table."""

from collections.abc import Sequence

from textual.screen import Screen

from odin_server.hall import FinishedMatch, Player


class StatisticsScreen(Screen[None]):
    """Matches, wins, points and highest sets, with a chart."""

    def __init__(self, player: Player, matches: Sequence[FinishedMatch]) -> None:
        super().__init__()
        self.player = player
        self.matches = matches
