"""The web server: a few files, and sockets whose sessions are Textual apps in this process."""

import functools
import logging
import socket
from collections import Counter
from http import HTTPStatus
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from odin_server.notices import Notice
from odin_server.sessions.app_setup import prepare_process
from odin_server.sessions.audit_log import describe_error
from odin_server.sessions.guards import ConnectionAttempt, address_group, too_many_pages
from odin_server.sessions.host import Host, PortTaken
from odin_server.sessions.session import FAREWELL_SECONDS
from odin_server.web.addresses import client_address, is_proxy, networks, web_address
from odin_server.web.connection import Socket, WebConnection
from odin_server.web.identity import fingerprint, new_token, set_cookie, token_in
from odin_server.web.pages import TEXT, Pages, response, text_response

SOCKET_PATH, IDENTITY_PATH = "/ws", "/identity"
IDENTITY_HEADER = "X-Odin"
"""No other site's link or form can send it, so no other site can exchange somebody's cookie."""
LARGEST_MESSAGE = 65_536
WAITING_MESSAGES = 16
SYSTEM_BUFFER = 131_072
LIBRARY_LOG = logging.getLogger("odin.websockets")
"""The library would note every handshake that fails; what matters is counted here."""
LIBRARY_LOG.setLevel(logging.CRITICAL + 1)


class WebServer:
    """Serves browsers with the same people, tables, guards and limits as the host's SSH server."""

    def __init__(self, host: Host) -> None:
        """Raise `BadWebAddress` if the settings do not say where browsers reach this host."""
        self.host = host
        settings = host.settings
        self.address = web_address(settings.web_url, settings.web_address, settings.web_port)
        self._proxies = networks(settings.web_proxies)
        self._pages = Pages({}, ())
        self._server: Server | None = None
        self._sockets: dict[Socket, str] = {}
        """Connections that are no session yet, or no more, with the network of each."""
        self._pending: Counter[str] = Counter()

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return 0 if self._server is None else int(self._server.sockets[0].getsockname()[1])

    async def open(self) -> None:
        """Start to listen; raises `PortTaken`."""
        prepare_process()
        settings = self.host.settings
        try:
            self._server = await serve(
                self._serve_socket,
                settings.web_address,
                settings.web_port,
                process_request=self._answer,
                create_connection=functools.partial(Socket, self),  # type: ignore[arg-type]
                compression=None,
                server_header=None,
                open_timeout=settings.login_timeout,
                close_timeout=FAREWELL_SECONDS,
                ping_interval=settings.keepalive,
                ping_timeout=settings.keepalive * settings.keepalive_count,
                max_size=LARGEST_MESSAGE,
                max_queue=WAITING_MESSAGES,
                logger=LIBRARY_LOG,
                backlog=256,
            )
        except OSError as trouble:
            raise PortTaken(
                address=settings.web_address, port=settings.web_port, error=trouble.strerror
            ) from trouble
        for listening in self._server.sockets:
            # Connections inherit it. What the system has taken cannot be skipped any more, and
            # by itself it takes megabytes: on a slow line everything would be shown late.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)
        self.address = web_address(settings.web_url, settings.web_address, self.port)
        self._pages = Pages(self.host.frontend.page_words(), self.address.sockets)
        self.host.web_url = self.address.url

    async def close(self, reason: Notice) -> None:
        """End all sessions of the host with the reason, and stop listening."""
        await self.host.close(reason)
        for open_socket in tuple(self._sockets):
            open_socket.transport.abort()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    # -- connections that are no session ------------------------------------------------------

    def admit(self, socket: Socket) -> bool:
        """Count a new connection; return False if there are too many that are no session."""
        settings, network = self.host.settings, address_group(socket.peer)
        at_proxy = is_proxy(socket.peer, self._proxies)
        full = len(self._sockets) >= settings.unauthenticated
        if full or (not at_proxy and self._pending[network] >= settings.connections_per_address):
            self.host.refused("web-connections", network)
            return False
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
        try:
            path = urlsplit(request.path).path
        except ValueError:
            path = ""
        if path == SOCKET_PATH:
            return self._check_origin(socket, request.headers)
        socket.close_timeout = self.host.settings.login_timeout
        attempt = ConnectionAttempt(address_group(socket.client), self.host.now())
        if refusal := too_many_pages(self.host.counts, self.host.settings, attempt):
            self.host.refused("too_many_pages", attempt.network)
            return self._refusal(HTTPStatus.TOO_MANY_REQUESTS, refusal)
        if path == IDENTITY_PATH and IDENTITY_HEADER in request.headers:
            return self._identity(request.headers)
        packed = "gzip" in one(request.headers, "Accept-Encoding")
        found = self._pages.answer(path, packed=packed)
        return found or self._refusal(HTTPStatus.NOT_FOUND, Notice("no-such-page"))

    def _check_origin(self, socket: Socket, headers: Headers) -> Response | None:
        """Refuse a socket that a page of another host opens, with the cookie of its reader."""
        if one(headers, "Origin").lower() in self.address.origins:
            return None
        self.host.refused("foreign-origin", address_group(socket.client))
        return self._refusal(HTTPStatus.FORBIDDEN, Notice("foreign-origin", url=self.address.url))

    def _identity(self, headers: Headers) -> Response:
        """Give a browser its secret, or have it keep the one it has for longer."""
        secure = self.address.secure
        token = token_in(cookies_in(headers), secure=secure) or new_token()
        cookie = set_cookie(token, secure=secure)
        return response(TEXT, b"", {"Set-Cookie": cookie, "Cache-Control": "no-store"})

    def _refusal(self, status: HTTPStatus, notice: Notice) -> Response:
        return text_response(status, self.host.frontend.notice_text(notice))

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
