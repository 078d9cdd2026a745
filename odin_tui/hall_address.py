"""Reading what a player pastes to join a hall: a host's name, or the line of an invitation.

The words go to the system's `ssh` as a list of arguments, never through a shell. Only characters
that mean nothing to `ssh` or to a shell are accepted all the same: an invitation comes from
somebody else.
"""

import re
from dataclasses import dataclass

from odin_engine.game import Refusal

LONGEST = 200
PORTS = range(1, 65536)
USUAL_PORT = 22
FLAGS = frozenset({"-t", "-tt", "-T"})
"""Flags of `ssh` in the lines that a hall prints; a terminal is always asked for here."""

_USER = r"(?:(?P<user>[A-Za-z0-9_][A-Za-z0-9_.-]*)@)?"
_NAME = r"(?P<host>[A-Za-z0-9_][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+\])"
_ADDRESS = re.compile(rf"(?:ssh://)?{_USER}{_NAME}(?::(?P<port>\d{{1,5}}))?/?")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


class BadAddress(Refusal):
    """What was pasted is no host and no invitation."""


@dataclass(frozen=True, slots=True)
class HallAddress:
    """Where a hall is, and what to ask for there."""

    host: str
    user: str = ""
    port: int = USUAL_PORT
    command: tuple[str, ...] = ()
    """The words for the hall, as in `join ABCD`; none lead to its first screen."""

    @property
    def hall(self) -> str:
        """The address without a command, as it is remembered and as `read_address` reads it."""
        user = f"{self.user}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == USUAL_PORT else f":{self.port}"
        return f"{user}{host}{port}"

    @property
    def arguments(self) -> list[str]:
        """The arguments for `ssh`; no host can be read as a flag."""
        user = ["-l", self.user] if self.user else []
        return ["-t", "-p", str(self.port), *user, "--", self.host, *self.command]


def read_address(text: str) -> HallAddress:
    """Return the hall that a text names; raises `BadAddress` if it names none.

    It may be `host`, `user@host:port`, `ssh://host`, or a line like `ssh -t -p 2222 host join AB`.
    """
    if len(text) > LONGEST:
        raise BadAddress("address-too-long", most=LONGEST)
    words = text.split()
    if words[:1] == ["ssh"]:
        words = words[1:]
    port, user, words = _flags(words)
    if not words:
        raise BadAddress("address-missing")
    found = _ADDRESS.fullmatch(words[0])
    if found is None:
        raise BadAddress("bad-host", host=words[0])
    for word in words[1:]:
        if _WORD.fullmatch(word) is None:
            raise BadAddress("bad-hall-command", word=word)
    return HallAddress(
        host=found["host"].strip("[]"),
        user=user or found["user"] or "",
        port=_port(found["port"]) if found["port"] else port,
        command=tuple(words[1:]),
    )


def _flags(words: list[str]) -> tuple[int, str, list[str]]:
    """Return the port, the user, and the words after the flags."""
    port, user, rest = USUAL_PORT, "", list(words)
    while rest and rest[0].startswith("-"):
        flag = rest.pop(0)
        if flag in FLAGS:
            continue
        name, value = flag[:2], flag[2:]
        if name not in ("-p", "-l"):
            raise BadAddress("bad-ssh-flag", flag=flag)
        if not value:
            value = rest.pop(0) if rest else ""
        if name == "-p":
            port = _port(value)
        elif re.fullmatch(_USER, f"{value}@") is None:
            raise BadAddress("bad-host", host=value)
        else:
            user = value
    return port, user, rest


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text[:6]) not in PORTS:
        raise BadAddress("bad-port", port=text)
    return int(text)
