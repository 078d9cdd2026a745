"""Somebody who is served over SSH, and what the server needs to serve them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App

from odin_server.accounts import Account
from odin_server.hall.views import Player
from odin_server.notices import Notice
from odin_server.ssh.guards import address_group
from odin_server.ssh.terminal import Terminal

if TYPE_CHECKING:
    from odin_server.ssh.server import SshServer


class ClientTerminal(Protocol):
    """The client, as far as an app may use it."""

    terminal: Terminal
    has_terminal: bool

    @property
    def line_is_slow(self) -> bool:
        """Whether the client lags behind what is sent to it."""
        ...

    def put(self, sequence: str) -> None:
        """Send something beside the picture: a title, a notice, a copy to the clipboard."""
        ...

    def disconnect(self, reason: Notice) -> None:
        """End the session; the person reads why when the terminal is theirs again."""
        ...

    async def ping(self) -> float:
        """Measure the seconds to the client and back."""
        ...


@dataclass(slots=True)
class Caller:
    """Somebody who has logged in, as the app that serves them may know them."""

    number: int
    account: Account
    key: str
    """The fingerprint of the key they came with; empty for a guest."""
    address: str
    argv: tuple[str, ...]
    """The words of the command after `ssh host`."""
    client: ClientTerminal
    ssh_target: str = "localhost"
    """What comes after `ssh` to get here: the port, if it is not the usual one, and the name."""
    moderator: bool = False
    farewell: str = ""
    """One line to read when the terminal is theirs again."""
    status: int = 0
    server: "SshServer | None" = None
    """The server they are connected to."""
    at_end: list[Callable[[], object]] = field(default_factory=list)
    """Called once, however the session ends."""

    @property
    def player(self) -> Player:
        """The caller as a player of the hall."""
        return Player(self.account.id, self.account.name, address_group(self.address))

    def invitation(self, code: str) -> str:
        """Return the command that brings a friend to a table."""
        return f"ssh -t {self.ssh_target} join {code}"


Read = Callable[[], Awaitable[str | None]]
"""Returns the next line that was typed; None when there are no more."""
Say = Callable[[str], Awaitable[None]]


class Frontend(Protocol):
    """The program that is served: its apps, its text mode and its sentences. It is handed in."""

    async def open_app(self, caller: Caller) -> App[Any] | str:
        """Return the app for somebody at a terminal, or a text that answers their command."""
        ...

    def notice_text(self, notice: Notice, caller: Caller | None = None) -> str:
        """Return the sentence for a notice; without a caller nobody's language is known yet."""
        ...

    async def serve_lines(self, caller: Caller, read: Read, say: Say) -> None:
        """Serve somebody without a terminal, line by line."""
        ...
