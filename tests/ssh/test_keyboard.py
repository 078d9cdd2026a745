"""Bytes become keys, and too many of them become nothing."""

import asyncio
from collections.abc import Callable

import pytest
from textual.events import Key, Paste
from textual.message import Message

from odin_server.sessions.driver import ESCAPE_WAIT
from odin_server.sessions.keyboard import AT_ONCE, Keyboard, TerminalNamed

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


def test_a_key_that_comes_soon_after_escape_is_a_key_of_its_own() -> None:
    keys = keyboard()
    assert names(typed(keys, b"\x1b")) == []
    assert names(typed(keys, b"3")) == ["escape", "3"]
    assert names(typed(keys, b"\x1b")) == []
    assert names(typed(keys, b"\r")) == ["escape", "enter"]
    assert names(typed(keys, b"\x1b")) == []
    assert names(typed(keys, b"\x1b[C")) == ["escape", "right"]


def test_what_comes_together_with_escape_belongs_to_it() -> None:
    keys = keyboard()
    assert "escape" not in names(typed(keys, b"\x1b3"))
    assert names(typed(keys, b"\x1b")) == []
    assert names(typed(keys, b"[C")) == ["right"]
    assert names(typed(keys, b"3")) == ["3"]


async def test_escape_is_pressed_once_if_nothing_follows() -> None:
    keys = keyboard()
    assert names(typed(keys, b"\x1b")) == []
    await asyncio.sleep(ESCAPE_WAIT)
    assert names(list(keys.wait_for_more())) == ["escape"]
    assert names(typed(keys, b"3")) == ["3"]


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


def test_the_name_of_a_terminal_is_no_keys() -> None:
    keys = keyboard()
    read = typed(keys, b"a\x1bP>|XTerm(379)\x1b\\b")
    assert names(read) == ["a", "b"]
    assert [each.terminal for each in read if isinstance(each, TerminalNamed)] == ["XTerm(379)"]


def test_what_begins_like_a_name_and_never_ends_is_given_up() -> None:
    keys = keyboard()
    assert names(typed(keys, b"\x1bP>|" + b"x" * 40)) == []
    assert names(typed(keys, b"y" * 41 + b"z"))[-1] == "z"


@pytest.mark.parametrize("length", [0, 1, 78, 80])
def test_a_name_is_read_however_it_is_cut_into_packets(length: int) -> None:
    whole = b"\x1bP>|" + b"n" * length + b"\x1b\\"
    for cut in range(len("\x1bP>|"), len(whole)):
        keys = keyboard()
        read = typed(keys, b"a" + whole[:cut]) + typed(keys, whole[cut:] + b"b")
        assert names(read) == ["a", "b"], cut
        named = [each.terminal for each in read if isinstance(each, TerminalNamed)]
        assert named == ["n" * length]


def test_more_than_the_longest_name_does_not_wait_for_its_end() -> None:
    begun = b"\x1bP>|" + b"n" * 81
    assert names(typed(keyboard(), begun)) == []
    assert names(typed(keyboard(), begun + b"n"))


def test_the_longest_paste_is_read_and_one_that_is_longer_is_not() -> None:
    keys = Keyboard(len(PASTE), lambda _characters: True)
    for _ in range(2):
        (whole,) = typed(keys, PASTE)
        assert isinstance(whole, Paste)
        assert typed(keys, b"\x1b[200~x" + PASTE.removeprefix(b"\x1b[200~")) == []


@pytest.mark.parametrize("packets", [(PASTE[:400],), (PASTE[:200], PASTE[200:400])])
def test_the_rest_of_a_paste_that_is_too_long_never_becomes_keys(packets: tuple[bytes]) -> None:
    keys = Keyboard(300, lambda _characters: True)
    for packet in (*packets, PASTE[400:-3]):
        assert typed(keys, packet) == []
    assert names(typed(keys, PASTE[-3:] + b"a")) == ["a"]


def test_after_a_flood_of_keys_the_next_one_is_read() -> None:
    keys = keyboard(lambda characters: characters < 100)
    assert typed(keys, b"q" * 100) == []
    assert names(typed(keys, b"a")) == ["a"]
