"""The guided first match of a game."""

from textual.screen import Screen


class LessonScreen(Screen[None]):
    """A short match that teaches by doing."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
