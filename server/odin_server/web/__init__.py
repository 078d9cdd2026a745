"""A web server that hosts the same Textual apps as the SSH server, for browsers.

    server = WebServer(host)
    await server.open()
    ...
    await server.close(Notice("server-stopping"))

It listens on loopback unless told otherwise; a proxy in front of it encrypts.
"""

from odin_server.web.addresses import BadWebAddress
from odin_server.web.server import WebServer

__all__ = ["BadWebAddress", "WebServer"]
