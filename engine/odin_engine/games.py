"""The registry of games. A new game is a new package and one line here."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

from odin_engine.game import AnyGame


class Games(MutableMapping[str, AnyGame]):
    """Games by their names. A game is imported when it is first asked for.

    The rules, bots and tables of all games together take a fifth of the time in which the program
    starts, and most sessions need those of one.
    """

    def __init__(self, **titles: str) -> None:
        self._titles = titles
        self._loaded: dict[str, AnyGame] = {}

    def title(self, name: str) -> str:
        """Return the title of a game without importing it; the name itself if it is unknown."""
        loaded = self._loaded.get(name)
        return self._titles.get(name, name) if loaded is None else loaded.TITLE

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self._loaded:
            if name not in self._titles:
                raise KeyError(name)
            game: Any = import_module(f"odin_engine.{name}")
            self._loaded[name] = game
        return self._loaded[name]

    def __setitem__(self, name: str, game: AnyGame) -> None:
        self._loaded[name] = game

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._titles or name in self._loaded

    def __iter__(self) -> Iterator[str]:
        return iter({**self._titles, **self._loaded})

    def __len__(self) -> int:
        return len({**self._titles, **self._loaded})


GAMES = Games(
    odin="Odin",
    herrlof="Herrlof",
    walhalla="Walhalla",
)
