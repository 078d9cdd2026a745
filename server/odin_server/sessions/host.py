"""The host: what all its servers share, whoever is connected, and who may come in."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from odin_engine.game import Refusal
from odin_server.accounts import Account, Accounts
from odin_server.metrics import Metrics
from odin_server.notices import Notice
from odin_server.sessions.audit_log import AuditLog, describe_error
from odin_server.sessions.caller import Frontend
from odin_server.sessions.connection import RemoteConnection
from odin_server.sessions.guards import GUARDS, ConnectionAttempt, ConnectionCounts, new_account
from odin_server.sessions.session import FAREWELL_SECONDS, RemoteSession
from odin_server.sessions.settings import HostSettings


class PortTaken(Refusal):
    """A server cannot listen at its address and port."""

    code = "port-taken"


class Host:
    """The connections and sessions of all servers of one program, and its guards."""

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
        self.connections: set[RemoteConnection] = set()
        self.sessions: dict[int, RemoteSession] = {}
        self.ended = 0
        """How many sessions with an app have ended."""
        self.ssh_port = 0
        """The port on which SSH is listened for; 0 if it is not."""
        self.web_url = ""
        """Where browsers reach this host; empty if they do not."""
        self.login_slots = asyncio.Semaphore(settings.logins_at_once)
        self._numbers = count(1)
        metrics.gauge("sessions", "People who are in.", lambda: len(self.sessions))
        metrics.gauge("connections", "Open connections.", self.counts.connected.total)
        metrics.gauge(
            "connections_without_session",
            "Open connections on which nobody is served.",
            lambda: len(self.without_session()),
        )

    def change_settings(self, settings: HostSettings) -> None:
        """Use other settings for new connections; addresses and ports stay."""
        before = self.settings
        self.settings = replace(
            settings,
            address=before.address,
            port=before.port,
            web_address=before.web_address,
            web_port=before.web_port,
            web_url=before.web_url,
        )
        if settings.logins_at_once != before.logins_at_once:
            self.login_slots = asyncio.Semaphore(settings.logins_at_once)

    def ssh_target(self, address: str) -> str:
        """Return what comes after `ssh` to get here, by name or by this address."""
        return ssh_target(self.settings.name or address, self.ssh_port)

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

    def check_fingerprint(self, fingerprint: str, network: str) -> Notice | None:
        """Return why whoever has this fingerprint may not come in, or None."""
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
        return None

    def is_moderator(self, fingerprint: str) -> bool:
        """Tell whether a key belongs to a moderator."""
        return bool(fingerprint) and fingerprint in self.settings.moderators

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

    def account_of(self, key: str, wanted: str, network: str) -> Account:
        """Return the account of a key, made if there is none; a guest's without a key.

        An address that has made too many accounts today gets a guest's.
        """
        if not key:
            return self.accounts.guest(wanted)
        if not self.accounts.knows(key):
            attempt = ConnectionAttempt(network, self.now())
            if refusal := new_account(self.counts, self.settings, attempt):
                self.refused("new-account", network)
                self.audit_log.note("new-account-refused", why=refusal.code, network=network)
                return self.accounts.guest(wanted)
        return self.accounts.log_in(key, wanted)

    def next_number(self) -> int:
        """Return the number of the next session."""
        return next(self._numbers)

    def add_session(self, session: RemoteSession) -> None:
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

    def remove_session(self, session: RemoteSession) -> None:
        """Remove a session that has ended."""
        caller = session.caller
        if caller is not None and self.sessions.pop(caller.number, None) is not None:
            # Without an app hardly anything is left behind that a collection could find.
            self.ended += session.has_terminal
            self.accounts.release_name(caller.account)
            self.audit_log.note("left", session=caller.number)

    def without_session(self) -> list[RemoteConnection]:
        """Return the open connections, logged in or not, without a session."""
        return [connection for connection in self.connections if connection.caller is None]

    def kick(self, account: str, reason: Notice) -> int:
        """End every connection of an account, and return how many there were."""
        return self.end_connections(lambda connection: connection.account_id == account, reason)

    def end_connections(self, chosen: Callable[[RemoteConnection], bool], reason: Notice) -> int:
        """End the chosen connections, with a session or without; return how many there were."""
        theirs = [connection for connection in self.connections if chosen(connection)]
        for connection in theirs:
            connection.end(reason)
        return len(theirs)

    async def close(self, reason: Notice) -> None:
        """Refuse new connections, and end all there are with the reason."""
        self.counts.closing = True
        self.end_connections(lambda _connection: True, reason)
        until = self.now() + max(self.settings.grace, FAREWELL_SECONDS)
        # The app of a session may need a moment longer than its connection.
        while (self.connections or self.sessions) and self.now() < until:  # noqa: ASYNC110 - once
            await asyncio.sleep(0.02)
        for connection in tuple(self.connections):
            connection.abort()


def ssh_target(name: str, port: int) -> str:
    """Return what comes after `ssh` to get to a name and port."""
    return name if port == 22 else f"-p {port} {name}"
