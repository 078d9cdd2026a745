"""The form of a new table: the game, who sits there, and the options of the match."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.binding import BindingType

from odin_engine.bots import LEVELS
from odin_engine.game import AnyGame, BadOption, Choice
from odin_server.hall.new_table import DAYS
from odin_server.hall.views import NewTable, TimeControl
from odin_tui.bots_text import bot_meanings, bot_ranks, bots_counted
from odin_tui.catalogue import DEFAULT_BOT, PLAYABLE, choose_game, game_title, unusual_options
from odin_tui.correspondence_text import clock_text
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_, NC_, Translations, in_context
from odin_tui.languages.numbers import comma_list
from odin_tui.option_text import option_meaning, option_text, option_title, value_label
from odin_tui.screens.form import FormScreen
from odin_tui.settings import Settings, setting, word_label
from odin_tui.widgets.form import Field, Form

CLOCKS: dict[str, TimeControl | None] = {
    NC_("clock", "none"): None,
    "15 s": TimeControl(15, 60),
    "30 s": TimeControl(30, 120),
    "60 s": TimeControl(60, 300),
}
"""A few clocks to choose from; each has a bank for the whole match."""

HALL_CLOCKS = CLOCKS | {f"{days} d": TimeControl.of_days(days) for days in DAYS}
"""Those of a hall, where a match may go on for weeks."""

OTHER_CLOCK = NC_("clock", "own")
"""What is shown for a clock that is not one of these."""
ON_OFF = {True: "on", False: "off"}
ON_OFF_FIELDS = {
    "hints": (NC_("hints", "on"), NC_("hints", "off")),
    "public": (NC_("public", "on"), NC_("public", "off")),
    "spectators": (NC_("spectators", "on"), NC_("spectators", "off")),
    "spectators_talk": (NC_("spectators_talk", "on"), NC_("spectators_talk", "off")),
}
"""The fields with these words, each marked for translators, who may need another for each."""


def describe(table: NewTable, tr: Translations) -> str:
    """Return in a few words what a table is like; nothing for a game that is gone."""
    if table.game not in PLAYABLE:
        return ""
    bots = [bots_counted(bot, count, tr) for bot, count in Counter(table.bots).items()]
    seats = tr.ngettext("{count} seat", "{count} seats", table.seats).format(count=table.seats)
    facts = [seats, *([comma_list(bots, tr)] if bots else [])]
    return " · ".join([*facts, *unusual_options(table.game, table.seats, table.options, tr)])


def clock_fields(
    clock: TimeControl | None,
    tr: Translations,
    clocks: Mapping[str, TimeControl | None] = CLOCKS,
) -> dict[str, Any]:
    """Return what the field of the clock shows: its value, the values, their labels and notes."""
    labels, notes = {}, {}
    for word, control in clocks.items():
        if control is None:
            labels[word] = in_context(tr, "clock", word)
        elif control.correspondence:
            labels[word] = clock_text(control, tr)
        else:
            labels[word] = tr.gettext("{seconds} s").format(seconds=f"{control.move:.0f}")
            note = tr.gettext("for a move, plus {seconds} s for the whole match")
            notes[word] = note.format(seconds=f"{control.bank:.0f}")
    value = next((word for word, control in clocks.items() if control == clock), OTHER_CLOCK)
    labels[OTHER_CLOCK] = in_context(tr, "clock", OTHER_CLOCK)
    return {"word": value, "words": tuple(clocks), "labels": labels, "notes": notes}


def on_off_field(name: str, title: str, on: bool, tr: Translations, **more: Any) -> Field:  # noqa: FBT001 - it is a value
    """Return the field of something that is on or off."""
    words = ON_OFF_FIELDS[name]
    labels = {word: in_context(tr, name, word) for word in words}
    return Field(name, title, ON_OFF[on], words, labels, **more)


ROWS_FOR_GAP = 26
"""The rows of a screen from which the last line of the form stands apart."""


class NewTableScreen(FormScreen):
    """The form is made from what the game itself says can be chosen."""

    HEADING = N_("New table")
    BINDINGS: ClassVar[list[BindingType]] = [
        binding("form.done", "change", N_("change")),
        binding("form.done", "open", N_("open the table")),
        binding("form.done", "more", N_("more options")),
    ]
    DEFAULT_CSS = """
    NewTableScreen #sample { display: none; }
    NewTableScreen.-large #sample { display: block; }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.table = settings.last_table
        self._pace = settings.pace
        self._settings = settings
        self._shows_more = False
        if self.table.game not in PLAYABLE:
            self.table = Settings().last_table

    def sample_game(self) -> str:
        return self.table.game

    @property
    def _game(self) -> AnyGame:
        return PLAYABLE[self.table.game]

    def fields(self) -> list[Field]:
        gap = Field("", "")
        choices = [choice for choice in self._game.CHOICES if self._applies(choice)]
        shown = [self._choice(choice) for choice in choices if self._is_shown(choice)]
        if not all(map(self._is_shown, choices)):
            meaning = self.tr.gettext("Show the rules that are rarely changed.")
            shown.append(Field("more", self.tr.gettext("More options"), "…", meaning=meaning))
        *table, done = self._table_fields()
        apart = [gap] if self.app.size.height >= ROWS_FOR_GAP else []
        return [*self._seating(), gap, *shown, gap, *table, *apart, done]

    def _is_shown(self, choice: Choice) -> bool:
        """Return whether an option is shown: a rare one only if it was changed or asked for."""
        rare = option_text(self.table.game, choice.name).rare
        return self._shows_more or not rare or choice.name in self.table.options

    def _seating(self) -> list[Field]:
        tr, table = self.tr, self.table
        seats = [str(number) for number in self._game.SEATS]
        alone = tr.gettext("You and bots: how many players there are.")
        return [
            game_field(table.game, tr),
            Field("seats", tr.gettext("Seats"), str(table.seats), seats, meaning=alone),
            *(
                level_field(
                    f"bot {i}",
                    tr.gettext("Seat {number}").format(number=i + 2),
                    bot,
                    tr.gettext("Bots play by the rules and never see your cards."),
                    tr,
                )
                for i, bot in enumerate(table.bots)
            ),
        ]

    def _table_fields(self) -> list[Field]:
        tr = self.tr
        pace = setting("pace")
        return [
            Field(
                "clock",
                tr.gettext("Clock"),
                **clock_fields(self.table.clock, tr),
                meaning=tr.gettext("If your time runs out, a move is made for you."),
            ),
            Field(
                "pace",
                tr.gettext(pace.title),
                self._pace,
                tuple(pace.words),
                labels={word: word_label("pace", word, tr) for word in pace.words},
                notes={word: tr.gettext(note) for word, note in pace.words.items()},
                meaning=tr.gettext(pace.meaning),
            ),
            on_off_field(
                "hints",
                tr.gettext("Hints"),
                self.table.hints,
                tr,
                meaning=tr.gettext("With hints, a key shows what the strongest bot would play."),
            ),
            Field("open", tr.gettext("Open the table"), meaning=tr.gettext("Sit down and play.")),
        ]

    def _applies(self, choice: Choice) -> bool:
        return self.table.seats in choice.seats and len(choice.values) > 1

    def _choice(self, choice: Choice) -> Field:
        word = self.table.options.get(choice.name) or self._usual(self.table.options, choice)
        words = choice.values if word in choice.values else (word, *choice.values)
        tr, game = self.tr, self.table.game
        return Field(
            choice.name,
            option_title(game, choice.name, tr),
            word,
            words,
            labels={each: value_label(game, choice.name, each, tr) for each in words},
            meaning=option_meaning(game, choice.name, tr),
            numbers=choice.numbers,
        )

    def _usual(self, options: Mapping[str, str], choice: Choice) -> str:
        """Return the value a choice has by itself, given the others: an edition decides some."""
        given = {name: word for name, word in options.items() if name != choice.name}
        try:
            options = self._game.read_options(given, self.table.seats)
        except BadOption:
            return choice.default
        return self._game.write_options(options).get(choice.name, choice.default)

    @on(Form.Changed)
    def _change(self, message: Form.Changed) -> None:
        name, word = message.field.id, message.word
        if name == "game":
            self.table = choose_game(self._settings, word).last_table
        elif name == "seats":
            self.table = _with_seats(replace(self.table, seats=int(word)))
        elif name.startswith("bot "):
            bots = list(self.table.bots)
            bots[int(name.removeprefix("bot "))] = word
            self.table = replace(self.table, bots=tuple(bots))
        elif name == "clock":
            self.table = replace(self.table, clock=CLOCKS[word])
        elif name == "pace":
            self._pace = word
        elif name == "hints":
            self.table = replace(self.table, hints=word == "on")
        else:
            self._set_option(name, word)
        self.show_fields()

    def _set_option(self, name: str, word: str) -> None:
        choice = choices_at(self.table)[name]
        options = dict(self.table.options) | {name: word}
        if self._usual(options, choice) == word:
            # Said or unsaid it is the same, and unsaid it follows when the edition is changed.
            del options[name]
        self.table = replace(self.table, options=options)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Let Enter do what the line under the cursor says."""
        if action == "change":
            return bool(self._field.words)
        return action not in ("open", "more") or self._field.id == action

    def action_change(self) -> None:
        """Turn the choice under the cursor."""
        self.form.action_choose()

    def action_more(self) -> None:
        """Show all options."""
        self._shows_more = True
        self.show_fields()

    @on(Form.Chosen)
    async def _choose(self, message: Form.Chosen) -> None:
        if message.field.id == "more":
            self.action_more()
        else:
            await self.action_open()

    async def action_open(self) -> None:
        """Remember the table for next time, and sit down at it."""
        odin = self.odin
        odin.change_settings(replace(odin.settings.at_table(self.table), pace=self._pace))
        self.dismiss()
        await odin.open_table(self.table)


def _with_seats(table: NewTable) -> NewTable:
    """Fit bots and options to the number of seats."""
    bots = (*table.bots, *[DEFAULT_BOT] * table.seats)[: table.seats - 1]
    return replace(table, bots=bots, options=fitting_options(table))


def choices_at(table: NewTable) -> dict[str, Choice]:
    """Return the options for this number of seats; a game may declare one for each number."""
    choices = PLAYABLE[table.game].CHOICES
    return {each.name: each for each in choices if table.seats in each.seats}


def fitting_options(table: NewTable) -> dict[str, str]:
    """Keep the options that make sense with so many seats."""
    return {name: word for name, word in table.options.items() if name in choices_at(table)}


def game_field(game: str, tr: Translations) -> Field:
    """Return the field that chooses the game."""
    titles = {name: game_title(name) for name in PLAYABLE}
    about = game_ui(game).about
    meaning = tr.gettext(about) if about else tr.gettext("What you play.")
    return Field("game", tr.gettext("Game"), game, tuple(PLAYABLE), titles, meaning=meaning)


def level_field(name: str, title: str, level: str, meaning: str, tr: Translations) -> Field:
    """Return a field that chooses the level of bots."""
    return Field(name, title, level, tuple(LEVELS), bot_ranks(tr), bot_meanings(tr), meaning)
