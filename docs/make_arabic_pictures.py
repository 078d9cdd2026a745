"""Make the pictures of Arabic in real terminals and in a real browser.

    python docs/make_arabic_pictures.py [FOLDER]

Needs Xvfb, xterm, sakura (a terminal with VTE), xdotool, ImageMagick and Chromium. A terminal is
shown what the app writes; the browser opens the page of a real server.
"""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from subprocess import DEVNULL, Popen, run

from make_page_pictures import a_server
from make_pictures import LANGUAGE_SCENES, odin
from playwright.async_api import Page, async_playwright

from odin_server.hall import NewTable, Player
from odin_server.web.identity import fingerprint, new_token
from odin_tui.settings import Settings, write
from odin_tui.terminal_letters import EXPLICIT, VISUAL
from odin_tui.textual_internals import write_screen

DISPLAY = ":78"
FONT = "DejaVu Sans Mono"
ARABIC = Settings(name="Astrid", language="ar", letter_order=VISUAL, animations="none")
TABLE = NewTable("odin", seats=4, bots=("karl",) * 3, seed="podium", options={"target": "one-hand"})
SMALL = ("+dither", "-colors", "160")
WINDOW = {"width": 800, "height": 540}


# -- terminals ------------------------------------------------------------------------------------


async def frames(folder: Path) -> AsyncIterator[tuple[str, Path]]:
    """Yield every scene with a file of what the app writes for it."""
    for name, scene in LANGUAGE_SCENES.items():
        async with odin((80, 24)) as (app, pilot):
            app.change_settings(ARABIC)
            await pilot.pause()
            await scene(app, pilot)
            await pilot.pause()
            path = folder / f"{name}.ans"
            path.write_text(f"\x1b[?25l{EXPLICIT}\x1b[2J{write_screen(app.screen)}")
        yield name, path


@contextmanager
def a_display() -> Iterator[None]:
    """Have windows without a screen."""
    server = Popen(["Xvfb", DISPLAY, "-screen", "0", "1024x768x24"], stderr=DEVNULL)  # noqa: S607
    os.environ["DISPLAY"] = DISPLAY
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def commands(script: Path) -> dict[str, list[str]]:
    """Return how each terminal is started."""
    xterm = ["xterm", "-fa", FONT, "-fs", "11", "-geometry", "80x24", "-b", "0", "+sb"]
    sakura = ["sakura", "-f", f"{FONT} 11", "-c", "80", "-r", "24", "-x", f"sh {script}"]
    return {"xterm": [*xterm, "-e", "sh", str(script)], "vte": sakura}


async def photograph(command: list[str], path: Path) -> None:
    """Start a terminal, wait until it has drawn, and keep its picture."""
    terminal = Popen(command, stderr=DEVNULL)  # noqa: ASYNC220
    await asyncio.sleep(3)
    found = run(  # noqa: ASYNC221
        ["xdotool", "search", "--onlyvisible", "--class", command[0]],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    window = found.stdout.split()[-1]
    run(["import", "-window", window, *SMALL, f"PNG8:{path}"], check=True)  # noqa: S607, ASYNC221
    terminal.terminate()
    terminal.wait()


# -- the page -------------------------------------------------------------------------------------


@asynccontextmanager
async def a_page() -> AsyncIterator[tuple[Page, Callable[[], bool]]]:
    """Open a table of a reader of Arabic in a browser; with it, whether the match is over."""
    async with a_server() as (server, hall, accounts), async_playwright() as driver:
        token = new_token()
        newcomer = await accounts.log_in(fingerprint(token), "Astrid")
        account = await accounts.rename(newcomer, "Astrid")
        await accounts.keep_settings(account, write(ARABIC))
        player = Player(account.id, account.name)
        chair = await hall.open_table(player, TABLE)
        await chair.start()
        browser = await driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        context = await browser.new_context(viewport=WINDOW, locale="ar")  # type: ignore[arg-type]
        cookie = {"name": "odin", "value": token, "domain": "127.0.0.1", "path": "/"}
        await context.add_cookies([cookie])  # type: ignore[list-item]
        page = await context.new_page()
        await page.goto(f"{server.address.url}/t/{chair.view.code}")
        await page.wait_for_function("() => typeof term !== 'undefined'")
        yield page, lambda: bool(hall.finished(player))
        await browser.close()


async def photograph_pages(folder: Path) -> None:
    """Take the same three scenes from the page."""
    async with a_page() as (page, finished):
        await asyncio.sleep(2)
        await _keep(page, folder, "table", "Tab")
        while not finished():
            for key in ("Tab", "Enter", "Enter", "p"):
                await page.keyboard.press(key)
                await asyncio.sleep(0.1)
        await _keep(page, folder, "podium", "Enter")
        await _keep(page, folder, "rules", "r", "Home", "ArrowDown", "ArrowDown")


async def _keep(page: Page, folder: Path, name: str, *keys: str) -> None:
    for key in keys:
        await page.keyboard.press(key)
        await asyncio.sleep(0.5)
    await asyncio.sleep(1)
    path = folder / f"arabic-{name}-browser.png"
    await page.screenshot(path=path)
    run(["convert", str(path), *SMALL, f"PNG8:{path}"], check=True)  # noqa: S607, ASYNC221


async def main(folder: Path) -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as drawn, a_display():
        await asyncio.sleep(1)
        async for name, frame in frames(Path(drawn)):
            script = Path(drawn) / "show.sh"
            script.write_text(f"cat {frame}; sleep 20\n")
            for terminal, command in commands(script).items():
                await photograph(command, folder / f"arabic-{name}-{terminal}.png")
    await photograph_pages(folder)


if __name__ == "__main__":
    here = Path(__file__).parent / "pictures"
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else here))
