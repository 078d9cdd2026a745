"""The rules, the lesson and the messages of a game, read from the data files in its folder.

`odin_tui/languages/extraction.py` finds the same texts for translators: each is one message.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from odin_tui.data_files import read_data
from odin_tui.lesson_table import Lesson, Step
from odin_tui.messages.sentence import Plural, Sentence
from odin_tui.option_text import OptionText
from odin_tui.rulebook import Topic, read_rulebook


@dataclass(frozen=True, slots=True)
class GameMessages:
    """The sentences of `messages.toml` by their codes, in English."""

    outcomes: Mapping[str, Sentence]
    refusals: Mapping[str, Sentence]
    reasons: Mapping[str, Sentence]
    options: Mapping[str, OptionText]
    stages: Mapping[str, Mapping[str, str]]
    """Texts for the stages of a turn, in games that have them."""


def read_rules(game: str) -> tuple[Topic, ...]:
    """Return the topics of `rules.md`."""
    return read_rulebook(_text(game, "rules.md"))


def read_lesson(game: str) -> Lesson:
    """Return the script of `lesson.toml`."""
    data = read_toml(_text(game, "lesson.toml"))
    steps = tuple(Step(**{**step, "then": tuple(step.get("then", ()))}) for step in data["steps"])
    return Lesson(game, data["seed"], tuple(data["names"]), data.get("options", {}), steps)


def read_messages(game: str) -> GameMessages:
    """Return the sentences of `messages.toml`."""
    data = read_toml(_text(game, "messages.toml"))
    return GameMessages(
        outcomes=_sentences(data.get("outcomes", {})),
        refusals=_sentences(data.get("refusals", {})),
        reasons=_sentences(data.get("reasons", {})),
        options={name: OptionText(**option) for name, option in data.get("options", {}).items()},
        stages=data.get("stages", {}),
    )


def read_toml(text: str) -> Any:
    """Return the data of a file; a text that is broken into lines becomes one line."""
    return _in_one_line(tomllib.loads(text))


def _sentences(data: Mapping[str, Any]) -> dict[str, Sentence]:
    return {code: text if isinstance(text, str) else Plural(**text) for code, text in data.items()}


def _text(game: str, name: str) -> str:
    return read_data("odin_tui", f"{game}/{name}")


def _in_one_line(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _in_one_line(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_in_one_line(value) for value in data]
    return " ".join(data.split()) if isinstance(data, str) else data
