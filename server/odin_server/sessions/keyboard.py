"""Parses what a client types into messages for an app, and drops floods before parsing."""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator

from textual.events import Key
from textual.message import Message

from odin_server.textual_internals import UncachedParser

ESCAPE, SEQUENCE_STARTS = "\x1b", frozenset("[OP]\x1b")
"""What may follow an escape character in another packet and still belong to it."""
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
LONGEST_SEQUENCE = 40
"""More characters than this without a key can only be a paste."""
NAME_START, LONGEST_NAME = "\x1bP>|", 80
_LONGEST_BEGUN = len(NAME_START) + LONGEST_NAME + 1
"""A name that lacks the last character of its end."""
NAME = re.compile(r"\x1bP>\|([\x20-\x7e]{0,80})\x1b\\")
"""What a terminal answers when it is asked for its name."""
AT_ONCE = 128
"""So many characters are read before it is asked whether there were too many keys among them."""


class TerminalNamed(Message):
    """The terminal has answered what it is called; Textual's parser would take that for keys."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.terminal = name


class Keyboard:
    """Parses bytes into keys, clicks and pastes.

    Parsing a key takes a thousand times as long as sending it. Nobody types hundreds at once, so
    where keys are refused the rest of what came with them is not even parsed.
    """

    def __init__(self, longest_paste: int, allow_typing: Callable[[int], bool]) -> None:
        self._longest_paste, self._allow_typing = longest_paste, allow_typing
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._parser = UncachedParser()
        self._silent = 0
        """How many characters have come since the last message."""
        self._swallowing = False
        self._swallowed = ""
        self._refused = False
        self._begun_name = ""
        self._after_escape = False

    def read(self, data: bytes) -> Iterator[Message]:
        """Yield the messages for these bytes; call `refuse` to drop the rest."""
        text, self._refused = self._without_bombs(self._decode(data)), False
        if NAME_START in text or self._begun_name:
            text, names = self._without_names(text)
            yield from map(TerminalNamed, names)
        if self._after_escape and text and text[0] not in SEQUENCE_STARTS:
            # Terminals send a key held down with Alt in one packet. A key of its own may wait
            # long enough, on a slow line or in a busy server, to be read together with Escape.
            self._parser = UncachedParser()
            yield Key("escape", ESCAPE)
        self._after_escape = text == ESCAPE or (self._after_escape and not text)
        while text:
            yield from self._made_of(self._parser.feed(text[:AT_ONCE]))
            text = text[AT_ONCE:]
            if self._refused and text:
                # A paste among it is one message, whatever its length.
                _, start, rest = text.partition(PASTE_START)
                text = start + rest
                self._parser, self._refused = UncachedParser(), False

    def refuse(self) -> None:
        """Drop the rest of what is being read."""
        self._refused = True

    def wait_for_more(self) -> Iterator[Message]:
        """Yield the Escape key if nothing has followed an escape character."""
        for message in self._made_of(self._parser.tick()):
            self._after_escape = False
            yield message

    def _made_of(self, messages: Iterable[Message]) -> Iterator[Message]:
        try:
            for message in messages:
                self._silent = 0
                yield message
        except (ValueError, OverflowError, StopIteration, RuntimeError):
            # A sequence that means no key ends Textual's parser; the next one needs another.
            self._parser = UncachedParser()

    def _without_names(self, text: str) -> tuple[str, list[str]]:
        """Return the text without the names of terminals in it, and the names.

        One that is not complete waits for its end, as long as it may be one.
        """
        text, self._begun_name = self._begun_name + text, ""
        names = NAME.findall(text)
        text = NAME.sub("", text)
        start = text.find(NAME_START)
        if start >= 0 and len(text) - start <= _LONGEST_BEGUN:
            text, self._begun_name = text[:start], text[start:]
        return text, names

    def _without_bombs(self, text: str) -> str:
        """Return the text without floods, nor the rest of a paste, whose letters would play."""
        if self._swallowing:
            whole = self._swallowed + text
            _, end, rest = whole.partition(PASTE_END)
            self._swallowed = "" if end else whole[-len(PASTE_END) :]
            self._swallowing = not end
            return rest
        self._silent += len(text)
        if self._silent <= self._longest_paste and self._allow_typing(len(text)):
            return text
        in_paste = self._silent - len(text) > LONGEST_SEQUENCE or PASTE_START in text
        self._parser, self._silent = UncachedParser(), 0
        self._swallowing = in_paste and text.rfind(PASTE_END) <= text.rfind(PASTE_START)
        return ""
