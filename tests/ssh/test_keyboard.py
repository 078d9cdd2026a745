"""Bytes become keys, and too many of them become nothing."""

from collections.abc import Callable

from textual.events import Key, Paste
from textual.message import Message

from odin_server.sessions.keyboard import AT_ONCE, Keyboard

PASTE = b"\x1b[200~" + b"words " * 100 + b"\x1b[201~"


def keyboard(allow: Callable[[int], bool] = lambda _characters: True) -> Keyboard:
    return Keyboard(32_768, allow)


def typed(keys: Keyboard, data: bytes, most: int = 1_000_000) -> list[Message]:
    """Type something on a line that takes so many keys, and give all that was made of it."""
    read = []
    for message in keys.read(data):
        read.append(message)
        if isinstance(message, Key) and len(read) > most:
            keys.refuse()
    return read


def names(read: list[Message]) -> list[str]:
    return [message.key for message in read if isinstance(message, Key)]


def test_keys_and_sequences_are_read_across_packets() -> None:
    keys = keyboard()
    assert names(typed(keys, b"a\x1b[")) == ["a"]
    assert names(typed(keys, b"C\xc3")) == ["right"]
    assert names(typed(keys, b"\xa5")) == ["å"]


def test_what_comes_with_too_many_keys_is_not_read() -> None:
    keys = keyboard()
    assert len(typed(keys, b"q" * 16_384, most=20)) <= AT_ONCE
    assert names(typed(keys, b"\x1b[C")) == ["right"]


def test_a_paste_after_too_many_keys_is_whole() -> None:
    keys = keyboard()
    read = typed(keys, b"q" * 1000 + PASTE + b"q" * 1000 + PASTE, most=20)
    assert [len(message.text) for message in read if isinstance(message, Paste)] == [600, 600]
    assert len(names(read)) <= 3 * AT_ONCE


def test_a_paste_that_comes_in_packets_after_too_many_keys_never_becomes_keys() -> None:
    keys = keyboard()
    first = typed(keys, b"q" * 1000 + PASTE[:300], most=20)
    assert len(names(first)) <= AT_ONCE
    rest = typed(keys, PASTE[300:], most=20)
    assert names(rest) == []
    assert [len(message.text) for message in rest if isinstance(message, Paste)] == [600]


def test_a_sequence_that_means_nothing_breaks_nothing() -> None:
    keys = keyboard()
    typed(keys, b"\x1b[99999999999999999999999u")
    assert names(typed(keys, b"a")) == ["a"]


def test_typing_that_is_not_allowed_is_left_out() -> None:
    assert typed(keyboard(lambda _characters: False), b"abc") == []
