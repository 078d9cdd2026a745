"""One SSH connection: authentication, limits, and its session."""

import asyncio
from typing import TYPE_CHECKING

import asyncssh

from odin_server.accounts import Account
from odin_server.notices import Notice
from odin_server.ssh.asyncssh_internals import check_guesses, ping, send_no_fillers, transport_of
from odin_server.ssh.caller import Caller
from odin_server.ssh.guards import Bucket, ConnectionAttempt, address_group, new_account, over_limit
from odin_server.ssh.line_lag import unacknowledged
from odin_server.ssh.session import FAREWELL_SECONDS, Session

if TYPE_CHECKING:
    from odin_server.ssh.server import SshServer

MOST_KEYS = 20
"""Keys a client may offer; an agent seldom holds more."""
SMALLEST_RSA = 2048


class Connection(asyncssh.SSHServer):
    """What asyncssh calls for one connection."""

    def __init__(self, server: "SshServer") -> None:
        self.server = server
        self.network = "?"
        self.address = "?"
        self.key = ""
        self.caller: Caller | None = None
        """Whoever is being served now."""
        self._username = ""
        self._keys_offered = 0
        self._denied = False
        self._counted = False
        self._unauthenticated = False
        self._on_reserved_slot = False
        self._leaving = False
        self._deadline: asyncio.TimerHandle | None = None
        self._conn: asyncssh.SSHServerConnection | None = None
        self._session: Session | None = None

    # -- coming and going ---------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        self.address = str((conn.get_extra_info("peername") or ("?",))[0])
        self.network = address_group(self.address)
        refusal = self.server.check_address(self.network, self.address)
        if refusal:
            asyncio.get_running_loop().call_soon(self._refuse, refusal)
            return
        self._counted = self._unauthenticated = True
        self.server.counts.connected[self.network] += 1
        self.server.counts.unauthenticated += 1
        self.server.connections.add(self)
        self._on_reserved_slot = bool(self._over_limit())
        check_guesses(conn)
        send_no_fillers(conn)
        self._throttle_input(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._mark_authenticated()
        self._cancel_deadline()
        if self._counted:
            self._counted = False
            counts = self.server.counts
            counts.connected[self.network] -= 1
            if counts.connected[self.network] <= 0:
                del counts.connected[self.network]
        self.server.connections.discard(self)
        self._conn = self._session = self.caller = None

    @property
    def account_id(self) -> str:
        """The account this connection belongs to: the key if it has none yet, "" for a guest."""
        if self.caller is not None:
            return self.caller.account.id
        if not self.key or self._unauthenticated:
            return ""
        account = self.server.accounts.find(self.key)
        return self.key if account is None else account.id

    @property
    def is_logged_in(self) -> bool:
        return not self._unauthenticated

    def end(self, reason: Notice) -> None:
        """End the connection; whoever is served is told why, and their terminal is restored."""
        if self._session is not None and self.caller is not None:
            self._session.disconnect(reason)
        elif self._conn is not None and not self._leaving:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, self._text(reason))

    def abort(self) -> None:
        """Abort the connection."""
        if self._conn is not None:
            self._conn.abort()

    def _refuse(self, reason: Notice) -> None:
        """Disconnect with a message that the client prints."""
        if self._conn is not None:
            self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._text(reason))

    def _text(self, notice: Notice) -> str:
        return self.server.frontend.notice_text(notice)

    def _over_limit(self) -> Notice | None:
        return over_limit(
            self.server.counts,
            self.server.settings,
            ConnectionAttempt(self.network, self.server.now()),
        )

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _no_session_came(self) -> None:
        self.server.refused("no-session", self.network, key=self.key)
        self.end(Notice("no-session"))

    def _mark_authenticated(self) -> None:
        if self._unauthenticated:
            self._unauthenticated = False
            self.server.counts.unauthenticated -= 1

    # -- who it is ----------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        self._username = username
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
            self._deny(refusal)
            return False
        # Called once for the offer of a key and once with its signature; the last call counts.
        self.key = fingerprint
        return True

    def _too_many_tries(self) -> bool:
        self._keys_offered += 1
        if self._keys_offered <= MOST_KEYS:
            return False
        self.server.refused("keys", self.network)
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
        if not self._denied and not self.server.settings.guests:
            self._deny(Notice("no-guests"))
        if self._denied:
            return False
        # A challenge without a question lets a guest in without a password prompt.
        return "", self._text(Notice("guest-welcome")) + "\n", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        del username, responses
        return not self._denied and not self.key

    def auth_completed(self) -> None:
        self._mark_authenticated()
        loop = asyncio.get_running_loop()
        if self._on_reserved_slot and not self.server.is_moderator(self.key):
            self._on_reserved_slot = False
            if refusal := self._over_limit():
                self.server.refused("reserved", self.network, key=self.key)
                loop.call_soon(self._refuse, refusal)
                return
        self.server.metrics.logins.labels("key" if self.key else "guest").inc()
        # A client may open no session, or a channel on which it never asks for anything.
        self._deadline = loop.call_later(
            self.server.settings.session_timeout, self._no_session_came
        )

    def _deny(self, reason: Notice) -> None:
        if not self._denied:
            self._denied = True
            if self._conn is not None:
                self._conn.send_auth_banner(self._text(reason) + "\n")
            self.server.refused("barred", self.network, key=self.key)

    # -- the session --------------------------------------------------------------------------

    def session_requested(self) -> Session:
        if self._session is not None:
            self.server.refused("one-session", self.network)
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, self._text(Notice("one-session"))
            )
        self._session = Session(self)
        return self._session

    def identify(self, session: Session, argv: tuple[str, ...]) -> Caller:
        """Return who is calling, now that there is a session."""
        self._cancel_deadline()
        self.caller = Caller(
            number=self.server.next_number(),
            account=self._account(),
            key=self.key,
            address=self.address,
            argv=argv,
            client=session,
            server=self.server,
            ssh_target=self._ssh_target(),
            moderator=bool(self.key) and self.server.is_moderator(self.key),
        )
        return self.caller

    def session_ended(self) -> None:
        """Close the connection when the client has had time to read the farewell.

        A client that shares one connection among its sessions would keep it without any.
        """
        self.caller, self._leaving = None, True
        asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self.abort)

    def _ssh_target(self) -> str:
        name, port = self.server.settings.name, self.server.port
        if not name and self._conn is not None:
            name = str((self._conn.get_extra_info("sockname") or ("localhost",))[0])
        return ssh_target(name, port)

    def _account(self) -> Account:
        accounts = self.server.accounts
        if not self.key:
            return accounts.guest(self._username)
        if not accounts.knows(self.key):
            attempt = ConnectionAttempt(self.network, self.server.now())
            if refusal := new_account(self.server.counts, self.server.settings, attempt):
                self.server.refused("new-account", self.network)
                self.server.audit_log.note(
                    "new-account-refused", why=refusal.code, network=self.network
                )
                return accounts.guest(self._username)
        return accounts.log_in(self.key, self._username)

    # -- how much it sends --------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many bytes wait for the client's end of the TCP connection."""
        transport = None if self._conn is None else transport_of(self._conn)
        return 0 if transport is None else int(transport.get_write_buffer_size())

    @property
    def unacknowledged(self) -> int:
        """How many more bytes are in the system's queue or on their way."""
        transport = None if self._conn is None else transport_of(self._conn)
        socket = None if transport is None else transport.get_extra_info("socket")
        return 0 if socket is None else unacknowledged(socket.fileno())

    async def ping(self) -> float:
        """Return the round-trip time, by a request that every client answers."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        if self._conn is not None:
            await ping(self._conn)
        return loop.time() - start

    def _throttle_input(self, conn: asyncssh.SSHServerConnection) -> None:
        """Throttle a client that sends too much: reading pauses, and TCP makes it wait."""
        loop = asyncio.get_running_loop()
        limits = self.server.settings
        bucket = Bucket(limits.inbound_burst, limits.inbound_rate, loop.time())
        take_in = conn.data_received
        transport = transport_of(conn)

        def budgeted(data: bytes, datatype: int | None = None) -> None:
            wait = bucket.owe(len(data), loop.time())
            take_in(data, datatype)
            if wait > 0 and transport is not None and not transport.is_closing():
                self.server.metrics.floods_slowed.inc()
                transport.pause_reading()
                loop.call_later(wait, resume)

        def resume() -> None:
            if transport is not None and not transport.is_closing():
                transport.resume_reading()

        conn.data_received = budgeted  # type: ignore[method-assign]


def ssh_target(name: str, port: int) -> str:
    """Return what comes after `ssh` to get to a name and port."""
    return name if port == 22 else f"-p {port} {name}"
