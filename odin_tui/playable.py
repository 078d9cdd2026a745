"""The games that have both rules and a room to play them in."""

from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_tui.rooms import ROOMS

PLAYABLE: dict[str, AnyGame] = {name: game for name, game in GAMES.items() if name in ROOMS}
