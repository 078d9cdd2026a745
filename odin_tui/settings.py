"""What a player can set, and the TOML text it is kept as. This module touches no file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, TypeAlias

from odin_server.hall.views import NAME_LENGTH, NewTable, TimeControl
from odin_server.toml_settings import Length, OneOf, ReadAs, change, parse
from odin_tui.languages import LANGUAGES, N_, NC_, Translations, in_context
from odin_tui.terminal_letters import LETTER_ORDERS

HEADING = "# The settings of odin. What is left out, or out of place, has its default.\n\n"

RENAMED_KEYS = {
    "lesson.on": "lesson.read_on",
    "replay.last_hand": "replay.previous_hand",
    "replay.next_find": "replay.next_finding",
}
"""Ids of bindings in files of older versions, and what they are called now."""

RENAMED_THEMES = {"dark": "night", "light": "day", "colour-blind": "night"}
"""Themes in files of older versions; every theme is for colour-blind players too now."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as a form shows it; all texts are English and translated where they are shown.

    `words` are the values as the file has them, each with a note; the form translates both.
    """

    name: str
    title: str
    meaning: str
    words: Mapping[str, str]


SETTINGS = (
    Setting(
        "theme",
        N_("Theme"),
        N_("The colours of the whole screen. Every theme suits colour-blind players."),
        {
            N_("night"): N_("a lit oak table in a dark hall"),
            N_("day"): N_("a birch table on parchment"),
            N_("fjord"): N_("deep water and slate"),
            N_("ember"): N_("red wood by the fire"),
            N_("high-contrast"): N_("white on black, strong colours"),
            N_("ansi"): N_("your terminal's own sixteen colours"),
        },
    ),
    Setting(
        "card_style",
        N_("Card marks"),
        N_("A symbol for each colour, readable without colour vision."),
        {
            N_("shapes"): N_("a shape for every colour"),
            N_("runes"): N_("a rune for every colour"),
            N_("letters"): N_("letters alone, for a terminal that breaks shapes and blocks"),
        },
    ),
    Setting(
        "sort",
        N_("Sort the hand"),
        N_("The order of your cards; a key at the table changes it too."),
        {
            N_("colour"): N_("by colour, then by number"),
            N_("number"): N_("by number, then by colour"),
            N_("groups"): N_("with what goes together first"),
        },
    ),
    Setting(
        "pace",
        N_("Bots' pace"),
        N_("How long a bot waits before it plays."),
        {
            N_("slow"): N_("two seconds each"),
            N_("normal"): N_("just under a second"),
            N_("fast"): N_("a quarter of a second"),
            N_("instant"): N_("no waiting at all"),
        },
    ),
    Setting(
        "when_stuck",
        N_("Nothing to play"),
        N_("What happens on your turn when no card of yours can be played."),
        {
            N_("wait"): N_("you pass yourself"),
            NC_("when_stuck", "pass"): N_("you pass after a moment, by itself"),
        },
    ),
    Setting(
        "animations",
        N_("Animations"),
        N_("Any key skips an animation."),
        {
            N_("full"): N_("cards slide"),
            N_("reduced"): N_("fewer, shorter steps"),
            NC_("animations", "none"): N_("nothing moves"),
        },
    ),
    Setting(
        "bell",
        N_("Bell"),
        N_("The sound of your terminal."),
        {
            NC_("bell", "on"): N_("rings when it is your turn"),
            NC_("bell", "off"): N_("stays silent"),
        },
    ),
    Setting(
        "notices",
        N_("Notices"),
        N_("For when you are looking at another window."),
        {
            NC_("notices", "on"): N_("the window title says when it is your turn"),
            NC_("notices", "off"): N_("the window title never changes"),
        },
    ),
    Setting(
        "key_map",
        N_("Keys"),
        N_("You can change any single key under “Own keys”."),
        {N_("arrows"): N_("arrows and space"), N_("vim"): N_("h j k l beside the arrows")},
    ),
)
"""The settings with a fixed choice of values; the first of each is its default."""


def word_label(name: str, word: str, tr: Translations) -> str:
    """Return how a value of a setting is shown; its context, if it needs one, is the setting."""
    return in_context(tr, name, word)


def setting(name: str) -> Setting:
    """Return the setting of this name."""
    return next(each for each in SETTINGS if each.name == name)


def next_word(name: str, word: str) -> str:
    """Return the value after this one that a setting can have; after the last comes the first."""
    words = [*setting(name).words]
    return words[(words.index(word) + 1) % len(words)]


BOT_PAUSE = {"slow": 2.0, "normal": 0.8, "fast": 0.25, "instant": 0.0}
"""The seconds a bot looks at the table, by pace."""


def _word_of(name: str) -> OneOf:
    return OneOf(tuple(setting(name).words))


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedTable:
    """What is kept of a table that a player has opened."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    hints: bool = True
    clock: TimeControl | None = None

    def new_table(self) -> NewTable:
        """Return it as a table to be opened again."""
        return NewTable(**{each.name: getattr(self, each.name) for each in fields(self)})


Table: TypeAlias = Annotated[NewTable, ReadAs(SavedTable, SavedTable.new_table)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a player has set. It never changes; a new one replaces it."""

    name: Annotated[str, Length(NAME_LENGTH)] = ""
    """The player's name; empty until they have chosen one."""
    language: Annotated[str, OneOf(("", *LANGUAGES))] = ""
    """The language that the player has chosen; empty until they have."""
    letter_order: Annotated[str, OneOf(("", *LETTER_ORDERS))] = ""
    """The order in which the terminal wants Arabic letters; empty until the player has chosen."""
    theme: Annotated[str, _word_of("theme")] = "night"
    card_style: Annotated[str, _word_of("card_style")] = "shapes"
    sort: Annotated[str, _word_of("sort")] = "colour"
    pace: Annotated[str, _word_of("pace")] = "normal"
    when_stuck: Annotated[str, _word_of("when_stuck")] = "wait"
    animations: Annotated[str, _word_of("animations")] = "full"
    bell: Annotated[str, _word_of("bell")] = "off"
    notices: Annotated[str, _word_of("notices")] = "on"
    key_map: Annotated[str, _word_of("key_map")] = "arrows"
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys of the player's own choice, by binding id."""
    last_table: Table = field(
        default_factory=lambda: NewTable("odin", seats=4, bots=("karl", "karl", "karl"), hints=True)
    )
    """The table that one key opens again; its game is the one that is chosen."""
    tables: Mapping[str, Table] = field(default_factory=dict)
    """The last table of every other game."""
    lesson_done: bool = False
    halls: tuple[str, ...] = ()
    """The hosts that the player has joined, the last one first."""

    def at_table(self, table: NewTable) -> "Settings":
        """Remember a table, and with it which game is chosen."""
        kept = {name: each for name, each in self.tables.items() if name != table.game}
        if self.last_table.game != table.game:
            kept[self.last_table.game] = self.last_table
        return replace(self, last_table=table, tables=kept)


def read(text: str) -> Settings:
    """Return the settings in a TOML text, or raise `BadSetting` for the first thing wrong."""
    words = parse(text)
    theme = words.get("theme")
    if isinstance(theme, str):
        words = {**words, "theme": RENAMED_THEMES.get(theme, theme)}
    if words.get("language") not in LANGUAGES:
        # A language that this version does not have must not cost the player all settings.
        words = {name: word for name, word in words.items() if name != "language"}
    settings = change(Settings(), words, ignore_unknown=True)
    return replace(settings, keys={RENAMED_KEYS.get(i, i): key for i, key in settings.keys.items()})


def write(settings: Settings) -> str:
    """Return the TOML that `read` turns into the same settings."""
    apart = ("keys", "last_table", "tables")
    plain = [one.name for one in fields(Settings) if one.name not in apart]
    lines = [f"{name.replace('_', '-')} = {_toml(getattr(settings, name))}" for name in plain]
    lines += ["", "[keys]", *(f"{_toml(i)} = {_toml(k)}" for i, k in settings.keys.items())]
    lines += _table_lines("last-table", settings.last_table)
    for name, table in settings.tables.items():
        lines += _table_lines(f"tables.{_toml(name)}", table)
    return HEADING + "\n".join(lines) + "\n"


def _table_lines(name: str, table: NewTable) -> list[str]:
    lines = [
        "",
        f"[{name}]",
        f"game = {_toml(table.game)}",
        f"seats = {_toml(table.seats)}",
        f"bots = {_toml(table.bots)}",
        f"hints = {_toml(table.hints)}",
    ]
    if table.clock is not None:
        lines.append(f"clock = [{_toml(table.clock.move)}, {_toml(table.clock.bank)}]")
    lines += ["", f"[{name}.options]"]
    return lines + [f"{_toml(option)} = {_toml(word)}" for option, word in table.options.items()]


def _toml(value: str | float | tuple[str, ...]) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'
