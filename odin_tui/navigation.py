"""Opening the screens that the home screen lists."""

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from odin_engine.game import Refusal
from odin_server.hall.views import NewTable
from odin_tui.languages import N_

if TYPE_CHECKING:
    from odin_tui.app_places import PlacesApp

PLACES = {
    "game": (N_("Another game"), N_("Choose what to play")),
    "new": (N_("New table"), N_("Choose game, seats, bots and rules")),
    "continue": (N_("Continue"), N_("Continue an unfinished match")),
    "lesson": (N_("Lesson"), N_("Learn the game in two minutes")),
    "daily": (N_("Daily deal"), N_("One deal a day, the same for everybody")),
    "puzzles": (N_("Puzzles"), N_("Find the best move")),
    "join": (N_("Join a hall"), N_("Play with friends over SSH")),
    "replays": (N_("Replays"), N_("Watch a finished match again")),
    "statistics": (N_("Statistics"), N_("Your results so far")),
    "rules": (N_("Rules"), N_("How to play")),
    "settings": (N_("Settings"), N_("Name, theme, cards, keys and more")),
}
"""Screens that the command palette lists, from any screen: title and a few words."""

# ruff: noqa: PLC0415 - each screen is loaded when somebody goes there, so that the first is quick


async def go(odin: "PlacesApp", where: str) -> None:
    """Go to one of the screens that the home screen lists."""
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
    elif where == "join":
        join_hall(odin)
    elif where == "quit":
        odin.exit()
    else:
        await odin.push_screen(_screen(odin, where))


def join_hall(odin: "PlacesApp") -> None:
    """Ask which hall to join: one that is remembered, or another."""
    from odin_tui.screens.join_hall import JoinHallScreen, ask_for_hall

    if odin.settings.halls:
        odin.push_screen(JoinHallScreen())
    else:
        ask_for_hall(odin)


def _change_game(odin: "PlacesApp") -> None:
    from odin_tui.catalogue import about_games, next_game

    odin.change_settings(next_game(odin.settings))
    games = about_games(odin.settings, odin.translations)
    text = odin.translations.gettext("The game is now {games}.")
    odin.notify(text.format(games=games), markup=False)


def _game(odin: "PlacesApp") -> str:
    from odin_tui.catalogue import chosen_game

    return chosen_game(odin.settings)


def _playable(table: NewTable) -> NewTable:
    """Return the default table where the last one was of a game that is gone."""
    from odin_tui.catalogue import PLAYABLE
    from odin_tui.settings import Settings

    return table if table.game in PLAYABLE else Settings().last_table


def _screen(odin: "PlacesApp", where: str) -> Screen[Any]:  # noqa: PLR0911 - a page each
    match where:
        case "new":
            from odin_tui.screens.new_table import NewTableScreen

            return NewTableScreen(odin.settings)
        case "lesson":
            from odin_tui.game_ui import game_ui
            from odin_tui.screens.lesson import LessonScreen
            from odin_tui.screens.rules import RulesScreen

            game = _game(odin)
            return LessonScreen(game) if game_ui(game).has("lesson") else RulesScreen(game)
        case "statistics":
            from odin_tui.screens.statistics import StatisticsScreen

            return StatisticsScreen(
                odin.player,
                odin.hall.finished(odin.player),
                odin.hall.puzzles.progress(odin.player),
            )
        case "daily":
            from odin_tui.screens.daily import DailyScreen

            return DailyScreen()
        case "puzzles":
            from odin_tui.screens.puzzles import PuzzlesScreen

            return PuzzlesScreen()
        case "leaderboard":
            from odin_tui.screens.leaderboard import LeaderboardScreen

            return LeaderboardScreen()
        case "settings":
            from odin_tui.screens.settings import SettingsScreen

            return SettingsScreen()
        case _:
            raise ValueError(where)


async def _continue(odin: "PlacesApp") -> None:
    from odin_tui.screens.unfinished import UnfinishedScreen

    waiting = odin.hall.unfinished(odin.player)
    if len(waiting) == 1:
        await odin.continue_table(waiting[0].code)
    elif waiting:
        odin.push_screen(UnfinishedScreen())


def _replays(odin: "PlacesApp") -> None:
    from odin_tui.screens.replays import ReplaysScreen

    async def show(match: str | None) -> None:
        if match is not None:
            await replay(odin, match)

    odin.push_screen(ReplaysScreen(odin.player, odin.hall.finished(odin.player)), show)


async def replay(odin: "PlacesApp", match: str) -> None:
    """Show a finished match step by step."""
    from odin_tui.screens.replay import ReplayScreen

    try:
        record = await odin.hall.record(odin.player, match)
    except Refusal as refusal:
        odin.show_refusal(refusal)
        return
    finished = odin.hall.finished(odin.player)
    which = next((each for each in finished if each.id == match), None)
    await odin.push_screen(ReplayScreen(record, odin.analyst, match=which))
