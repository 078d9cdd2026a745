"""The rules, the lesson and the messages of a game, read from the data files in its folder.

`odin_tui/languages/extraction.py` finds the same texts for translators: each is one message.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from odin_tui.data_files import read_data
from odin_tui.event_text import EventTexts, code_of
from odin_tui.languages import Translations
from odin_tui.lesson_table import Lesson, Step
from odin_tui.messages.sentence import InContext, Plural, Text, WhoText, formatted, template
from odin_tui.narrator import EventText, Reader
from odin_tui.option_text import OptionText
from odin_tui.rulebook import Topic, read_rulebook


@dataclass(frozen=True, slots=True)
class GameMessages:
    """The sentences of `messages.toml` by their codes, in English."""

    outcomes: Mapping[str, Text]
    refusals: Mapping[str, Text]
    reasons: Mapping[str, Text]
    options: Mapping[str, OptionText]
    stages: Mapping[str, Mapping[str, str]]
    """Texts for the stages of a turn, in games that have them."""
    events: EventTexts
    """Sentences for what happens in a match."""
    moves: Mapping[str, Mapping[str, Text]]
    """How a move is `spoken` and given as `advice`, by the codes of the moves."""
    texts: Mapping[str, Text]
    """Whatever else the game says."""
    words: Mapping[str, str]

    def say(self, code: str, tr: Translations, /, **facts: Any) -> str:
        """Return one of the texts in a language, with its facts."""
        return formatted(self.texts[code], tr, facts)

    def template(self, code: str, tr: Translations, /, **facts: Any) -> str:
        """Return one of the texts in a language with its placeholders."""
        return template(self.texts[code], tr, facts)

    def tell(self, code: str, reader: Reader, seat: int, /, **facts: Any) -> str:
        """Return the sentence of this code about a seat, with its facts."""
        return self.about(code, reader, seat, **facts).format(name=reader.names[seat], **facts)

    def about(
        self, code: str, reader: Reader, seat: int, target: int | None = None, /, **facts: Any
    ) -> str:
        """Return the sentence of this code about a seat with its placeholders."""
        texts = self.events.events[code]
        assert isinstance(texts, EventText)  # noqa: S101 - a mistake in the file
        return reader.choose(texts, seat, target, **facts)

    def word(self, value: str, tr: Translations) -> str:
        """Return the word for a value of an enum."""
        return tr.gettext(self.words[value])

    def of_moves(
        self, kind: str, code: Callable[[Any], str] = code_of
    ) -> Callable[[Any, Reader], str]:
        """Return a function that says moves in this kind of sentence, `spoken` or `advice`."""

        def said(move: Any, reader: Reader) -> str:
            facts = self.events.facts(move, reader)
            return formatted(self.moves[code(move)][kind], reader.tr, facts)

        return said


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


@cache
def read_messages(game: str) -> GameMessages:
    """Return the sentences of `messages.toml`."""
    data = read_toml(_text(game, "messages.toml"))
    words = data.get("words", {})
    return GameMessages(
        outcomes=_sentences(data.get("outcomes", {})),
        refusals=_sentences(data.get("refusals", {})),
        reasons=_sentences(data.get("reasons", {})),
        options={name: _option(option) for name, option in data.get("options", {}).items()},
        stages=data.get("stages", {}),
        events=EventTexts(game, _events(data.get("events", {})), words),
        moves={code: _sentences(ways) for code, ways in data.get("moves", {}).items()},
        texts=_sentences(data.get("texts", {})),
        words=words,
    )


def read_toml(text: str) -> Any:
    """Return the data of a file; a text that is broken into lines becomes one line."""
    return _in_one_line(tomllib.loads(text))


def _sentences(data: Mapping[str, Any]) -> dict[str, Text]:
    return {code: _sentence(text) for code, text in data.items()}


def _sentence(text: Any) -> Text:
    if isinstance(text, str):
        return text
    if "context" in text:
        return InContext(**text)
    return WhoText(**text) if "with_you" in text else Plural(**text)


def _option(data: Mapping[str, Any]) -> OptionText:
    values, summary = _sentences(data.get("values", {})), _sentence(data["summary"])
    return OptionText(**{**data, "values": values, "summary": summary})


def _events(data: Mapping[str, Any]) -> dict[str, EventText | Text]:
    return {
        code: EventText(**_sentences(text))
        if isinstance(text, dict) and "you" in text
        else _sentences({code: text})[code]
        for code, text in data.items()
    }


def _text(game: str, name: str) -> str:
    return read_data("odin_tui", f"{game}/{name}")


def _in_one_line(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _in_one_line(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_in_one_line(value) for value in data]
    return " ".join(data.split()) if isinstance(data, str) else data
