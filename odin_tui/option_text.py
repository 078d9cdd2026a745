"""What the options of a match are called where a player reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from odin_tui.game_ui import game_ui
from odin_tui.languages import N_, Translations
from odin_tui.messages.sentence import Plural, Text, template


@dataclass(frozen=True, slots=True)
class OptionText:
    """The texts of one option, in English; they are translated where they are shown."""

    title: str
    meaning: str
    """One or more sentences."""
    summary: Text
    """How a table with an unusual value is described, with the placeholder `{value}`."""
    values: Mapping[str, Text] = field(default_factory=dict)
    """How a value is shown, where it is not a number."""
    rare: bool = False
    """Whether few players ever change it, so that a form shows it only when asked for more."""


_UNKNOWN = OptionText("", "", N_("{option} {value}"))


def option_text(game: str, option: str) -> OptionText:
    """Return the texts of an option; an option without any is called by its id."""
    return game_ui(game).options.get(option, _UNKNOWN)


def option_title(game: str, option: str, tr: Translations) -> str:
    """Return what stands before the value of an option in a form."""
    title = option_text(game, option).title
    return tr.gettext(title) if title else option


def option_meaning(game: str, option: str, tr: Translations) -> str:
    """Return what an option is for; empty for an option without an explanation."""
    meaning = option_text(game, option).meaning
    return tr.gettext(meaning) if meaning else ""


def value_label(game: str, option: str, value: str, tr: Translations) -> str:
    """Return how a value of an option is shown."""
    label = option_text(game, option).values.get(value)
    return value if label is None else template(label, tr, {})


def option_summary(game: str, option: str, value: str, tr: Translations) -> str:
    """Return a few words on what is agreed, as in `play to 20`."""
    summary = option_text(game, option).summary
    # A summary that agrees with a number is of an option whose values are numbers.
    number = {summary.count: int(value)} if isinstance(summary, Plural) else {}
    text = template(summary, tr, number)
    return text.format(option=option, value=value_label(game, option, value, tr))
