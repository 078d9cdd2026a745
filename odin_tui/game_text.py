"""The rules, the lesson and the messages of a game, read from the data files in its folder.

`odin_tui/languages/extraction.py` finds the same texts for translators: each is one message.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

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


def read_lesson(game: str, prepare: Callable[[Mapping[str, Any]], Any] | None = None) -> Lesson:
    """Return the script of `lesson.toml`; `prepare` makes a state of its table `start`."""
    data = read_toml(_text(game, "lesson.toml"))
    return Lesson(
        game=game,
        seed=data.get("seed", ""),
        names=tuple(data["names"]),
        options=data.get("options", {}),
        steps=tuple(map(_step, data["steps"])),
        start=None if prepare is None else prepare(data["start"]),
    )


def _step(data: Mapping[str, Any]) -> Step:
    lists = {name: tuple(data.get(name, ())) for name in ("then", "marks")}
    return Step(**{**data, **lists})


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
    return files("odin_tui").joinpath(game, name).read_text(encoding="utf-8")


def _in_one_line(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _in_one_line(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_in_one_line(value) for value in data]
    return " ".join(data.split()) if isinstance(data, str) else data
