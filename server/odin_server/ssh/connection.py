"""One SSH connection: authentication, limits, and its session."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import asyncssh
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_KEXINIT

from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_server.sessions.connection import RemoteConnection
from odin_server.sessions.guards import Bucket, address_group
from odin_server.sessions.intake import Intake
from odin_server.sessions.proxies import ProxyHeader
from odin_server.sessions.session import FAREWELL_SECONDS, RemoteSession
from odin_server.sessions.strangers import Progress
from odin_server.ssh.asyncssh_internals import (
    call_before,
    check_guesses,
    packets_received,
    ping,
    send_no_fillers,
    transport_of,
)
from odin_server.ssh.session import Session

if TYPE_CHECKING:
    from odin_server.ssh.server import SshServer

MOST_KEYS = 20
"""Keys a client may offer; an agent seldom holds more."""
SMALLEST_RSA = 2048


class Connection(asyncssh.SSHServer, RemoteConnection):
    """What asyncssh calls for one connection."""

    def __init__(self, server: "SshServer") -> None:
        super().__init__(server.host)
        self.server = server
        self._keys_offered = 0
        self._denied = False
        self._on_reserved_slot = False
        self._leaving = False
        self._deadline: asyncio.TimerHandle | None = None
        self._conn: asyncssh.SSHServerConnection | None = None
        self._session: Session | None = None

    # -- coming and going ---------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        check_guesses(conn)
        send_no_fillers(conn)
        peer = str((conn.get_extra_info("peername") or ("?",))[0])
        transport = transport_of(conn)
        if transport is None:
            return
        self.intake = Intake(self._count_packets(conn), transport, self.host)
        self._limit_messages(conn, self.intake)
        if self.server.is_proxy(peer):
            refuse = partial(self._refuse_without_header, address_group(peer))
            header = ProxyHeader(self.intake, self._come_in, refuse)
            conn.data_received = header  # type: ignore[assignment, method-assign]
        else:
            conn.data_received = self.intake  # type: ignore[assignment, method-assign]
            self._come_in(peer)

    def _count_packets(self, conn: asyncssh.SSHServerConnection) -> Callable[[bytes], None]:
        """Return what takes in bytes, and slows down a client that sends too many packets.

        A packet of a few bytes takes as long as a key, even one without a meaning.
        """
        limits, loop, take_in = self.host.settings, asyncio.get_running_loop(), conn.data_received
        packets = Bucket(limits.packets_burst, limits.packets_rate, loop.time())

        def take_in_and_count(data: bytes) -> None:
            before = packets_received(conn)
            take_in(data)
            count = max(packets_received(conn) - before, 0)
            if (wait := packets.owe(count, loop.time())) > 0 and self.intake is not None:
                self.host.metrics.slowed.labels("packets").inc()
                self.intake.slow_down(wait)

        return take_in_and_count

    def _limit_messages(self, conn: asyncssh.SSHServerConnection, intake: Intake) -> None:
        """Slow down a client that exchanges keys or asks for channels again and again."""
        limits, loop = self.host.settings, asyncio.get_running_loop()

        def limit(message: int, kind: str, bucket: Bucket) -> None:
            def count() -> None:
                if (wait := bucket.owe(1, loop.time())) > 0:
                    self.host.metrics.slowed.labels(kind).inc()
                    intake.slow_down(wait)

            call_before(conn, message, count)

        now = loop.time()
        limit(MSG_KEXINIT, "rekeys", Bucket(limits.rekeys_burst, limits.rekeys_rate, now))
        channels = Bucket(limits.channels_burst, limits.channels_rate, now)
        limit(MSG_CHANNEL_OPEN, "channels", channels)

    def _come_in(self, address: str) -> None:
        """Let in a client from this address, or refuse it."""
        if refusal := self.arrive(address):
            asyncio.get_running_loop().call_soon(self._refuse, refusal)
        else:
            self._on_reserved_slot = bool(self.over_limit())

    def _refuse_without_header(self, proxy: str) -> None:
        """Abort a connection on which a proxy has not said whose it is."""
        self.host.refused("no-proxy-header", proxy)
        self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._cancel_deadline()
        self.depart()
        self._conn = self._session = None

    def end(self, reason: Notice) -> None:
        """End the connection; whoever is served is told why, and their terminal is restored."""
        if self._session is not None and self.caller is not None:
            self._session.disconnect(reason)
        elif self._conn is not None and not self._leaving:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, self.notice_text(reason))

    def abort(self) -> None:
        """Abort the connection."""
        if self._conn is not None:
            self._conn.abort()

    def _refuse(self, reason: Notice) -> None:
        """Disconnect with a message that the client prints."""
        if self._conn is not None:
            self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, self.notice_text(reason))

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _no_session_came(self) -> None:
        self.host.refused("no-session", self.network, key=self.key)
        self.end(Notice("no-session"))

    # -- who it is ----------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        self.wanted_name = username
        self.advance(Progress.KEYS_EXCHANGED)
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        del username
        self.key = ""
        if self._too_many_tries():
            return False
        fingerprint = key.get_fingerprint()
        if refusal := self.server.check_key(key, fingerprint, self.network):
            self._deny(refusal, fingerprint)
            return False
        # Called once for the offer of a key and once with its signature; the last call counts.
        self.key = fingerprint
        if self.host.knows(fingerprint):
            self.advance(Progress.KNOWN_KEY)
        return True

    def _too_many_tries(self) -> bool:
        self._keys_offered += 1
        if self._keys_offered <= MOST_KEYS:
            return False
        self.host.refused("keys", self.network)
        self.end(Notice("too-many-keys"))
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> bool | tuple[str, str, str, list[tuple[str, bool]]]:
        del username, lang, submethods
        self.key = ""
        if self._too_many_tries():
            return False
        if not self._denied and not self.host.settings.guests:
            self._deny(Notice("no-guests"))
        if self._denied:
            return False
        # A challenge without a question lets a guest in without a password prompt.
        return "", self.notice_text(Notice("guest-welcome")) + "\n", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        del username, responses
        return not self._denied and not self.key

    def auth_completed(self) -> None:
        self.mark_authenticated()
        loop = asyncio.get_running_loop()
        if self._on_reserved_slot and (refusal := self.refused_after_login()):
            loop.call_soon(self._refuse, refusal)
            return
        self.host.metrics.logins.labels("key" if self.key else "guest").inc()
        # A client may open no session, or a channel on which it never asks for anything.
        self._deadline = loop.call_later(self.host.settings.session_timeout, self._no_session_came)

    def _deny(self, reason: Notice, key: str = "") -> None:
        if not self._denied:
            self._denied = True
            if self._conn is not None:
                self._conn.send_auth_banner(self.notice_text(reason) + "\n")
            self.host.barred(reason, self.network, key)

    # -- the session --------------------------------------------------------------------------

    def session_requested(self) -> Session:
        if self._session is not None:
            self.host.refused("one-session", self.network)
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, self.notice_text(Notice("one-session"))
            )
        self._session = Session(self)
        return self._session

    async def identify(self, session: RemoteSession, argv: tuple[str, ...]) -> Caller:
        """Return who is calling, now that there is a session."""
        self._cancel_deadline()
        return await super().identify(session, argv)

    def session_ended(self) -> None:
        """Close the connection when the client has had time to read the farewell.

        A client that shares one connection among its sessions would keep it without any.
        """
        self.caller, self._leaving = None, True
        asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self.abort)

    @property
    def own_address(self) -> str:
        """The address of this host that the client has connected to."""
        name = None if self._conn is None else self._conn.get_extra_info("sockname")
        return str((name or ("localhost",))[0])

    # -- how much it sends --------------------------------------------------------------------

    @property
    def transport(self) -> asyncio.Transport | None:
        return None if self._conn is None else transport_of(self._conn)

    @property
    def waiting(self) -> int:
        """How many bytes wait for the client's end of the TCP connection."""
        transport = self.transport
        return 0 if transport is None else int(transport.get_write_buffer_size())

    async def ping(self) -> float:
        """Return the round-trip time, by a request that every client answers."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        if self._conn is not None:
            await ping(self._conn)
        return loop.time() - start
