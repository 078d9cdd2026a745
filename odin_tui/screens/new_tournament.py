"""The form of a new tournament: what is played, in how many rounds, at which tables."""

from dataclasses import replace

from textual import on

from odin_engine.game import Refusal
from odin_server.hall import NewTable
from odin_server.tournaments.decisions import MOST_ROUNDS, NewTournament
from odin_tui.catalogue import PLAYABLE
from odin_tui.languages import N_
from odin_tui.screens.new_table import (
    CLOCKS,
    ON_OFF,
    NewTableScreen,
    clock_fields,
    fitting_options,
    game_field,
)
from odin_tui.settings import Settings
from odin_tui.widgets.form import Field, Form

USUAL_SEATS = 4


class NewTournamentScreen(NewTableScreen):
    """The form of a tournament; its tables are made as the form of a table makes them."""

    HEADING = N_("New tournament")

    def __init__(self, settings: Settings, name: str) -> None:
        super().__init__(settings)
        self.table = _table_of(self.table.game)
        self.wanted = NewTournament(name, self.table.game)

    def _seating(self) -> list[Field]:
        tr, wanted = self.tr, self.wanted
        formats = {"swiss": tr.gettext("Swiss"), "knock-out": tr.gettext("knock-out")}
        lines = [
            game_field(self.table.game, tr),
            Field(
                "format",
                tr.gettext("Format"),
                wanted.format,
                tuple(formats),
                labels=formats,
                notes={
                    "swiss": tr.gettext("everybody plays every round"),
                    "knock-out": tr.gettext("the better half of a table goes on"),
                },
            ),
        ]
        if wanted.format == "swiss":
            rounds = tuple(str(number) for number in range(1, MOST_ROUNDS + 1))
            lines.append(Field("rounds", tr.gettext("Rounds"), str(wanted.rounds), rounds))
        seats = tuple(str(number) for number in self._game.SEATS)
        meaning = tr.gettext("Where numbers do not come out even, some tables are smaller.")
        title = tr.gettext("Seats at a table")
        return [*lines, Field("seats", title, str(self.table.seats), seats, meaning=meaning)]

    def _table_fields(self) -> list[Field]:
        tr = self.tr
        ways = {"on": tr.gettext("by itself"), "off": tr.gettext("when I say so")}
        return [
            Field("clock", tr.gettext("Clock"), **clock_fields(self.table.clock, tr)),
            Field(
                "auto", tr.gettext("Next round"), ON_OFF[self.wanted.auto], tuple(ways), labels=ways
            ),
            Field(
                "open",
                tr.gettext("Announce the tournament"),
                meaning=tr.gettext("Everybody in the hall can join it until you start it."),
            ),
        ]

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        message.prevent_default()
        name, word = message.field.id, message.word
        if name == "game":
            self.table = _table_of(word)
        elif name == "seats":
            table = replace(self.table, seats=int(word))
            self.table = replace(table, options=fitting_options(table))
        elif name == "clock":
            self.table = replace(self.table, clock=CLOCKS[word])
        elif name == "format":
            chosen = NewTournament(self.wanted.name, self.wanted.game, auto=self.wanted.auto)
            self.wanted = replace(chosen, format="swiss" if word == "swiss" else "knock-out")
        elif name == "rounds":
            self.wanted = replace(self.wanted, rounds=int(word))
        elif name == "auto":
            self.wanted = replace(self.wanted, auto=word == "on")
        else:
            self._set_option(name, word)
        self.show_fields()

    async def action_open(self) -> None:
        """Announce the tournament, and show its page."""
        from odin_tui.hall_app import HallApp  # noqa: PLC0415 - the app imports its screens
        from odin_tui.screens.tournament import TournamentScreen  # noqa: PLC0415 - when wanted

        app, table = self.app, self.table
        assert isinstance(app, HallApp)  # noqa: S101 - no other app shows this screen
        wanted = replace(
            self.wanted,
            game=table.game,
            seats=table.seats,
            options=table.options,
            clock=table.clock,
        )
        try:
            made = await app.hall.tournaments.announce(app.manager, wanted)
        except Refusal as refusal:
            app.show_refusal(refusal, table.game)
            return
        self.dismiss()
        await app.push_screen(TournamentScreen(made.number))


def _table_of(game: str) -> NewTable:
    """Return the usual table of a game."""
    return NewTable(game, seats=min(USUAL_SEATS, PLAYABLE[game].SEATS[-1]))
