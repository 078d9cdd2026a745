"""Somebody who is served, and what the host needs to serve them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App

from odin_server.accounts import Account
from odin_server.hall.views import Player
from odin_server.notices import Notice
from odin_server.sessions.guards import address_group
from odin_server.sessions.terminal import Terminal

if TYPE_CHECKING:
    from odin_server.sessions.host import Host


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

    def tell(self, message: Mapping[str, object]) -> None:
        """Tell the page of a browser something as data; a terminal has no use for it."""
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
    web_url: str = ""
    """Where browsers reach this host; empty if they do not."""
    in_browser: bool = False
    moderator: bool = False
    farewell: str = ""
    """One line to read when the terminal is theirs again."""
    status: int = 0
    locales: tuple[str, ...] = ()
    """What their client says of the language they read, and then the host."""
    language: str = ""
    """The language they are served in; empty until the frontend has chosen one."""
    host: "Host | None" = None
    """The host they are connected to."""
    at_end: list[Callable[[], object]] = field(default_factory=list)
    """Called once, however the session ends."""

    @property
    def player(self) -> Player:
        """The caller as a player of the hall."""
        return Player(self.account.id, self.account.name, address_group(self.address))

    def command(self, words: str, *, terminal: bool = False) -> str:
        """Return what to type for a command: in a shell, or on the text page of a browser."""
        if self.in_browser:
            return words
        return f"ssh {'-t ' if terminal else ''}{self.ssh_target} {words}".rstrip()

    @property
    def way_back(self) -> str:
        """What brings the caller here again."""
        return self.web_url if self.in_browser else self.command("")

    def invitation(self, code: str) -> str:
        """Return the link or the command that brings a friend to a table."""
        if self.in_browser:
            return f"{self.web_url}/t/{code}"
        return self.command(f"join {code}", terminal=True)

    def other_invitation(self, code: str) -> str:
        """Return what brings a friend who comes the other way; empty if there is none."""
        if self.in_browser:
            return f"ssh -t {self.ssh_target} join {code}"
        return f"{self.web_url}/t/{code}" if self.web_url else ""

    def replay(self, match: str) -> str:
        """Return the link or the command that shows a finished match."""
        if self.in_browser:
            return f"{self.web_url}/r/{match}"
        return self.command(f"replay {match}", terminal=True)


Read = Callable[[], Awaitable[str | None]]
"""Returns the next line that was typed; None when there are no more."""
Say = Callable[[str], Awaitable[None]]


class Frontend(Protocol):
    """The program that is served: its apps, its text mode and its sentences. It is handed in."""

    async def open_app(self, caller: Caller) -> App[Any] | str:
        """Return the app for somebody at a terminal, or a text that answers their command."""
        ...

    def notice_text(
        self, notice: Notice, caller: Caller | None = None, locales: tuple[str, ...] = ()
    ) -> str:
        """Return the sentence for a notice, in the language of a caller.

        Without a caller nobody's choice is known yet, and `locales` are all there is to go by.
        """
        ...

    def page_words(self, locales: tuple[str, ...]) -> Mapping[str, str]:
        """Return the sentences of the pages for browsers, by the names that the pages use."""
        ...

    async def serve_lines(self, caller: Caller, read: Read, say: Say) -> None:
        """Serve somebody without a terminal, line by line."""
        ...
