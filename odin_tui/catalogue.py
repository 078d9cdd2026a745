"""The games that have both rules and a screen, and which of them is chosen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_server.hall.views import NewTable
from odin_tui.game_ui import GAME_UIS
from odin_tui.languages import Translations
from odin_tui.messages import any_of
from odin_tui.option_text import option_summary
from odin_tui.settings import Settings


class _Playable(Mapping[str, AnyGame]):
    """The games of both registries; a game is imported when it is asked for."""

    def __getitem__(self, name: str) -> AnyGame:
        if name not in GAME_UIS:
            raise KeyError(name)
        return GAMES[name]

    def __contains__(self, name: object) -> bool:
        return name in GAME_UIS and name in GAMES

    def __iter__(self) -> Iterator[str]:
        return (name for name in GAMES if name in GAME_UIS)

    def __len__(self) -> int:
        return sum(1 for _ in self)


PLAYABLE = _Playable()


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """Today's deal of a game."""

    game: str


DEFAULT_BOT = "karl"
"""The level of a bot that nobody has chosen."""


def chosen_game(settings: Settings) -> str:
    """Return the game that was played last, or the first if that one is gone."""
    game = settings.last_table.game
    return game if game in PLAYABLE else next(iter(PLAYABLE))


def usual_table(game: str) -> NewTable:
    """Return the table at which a game is played for the first time."""
    first = Settings().last_table
    if game == first.game:
        return first
    seats = PLAYABLE[game].SEATS[0]
    return NewTable(game, seats=seats, bots=(DEFAULT_BOT,) * (seats - 1), hints=True)


def choose_game(settings: Settings, game: str) -> Settings:
    """Return settings in which a game is chosen, with the table at which it was played last."""
    return settings.at_table(settings.tables.get(game) or usual_table(game))


def other_game(settings: Settings, step: int = 1) -> str:
    """Return the game so many places after the chosen one; after the last comes the first."""
    games = list(PLAYABLE)
    return games[(games.index(chosen_game(settings)) + step) % len(games)]


def next_game(settings: Settings) -> Settings:
    """Return settings in which the game after the chosen one is chosen."""
    return choose_game(settings, other_game(settings))


def game_title(game: str) -> str:
    """Return the name of a game; a game that is unknown here is called by its id."""
    return GAMES.title(game)


def unusual_options(
    game: str, seats: int, options: Mapping[str, str], tr: Translations
) -> list[str]:
    """Return a few words on each option of a table that does not have its default value."""
    return [
        option_summary(game, each.name, options[each.name], tr)
        for each in PLAYABLE[game].CHOICES
        if seats in each.seats and options.get(each.name, each.default) != each.default
    ]


def about_games(settings: Settings, tr: Translations) -> str:
    """Return which game is chosen, and which others there are."""
    chosen = chosen_game(settings)
    others = [game_title(name) for name in PLAYABLE if name != chosen]
    if not others:
        return game_title(chosen)
    text = tr.gettext("{game}, or {others}")
    return text.format(game=game_title(chosen), others=any_of(others, tr))


def about_games_briefly(settings: Settings, tr: Translations) -> str:
    """Return which game is chosen, and how many others there are."""
    others = len(PLAYABLE) - 1
    text = tr.ngettext("{game}, or {count} other", "{game}, or {count} others", others)
    return text.format(game=game_title(chosen_game(settings)), count=others)
