"""An SSH server that hosts Textual apps: one process, one loop, any number of people.

    host = SshServer(HostSettings(port=2222), front, accounts, journal, metrics, time.time)
    await host.open(host_key(path))
    ...
    await host.close("The hall is closing. Your seat is kept.")

What people see is not known here: a `Frontend` is handed in, which gives an app for a `Caller`, or
text for somebody without a terminal. Nothing of a client is ever run, read or written on the
server; its words are data.
"""

from odin_server.ssh.caller import Caller, ClientTerminal, Frontend
from odin_server.ssh.host_key import host_key
from odin_server.ssh.server import SshServer
from odin_server.ssh.settings import HostSettings
from odin_server.ssh.terminal import Terminal

__all__ = [
    "Caller",
    "ClientTerminal",
    "Frontend",
    "HostSettings",
    "SshServer",
    "Terminal",
    "host_key",
]
