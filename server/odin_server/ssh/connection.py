"""One connection: who it is, by which key, and how much it may send."""

import asyncio
from typing import TYPE_CHECKING

import asyncssh

from odin_server.accounts import Account
from odin_server.notices import Notice
from odin_server.ssh.asyncssh_internals import check_guesses, ping, transport_of
from odin_server.ssh.caller import Caller
from odin_server.ssh.guards import Bucket, ConnectionAttempt, address_group, new_account, over_limit
from odin_server.ssh.session import LAST_WORDS, Session

if TYPE_CHECKING:
    from odin_server.ssh.server import SshServer

MOST_KEYS = 20
"""Keys a client may offer; an agent seldom holds more."""
SMALLEST_RSA = 2048


class Connection(asyncssh.SSHServer):
    """Asyncssh's view of one connection."""

    def __init__(self, host: "SshServer") -> None:
        self.host = host
        self.house = "?"
        self.address = "?"
        self.key = ""
        self.call: Caller | None = None
        """The call that is served now."""
        self._username = ""
        self._offered = 0
        self._barred = False
        self._counted = False
        self._stranger = False
        self._on_reserved_slot = False
        self._leaving = False
        self._deadline: asyncio.TimerHandle | None = None
        self._conn: asyncssh.SSHServerConnection | None = None
        self._session: Session | None = None

    # -- coming and going ---------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        self.address = str((conn.get_extra_info("peername") or ("?",))[0])
        self.house = address_group(self.address)
        refusal = self.host.ask_guards(self.house, self.address)
        if refusal:
            asyncio.get_running_loop().call_soon(self._refuse, refusal)
            return
        self._counted = self._stranger = True
        self.host.book.connected[self.house] += 1
        self.host.book.strangers += 1
        self.host.visitors.add(self)
        self._on_reserved_slot = bool(self._over_limit())
        check_guesses(conn)
        self._slow_down_floods(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._no_longer_a_stranger()
        self._cancel_deadline()
        if self._counted:
            self._counted = False
            book = self.host.book
            book.connected[self.house] -= 1
            if book.connected[self.house] <= 0:
                del book.connected[self.house]
        self.host.visitors.discard(self)
        self._conn = self._session = self.call = None

    @property
    def account_id(self) -> str:
        """The account this connection belongs to: the key if it has none yet, "" for a guest."""
        if self.call is not None:
            return self.call.account.id
        if not self.key or self._stranger:
            return ""
        account = self.host.accounts.find(self.key)
        return self.key if account is None else account.id

    @property
    def is_logged_in(self) -> bool:
        return not self._stranger

    def end(self, reason: Notice) -> None:
        """End the connection; whoever is served is told why, and gets the terminal back."""
        if self._session is not None and self.call is not None:
            self._session.hang_up(reason)
        elif self._conn is not None and not self._leaving:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, self._text(reason))

    def cut(self) -> None:
        """End the connection now, whatever it is doing."""
        if self._conn is not None:
            self._conn.abort()

    def _refuse(self, reason: Notice) -> None:
        """Disconnect with a message that the client prints."""
        if self._conn is not None:
            self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._text(reason))

    def _text(self, notice: Notice) -> str:
        return self.host.front.notice_text(notice)

    def _over_limit(self) -> Notice | None:
        return over_limit(
            self.host.book, self.host.settings, ConnectionAttempt(self.house, self.host.now())
        )

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _no_session_came(self) -> None:
        self.host.refused("no-session", self.house, key=self.key)
        self.end(Notice("no-session"))

    def _no_longer_a_stranger(self) -> None:
        if self._stranger:
            self._stranger = False
            self.host.book.strangers -= 1

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
        if refusal := self.host.ask_about_key(key, fingerprint, self.house):
            self._bar(refusal)
            return False
        # Asked once about the key and once with its signature; the one that counts comes last.
        self.key = fingerprint
        return True

    def _too_many_tries(self) -> bool:
        self._offered += 1
        if self._offered <= MOST_KEYS:
            return False
        self.host.refused("keys", self.house)
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
        if not self._barred and not self.host.settings.guests:
            self._bar(Notice("no-guests"))
        if self._barred:
            return False
        # A challenge without a question lets a guest in without a password prompt.
        return "", self._text(Notice("guest-welcome")) + "\n", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        del username, responses
        return not self._barred and not self.key

    def auth_completed(self) -> None:
        self._no_longer_a_stranger()
        loop = asyncio.get_running_loop()
        if self._on_reserved_slot and not self.host.is_moderator(self.key):
            self._on_reserved_slot = False
            if refusal := self._over_limit():
                self.host.refused("reserved", self.house, key=self.key)
                loop.call_soon(self._refuse, refusal)
                return
        self.host.metrics.logins.labels("key" if self.key else "guest").inc()
        # A client may open no session, or a channel on which it never asks for anything.
        self._deadline = loop.call_later(self.host.settings.session_timeout, self._no_session_came)

    def _bar(self, reason: Notice) -> None:
        if not self._barred:
            self._barred = True
            if self._conn is not None:
                self._conn.send_auth_banner(self._text(reason) + "\n")
            self.host.refused("barred", self.house, key=self.key)

    # -- the session --------------------------------------------------------------------------

    def session_requested(self) -> Session:
        if self._session is not None:
            self.host.refused("one-session", self.house)
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, self._text(Notice("one-session"))
            )
        self._session = Session(self)
        return self._session

    def answer(self, session: Session, words: tuple[str, ...]) -> Caller:
        """Say who is calling, now that there is a session."""
        self._cancel_deadline()
        self.call = Caller(
            number=self.host.next_number(),
            account=self._account(),
            key=self.key,
            address=self.address,
            words=words,
            line=session,
            reach=self._reach(),
            moderator=bool(self.key) and self.host.is_moderator(self.key),
        )
        return self.call

    def session_ended(self) -> None:
        """Close the connection when the client has had time to read the last words.

        A client that shares one connection among its sessions would keep it without any.
        """
        self.call, self._leaving = None, True
        asyncio.get_running_loop().call_later(LAST_WORDS, self.cut)

    def _reach(self) -> str:
        name, port = self.host.settings.name, self.host.port
        if not name and self._conn is not None:
            name = str((self._conn.get_extra_info("sockname") or ("localhost",))[0])
        return reach(name, port)

    def _account(self) -> Account:
        accounts = self.host.accounts
        if not self.key:
            return accounts.guest(self._username)
        if not accounts.knows(self.key):
            knock = ConnectionAttempt(self.house, self.host.now())
            if refusal := new_account(self.host.book, self.host.settings, knock):
                self.host.refused("new-account", self.house)
                self.host.journal.note("new-account-refused", why=refusal.code, house=self.house)
                return accounts.guest(self._username)
        return accounts.arrive(self.key, self._username)

    # -- how much it sends --------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many bytes wait for the client's end of the TCP connection."""
        transport = None if self._conn is None else transport_of(self._conn)
        return 0 if transport is None else int(transport.get_write_buffer_size())

    async def ping(self) -> float:
        """Measure the way to the client and back, with a request every client answers."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        if self._conn is not None:
            await ping(self._conn)
        return loop.time() - start

    def _slow_down_floods(self, conn: asyncssh.SSHServerConnection) -> None:
        """Stop reading for a while when a client sends more than its share: TCP makes it wait."""
        loop = asyncio.get_running_loop()
        limits = self.host.settings
        bucket = Bucket(limits.inbound_burst, limits.inbound_rate, loop.time())
        take_in = conn.data_received
        transport = transport_of(conn)

        def budgeted(data: bytes, datatype: int | None = None) -> None:
            wait = bucket.owe(len(data), loop.time())
            take_in(data, datatype)
            if wait > 0 and transport is not None and not transport.is_closing():
                self.host.metrics.floods_slowed.inc()
                transport.pause_reading()
                loop.call_later(wait, resume)

        def resume() -> None:
            if transport is not None and not transport.is_closing():
                transport.resume_reading()

        conn.data_received = budgeted  # type: ignore[method-assign]


def reach(name: str, port: int) -> str:
    """Write what comes after `ssh` to get to a name and port."""
    return name if port == 22 else f"-p {port} {name}"
