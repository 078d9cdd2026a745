"""One connection of a client: its address, its key, and how it is counted."""

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from odin_server.accounts import Kind, Target
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_server.sessions.guards import ConnectionAttempt, address_group, over_limit
from odin_server.sessions.intake import Intake
from odin_server.sessions.line_lag import unacknowledged
from odin_server.sessions.strangers import Progress

if TYPE_CHECKING:
    from odin_server.sessions.host import Host
    from odin_server.sessions.session import RemoteSession


class RemoteConnection(ABC):
    """What all connections have in common; how bytes travel is the business of subclasses."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.network = "?"
        self.address = "?"
        self.key = ""
        """The fingerprint of the key the client came with; empty for a guest."""
        self.caller: Caller | None = None
        """Whoever is being served now."""
        self.intake: Intake | None = None
        self.progress = Progress.CONNECTED
        self.progressed_at = host.now()
        self._counted = False
        self._unauthenticated = False

    def arrive(self, address: str) -> Notice | None:
        """Count a client that has connected; return why it is refused instead, or None."""
        self.address, self.network = address, address_group(address)
        refusal = self.host.check_address(self.network, self.address)
        if refusal is None:
            self._counted = self._unauthenticated = True
            self.host.counts.connected[self.network] += 1
            self.host.counts.unauthenticated += 1
            self.host.connections.add(self)
        if self.intake is not None:
            self.intake.share.came_from(self.network)
        return refusal

    def depart(self) -> None:
        """Stop counting a client whose connection is closed."""
        self.mark_authenticated()
        if self._counted:
            self._counted = False
            counts = self.host.counts
            counts.connected[self.network] -= 1
            if counts.connected[self.network] <= 0:
                del counts.connected[self.network]
        self.host.connections.discard(self)
        if self.intake is not None:
            self.intake.stop()
        self.caller = None

    def mark_authenticated(self) -> None:
        """Count the client as one that has logged in."""
        if self._unauthenticated:
            self._unauthenticated = False
            self.host.counts.unauthenticated -= 1

    def advance(self, progress: Progress) -> None:
        """Note that the client has come so far on its way to a login."""
        if progress > self.progress:
            self.progress, self.progressed_at = progress, self.host.now()

    def give_way(self) -> None:
        """End a connection on which nobody has logged in, for somebody else's."""
        self.host.refused("gave-way", self.network)
        self.end(Notice("too-many-logins"))
        self.depart()

    @property
    def is_logged_in(self) -> bool:
        return not self._unauthenticated

    @property
    def account_id(self) -> str:
        """The account this connection belongs to: the key if it has none yet, "" for a guest."""
        if self.caller is not None:
            return self.caller.account.id
        if not self.key or self._unauthenticated:
            return ""
        account = self.host.accounts.find(self.key)
        return self.key if account is None else account.id

    def is_meant_by(self, target: Target) -> bool:
        """Tell whether a ban on this target is meant for whoever is connected."""
        match target.kind:
            case Kind.ACCOUNT:
                return self.account_id == target.what
            case Kind.KEY:
                return self.key == target.what
            case Kind.ADDRESS:
                return target.covers(self.address)

    def over_limit(self) -> Notice | None:
        """Return why only a moderator may use this connection; None below the limits."""
        attempt = ConnectionAttempt(self.network, self.host.now())
        known = self.host.knows(self.key)
        return over_limit(self.host.counts, self.host.settings, attempt, known=known)

    def refused_after_login(self) -> Notice | None:
        """Return why somebody who has logged in may not stay, or None.

        Somebody who has not logged in leaves instead, if there is anybody.
        """
        if self.host.is_moderator(self.key):
            return None
        refusal = self.over_limit()
        if refusal is not None and self.host.made_room(self.network):
            refusal = self.over_limit()
        if refusal is not None:
            self.host.refused("reserved", self.network, key=self.key)
        return refusal

    async def identify(self, session: "RemoteSession", argv: tuple[str, ...]) -> Caller:
        """Return who is calling, now that there is a session."""
        account = await self.host.account_of(self.key, self.wanted_name, self.network)
        if self.intake is not None and not account.guest:
            self.intake.share.belongs_to(account.id)
        self.caller = Caller(
            number=self.host.next_number(),
            account=account,
            key=self.key,
            address=self.address,
            argv=argv,
            client=session,
            host=self.host,
            ssh_target=self.host.ssh_target(self.own_address),
            web_url=self.host.web_url,
            in_browser=self.in_browser,
            moderator=self.host.is_moderator(self.key),
            locales=(*session.locales, *self.locales),
        )
        return self.caller

    @property
    def unacknowledged(self) -> int:
        """How many bytes are in the system's queue or on their way to the client."""
        transport = self.transport
        socket = None if transport is None else transport.get_extra_info("socket")
        return 0 if socket is None else unacknowledged(socket.fileno())

    def notice_text(self, notice: Notice) -> str:
        """Return the sentence for a notice to somebody who is not served yet."""
        return self.host.frontend.notice_text(notice, locales=self.locales)

    @property
    def locales(self) -> tuple[str, ...]:
        """What is known of the client's language before anybody is served: the host's own."""
        return (self.host.settings.language,)

    # -- what subclasses know -----------------------------------------------------------------

    in_browser = False
    wanted_name = ""
    """The name that a new account or a guest would like to have."""

    @property
    @abstractmethod
    def transport(self) -> asyncio.Transport | None:
        """The TCP connection; None when it is closed."""

    @property
    @abstractmethod
    def own_address(self) -> str:
        """The address of this host that the client has connected to."""

    @abstractmethod
    def session_ended(self) -> None:
        """Close the connection when the client has had time to read the farewell."""

    @abstractmethod
    def end(self, reason: Notice) -> None:
        """End the connection; whoever is served is told why, and their terminal is restored."""

    @abstractmethod
    def abort(self) -> None:
        """Abort the connection."""
