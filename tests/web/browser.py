"""Real Chromium, headless, in front of our pages; a broken policy or script is a failure."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

from odin_server.web.identity import new_token
from tests.web import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed, so nothing was tried in a browser"
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 640}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 844, "height": 390},
    "has_touch": True,
    "is_mobile": True,
}
WATCH = """
window.shown = [];
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
READ = """() => {
  if (typeof term === "undefined") return [];
  const lines = [];
  for (let y = 0; y < term.rows; y++)
    lines.push(term.buffer.active.getLine(y).translateToString(true));
  return lines;
}"""
CELL = """() => {
  const box = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [box.left, box.top, box.width / term.cols, box.height / term.rows];
}"""
NAMES = {
    "enter": "Enter",
    "escape": "Escape",
    "tab": "Tab",
    "space": "Space",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "question_mark": "?",
}


@asynccontextmanager
async def a_browser() -> AsyncIterator[Browser]:
    """Start the installed Chromium with an empty profile."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


class Window:
    """One page of one browser profile: its terminal as text, and ways to use it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._said)

    def _said(self, message: Any) -> None:
        # The browser itself notes that a server was gone for a while.
        if message.type == "error" and "net::ERR" not in message.text:
            self.troubles.append(message.text)

    async def lines(self) -> list[str]:
        found: list[str] = await self.page.evaluate(READ)
        return found

    async def text(self) -> str:
        return "\n".join(await self.lines())

    async def until(self, *wanted: str) -> str:
        """Wait until one of these is on the screen, and give the screen."""
        return await self.until_true(lambda text: any(word in text for word in wanted), *wanted)

    async def until_true(self, fits: Callable[[str], bool], *wanted: str) -> str:
        """Wait until the screen fits, and give it."""
        text = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while not fits(text := await self.text()):  # noqa: ASYNC110 - the page has no events
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{wanted} did not appear in:\n{text}\n{self.troubles}") from None
        return text

    async def keys(self) -> list[str]:
        """Return the keys that the page offers as buttons."""
        found: list[str] = await self.page.evaluate(
            "[...document.querySelectorAll('#keys button')].map((button) => button.dataset.key)"
        )
        return found

    async def type(self, key: str) -> None:
        """Press a key of the keyboard."""
        await self.page.keyboard.press(NAMES.get(key, key))

    async def point(self, x: int, y: int, *, touch: bool = False) -> None:
        """Click on a cell of the terminal, or tap on it."""
        left, top, width, height = await self.page.evaluate(CELL)
        at = left + (x + 0.5) * width, top + (y + 0.5) * height
        await (self.page.touchscreen.tap(*at) if touch else self.page.mouse.click(*at))

    async def check(self) -> None:
        """Fail for anything that the page was not allowed to do, or that went wrong in it."""
        assert self.troubles == []
        assert await self.page.evaluate("window.violations") == []


@asynccontextmanager
async def a_window(
    browser: Browser, url: str, *, token: str | None = None, **profile: Any
) -> AsyncIterator[Window]:
    """Open a page in a profile of its own, and check it at the end."""
    context = await browser.new_context(**profile or DESKTOP)
    if token is not None:
        cookie = {"name": "odin", "value": token, "domain": "127.0.0.1", "path": "/"}
        await context.add_cookies([cookie])  # type: ignore[list-item]
    await context.add_init_script(WATCH)
    window = Window(await context.new_page())
    try:
        await window.page.goto(url)
        yield window
        await window.check()
    finally:
        await context.close()


async def picture(window: Window, path: Path) -> None:
    """Take a picture of a page."""
    await window.page.screenshot(path=path)


def a_token() -> str:
    """Return the secret of a browser that has been here before."""
    return new_token()
