"""The web server: a few files, and sockets whose sessions are Textual apps in this process."""

import functools
import logging
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from socket import SO_SNDBUF, SOL_SOCKET
from socket import socket as SystemSocket  # noqa: N812 - our `Socket` is a web socket
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from odin_server.health import HEALTH_PATH
from odin_server.locales import accepted_languages
from odin_server.notices import Notice
from odin_server.sessions.app_setup import prepare_process
from odin_server.sessions.audit_log import describe_error
from odin_server.sessions.guards import ConnectionAttempt, address_group, too_many_pages
from odin_server.sessions.host import Host
from odin_server.sessions.listening import BACKLOG, listen
from odin_server.sessions.proxies import is_proxy, networks
from odin_server.sessions.session import FAREWELL_SECONDS
from odin_server.sessions.strangers import oldest_of_most
from odin_server.web.addresses import client_address, web_address
from odin_server.web.connection import Socket, WebConnection
from odin_server.web.identity import fingerprint, new_token, set_cookie, token_in
from odin_server.web.pages import TEXT, Pages, response, text_response

SOCKET_PATH, IDENTITY_PATH = "/ws", "/identity"
JSON = "application/json"
IDENTITY_HEADER = "X-Odin"
"""No other site's link or form can send it, so no other site can exchange somebody's cookie."""
LARGEST_MESSAGE = 65_536
PAGE_SECONDS = 20.0
"""How long a browser may take to ask for something, and to close the line after a page."""
WAITING_MESSAGES = 16
SYSTEM_BUFFER = 131_072
LIBRARY_LOG = logging.getLogger("odin.websockets")
"""The library would note every handshake that fails; what matters is counted here."""
LIBRARY_LOG.setLevel(logging.CRITICAL + 1)


class WebServer:
    """Serves browsers with the same people, tables, guards and limits as the host's SSH server."""

    def __init__(self, host: Host) -> None:
        """Raise `BadWebAddress` or `BadProxy` if the settings do not fit."""
        self.host = host
        settings = host.settings
        self.address = web_address(settings.web_url, settings.web_address, settings.web_port)
        self._proxies = networks("web-proxies", settings.web_proxies)
        self._pages = Pages(())
        self._servers: list[Server] = []
        self._sockets: dict[Socket, str] = {}
        """Connections that are no session yet, or no more, with the network of each."""
        self._pending: Counter[str] = Counter()

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._servers[0].sockets[0].getsockname()[1]) if self._servers else 0

    async def open(self, sockets: Sequence[SystemSocket] = ()) -> None:
        """Start to accept on these sockets, or on those of the settings; raises `PortTaken`."""
        prepare_process()
        settings = self.host.settings
        for sock in sockets or listen(settings.web_address, settings.web_port):
            # Connections inherit it. What the system has taken cannot be skipped any more, and
            # by itself it takes megabytes: on a slow line everything would be shown late.
            sock.setsockopt(SOL_SOCKET, SO_SNDBUF, SYSTEM_BUFFER)
            self._servers.append(await self._accept(sock))
        self.address = web_address(settings.web_url, settings.web_address, self.port)
        self._pages = Pages(self.address.sockets)
        self.host.web_url = self.address.url

    async def _accept(self, sock: SystemSocket) -> Server:
        settings = self.host.settings
        return await serve(
            self._serve_socket,
            sock=sock,
            process_request=self._answer,
            create_connection=functools.partial(Socket, self),  # type: ignore[arg-type]
            compression=None,
            server_header=None,
            open_timeout=PAGE_SECONDS,
            close_timeout=FAREWELL_SECONDS,
            ping_interval=settings.keepalive,
            ping_timeout=settings.keepalive * settings.keepalive_count,
            max_size=LARGEST_MESSAGE,
            max_queue=WAITING_MESSAGES,
            logger=LIBRARY_LOG,
            backlog=BACKLOG,
        )

    async def close(self, reason: Notice) -> None:
        """End all sessions of the host with the reason, and stop listening."""
        await self.host.close(reason)
        for open_socket in tuple(self._sockets):
            open_socket.transport.abort()
        for server in self._servers:
            server.close()
            await server.wait_closed()

    def stop_accepting(self) -> None:
        """Let no further connection in; those there are go on."""
        for server in self._servers:
            server.close(close_connections=False)

    # -- connections that are no session ------------------------------------------------------

    def admit(self, socket: Socket) -> bool:
        """Count a new connection; return False if its address has too many that are no session.

        If there are too many of all addresses, the oldest of the address with most gives way.
        """
        settings, network = self.host.settings, address_group(socket.peer)
        at_proxy = is_proxy(socket.peer, self._proxies)
        if not at_proxy and self._pending[network] >= settings.connections_per_address:
            self.host.refused("web-connections", network)
            return False
        if len(self._sockets) >= settings.unauthenticated:
            oldest = oldest_of_most(self._sockets)
            self.host.refused("gave-way", self._sockets[oldest])
            self.release(oldest)
            oldest.transport.abort()
        self._sockets[socket] = network
        self._pending[network] += 1
        return True

    def release(self, socket: Socket) -> None:
        """Stop counting a connection that is a session now, or gone."""
        network = self._sockets.pop(socket, None)
        if network is not None:
            self._pending[network] -= 1
            if not self._pending[network]:
                del self._pending[network]

    # -- requests -----------------------------------------------------------------------------

    def _answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """Return a page, a file or a refusal; None lets a web socket be opened."""
        try:
            return self._find_answer(socket, request)
        except Exception as trouble:  # noqa: BLE001 - the fault of one request must end that one only
            self.host.metrics.crashes.inc()
            self.host.audit_log.note("crash", trouble=describe_error(trouble))
            return text_response(HTTPStatus.INTERNAL_SERVER_ERROR, "")

    def _find_answer(self, socket: ServerConnection, request: Request) -> Response | None:
        assert isinstance(socket, Socket)  # noqa: S101 - we make no others
        forwarded = request.headers.get_all("X-Forwarded-For")
        socket.client = client_address(socket.peer, forwarded, self._proxies)
        socket.intake.share.came_from(address_group(socket.client))
        try:
            path = urlsplit(request.path).path
        except ValueError:
            path = ""
        if path == SOCKET_PATH:
            return self._check_origin(socket, request.headers)
        socket.close_timeout = PAGE_SECONDS
        attempt = ConnectionAttempt(address_group(socket.client), self.host.now())
        if refusal := too_many_pages(self.host.counts, self.host.settings, attempt):
            self.host.refused("too_many_pages", attempt.network)
            return self._refusal(HTTPStatus.TOO_MANY_REQUESTS, refusal, request.headers)
        if path == HEALTH_PATH:
            status, body = self.host.health.report()
            return response(JSON, body, {"Cache-Control": "no-store"}, status)
        if path == IDENTITY_PATH and IDENTITY_HEADER in request.headers:
            return self._identity(request.headers)
        packed = "gzip" in one(request.headers, "Accept-Encoding")
        words = self.host.frontend.page_words(self.locales_in(request.headers))
        found = self._pages.answer(path, words, packed=packed)
        missing = Notice("no-such-page")
        return found or self._refusal(HTTPStatus.NOT_FOUND, missing, request.headers)

    def _check_origin(self, socket: Socket, headers: Headers) -> Response | None:
        """Refuse a socket that a page of another host opens, with the cookie of its reader."""
        if one(headers, "Origin").lower() in self.address.origins:
            return None
        self.host.refused("foreign-origin", address_group(socket.client))
        foreign = Notice("foreign-origin", url=self.address.url)
        return self._refusal(HTTPStatus.FORBIDDEN, foreign, headers)

    def _identity(self, headers: Headers) -> Response:
        """Give a browser its secret, or have it keep the one it has for longer."""
        secure = self.address.secure
        token = token_in(cookies_in(headers), secure=secure) or new_token()
        cookie = set_cookie(token, secure=secure)
        return response(TEXT, b"", {"Set-Cookie": cookie, "Cache-Control": "no-store"})

    def _refusal(self, status: HTTPStatus, notice: Notice, headers: Headers) -> Response:
        locales = self.locales_in(headers)
        return text_response(status, self.host.frontend.notice_text(notice, locales=locales))

    def locales_in(self, headers: Headers) -> tuple[str, ...]:
        """Return what a browser says of its user's language, and then the host."""
        accepted = accepted_languages(one(headers, "Accept-Language"))
        return (*accepted, self.host.settings.language)

    async def _serve_socket(self, socket: ServerConnection) -> None:
        assert isinstance(socket, Socket)  # noqa: S101 - we make no others
        assert socket.request is not None  # noqa: S101 - it was answered
        token = token_in(cookies_in(socket.request.headers), secure=self.address.secure)
        try:
            await WebConnection(self, socket, fingerprint(token) if token else "").serve()
        except Exception as trouble:  # noqa: BLE001 - one connection's fault must end that one only
            self.host.metrics.crashes.inc()
            self.host.audit_log.note("crash", trouble=describe_error(trouble))


def cookies_in(headers: Headers) -> str:
    """Return all cookies, which a proxy may have sent in several headers."""
    return "; ".join(headers.get_all("Cookie"))


def one(headers: Headers, name: str) -> str:
    """Return the value of a header; empty if there is none or more than one."""
    values = headers.get_all(name)
    return values[0] if len(values) == 1 else ""
