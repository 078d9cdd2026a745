"""Guests who ask for a table over SSH and go, and the moderator who looks at what they left."""

from contextlib import AsyncExitStack

import asyncssh

from odin_server.accounts import AccountFile, Accounts
from odin_server.clock import ManualClock
from odin_server.hall import Hall, HallSettings
from odin_server.sessions.settings import HostSettings
from odin_server.toml_settings import change, parse
from odin_tui.commands.serving import hall_settings
from odin_tui.hall_frontend import HallFrontend
from tests.ssh.wire import KEY, a_server, connected, eventually


def test_every_limit_on_tables_is_a_host_s_to_set() -> None:
    text = "tables = 7\nguest-tables = 6\ntables-per-address = 5\nguest-table-timeout = 4\n"
    made = hall_settings(change(HostSettings(), parse(text + "table-idle = 3600")))
    assert (made.tables, made.guest_tables, made.tables_per_address) == (7, 6, 5)
    assert (made.guest_table_timeout, made.idle) == (4.0, 3600.0)
    usual = hall_settings(HostSettings())
    assert usual == HallSettings(hold=usual.hold, bot_pause=usual.bot_pause)


async def test_guests_who_ask_for_a_table_and_go_leave_none_behind_and_block_nobody() -> None:
    async with AsyncExitStack() as closing:
        clock = ManualClock()
        hall = await Hall.begin(settings=HallSettings(tables_per_address=2), clock=clock)
        closing.push_async_callback(hall.close)
        accounts = Accounts(AccountFile(None), lambda: 0.0)
        frontend = HallFrontend(hall, accounts)
        moderator = str(KEY.get_fingerprint())
        server = await closing.enter_async_context(
            a_server(frontend, accounts, moderators=(moderator,))
        )

        async def say(words: str, **options: object) -> str:
            async with connected(server, **options) as conn:
                done = await conn.run(words, stdin=asyncssh.DEVNULL)
                return str(done.stdout) + str(done.stderr)

        answers = [await say("json quick", client_keys=None) for _ in range(3)]
        assert ['"hello"' in answer for answer in answers] == [True, True, False]
        assert "from your address" in answers[2]
        assert "Your match is saved" not in answers[0]
        listed = (await say("mod tables")).splitlines()
        assert "connected" in listed[0]
        assert len(listed) == 3
        with_key = await say("json quick")
        assert '"hello"' in with_key
        assert "Your match is saved" in with_key
        clock.advance(HallSettings().guest_table_timeout)
        await eventually(lambda: len(hall.all_tables()) == 1)
        (left,) = hall.all_tables()
        assert "Closed." in await say(f"mod close {left.code}")
        await eventually(lambda: not hall.all_tables())
        assert "There are no tables." in await say("mod tables")
