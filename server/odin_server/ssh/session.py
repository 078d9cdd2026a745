"""One session on one SSH channel."""

from typing import TYPE_CHECKING

import asyncssh

from odin_server.locales import locales_in
from odin_server.sessions.guards import BoundedEnvironment
from odin_server.sessions.session import RemoteSession
from odin_server.sessions.terminal import terminal_of
from odin_server.ssh.asyncssh_internals import limit_environment

if TYPE_CHECKING:
    from odin_server.ssh.connection import Connection


class Session(asyncssh.SSHServerSession[bytes], RemoteSession):
    """What asyncssh calls for one channel."""

    connection: "Connection"

    def __init__(self, connection: "Connection") -> None:
        super().__init__(connection)
        self._term = ""
        self._size = (80, 24)
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None

    # -- what asyncssh tells ------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        limits = self.host.settings
        environment = BoundedEnvironment(limits.environment_count, limits.environment_length)
        limit_environment(chan, environment)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        del term_modes
        self._term, self._size = term_type[:64], term_size[:2]
        self.has_terminal = self._term not in ("", "dumb")
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        # The words are looked up in a table of commands; nothing is ever executed.
        self._argv = tuple(command[:400].split())
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self.host.refused("subsystem", self.connection.network, asked=subsystem[:40])
        return False

    def session_started(self) -> None:
        if self._chan is not None:
            environment = {
                name.decode("utf-8", "replace"): value.decode("utf-8", "replace")
                for name, value in self._chan.get_environment_bytes().items()
            }
            self.terminal = terminal_of(self._term, self._size, environment)
            self.locales = locales_in(environment)
            self.begin(self._chan)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        del pixwidth, pixheight
        self.resize(width, height)

    def data_received(self, data: bytes, datatype: object) -> None:
        del datatype
        self.take_in(data)

    def eof_received(self) -> bool:
        self.end_of_input()
        return True

    def break_received(self, msec: int) -> bool:
        del msec
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._chan = None
        self.lost()

    # -- what the session needs ---------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._chan is not None and not self._chan.is_closing()

    @property
    def waiting(self) -> int:
        if self._chan is None:
            return 0
        return int(self._chan.get_write_buffer_size()) + self.connection.waiting

    def write(self, data: bytes) -> None:
        if self._chan is not None:
            self._chan.write(data)

    def finish(self, status: int) -> None:
        if self._chan is not None:
            self._chan.exit(status)
            self._chan = None

    async def ping(self) -> float:
        return await self.connection.ping()
