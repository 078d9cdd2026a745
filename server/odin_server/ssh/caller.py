"""A call: one person on one line, as the app behind it may know them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from textual.app import App

from odin_server.accounts import Account
from odin_server.hall.views import Player
from odin_server.notices import Notice
from odin_server.ssh.guards import address_group
from odin_server.ssh.terminal import Terminal


class ClientTerminal(Protocol):
    """The other end of a call, as far as an app may use it."""

    terminal: Terminal
    has_terminal: bool

    def put(self, sequence: str) -> None:
        """Send something beside the picture: a title, a notice, a copy to the clipboard."""
        ...

    def hang_up(self, reason: Notice) -> None:
        """End the session; the person reads why when the terminal is theirs again."""
        ...

    async def ping(self) -> float:
        """Measure the seconds to the client and back."""
        ...


@dataclass(slots=True)
class Caller:
    """Somebody who has come in: who, from where, with what words, and on which line."""

    number: int
    account: Account
    key: str
    """The fingerprint of the key they came with; empty for a guest."""
    address: str
    words: tuple[str, ...]
    line: ClientTerminal
    reach: str = "localhost"
    """What comes after `ssh` to get here: the port, if it is not the usual one, and the name."""
    moderator: bool = False
    farewell: str = ""
    """One line to read when the terminal is theirs again."""
    status: int = 0
    at_end: list[Callable[[], object]] = field(default_factory=list)
    """Called once, however the call ends."""

    @property
    def player(self) -> Player:
        """Who they are in the hall."""
        return Player(self.account.id, self.account.name, address_group(self.address))

    def invitation(self, code: str) -> str:
        """Give the line to send to a friend."""
        return f"ssh -t {self.reach} join {code}"


Read = Callable[[], Awaitable[str | None]]
"""Gives the next line that was typed; None when there are no more."""
Say = Callable[[str], Awaitable[None]]


class Frontend(Protocol):
    """What stands behind the door: the apps and texts of a program. It is handed in."""

    async def welcome(self, call: Caller) -> App[Any] | str:
        """Give the app for somebody at a terminal, or a text that answers their words."""
        ...

    def notice_text(self, notice: Notice, call: Caller | None = None) -> str:
        """Return the sentence for a notice; without a caller nobody's language is known yet."""
        ...

    async def talk(self, call: Caller, read: Read, say: Say) -> None:
        """Serve somebody without a terminal, line by line."""
        ...
