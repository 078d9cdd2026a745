"""Replays of games of which the view of a spectator shows everything."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from odin_engine.games import GAMES
from odin_tui.game_ui import ReplayUI, game_ui
from odin_tui.narrator import Reader

if TYPE_CHECKING:
    from odin_tui.drawing.canvas import Canvas


@dataclass(frozen=True, slots=True)
class ViewFrame:
    """One moment of a match, as a spectator sees it."""

    moves: int
    """How many moves of the match have been made."""
    view: Any
    told: tuple[str, ...]
    """What has happened since the moment before, in sentences."""


def replay_of_views(game: str, draw: "Callable[[Any, int, int, str], Canvas]") -> ReplayUI:
    """Return the replay of a game; `draw` takes a view, a width, a height and a style of cards."""

    def frames(reader: Reader, states: Sequence[Any]) -> list[ViewFrame]:
        views = [GAMES[game].view(state, None) for state in states]
        tell = game_ui(game).tell
        return [
            ViewFrame(
                number, view, tuple(tell(views[number - 1] if number else None, view, reader))
            )
            for number, view in enumerate(views)
        ]

    return ReplayUI(frames=frames, draw=lambda frame, *space: draw(frame.view, *space))
