"""The SSH server: its connections and sessions, and who may log in."""

import asyncio
import sqlite3
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count

import asyncssh
from asyncssh import compression
from asyncssh.kex import get_kex_algs

from odin_engine.game import Refusal
from odin_server.accounts import Accounts
from odin_server.metrics import Metrics
from odin_server.notices import Notice
from odin_server.sessions.audit_log import AuditLog, describe_error
from odin_server.sessions.caller import Frontend
from odin_server.sessions.guards import GUARDS, ConnectionAttempt, ConnectionCounts
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.asyncssh_internals import replace_decompressor
from odin_server.ssh.connection import SMALLEST_RSA, Connection
from odin_server.ssh.session import FAREWELL_SECONDS, Session
from odin_server.textual_internals import share_backgrounds

VERSION = "odin"
LARGEST_PACKET = 262_144


class PortTaken(Refusal):
    """The server cannot listen at its address and port."""

    code = "port-taken"


class SshServer:
    """An SSH server whose sessions are Textual apps in this process."""

    def __init__(
        self,
        settings: HostSettings,
        frontend: Frontend,
        accounts: Accounts,
        audit_log: AuditLog,
        metrics: Metrics,
        now: Callable[[], float],
    ) -> None:
        self.settings = settings
        self.frontend = frontend
        self.accounts = accounts
        self.audit_log = audit_log
        self.metrics = metrics
        self.now = now
        self.counts = ConnectionCounts()
        self.connections: set[Connection] = set()
        self.sessions: dict[int, Session] = {}
        self.ended = 0
        """How many sessions have ended."""
        self.login_slots = asyncio.Semaphore(settings.logins_at_once)
        self._numbers = count(1)
        self._acceptor: asyncssh.SSHAcceptor | None = None
        metrics.gauge("sessions", "People who are in.", lambda: len(self.sessions))
        metrics.gauge("connections", "Open connections.", self.counts.connected.total)
        metrics.gauge(
            "connections_without_session",
            "Open connections on which nobody is served.",
            lambda: len(self.without_session()),
        )

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return 0 if self._acceptor is None else int(self._acceptor.get_port())

    async def open(self, key: asyncssh.SSHKey) -> None:
        """Start to listen; raises `PortTaken`."""
        _plain_tasks()
        _one_helping_thread()
        share_backgrounds()
        replace_decompressor(b"zlib@openssh.com", BoundedInflate)
        settings = self.settings
        try:
            self._acceptor = await asyncssh.listen(
                settings.address or None,
                settings.port,
                server_factory=lambda: Connection(self),
                server_host_keys=[key],
                config=None,
                server_version=VERSION,
                line_editor=False,
                encoding=None,
                agent_forwarding=False,
                x11_forwarding=False,
                allow_scp=False,
                password_auth=False,
                host_based_auth=False,
                gss_kex=False,
                gss_auth=False,
                gss_host=None,
                login_timeout=settings.login_timeout,
                keepalive_interval=settings.keepalive,
                keepalive_count_max=settings.keepalive_count,
                tcp_keepalive=True,
                kex_algs=[name for name in KEX if name.encode() in get_kex_algs()],
                encryption_algs=CIPHERS,
                mac_algs=MACS,
                compression_algs=["none", "zlib@openssh.com"],
                window=65_536,
                max_pktsize=16_384,
                backlog=256,
            )
        except OSError as trouble:
            raise PortTaken(
                address=settings.address, port=settings.port, error=trouble.strerror
            ) from trouble

    def change_settings(self, settings: HostSettings) -> None:
        """Use other settings for new connections; address and port stay."""
        before = self.settings
        self.settings = replace(settings, address=before.address, port=before.port)
        if settings.logins_at_once != before.logins_at_once:
            self.login_slots = asyncio.Semaphore(settings.logins_at_once)
        if self._acceptor is not None:
            self._acceptor.update(
                login_timeout=settings.login_timeout,
                keepalive_interval=settings.keepalive,
                keepalive_count_max=settings.keepalive_count,
            )

    # -- the guards ---------------------------------------------------------------------------

    def check_address(self, network: str, address: str) -> Notice | None:
        """Return the first refusal of a guard, or None if the client may log in."""
        try:
            ban = self.accounts.ban_on_address(address)
        except sqlite3.Error as trouble:
            return self.accounts_failed(trouble, network)
        if ban is not None:
            self.refused("banned", network)
            return ban.notice(self.now())
        attempt = ConnectionAttempt(network, self.now())
        for guard in GUARDS:
            if notice := guard(self.counts, self.settings, attempt):
                self.refused(guard.__name__, network)
                return notice
        return None

    def check_key(self, key: asyncssh.SSHKey, fingerprint: str, network: str) -> Notice | None:
        """Return why this key may not come in, or None."""
        try:
            account, ban = self.accounts.find(fingerprint), self.accounts.ban_on_key(fingerprint)
        except sqlite3.Error as trouble:
            return self.accounts_failed(trouble, network)
        names = (fingerprint,) if account is None else (fingerprint, account.id)
        if ban is not None:
            self.refused("banned", network, key=fingerprint)
            return ban.notice(self.now())
        if self.settings.allow and not {*names} & {*self.settings.allow}:
            return Notice("invited-keys-only", key=fingerprint)
        size = getattr(getattr(key, "pyca_key", None), "key_size", SMALLEST_RSA)
        if key.get_algorithm() == "ssh-rsa" and size < SMALLEST_RSA:
            return Notice("rsa-key-too-short", bits=size)
        return None

    def is_moderator(self, fingerprint: str) -> bool:
        """Tell whether a key belongs to a moderator."""
        return fingerprint in self.settings.moderators

    def refused(self, guard: str, network: str, **facts: object) -> None:
        """Count and log a refusal."""
        self.metrics.refusals.labels(guard).inc()
        self.audit_log.note_limited(
            "refused", ("guard", "network"), guard=guard, network=network, **facts
        )

    def accounts_failed(self, trouble: Exception, network: str) -> Notice:
        """Log that the accounts cannot be read or written; return what the client is told."""
        self.metrics.accounts_failures.inc()
        self.audit_log.note_limited(
            "accounts-failed", ("trouble",), trouble=describe_error(trouble), network=network
        )
        return Notice("accounts-unavailable")

    # -- people -------------------------------------------------------------------------------

    def next_number(self) -> int:
        """Return the number of the next session."""
        return next(self._numbers)

    def add_session(self, session: Session) -> None:
        """Add a session that has started."""
        caller = session.caller
        if caller is not None:
            self.sessions[caller.number] = session
            self.audit_log.note(
                "arrived",
                session=caller.number,
                key=caller.key or "guest",
                name=caller.account.name,
                network=session.connection.network,
                terminal=session.terminal.type if session.has_terminal else None,
            )

    def remove_session(self, session: Session) -> None:
        """Remove a session that has ended."""
        caller = session.caller
        if caller is not None and self.sessions.pop(caller.number, None) is not None:
            self.ended += 1
            self.accounts.release_name(caller.account)
            self.audit_log.note("left", session=caller.number)

    def without_session(self) -> list[Connection]:
        """Return the open connections, logged in or not, without a session."""
        return [connection for connection in self.connections if connection.caller is None]

    def kick(self, account: str, reason: Notice) -> int:
        """End every connection of an account, and return how many there were."""
        return self.end_connections(lambda connection: connection.account_id == account, reason)

    def end_connections(self, chosen: Callable[[Connection], bool], reason: Notice) -> int:
        """End the chosen connections, with a session or without; return how many there were."""
        theirs = [connection for connection in self.connections if chosen(connection)]
        for connection in theirs:
            connection.end(reason)
        return len(theirs)

    # -- the end ------------------------------------------------------------------------------

    async def close(self, reason: Notice) -> None:
        """Refuse new connections, end all sessions with the reason, and stop listening."""
        self.counts.closing = True
        if self._acceptor is not None:
            self._acceptor.close()
        self.end_connections(lambda _visitor: True, reason)
        until = self.now() + max(self.settings.grace, FAREWELL_SECONDS)
        while self.connections and self.now() < until:  # noqa: ASYNC110 - it happens once
            await asyncio.sleep(0.02)
        for connection in tuple(self.connections):
            connection.abort()
        if self._acceptor is not None:
            await self._acceptor.wait_closed()


KEX = [
    "curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256",
    "sntrup761x25519-sha512@openssh.com", "sntrup761x25519-sha512",
]  # fmt: skip
"""The client's order decides which is used. Ours starts with the one that small clients guess."""
CIPHERS = [
    "chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com",
    "aes256-ctr", "aes128-ctr",
]  # fmt: skip
MACS = ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"]


class BoundedInflate(compression.Decompressor):
    """Decompresses at most one packet: a few bytes must not become a hundred megabytes."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        try:
            plain = self._inflate.decompress(data, LARGEST_PACKET)
        except zlib.error:
            return None
        return None if self._inflate.unconsumed_tail else plain


def _one_helping_thread() -> None:
    """Limit the loop's thread pool to one thread.

    Asyncssh works its options out anew for every login, in a thread of the loop's pool; Python
    would begin more of them while logins overlap, up to a number that depends on the machine.
    """
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1, "logins"))


def _plain_tasks() -> None:
    """Prevent Textual from installing an eager task factory.

    From Python 3.12 on Textual would have every task of this loop begun eagerly, from the first
    session on; then asyncssh does not complete another login.
    """
    loop = asyncio.get_running_loop()
    loop.set_task_factory(None)
    vars(loop)["set_task_factory"] = lambda _factory: None
