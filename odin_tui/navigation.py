"""The way from the home screen to everywhere else."""

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from odin_engine.game import Refusal
from odin_server.hall.views import NewTable

if TYPE_CHECKING:
    from odin_tui.app import OdinApp

PLACES = {
    "game": ("Another game", "Choose what is played"),
    "new": ("New table", "Choose game, seats, bots and rules"),
    "continue": ("Continue", "Sit down at an unfinished match"),
    "lesson": ("Lesson", "Learn the game by playing it"),
    "replays": ("Replays", "Look at a finished match again"),
    "statistics": ("Statistics", "What you have achieved"),
    "rules": ("Rules", "How the game is played"),
    "settings": ("Settings", "Name, theme, cards, keys and manners"),
}
"""What the command palette leads to, from any screen."""

# ruff: noqa: PLC0415 - each screen is loaded when somebody goes there, so that the first is quick


async def go(odin: "OdinApp", where: str) -> None:
    """Go to one of the places the home screen names."""
    if where == "game":
        _change_game(odin)
    elif where == "play":
        await odin.open_table(_playable(odin.settings.last_table))
    elif where == "continue":
        await _continue(odin)
    elif where == "rules":
        odin.show_rules(_game(odin))
    elif where == "replays":
        _replays(odin)
    elif where == "quit":
        odin.exit()
    else:
        await odin.push_screen(_screen(odin, where))


def _change_game(odin: "OdinApp") -> None:
    from odin_tui.catalogue import about_games, next_game

    odin.change_settings(next_game(odin.settings))
    odin.notify(f"Now it is {about_games(odin.settings)}.", markup=False)


def _game(odin: "OdinApp") -> str:
    from odin_tui.catalogue import chosen_game

    return chosen_game(odin.settings)


def _playable(table: NewTable) -> NewTable:
    """Fall back on the usual table where the last one was of a game that is gone."""
    from odin_tui.catalogue import PLAYABLE
    from odin_tui.settings import Settings

    return table if table.game in PLAYABLE else Settings().last_table


def _screen(odin: "OdinApp", where: str) -> Screen[Any]:
    match where:
        case "new":
            from odin_tui.screens.new_table import NewTableScreen

            return NewTableScreen(odin.settings)
        case "lesson":
            from odin_tui.screens.lesson import LessonScreen

            return LessonScreen(_game(odin))
        case "statistics":
            from odin_tui.screens.statistics import StatisticsScreen

            return StatisticsScreen(odin.player, odin.hall.finished(odin.player))
        case "settings":
            from odin_tui.screens.settings import SettingsScreen

            return SettingsScreen()
        case _:
            raise ValueError(where)


async def _continue(odin: "OdinApp") -> None:
    from odin_tui.screens.unfinished import UnfinishedScreen

    waiting = odin.hall.unfinished(odin.player)
    if len(waiting) == 1:
        await odin.continue_table(waiting[0].code)
    elif waiting:
        odin.push_screen(UnfinishedScreen())


def _replays(odin: "OdinApp") -> None:
    from odin_tui.screens.replays import ReplaysScreen

    async def show(match: str | None) -> None:
        if match is not None:
            await replay(odin, match)

    odin.push_screen(ReplaysScreen(odin.player, odin.hall.finished(odin.player)), show)


async def replay(odin: "OdinApp", match: str) -> None:
    """Show a finished match step by step."""
    from odin_tui.screens.replay import ReplayScreen

    try:
        record = await odin.hall.record(odin.player, match)
    except Refusal as refusal:
        odin.complain(refusal)
        return
    await odin.push_screen(ReplayScreen(record, odin.judge))
