"""Pilots ask for English, the one language in which they read screens."""

from odin_tui.pilots.ssh_terminal import SshConnection
from tests.ssh.wire import KEY, a_server


async def test_a_pilot_tells_the_server_that_it_reads_english() -> None:
    async with a_server() as server:
        line = await SshConnection.dial("127.0.0.1", server.port, KEY, "pilot")
        await line.terminal((80, 24))
        (session,) = server.host.sessions.values()
        assert session._chan.get_environment_bytes()[b"LANG"] == b"en_US.UTF-8"
        line.drop()
