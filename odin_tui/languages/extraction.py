"""Finds the messages in the data files of games, for Babel; `babel.cfg` names these functions.

Each takes a file as Babel opens it, and yields the line, the function and the text of a message.
"""

import ast
from collections.abc import Collection, Iterator
from typing import IO, Any, TypeAlias

from odin_tui.game_text import read_toml
from odin_tui.rulebook import Example, read_rulebook

Message: TypeAlias = tuple[int, str, str | tuple[str, ...], list[str]]


def python(
    file: IO[bytes], functions: Collection[str], *_how: Any, **_options: Any
) -> Iterator[Message]:
    """Yield the literal arguments of calls of these functions.

    Babel's own reader also takes what stands deeper inside a call, such as the key in
    `gettext(sentences["key"])`.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            literal = [text for text in texts if isinstance(text, str)]
            if name in functions and literal and isinstance(node.args[0], ast.Constant):
                yield node.lineno, name, literal[0] if len(literal) == 1 else tuple(literal), []


def rules(file: IO[bytes], *_how: Any, **_options: Any) -> Iterator[Message]:
    """Yield the titles, paragraphs and examples of a rulebook."""
    source = file.read().decode()
    for topic in read_rulebook(source):
        yield _message(source, topic.title)
        for part in topic.body:
            if not isinstance(part, Example):
                yield _message(source, part)
                continue
            if part.has_words:
                yield _message(source, part.shown)
            yield _message(source, part.says)


def lesson(file: IO[bytes], *_how: Any, **_options: Any) -> Iterator[Message]:
    """Yield what a lesson says."""
    source = file.read().decode()
    for step in read_toml(source)["steps"]:
        yield _message(source, step["text"])
        for text in (
            step.get("plain", ""),
            step.get("otherwise", ""),
            *step.get("replies", {}).values(),
        ):
            if text:
                yield _message(source, text)


def messages(file: IO[bytes], *_how: Any, **_options: Any) -> Iterator[Message]:
    """Yield every sentence of a game's messages; those with a plural as two forms."""
    source = file.read().decode()
    yield from _leaves(source, read_toml(source))


def _leaves(source: str, data: dict[str, Any]) -> Iterator[Message]:
    if "one" in data and "other" in data:
        yield _line(source, data["one"]), "ngettext", (data["one"], data["other"]), []
        return
    if "context" in data:
        yield _line(source, data["text"]), "pgettext", (data["context"], data["text"]), []
        return
    for value in data.values():
        if isinstance(value, dict):
            yield from _leaves(source, value)
        elif isinstance(value, str):
            yield _message(source, value)


def _message(source: str, text: str) -> Message:
    return _line(source, text), "gettext", text, []


def _line(source: str, text: str) -> int:
    """Return the line on which a text begins; its end may stand on later lines."""
    start = " ".join(text.split()[:3])
    return source[: max(source.find(start), 0)].count("\n") + 1
