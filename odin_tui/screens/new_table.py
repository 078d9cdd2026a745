"""Opening a table: the game, who sits there, and what is agreed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from odin_engine.bots import LEVELS
from odin_engine.game import AnyGame, BadOption, Choice
from odin_server.hall.views import NewTable, TimeControl
from odin_tui.bots_text import bot_meanings, bot_title, bot_titles
from odin_tui.catalogue import PLAYABLE, agreed, choose_game
from odin_tui.keys import binding
from odin_tui.languages import ENGLISH
from odin_tui.messages import option_text
from odin_tui.screens.form import FormScreen
from odin_tui.settings import SETTINGS, Settings
from odin_tui.widgets.form import Field, Form

CLOCKS: Mapping[str, TimeControl | None] = {
    "none": None,
    "15 s": TimeControl(15, 60),
    "30 s": TimeControl(30, 120),
    "60 s": TimeControl(60, 300),
}
"""A few clocks to choose from; each has a bank for the whole match."""

ON_OFF = {True: "on", False: "off"}
FRESH_BOT = "karl"


def describe(table: NewTable) -> str:
    """Say in a few words what a table is like."""
    game = PLAYABLE.get(table.game)
    if game is None:
        return table.game
    titles = Counter(bot_title(bot, ENGLISH) for bot in table.bots)
    bots = ", ".join(f"{count} × {bot}" if count > 1 else bot for bot, count in titles.items())
    words = [game.TITLE, f"{table.seats} seats"] + ([bots] if bots else [])
    return " · ".join([*words, *agreed(table.game, table.seats, table.options)])


class NewTableScreen(FormScreen):
    """The form is made from what the game itself says can be chosen."""

    HEADING = "New table"
    BINDINGS: ClassVar[list[BindingType]] = [binding("form.done", "open", "open the table")]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.wanted = settings.last_table
        self._pace = settings.pace
        self._settings = settings
        if self.wanted.game not in PLAYABLE:
            self.wanted = Settings().last_table

    @property
    def _game(self) -> AnyGame:
        return PLAYABLE[self.wanted.game]

    def fields(self) -> list[Field]:
        gap = Field("", "")
        choices = [self._choice(choice) for choice in self._game.CHOICES if self._applies(choice)]
        return [*self._seating(), gap, *choices, gap, *self._manners()]

    def _seating(self) -> list[Field]:
        wanted, game = self.wanted, self._game
        titles = {name: each.TITLE for name, each in PLAYABLE.items()}
        levels, notes = bot_titles(ENGLISH), bot_meanings(ENGLISH)
        seats = [str(number) for number in game.SEATS]
        alone = "You, and a bot in every other seat."
        return [
            Field("game", "Game", wanted.game, tuple(PLAYABLE), titles, meaning="What is played."),
            Field("seats", "Seats", str(wanted.seats), seats, meaning=alone),
            *(
                Field(f"bot {i}", f"Seat {i + 2}", bot, tuple(LEVELS), levels, notes, _about_bots())
                for i, bot in enumerate(wanted.bots)
            ),
        ]

    def _manners(self) -> list[Field]:
        paces = next(setting for setting in SETTINGS if setting.name == "pace").words
        clock = next((word for word, c in CLOCKS.items() if c == self.wanted.clock), "own")
        banks = {w: f"a move, and {c.bank:.0f} s in the bank" for w, c in CLOCKS.items() if c}
        return [
            Field(
                "clock",
                "Clock",
                clock,
                tuple(CLOCKS),
                notes=banks,
                meaning="When it runs out, a move is made for you.",
            ),
            Field(
                "pace",
                "Bots' pace",
                self._pace,
                tuple(paces),
                notes=paces,
                meaning="How long a bot looks at the table before it moves.",
            ),
            Field(
                "hints",
                "Hints",
                ON_OFF[self.wanted.hints],
                ("on", "off"),
                meaning="Whether you may ask what a Konung would do.",
            ),
            Field("open", "Open the table", meaning="Sit down and play."),
        ]

    def _applies(self, choice: Choice) -> bool:
        return self.wanted.seats in choice.seats and len(choice.values) > 1

    def _choice(self, choice: Choice) -> Field:
        word = self.wanted.options.get(choice.name) or self._usual(self.wanted.options, choice)
        words = choice.values if word in choice.values else (word, *choice.values)
        title, meaning = option_text(self.wanted.game, choice.name, ENGLISH)
        if choice.numbers:
            meaning += " Type the number."
        return Field(choice.name, title, word, words, meaning=meaning, numbers=choice.numbers)

    def _usual(self, options: Mapping[str, str], choice: Choice) -> str:
        """Find the word a choice has by itself, given the others: an edition decides some."""
        given = {name: word for name, word in options.items() if name != choice.name}
        try:
            agreed = self._game.write_options(self._game.read_options(given, self.wanted.seats))
        except BadOption:
            return choice.default
        return agreed.get(choice.name, choice.default)

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        name, word = message.field.id, message.word
        if name == "game":
            self.wanted = choose_game(self._settings, word).last_table
        elif name == "seats":
            self.wanted = _with_seats(replace(self.wanted, seats=int(word)))
        elif name.startswith("bot "):
            bots = list(self.wanted.bots)
            bots[int(name.removeprefix("bot "))] = word
            self.wanted = replace(self.wanted, bots=tuple(bots))
        elif name == "clock":
            self.wanted = replace(self.wanted, clock=CLOCKS[word])
        elif name == "pace":
            self._pace = word
        elif name == "hints":
            self.wanted = replace(self.wanted, hints=word == "on")
        else:
            self._agree(name, word)
        self.show_fields()

    def _agree(self, name: str, word: str) -> None:
        choice = choices_at(self.wanted)[name]
        options = dict(self.wanted.options) | {name: word}
        if self._usual(options, choice) == word:
            # Said or unsaid it is the same, and unsaid it follows when the edition is changed.
            del options[name]
        self.wanted = replace(self.wanted, options=options)

    @on(Form.Chosen)
    async def action_open(self) -> None:
        """Remember the table for next time, and sit down at it."""
        odin = self.odin
        odin.change_settings(replace(odin.settings.at_table(self.wanted), pace=self._pace))
        self.dismiss()
        await odin.open_table(self.wanted)


def _with_seats(table: NewTable) -> NewTable:
    """Fit bots and options to the number of seats."""
    bots = (*table.bots, *[FRESH_BOT] * table.seats)[: table.seats - 1]
    return replace(table, bots=bots, options=fitting_options(table))


def choices_at(table: NewTable) -> dict[str, Choice]:
    """Give what can be chosen with so many seats; a game may say a thing once for each number."""
    choices = PLAYABLE[table.game].CHOICES
    return {each.name: each for each in choices if table.seats in each.seats}


def fitting_options(table: NewTable) -> dict[str, str]:
    """Keep the options that make sense with so many seats."""
    return {name: word for name, word in table.options.items() if name in choices_at(table)}


def _about_bots() -> str:
    return "Bots see what a seat sees and no more; from weak to strong: " + (
        ", ".join(bot_titles(ENGLISH).values()) + "."
    )
