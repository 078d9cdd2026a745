"""A whole host in this process: hall, accounts, browsers and SSH."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from odin_server.accounts import AccountFile, Accounts
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Player
from odin_server.notices import Notice
from odin_server.ssh.server import SshServer
from odin_server.web import WebServer
from odin_server.web.identity import fingerprint, new_token
from odin_tui.hall_frontend import HallFrontend
from tests.ssh.wire import HOST_KEY, a_host, at_once


@dataclass
class HallAt:
    """A hall that is open to both."""

    hall: Hall
    accounts: Accounts
    web: WebServer
    ssh: SshServer

    @property
    def url(self) -> str:
        return self.web.address.url

    def player(self, name: str) -> tuple[str, Player]:
        """Return the secret of a browser that has been here before, and its owner."""
        token = new_token()
        account = at_once(self.accounts.log_in(fingerprint(token), name))
        account = at_once(self.accounts.rename(account, name))
        return token, Player(account.id, account.name)

    async def table(self, player: Player, game: str, **wanted: Any) -> Chair:
        """Open a table with bots for somebody, begin to play, and leave the chair for a page."""
        chair = await self.hall.open_table(player, NewTable(game, **wanted))
        if not any(seat.is_free for seat in chair.view.seats):
            await chair.start()
        chair.close()
        return chair


@asynccontextmanager
async def a_hall(**settings: Any) -> AsyncIterator[HallAt]:
    """Open a hall for browsers and SSH on free ports."""
    hall = await Hall.begin(settings=HallSettings(bot_pause=0.0), chance=Random(5))
    accounts = Accounts(AccountFile(None), time.time)
    host = a_host([], HallFrontend(hall, accounts), accounts, **settings)
    web, ssh = WebServer(host), SshServer(host)
    await ssh.open(HOST_KEY)
    await web.open()
    at = HallAt(hall, accounts, web, ssh)
    try:
        yield at
    finally:
        await at.web.close(Notice("server-stopping"))
        await ssh.close(Notice("server-stopping"))
        await hall.close()
        accounts.close()
