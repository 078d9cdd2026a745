"""What a session in a browser must not leave behind, and not do while nobody uses it."""

import asyncio
import gc
import weakref

import pytest

from tests.ssh.test_traps import Laden
from tests.ssh.wire import EchoFront, eventually
from tests.web.wire import a_page, a_web_server


async def test_a_closed_app_is_forgotten_without_a_search_for_garbage(
    request: pytest.FixtureRequest,
) -> None:
    frontend = EchoFront(Laden)
    gc.disable()
    request.addfinalizer(gc.enable)
    held: list[weakref.ref[object]] = []
    async with a_web_server(frontend) as server:
        for leave in (b"q", b"c", None):
            async with a_page(server) as page:
                await page.until(b"hello")
                await page.press(b"x", b"key=x")
                await page.tell("press", key="y")
                await page.until(b"key=y")
                held += frontend.apps[-1].held  # type: ignore[attr-defined]
                if leave is not None:
                    await page.socket.send(leave)
                    await page.end()
            await eventually(lambda: not server.host.sessions and not server.host.connections)
        assert len(held) == 9
        await eventually(lambda: not any(one() for one in held))


async def test_an_idle_page_is_sent_nothing() -> None:
    async with a_web_server() as server, a_page(server) as page:
        await page.until(b"hello")
        await page.press(b"x", b"key=x")
        await asyncio.sleep(0.3)
        settled = len(page.seen), len(page.messages)
        await asyncio.sleep(0.7)
        assert (len(page.seen), len(page.messages)) == settled
