"""What hosts of one hall tell each other of connections."""

import asyncssh
import pytest

from odin_server.accounts import Kind, Target
from tests.server.postgres.conftest import OpenHost, until
from tests.ssh.wire import a_server, connected, terminal


async def test_a_kick_ends_sessions_on_every_host_and_counts_them(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    async with a_server() as here, a_server() as there, connected(there) as conn:
        here.host.share(first.hall)
        there.host.share(second.hall)
        screen = await terminal(conn)
        await until(here.host.sessions_elsewhere)
        (found,) = here.host.sessions_elsewhere()
        assert (found.name, found.address) == ("astrid", "127.0.0.1")
        assert here.host.count_elsewhere(Target(Kind.ADDRESS, "127.0.0.0/8")) == 1
        assert here.host.count_elsewhere(Target(Kind.KEY, found.key)) == 1
        assert here.host.count_elsewhere(Target(Kind.ACCOUNT, "somebody else")) == 0
        assert here.host.kick(found.account, "enough") == 1
        assert b"kicked text=enough" in await screen.end()
        await until(lambda: not here.host.sessions_elsewhere())


async def test_limits_on_an_address_count_what_it_does_at_every_host(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    limits = {"connections_per_address": 1, "attempts": 3, "new_accounts": 1}
    async with a_server(**limits) as here, a_server(**limits) as there:
        here.host.share(first.hall)
        there.host.share(second.hall)
        async with connected(there) as conn:
            await terminal(conn)
            await until(here.host.sessions_elsewhere)
            with pytest.raises(asyncssh.DisconnectError, match="address-full"):
                async with connected(here):
                    pass
        counts = here.host.counts
        await until(lambda: len(counts.accounts_made.get("127.0.0.1", ())) == 1)
        await until(lambda: len(counts.attempts_made["127.0.0.1"]) == 2)
        await until(lambda: not here.host.sessions_elsewhere())
        async with connected(here) as conn:
            screen = await terminal(conn)
            # The account was made at the other host, and another one may not be made today.
            await screen.until(b"hello ~astrid")
        await until(lambda: len(there.host.counts.attempts_made["127.0.0.1"]) == 3)
        with pytest.raises(asyncssh.DisconnectError, match="too-many-attempts"):
            async with connected(there):
                pass
