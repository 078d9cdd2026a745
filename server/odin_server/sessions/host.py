"""The host: what all its servers share, whoever is connected, and who may come in."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from odin_server.accounts import Account, Accounts, AccountsUnusable, Kind, Target
from odin_server.accounts.facts import AccountDeleted, AccountFact, Banned, KeyUnlinked
from odin_server.chat import clean
from odin_server.hall import Hall
from odin_server.hall.presence import Connected
from odin_server.hall.views import is_guest
from odin_server.health import Health
from odin_server.metrics import Metrics, start_at_zero
from odin_server.notices import Notice
from odin_server.sessions.audit_log import AuditLog, describe_error
from odin_server.sessions.caller import Frontend
from odin_server.sessions.connection import RemoteConnection
from odin_server.sessions.guards import (
    BARRED,
    GUARDS,
    REFUSALS,
    ConnectionAttempt,
    ConnectionCounts,
    new_account,
    server_full,
    too_many_logins,
)
from odin_server.sessions.login_queue import LoginQueue
from odin_server.sessions.loop_shares import LoopShares
from odin_server.sessions.other_hosts import OtherHosts
from odin_server.sessions.session import FAREWELL_SECONDS, RemoteSession
from odin_server.sessions.settings import AT_START, HostSettings
from odin_server.sessions.strangers import who_gives_way
from odin_server.version import VERSION
from odin_server.word_list import WordList

FULL_OF_STRANGERS = (server_full, too_many_logins)
"""Guards that refuse nobody while somebody who has not logged in can give way instead."""

LOGINS = ("key", "browser", "guest")
LONGEST_LAG = 1.0
"""A host whose event loop is later than this, in seconds, is not well."""


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
        self.version = VERSION
        self.since = now()
        """When it was opened."""
        self.counts = ConnectionCounts()
        self.connections: set[RemoteConnection] = set()
        self.sessions: dict[int, RemoteSession] = {}
        self.ended = 0
        """How many sessions with an app have ended."""
        self.ssh_port = 0
        """The port on which SSH is listened for; 0 if it is not."""
        self.web_url = ""
        """Where browsers reach this host; empty if they do not."""
        self.login_queue = LoginQueue(settings.logins_at_once)
        loop = asyncio.get_running_loop()
        self.loop_shares = LoopShares(settings, metrics, loop.time, loop.call_later)
        self._numbers = count(1)
        self._other_hosts: OtherHosts | None = None
        self.health = Health()
        self.health.add("accepting", lambda: not self.counts.closing)
        self.health.add("loop", lambda: metrics.last_lag < LONGEST_LAG)
        accounts.on_change.append(self.account_changed)
        accounts.on_name.append(self._take_name)
        accounts.on_failure = self._note_accounts_failure
        start_at_zero(metrics.refusals, REFUSALS)
        start_at_zero(metrics.logins, LOGINS)
        accounts.unwanted_words = WordList(settings.unwanted_words)
        metrics.gauge("sessions", "People who are in.", lambda: len(self.sessions))
        metrics.gauge("connections", "Open connections.", self.counts.connected.total)
        metrics.gauge(
            "connections_without_session",
            "Open connections on which nobody is served.",
            lambda: len(self.without_session()),
        )

    def share(self, hall: Hall) -> None:
        """Tell other hosts of the hall who comes and goes here, and do what they ask for."""
        self._other_hosts = OtherHosts(self, hall)

    def change_settings(self, settings: HostSettings) -> None:
        """Use other settings for new connections; what is read at the start only stays."""
        before = self.settings
        self.settings = replace(settings, **{name: getattr(before, name) for name in AT_START})
        self.accounts.unwanted_words = WordList(settings.unwanted_words)
        self.loop_shares.change_settings(self.settings)
        self.login_queue.change(settings.logins_at_once)

    def ssh_target(self, address: str) -> str:
        """Return what comes after `ssh` to get here, by name or by this address."""
        return ssh_target(self.settings.name or address, self.settings.public_port or self.ssh_port)

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
            notice = guard(self.counts, self.settings, attempt)
            if notice and not (guard in FULL_OF_STRANGERS and self.made_room(network)):
                self.refused(guard.__name__, network)
                return notice
        return None

    def made_room(self, network: str) -> bool:
        """End a connection on which nobody has logged in, for one from this address.

        Return False if none has to give way.
        """
        strangers = [one for one in self.connections if not one.is_logged_in]
        stranger = who_gives_way(strangers, network, self.now(), self.settings.login_grace)
        if stranger is not None:
            stranger.give_way()
        return stranger is not None

    def knows(self, fingerprint: str) -> bool:
        """Tell whether a key has an account; none has while the accounts cannot be read."""
        try:
            return bool(fingerprint) and self.accounts.knows(fingerprint)
        except sqlite3.Error:
            return False

    def check_fingerprint(self, fingerprint: str, network: str) -> Notice | None:
        """Return why whoever has this fingerprint may not come in, or None."""
        try:
            account, ban = self.accounts.find(fingerprint), self.accounts.ban_on_key(fingerprint)
        except sqlite3.Error as trouble:
            return self.accounts_failed(trouble, network)
        names = (fingerprint,) if account is None else (fingerprint, account.id)
        if ban is not None:
            return ban.notice(self.now())
        if self.settings.allow and not {*names} & {*self.settings.allow}:
            return Notice("invited-keys-only", key=fingerprint)
        return None

    def is_moderator(self, fingerprint: str) -> bool:
        """Tell whether a key belongs to a moderator."""
        return bool(fingerprint) and fingerprint in self.settings.moderators

    def barred(self, reason: Notice, network: str, key: str) -> None:
        """Count and log that somebody may not come in, whatever they do.

        Accounts that cannot be read bar people, too, and were counted as what they are.
        """
        if kind := BARRED.get(reason.code):
            self.refused(kind, network, key=key)

    def refused(self, guard: str, network: str, **facts: object) -> None:
        """Count and log a refusal."""
        self.metrics.refusals.labels(guard).inc()
        self.audit_log.note_limited(
            "refused", ("guard", "network"), guard=guard, network=network, **facts
        )

    def accounts_failed(self, trouble: Exception, network: str) -> Notice:
        """Return what a client is told who cannot come in because of the accounts.

        What could not be written was logged when it happened, and is not counted again.
        """
        if not isinstance(trouble, AccountsUnusable):
            self._note_accounts_failure(trouble, network=network)
        return Notice("accounts-unavailable")

    def _note_accounts_failure(self, trouble: Exception, **facts: object) -> None:
        """Count and log that the accounts could not be read or written."""
        self.metrics.accounts_failures.inc()
        self.metrics.disk_failed(trouble)
        self.audit_log.note_limited(
            "accounts-failed", ("trouble",), trouble=describe_error(trouble), **facts
        )

    # -- people -------------------------------------------------------------------------------

    async def account_of(self, key: str, wanted: str, network: str) -> Account:
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
        account = await self.accounts.log_in(key, wanted)
        self.accounts.history.note_address(account.id, network)
        return account

    def next_number(self) -> int:
        """Return the number of the next session."""
        return next(self._numbers)

    def add_session(self, session: RemoteSession) -> None:
        """Add a session that has started."""
        caller = session.caller
        if caller is not None:
            self.sessions[caller.number] = session
            if self._other_hosts is not None:
                self._other_hosts.tell_arrived(session)
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
            if self._other_hosts is not None:
                self._other_hosts.tell_left(caller.number)
            self.audit_log.note("left", session=caller.number)

    def without_session(self) -> list[RemoteConnection]:
        """Return the open connections, logged in or not, without a session."""
        return [connection for connection in self.connections if connection.caller is None]

    def account_changed(self, fact: AccountFact) -> None:
        """End the connections that may not go on since another host has written this."""
        match fact:
            case Banned(kind=kind, what=what, until=until, why=why):
                if until is None or until > self.now():
                    self.end_banned(Target(kind, what), why)
            case AccountDeleted(account=account):
                self.end_connections(
                    lambda one: one.account_id == account, Notice("account-deleted")
                )
            case KeyUnlinked(key=key):
                self.end_connections(lambda one: one.key == key, Notice("key-unlinked"))

    def _take_name(self, account: Account) -> None:
        """Let every session of an account have the name that was chosen in one of them."""
        for session in self.sessions.values():
            if session.caller is not None and session.caller.account.id == account.id:
                session.caller.account = replace(session.caller.account, name=account.name)

    def end_banned(self, target: Target, why: str) -> int:
        """End every connection here that a ban is meant for, and return how many there were."""
        reason = Notice("banned-now", text=clean(why, 120))
        return self.end_connections(lambda one: one.is_meant_by(target), reason)

    def kick(self, account: str, text: str) -> int:
        """End every connection of an account, on all hosts, and return how many there were."""
        if self._other_hosts is not None:
            self._other_hosts.tell_kicked(account, text)
        elsewhere = self.count_elsewhere(Target(Kind.ACCOUNT, account))
        return elsewhere + self.kick_here(account, text)

    def kick_here(self, account: str, text: str) -> int:
        """End every connection of an account on this host, and return how many there were."""
        reason = Notice("kicked", text=text)
        return self.end_connections(lambda connection: connection.account_id == account, reason)

    def find_here(self, name: str) -> Account | None:
        """Return whoever is in under exactly this name, here or on another host of the hall."""
        for session in self.sessions.values():
            if session.caller is not None and session.caller.account.name == name:
                return session.caller.account
        for other in self.sessions_elsewhere():
            if other.name == name:
                return Account(other.account, other.name, guest=is_guest(other.account))
        return None

    def sessions_elsewhere(self) -> list[Connected]:
        """Return the sessions on other hosts of the same hall."""
        return [] if self._other_hosts is None else self._other_hosts.sessions()

    def count_elsewhere(self, target: Target) -> int:
        """Count the sessions on other hosts that a ban or a kick is meant for."""
        return sum(
            target.what in (other.account, other.key) or target.covers(other.address)
            for other in self.sessions_elsewhere()
        )

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
