"""Arabic over SSH: what a terminal shows, what it is asked, and how it is given back."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pyte
import pytest

from odin_server.hall import NewTable, Player
from odin_server.sessions.terminal import RESTORE
from odin_tui.languages import translations_for
from odin_tui.languages.reading import for_screens
from odin_tui.screens.letter_order import LetterOrderScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings, read, write
from odin_tui.terminal_letters import EXPLICIT, IMPLICIT, NAME_QUESTION, ROWS, VISUAL, WORDS
from tests.ssh.openssh import Client, new_key, serving, ssh
from tests.ssh.test_ambiguous_width import KeptScreen
from tests.ssh.test_hall_app import Environment, an_environment
from tests.ssh.test_painting import KEYS, Screen, a_small_terminal, check, rest, shown
from tests.ssh.wire import eventually

ARABIC = translations_for("ar")
SCREENS = for_screens(ARABIC)
IN_ARABIC = ("-o", "SetEnv=LC_MESSAGES=ar_EG.UTF-8")


def seen_by(client: Client) -> str:
    """Return what a terminal that shows cells as they come would show."""
    picture = pyte.Screen(80, 24)
    pyte.ByteStream(picture).feed(bytes(client.seen))
    return "\n".join(picture.display)


def is_mirrored(picture: str) -> bool:
    """Return whether the cursor is at the right, and keys stand right of what they do."""
    lines = [line.rstrip() for line in picture.splitlines()]
    cursor = any(line.endswith(("◂▐", "▐")) and "◂" in line for line in lines)
    return cursor and lines[-1].endswith("↑↓")


async def test_a_whole_session_in_arabic_from_login_to_logout(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data") as served:
        async with ssh(served, key=key, options=IN_ARABIC) as client:
            await client.until(EXPLICIT)
            at = await client.until("Which line reads right?")
            client.press("1")
            at = await client.until(SCREENS.gettext("Your name?")[::-1], at)
            client.press("\r")
            at = await client.until(SCREENS.gettext("Enter the hall")[::-1], at)
            client.press("\x1b")
            await client.until(SCREENS.gettext("Tournaments")[::-1], at)
            await eventually(lambda: is_mirrored(seen_by(client)))
            client.press("\x11")
            seen = await client.end()
        assert seen.index(EXPLICIT.encode()) < seen.rindex(RESTORE.encode())
        assert IMPLICIT in RESTORE
        goodbye = ARABIC.gettext("Goodbye, {name}! To come back: {command}").split("{")[0]
        # What is read afterwards is the shell's: letters as they are written.
        assert goodbye.strip().encode() in seen[seen.rindex(RESTORE.encode()) :]
        assert await served.stop() == 0


async def begin(environment: Environment, order: str) -> None:
    """Have somebody at a table who reads Arabic in this order."""
    caller = environment.caller("Astrid")
    chosen = Settings(name="Astrid", language="ar", letter_order=order)
    await environment.accounts.keep_settings(caller.account, write(chosen))
    wanted = NewTable("odin", seats=3, bots=("karl", "karl"), seed="07" * 16)
    await (await environment.hall.open_table(Player("SHA256:Astrid", "Astrid"), wanted)).start()


@asynccontextmanager
async def at_a_table(screen: Screen, order: str = VISUAL) -> Any:
    async with an_environment() as environment:
        await begin(environment, order)
        async with shown(environment, screen) as app:
            yield app


@pytest.mark.parametrize("order", [VISUAL, ROWS])
async def test_what_frames_leave_on_a_terminal_is_the_whole_picture(order: str) -> None:
    chance, screen = Random(f"letters in {order}"), Screen()
    async with at_a_table(screen, order) as app:
        assert isinstance(app.screen, TableScreen)
        for _ in range(6):
            for _ in range(5):
                screen.driver.feed(chance.choice(KEYS))  # type: ignore[union-attr]
                await asyncio.sleep(0.02)
            await check(screen)
            # In the hall, what is told of the table would change between two pictures.
            assert any(isinstance(each, TableScreen) for each in app.screen_stack)


async def test_a_cursor_that_moves_costs_as_little_as_in_other_languages() -> None:
    screen = Screen()
    async with at_a_table(screen):
        screen.sizes.clear()
        screen.driver.feed(b"\x1b[D")  # type: ignore[union-attr]
        await rest(screen)
    assert 0 < screen.received < 1500


@pytest.mark.parametrize(
    ("answered", "order"),
    [
        (b"\x1bP>|kitty(0.36.4)\x1b\\", WORDS),
        (b"\x1bP>|Konsole 23.08.4\x1b\\", ROWS),
        (b"\x1bP>|VTE(7600)\x1b\\", VISUAL),
    ],
)
async def test_a_terminal_is_asked_for_its_name(answered: bytes, order: str) -> None:
    screen = KeptScreen(Screen().terminal)
    async with at_a_table(screen, "") as app:
        assert NAME_QUESTION.encode() in screen.sent
        assert isinstance(app.screen, LetterOrderScreen)
        # It may come in pieces.
        screen.driver.feed(answered[:9])  # type: ignore[union-attr]
        screen.driver.feed(answered[9:])  # type: ignore[union-attr]
        await rest(screen)
        assert app.mirror.order == order
        # None of its letters was taken for a key.
        assert isinstance(app.screen, LetterOrderScreen)
        screen.driver.feed(b"\x1b")  # type: ignore[union-attr]
        await eventually(lambda: app.settings.letter_order == order)
        kept = (await app.accounts.log_in("SHA256:Astrid", "Astrid")).settings
        assert read(kept).letter_order == order


async def test_nobody_else_is_asked() -> None:
    screen = KeptScreen(a_small_terminal().terminal)
    async with an_environment() as environment, shown(environment, screen):
        assert NAME_QUESTION.encode() not in screen.sent
        assert EXPLICIT.encode() not in screen.sent
