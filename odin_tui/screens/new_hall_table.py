"""The form of a new table in the hall: who may come, who may watch, and the options."""

from dataclasses import replace
from typing import Any

from textual import on

from odin_engine.bots import LEVELS
from odin_server.hall import NewTable
from odin_server.hall.views import is_guest
from odin_tui.catalogue import DEFAULT_BOT, PLAYABLE, choose_game
from odin_tui.screens.new_table import (
    HALL_CLOCKS,
    NewTableScreen,
    clock_fields,
    fitting_options,
    game_field,
    level_field,
    on_off_field,
)
from odin_tui.settings import Settings
from odin_tui.widgets.form import Field, Form


class NewHallTableScreen(NewTableScreen):
    """The form of a new table, with free seats for those who will come."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        bot = self.table.bots[-1] if self.table.bots else DEFAULT_BOT
        self._bot = bot if bot in LEVELS else DEFAULT_BOT
        self.table = replace(self.table, bots=(), public=True, hints=False, host_sits=True)

    @property
    def _free(self) -> int:
        return self.table.seats - 1 - len(self.table.bots)

    def _seating(self) -> list[Field]:
        tr, table = self.tr, self.table
        seats = [str(number) for number in self._game.SEATS]
        free = [str(number) for number in range(table.seats - 1, -1, -1)]
        listed = {
            "on": tr.gettext("everyone in the hall sees it"),
            "off": tr.gettext("only with the code"),
        }
        lines = [
            game_field(table.game, tr),
            Field("seats", tr.gettext("Seats"), str(table.seats), seats),
            Field(
                "free",
                tr.gettext("Free seats"),
                str(self._free),
                free,
                meaning=tr.gettext("Seats for the people you invite."),
            ),
        ]
        if table.bots:
            meaning = tr.gettext("They play in the other seats.")
            lines.append(level_field("level", tr.gettext("Bots"), self._bot, meaning, tr))
        lines.append(on_off_field("public", tr.gettext("Listed"), table.public, tr, notes=listed))
        return lines

    def _table_fields(self) -> list[Field]:
        tr, table = self.tr, self.table
        return [
            self._clock_field(),
            on_off_field("hints", tr.gettext("Hints"), table.hints, tr),
            on_off_field("spectators", tr.gettext("Spectators"), table.spectators, tr),
            on_off_field("spectators_talk", tr.gettext("They talk"), table.spectators_talk, tr),
            Field(
                "open",
                tr.gettext("Open the table"),
                meaning=tr.gettext("Sit down, and send the invitation to your friends."),
            ),
        ]

    def _clock_field(self) -> Field:
        tr, clock = self.tr, self.table.clock
        if is_guest(self.odin.player.id):
            meaning = tr.gettext("Days for a move need an account: guests cannot come back.")
            return Field("clock", tr.gettext("Clock"), **clock_fields(clock, tr), meaning=meaning)
        fields = clock_fields(clock, tr, HALL_CLOCKS)
        meaning = ""
        if clock is not None and clock.correspondence:
            meaning = tr.gettext("By correspondence: nobody has to stay, and no seat is lost.")
        return Field("clock", tr.gettext("Clock"), **fields, meaning=meaning)

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        message.prevent_default()
        name, word = message.field.id, message.word
        if name == "game":
            self.table = NewTable(word, seats=PLAYABLE[word].SEATS[0], public=self.table.public)
        elif name == "seats":
            self.table = _fitted(replace(self.table, seats=int(word)))
        elif name == "free":
            bots = (self._bot,) * (self.table.seats - 1 - int(word))
            self.table = replace(self.table, bots=bots)
        elif name == "level":
            self._bot = word
            self.table = replace(self.table, bots=(word,) * len(self.table.bots))
        elif name == "clock":
            self.table = replace(self.table, clock=HALL_CLOCKS[word])
        elif name in ("public", "hints", "spectators", "spectators_talk"):
            change: dict[str, Any] = {name: word == "on"}
            self.table = replace(self.table, **change)
        else:
            self._set_option(name, word)
        self.show_fields()

    async def action_open(self) -> None:
        """Sit down at the table; of it, only the game is remembered."""
        odin = self.odin
        if self.table.game != odin.settings.last_table.game:
            odin.change_settings(choose_game(odin.settings, self.table.game))
        self.dismiss()
        await odin.open_table(self.table)


def _fitted(table: NewTable) -> NewTable:
    bots = table.bots[: table.seats - 1]
    return replace(table, bots=bots, options=fitting_options(table))
