"""Replays of games of which the view of a spectator shows enough."""

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
    reader: Reader


@dataclass(frozen=True, slots=True)
class OpenFrame:
    """One moment of a match of cards, with all hands open."""

    moves: int
    """How many moves of the match have been made."""
    deal: int
    reader: Reader
    view: Any
    """What a spectator sees, or more of it: the match is over."""
    hands: tuple[Any, ...]
    told: tuple[str, ...]
    """What has happened since the moment before, in sentences."""
    over: bool = False
    """True at the end of a deal."""


def replay_of_views(game: str, draw: "Callable[[Any, int, int, str], Canvas]") -> ReplayUI:
    """Return the replay of a game; `draw` takes a view, a width, a height and a style of cards."""
    return _replay(game, lambda frame, *space: draw(frame.view, *space))


def replay_of_lines(game: str) -> ReplayUI:
    """Return the replay of a game as the lines of its table."""

    def draw(frame: ViewFrame, width: int, height: int, card_style: str) -> "Canvas":
        from odin_tui.drawing.canvas import in_lines, wrapped  # noqa: PLC0415 - as `game_ui` does

        ui = game_ui(game)
        said = ui.text.table(frame.view, frame.reader)
        return in_lines(
            wrapped([ui.painted(line, card_style, "") for line in said], width), width, height
        )

    return _replay(game, draw)


def _replay(game: str, draw: "Callable[[ViewFrame, int, int, str], Canvas]") -> ReplayUI:
    def frames(reader: Reader, states: Sequence[Any]) -> list[ViewFrame]:
        views = [GAMES[game].view(state, None) for state in states]
        tell = game_ui(game).tell
        return [
            ViewFrame(
                number,
                view,
                tuple(tell(views[number - 1] if number else None, view, reader)),
                reader,
            )
            for number, view in enumerate(views)
        ]

    return ReplayUI(frames=frames, draw=draw)
