"""One connection of a browser: counted from its first byte, identified by its cookie."""

import asyncio
from typing import TYPE_CHECKING, Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from odin_server.notices import Notice
from odin_server.sessions.connection import RemoteConnection
from odin_server.sessions.guards import Bucket, address_group
from odin_server.sessions.intake import Intake
from odin_server.sessions.loop_time import SPENDER
from odin_server.sessions.session import FAREWELL_SECONDS
from odin_server.sessions.strangers import Progress
from odin_server.web.brakes import Brake, BrakedTransport
from odin_server.web.messages import Hello, MessageError, parse
from odin_server.web.session import WebSession, farewell

if TYPE_CHECKING:
    from odin_server.web.server import WebServer


class Socket(ServerConnection):
    """A TCP connection, before and after it has become a web socket."""

    def __init__(self, web: "WebServer", *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.web = web
        self.peer = "?"
        """The address at the other end, which may be a proxy's."""
        self.client = "?"
        """The address of the client."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - it is TCP
        brakes: set[Brake] = set()
        # The library pauses reading too, while messages wait; each would undo the other's pause.
        super().connection_made(BrakedTransport(transport, brakes))  # type: ignore[arg-type]
        self.peer = self.client = str((transport.get_extra_info("peername") or ("?",))[0])
        rate = Brake(transport, brakes)
        self.intake = Intake(super().data_received, rate, self.web.host)
        if not self.web.admit(self):
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        # Pings are answered by the library, to clients that never read the answers too.
        if self.transport.get_write_buffer_size() > 2 * self.web.host.settings.output_budget:
            self.web.host.refused("stalled", address_group(self.client))
            self.transport.abort()
            return
        self.intake(data)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.intake.stop()
        self.web.release(self)


class WebConnection(RemoteConnection):
    """A web socket from one of our pages, and its session."""

    in_browser = True

    def __init__(self, web: "WebServer", socket: Socket, key: str) -> None:
        super().__init__(web.host)
        self.web, self.socket, self.key = web, socket, key
        self.intake = socket.intake
        self._session: WebSession | None = None
        self._leaving = False
        limits = self.host.settings
        # A key of a keyboard is a message, and so is every step of a mouse.
        self._messages = Bucket(
            2 * limits.keys_burst, 2 * limits.keys_rate, asyncio.get_running_loop().time()
        )

    # -- coming and going ---------------------------------------------------------------------

    async def serve(self) -> None:
        """Serve whoever is connected until they are gone."""
        SPENDER.set(self.socket.intake.share)
        try:
            if refusal := self.arrive(self.socket.client) or self._log_in():
                await self._refuse(refusal)
                return
            self.web.release(self.socket)
            hello = await self._hello()
            self._session = WebSession(self, hello)
            self._session.begin(self._session)
            async for data in self.socket:
                await self._session.receive(data if isinstance(data, bytes) else parse(data))
                await self._wait_for_budget()
        except MessageError:
            self.host.refused("bad-message", self.network)
        except TimeoutError:
            self.host.refused("no-session", self.network, key=self.key)
            await self._refuse(Notice("no-session"))
        except ConnectionClosed as closed:
            if closed.sent is not None and closed.sent.code == CloseCode.MESSAGE_TOO_BIG:
                self.host.refused("message-too-big", self.network)
        finally:
            if self._session is not None:
                self._session.lost()
            self.depart()

    async def _wait_for_budget(self) -> None:
        """Wait if messages come faster than keys may; then the library stops reading."""
        if (wait := self._messages.owe(1, asyncio.get_running_loop().time())) > 0:
            self.host.metrics.floods_slowed.inc()
            await asyncio.sleep(wait)

    def _log_in(self) -> Notice | None:
        """Return why this browser may not come in, or None."""
        self.mark_authenticated()
        if self.host.knows(self.key):
            self.advance(Progress.KNOWN_KEY)
        if self.key:
            refusal = self.host.check_fingerprint(self.key, self.network)
        else:
            refusal = None if self.host.settings.guests else Notice("no-guests-in-browsers")
        if refusal is not None:
            self.host.barred(refusal, self.network, self.key)
            return refusal
        if full := self.refused_after_login():
            return full
        self.host.metrics.logins.labels("browser" if self.key else "guest").inc()
        return None

    async def _hello(self) -> Hello:
        async with asyncio.timeout(self.host.settings.session_timeout):
            message = await self.socket.recv()
        hello = parse(message) if isinstance(message, str) else None
        if not isinstance(hello, Hello):
            raise MessageError
        return hello

    async def _refuse(self, reason: Notice) -> None:
        await self.socket.send(farewell(self.notice_text(reason), reason))

    def end(self, reason: Notice) -> None:
        if self._session is not None and self.caller is not None:
            self._session.disconnect(reason)
        elif not self._leaving:
            self.session_ended()

    def abort(self) -> None:
        self.socket.transport.abort()

    def session_ended(self) -> None:
        self.caller, self._leaving = None, True
        asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self.abort)

    # -- what a session needs -----------------------------------------------------------------

    @property
    def locales(self) -> tuple[str, ...]:
        request = self.socket.request
        return super().locales if request is None else self.web.locales_in(request.headers)

    @property
    def transport(self) -> asyncio.Transport:
        return self.socket.transport

    @property
    def own_address(self) -> str:
        return self.web.address.name

    async def ping(self) -> float:
        """Return the round-trip time."""
        return await (await self.socket.ping())
