"""An SSH server that hosts Textual apps: one process, one loop, any number of people.

    host = Host(HostSettings(port=2222), frontend, accounts, audit_log, metrics, time.time)
    server = SshServer(host)
    await server.open(host_key(path))
    ...
    await server.close(Notice("server-stopping"))

A `Frontend` is handed in, which returns an app for each `Caller`, serves those without a terminal,
and makes sentences of notices. Nothing that a client sends is ever executed.
"""

from odin_server.sessions.caller import Caller, ClientTerminal, Frontend
from odin_server.sessions.host import Host
from odin_server.sessions.settings import HostSettings
from odin_server.sessions.terminal import Terminal
from odin_server.ssh.host_key import host_key
from odin_server.ssh.server import SshServer

__all__ = [
    "Caller",
    "ClientTerminal",
    "Frontend",
    "Host",
    "HostSettings",
    "SshServer",
    "Terminal",
    "host_key",
]
