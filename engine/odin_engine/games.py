"""The registry of games. A new game is a new package and one line here."""

from odin_engine import herrlof, odin, walhalla
from odin_engine.game import AnyGame

GAMES: dict[str, AnyGame] = {
    odin.NAME: odin,
    herrlof.NAME: herrlof,
    walhalla.NAME: walhalla,
}
