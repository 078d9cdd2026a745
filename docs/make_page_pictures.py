"""Make the pictures of the pages for browsers, with the Chromium that is installed.

    python docs/make_page_pictures.py [FOLDER]

A real server, a real browser, and a match whose deals and bots are fixed.
"""

import asyncio
import shutil
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Browser, async_playwright

from odin_server.accounts import AccountFile, Accounts
from odin_server.hall import Hall, HallSettings, NewTable, Player
from odin_server.metrics import Metrics
from odin_server.notices import Notice
from odin_server.sessions.audit_log import AuditLog
from odin_server.sessions.host import Host
from odin_server.sessions.settings import HostSettings
from odin_server.web import WebServer
from odin_server.web.identity import fingerprint, new_token
from odin_tui.hall_frontend import HallFrontend

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 844, "height": 390},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
TABLE = NewTable("odin", seats=4, bots=("karl", "karl", "karl"), seed="0b" * 16, public=True)
SHOWN = """(words) => [...Array(term.rows).keys()].some((y) =>
  term.buffer.active.getLine(y).translateToString().includes(words))"""


@asynccontextmanager
async def a_server() -> AsyncIterator[tuple[WebServer, Hall, Accounts]]:
    """Open a hall for browsers on a free port."""
    hall = await Hall.begin(None, HallSettings(bot_pause=0.0), chance=Random("pictures"))
    accounts = Accounts(AccountFile(None), time.time)
    settings = HostSettings(web_port=0, name="play.example.org")
    frontend = HallFrontend(hall, accounts)
    log = AuditLog(lambda _line: None)
    server = WebServer(Host(settings, frontend, accounts, log, Metrics(), time.time))
    await server.open()
    try:
        yield server, hall, accounts
    finally:
        await server.close(Notice("server-stopping"))
        await hall.close()
        accounts.close()


async def take(browser: Browser, name: str, profile: dict[str, Any], folder: Path) -> None:
    """Take a picture of a table, a few keys into the match."""
    async with a_server() as (server, hall, accounts):
        token = new_token()
        account = await accounts.log_in(fingerprint(token), "Astrid")
        account = await accounts.rename(account, "Astrid")
        chair = await hall.open_table(Player(account.id, account.name), TABLE)
        await chair.start()
        context = await browser.new_context(**profile)
        cookie = {"name": "odin", "value": token, "domain": "127.0.0.1", "path": "/"}
        await context.add_cookies([cookie])  # type: ignore[list-item]
        page = await context.new_page()
        await page.goto(f"{server.address.url}/t/{chair.view.code}")
        await page.wait_for_function("() => typeof term !== 'undefined'")
        await page.wait_for_function(SHOWN, arg="Your turn")
        for key in ("Tab", "Enter"):
            await page.keyboard.press(key)
            await asyncio.sleep(0.5)
        await page.wait_for_function(SHOWN, arg="to beat")
        await page.wait_for_function(SHOWN, arg="Your turn")
        await page.keyboard.press("Tab")
        await asyncio.sleep(1)
        await page.screenshot(path=folder / f"{name}.png")
        await context.close()


async def main(folder: Path) -> None:
    """Take all pictures."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        await take(browser, "browser-desktop", DESKTOP, folder)
        await take(browser, "browser-phone", PHONE, folder)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))
