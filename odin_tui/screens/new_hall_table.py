"""Opening a table among others: who may come, who may watch, and what is agreed."""

from dataclasses import replace
from typing import Any

from textual import on

from odin_engine.bots import LEVELS
from odin_server.hall import NewTable
from odin_tui.bots_text import bot_meanings, bot_titles
from odin_tui.catalogue import PLAYABLE, choose_game
from odin_tui.languages import ENGLISH
from odin_tui.screens.new_table import CLOCKS, ON_OFF, NewTableScreen, fitting_options
from odin_tui.settings import Settings
from odin_tui.widgets.form import Field, Form

BOT = "karl"


class NewHallTableScreen(NewTableScreen):
    """The form of a new table, with free seats for those who will come."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        bot = self.wanted.bots[-1] if self.wanted.bots else BOT
        self._bot = bot if bot in LEVELS else BOT
        self.wanted = replace(self.wanted, bots=(), public=True, hints=False, host_sits=True)

    @property
    def _free(self) -> int:
        return self.wanted.seats - 1 - len(self.wanted.bots)

    def _seating(self) -> list[Field]:
        wanted, game = self.wanted, self._game
        titles = {name: each.TITLE for name, each in PLAYABLE.items()}
        levels, notes = bot_titles(ENGLISH), bot_meanings(ENGLISH)
        free = [str(number) for number in range(wanted.seats - 1, -1, -1)]
        listed = {"on": "everyone in the hall sees it", "off": "only with the code"}
        lines = [
            Field("game", "Game", wanted.game, tuple(PLAYABLE), titles, meaning="What is played."),
            Field("seats", "Seats", str(wanted.seats), [str(n) for n in game.SEATS]),
            Field("free", "Free seats", str(self._free), free, meaning="For those who will come."),
        ]
        if wanted.bots:
            lines.append(
                Field("level", "Bots", self._bot, tuple(LEVELS), levels, notes, "In the others.")
            )
        lines.append(Field("public", "Listed", ON_OFF[wanted.public], ("on", "off"), notes=listed))
        return lines

    def _manners(self) -> list[Field]:
        wanted = self.wanted
        clock = next((word for word, c in CLOCKS.items() if c == wanted.clock), "own")
        banks = {w: f"a move, and {c.bank:.0f} s in the bank" for w, c in CLOCKS.items() if c}
        return [
            Field("clock", "Clock", clock, tuple(CLOCKS), notes=banks),
            Field("hints", "Hints", ON_OFF[wanted.hints], ("on", "off")),
            Field("spectators", "Spectators", ON_OFF[wanted.spectators], ("on", "off")),
            Field("spectators_talk", "They talk", ON_OFF[wanted.spectators_talk], ("on", "off")),
            Field("open", "Open the table", meaning="Sit down, and send the code to friends."),
        ]

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        message.prevent_default()
        name, word = message.field.id, message.word
        if name == "game":
            self.wanted = NewTable(word, seats=PLAYABLE[word].SEATS[0], public=self.wanted.public)
        elif name == "seats":
            self.wanted = _fitted(replace(self.wanted, seats=int(word)))
        elif name == "free":
            bots = (self._bot,) * (self.wanted.seats - 1 - int(word))
            self.wanted = replace(self.wanted, bots=bots)
        elif name == "level":
            self._bot = word
            self.wanted = replace(self.wanted, bots=(word,) * len(self.wanted.bots))
        elif name == "clock":
            self.wanted = replace(self.wanted, clock=CLOCKS[word])
        elif name in ("public", "hints", "spectators", "spectators_talk"):
            change: dict[str, Any] = {name: word == "on"}
            self.wanted = replace(self.wanted, **change)
        else:
            self._agree(name, word)
        self.show_fields()

    @on(Form.Chosen)
    async def _chosen(self, message: Form.Chosen) -> None:
        message.prevent_default()
        await self.action_open()

    async def action_open(self) -> None:
        """Sit down at the table; of it, only the game is remembered."""
        odin = self.odin
        if self.wanted.game != odin.settings.last_table.game:
            odin.change_settings(choose_game(odin.settings, self.wanted.game))
        self.dismiss()
        await odin.open_table(self.wanted)


def _fitted(table: NewTable) -> NewTable:
    bots = table.bots[: table.seats - 1]
    return replace(table, bots=bots, options=fitting_options(table))
