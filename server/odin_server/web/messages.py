"""What a page says as data: JSON objects in text frames; bytes of a session are binary frames."""

import json
from dataclasses import dataclass
from typing import Any

MOST_WORDS = 80
LONGEST_WORD = 64
LONGEST_KEY = 40


class MessageError(ValueError):
    """Something that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a page asks for: a terminal of a size or plain lines, and the words of a command."""

    words: tuple[str, ...] = ()
    columns: int = 80
    rows: int = 24
    lines: bool = False


@dataclass(frozen=True, slots=True)
class Resize:
    """The terminal of the page has another size."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed that stands for a key."""

    key: str


@dataclass(frozen=True, slots=True)
class Ping:
    """The page asks whether anybody is there."""


Message = Hello | Resize | Press | Ping


def parse(text: str) -> Message:
    """Read a message of a page; raises `MessageError`."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as trouble:
        raise MessageError from trouble
    if not isinstance(given, dict):
        raise MessageError
    match given.get("type"):
        case "hello":
            lines = given.get("lines") is True
            return Hello(_words(given), _number(given, "columns"), _number(given, "rows"), lines)
        case "resize":
            return Resize(_number(given, "columns"), _number(given, "rows"))
        case "press":
            return Press(_word(given.get("key"), LONGEST_KEY))
        case "ping":
            return Ping()
    raise MessageError


def _words(given: dict[str, Any]) -> tuple[str, ...]:
    words = given.get("words", [])
    if not isinstance(words, list) or len(words) > MOST_WORDS:
        raise MessageError
    return tuple(_word(word, LONGEST_WORD) for word in words)


def _word(word: object, longest: int) -> str:
    if not isinstance(word, str) or not 0 < len(word) <= longest:
        raise MessageError
    return word


def _number(given: dict[str, Any], name: str) -> int:
    number = given.get(name, 0)
    # A boolean is an integer in Python; a size that is absurd is limited by the terminal.
    if not isinstance(number, int) or isinstance(number, bool) or abs(number) > 100_000:
        raise MessageError
    return number
