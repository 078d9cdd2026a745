"""The games that have both rules and a room to play them in."""

from collections.abc import Mapping

from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_server.hall.views import NewTable
from odin_tui.game_ui import GAME_UIS
from odin_tui.languages import ENGLISH
from odin_tui.messages import option_text
from odin_tui.settings import Settings

PLAYABLE: dict[str, AnyGame] = {name: game for name, game in GAMES.items() if name in GAME_UIS}

FRESH_BOT = "karl"


def chosen_game(settings: Settings) -> str:
    """Name the game that was played last, or the first if that one is gone."""
    game = settings.last_table.game
    return game if game in PLAYABLE else next(iter(PLAYABLE))


def usual_table(game: str) -> NewTable:
    """Give the table at which a game is played for the first time."""
    first = Settings().last_table
    if game == first.game:
        return first
    seats = PLAYABLE[game].SEATS[0]
    return NewTable(game, seats=seats, bots=(FRESH_BOT,) * (seats - 1), hints=True)


def choose_game(settings: Settings, game: str) -> Settings:
    """Choose a game, with the table at which it was played last."""
    return settings.at_table(settings.tables.get(game) or usual_table(game))


def next_game(settings: Settings) -> Settings:
    """Choose the game after the one that is chosen."""
    games = list(PLAYABLE)
    return choose_game(settings, games[(games.index(chosen_game(settings)) + 1) % len(games)])


def agreed(game: str, seats: int, options: Mapping[str, str]) -> list[str]:
    """Say what is agreed at a table and is not as usual."""
    return [
        f"{option_text(game, each.name, ENGLISH).title.lower()} {options[each.name]}"
        for each in PLAYABLE[game].CHOICES
        if seats in each.seats and options.get(each.name, each.default) != each.default
    ]


def about_games(settings: Settings) -> str:
    """Say which game is chosen, and which others there are."""
    chosen = chosen_game(settings)
    others = [game.TITLE for name, game in PLAYABLE.items() if name != chosen]
    return PLAYABLE[chosen].TITLE + (f", or {', '.join(others)}" if others else "")
