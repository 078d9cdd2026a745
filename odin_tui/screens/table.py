"""The table on the screen, for any game: a chair, and the board of the game's room."""

from textual.screen import Screen

from odin_server.hall import Chair


class TableScreen(Screen[None]):
    """Owns a chair: shows what it sees, and does with it what the player decides."""

    def __init__(self, chair: Chair) -> None:
        super().__init__()
        self.chair = chair
