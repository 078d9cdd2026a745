"""The rules of a game: topics on the left, what they say on the right, and a search."""

from textual.screen import Screen


class RulesScreen(Screen[None]):
    """The rules of one game, opened at a topic."""

    def __init__(self, game: str, topic: str = "") -> None:
        super().__init__()
        self.game = game
        self.topic = topic
