"""What happens around a match in a browser: links, reloads, lost lines, friends, plain text."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Browser

from odin_server.hall import NewTable, Phase
from odin_server.notices import Notice
from odin_server.web import WebServer
from odin_tui.pilots.ssh_terminal import SshConnection, SshTerminal
from tests.ssh.wire import connected, eventually
from tests.web.browser import DESKTOP, PHONE, Window, a_browser, a_window, needs_chromium
from tests.web.halls import HallAt, a_hall
from tests.web.players import PagePlayer, ssh_turn

pytestmark = needs_chromium
ONE_HAND: dict[str, Any] = {"seats": 2, "bots": ("thrall",), "options": {"target": "one-hand"}}


async def test_a_link_leads_a_new_browser_to_the_table_with_one_key() -> None:
    async with a_hall() as at, a_browser() as browser:
        _, host = at.player("Astrid")
        chair = await at.hall.open_table(host, NewTable("odin", seats=2))
        async with a_window(browser, f"{at.url}/t/{chair.view.code}") as window:
            await window.until("Your name?")
            await window.type("enter")
            await window.until("Everyone is here.")
            await chair.start()
            await window.until("Your turn", "Astrid plays", "Astrid leads")
            assert chair.view.seats[1].name == "Viking"
            await eventually(lambda: "/t/" in window.page.url)


async def test_a_reload_in_the_middle_comes_back_to_the_same_seat() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, player = at.player("Astrid")
        chair = await at.table(player, "odin", **ONE_HAND)
        code = chair.view.code
        async with a_window(browser, at.url, token=token) as window:
            await window.until("Your turn")
            await window.page.wait_for_url(f"**/t/{code}")
            hand = PagePlayer(window, lambda: at.hall.look(player, code), "keys")
            turn = hand.look().turn
            await hand.turn()
            await eventually(lambda: hand.look().turn > turn)
            await window.page.reload()
            await window.until("Your turn", "is over")
            await hand.play()
            assert hand.look().phase is Phase.OVER


@pytest.mark.long
async def test_two_browsers_and_an_ssh_client_play_at_one_table() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, player = at.player("Astrid")
        bo_token, bo = at.player("Bo")
        wanted = NewTable("odin", seats=3, options={"target": "one-hand"})
        chair = await at.hall.open_table(player, wanted)
        url = f"{at.url}/t/{chair.view.code}"
        async with (
            a_window(browser, url, token=token) as first,
            a_window(browser, url, token=bo_token, **PHONE) as second,
            connected(at.ssh) as conn,
        ):
            screen = await SshConnection(conn, "en").terminal((100, 30), f"join {chair.view.code}")
            await eventually(lambda: "Your name?" in "\n".join(screen.lines))
            await screen.press("enter")
            await first.until("Everyone is here.")
            await first.type("enter")
            await eventually(lambda: "round 1" in "\n".join(screen.lines))
            seats = {0: (first, player), 1: (second, bo)}
            hands = {
                seat: PagePlayer(window, lambda who=who: at.hall.look(who, chair.view.code), way)
                for (seat, (window, who)), way in zip(seats.items(), ("keys", "touch"), strict=True)
            }
            await _play_together(hands, screen)
            for window in (first, second):
                await window.until("play again", "Play again")
            await eventually(lambda: "lay again" in "\n".join(screen.lines))


async def _play_together(hands: dict[int, PagePlayer], screen: SshTerminal) -> None:
    """Let whoever's turn it is play, until the match is over."""
    look = hands[0].look
    async with asyncio.timeout(100):
        while look().phase in (Phase.PLAYING, Phase.LOBBY):
            table = look()
            if table.match is not None and table.match.turn in hands:
                await hands[table.match.turn].turn()
            else:
                await ssh_turn(screen, table.game)


async def test_a_restarted_server_has_its_pages_back_at_their_seats() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, player = at.player("Astrid")
        chair = await at.table(player, "odin", **ONE_HAND)
        async with a_window(browser, f"{at.url}/t/{chair.view.code}", token=token) as window:
            await window.until("Your turn")
            port = at.web.port
            await at.web.close(Notice("server-stopping"))
            notice = window.page.locator("#notice-text")
            await notice.wait_for(state="visible")
            assert await window.page.evaluate("document.body.dataset.state") == "lost"
            at.web = await _another_server(at, port)
            await notice.wait_for(state="hidden")
            await window.until("Your turn")
            await eventually(lambda: at.hall.look(player, chair.view.code).seats[0].connected)


async def _another_server(at: HallAt, port: int) -> WebServer:
    """Open a new server at the place of the old one, as after a restart."""
    host = at.web.host
    host.counts.closing = False
    object.__setattr__(host.settings, "web_port", port)
    server = WebServer(host)
    await server.open()
    return server


@pytest.mark.long
async def test_a_line_that_is_lost_is_opened_again() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, player = at.player("Astrid")
        chair = await at.table(player, "odin", **ONE_HAND)
        async with a_window(browser, f"{at.url}/t/{chair.view.code}", token=token) as window:
            await window.until("Your turn")
            (before,) = at.web.host.sessions
            for connection in tuple(at.web.host.connections):
                connection.abort()
            await eventually(lambda: [*at.web.host.sessions] not in ([], [before]))
            await window.until("Your turn")
            await window.type("right")
            await window.until("[2]")


async def test_a_phone_has_room_for_eighty_columns_and_large_buttons() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, player = at.player("Astrid")
        chair = await at.table(player, "odin", **ONE_HAND)
        url = f"{at.url}/t/{chair.view.code}"
        async with a_window(browser, url, token=token, **PHONE) as window:
            await window.until("Your turn")
            columns, rows = await window.page.evaluate("[term.cols, term.rows]")
            assert columns >= 80
            assert rows >= 24
            assert "right" in await window.keys()
            button = window.page.locator('#keys button[data-key="right"]')
            box = await button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            await button.tap()
            await window.until("[2]")
            await window.page.locator("#more").tap()
            await window.page.locator("#invite").wait_for(state="visible")
            await button.tap()
            await window.until("[3]")
            await window.page.set_viewport_size({"width": 390, "height": 844})
            await window.until_true(lambda text: len(text.split("\n")) > 40)
            assert await window.page.evaluate("term.cols >= 60 && term.options.fontSize >= 9")


@pytest.mark.long
async def test_the_title_tells_whose_turn_it_is_and_an_invitation_is_copied() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, player = at.player("Astrid")
        chair = await at.table(player, "odin", **ONE_HAND)
        link = f"{at.url}/t/{chair.view.code}"
        allowed = DESKTOP | {"permissions": ["clipboard-read", "clipboard-write"]}
        async with a_window(browser, link, token=token, **allowed) as window:
            await window.until("Your turn")
            await eventually_title(window, "Your turn")
            await window.page.locator("#invite").click()
            assert await window.page.evaluate("navigator.clipboard.readText()") == link
            await window.page.evaluate("navigator.clipboard.writeText('')")
            await window.page.locator("#terminal").click()
            await window.type("y")
            await window.until("is copied, if your browser allows it")
            assert await window.page.evaluate("navigator.clipboard.readText()") == link


async def eventually_title(window: Window, words: str) -> None:
    """Wait for words in the title of the window."""
    await window.page.wait_for_function("(words) => document.title.includes(words)", arg=words)


@pytest.mark.long
async def test_somebody_who_looks_away_is_told_of_their_turn() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, _ = at.player("Astrid")
        _, bo = at.player("Bo")
        chair = await at.hall.open_table(bo, NewTable("odin", seats=2, seed="07" * 16))
        url = f"{at.url}/t/{chair.view.code}"
        allowed = DESKTOP | {"permissions": ["notifications"]}
        async with a_window(browser, url, token=token, **allowed) as window:
            await window.until("Everyone is here.")
            await window.page.evaluate(
                """() => {
                  Object.defineProperty(document, "hidden", { value: true });
                  document.dispatchEvent(new Event("visibilitychange"));
                  window.told = [];
                  window.Notification = class {
                    static permission = "granted";
                    constructor(title, { body }) { window.told.push(body); }
                  };
                }"""
            )
            await chair.start()
            if chair.view.my_turn:
                await chair.play(chair.view.match.moves[0])
            await window.page.wait_for_function("() => window.told.length > 0")
            assert await window.page.evaluate("window.told[0]") == "It is your turn at the table."


@pytest.mark.long
async def test_a_replay_of_a_public_match_is_for_everybody_and_others_are_not() -> None:
    async with a_hall() as at, a_browser() as browser:
        ids = {}
        for public in (True, False):
            _, player = at.player(f"Player {public}")
            wanted = NewTable("odin", public=public, **ONE_HAND)
            chair = await at.hall.open_table(player, wanted)
            await chair.start()
            async with asyncio.timeout(30):
                while chair.view.phase is Phase.PLAYING:
                    if chair.view.my_turn:
                        await chair.play(chair.view.match.moves[0])
                    await asyncio.sleep(0)
            await eventually(lambda player=player: bool(at.hall.finished(player)))
            ids[public] = at.hall.finished(player)[0].id
        async with a_window(browser, f"{at.url}/r/{ids[True]}") as window:
            text = await window.until("step")
            assert "Your name?" not in text
            assert window.page.url.endswith(f"/r/{ids[True]}")
        async with a_window(browser, f"{at.url}/r/{ids[False]}") as window:
            button = window.page.locator("#notice-button")
            await button.wait_for(state="visible")
            assert "no finished match" in (await window.page.locator("#notice-text").inner_text())
            await button.click()
            await window.until("Your name?")
            assert window.page.url == f"{at.url}/"


# -- plain text ---------------------------------------------------------------------------------


async def test_a_match_is_played_on_the_text_page() -> None:
    async with a_hall() as at, a_browser() as browser, a_text_page(browser, at.url) as window:
        await _says(window, "Tables:")
        await _write(window, "quick herrlof")
        await _says(window, "Predict from 0 to")
        assert "/text/t/" in window.page.url
        await _write(window, "3")
        await _says(window, "You predicted 3")
        await window.page.reload()
        await _says(window, "You predicted 3")
        await _write(window, "quit")
        await _says(window, "Your match is saved.")
        log = window.page.locator("#log")
        assert await log.get_attribute("role") == "log"
        assert await log.get_attribute("aria-live") == "polite"
        assert await window.page.evaluate("typeof Terminal") == "undefined"


@pytest.mark.long
async def test_a_browser_and_a_key_are_linked_in_both_directions() -> None:
    async with a_hall() as at, a_browser() as browser:
        async with connected(at.ssh, username="astrid") as conn:
            said = str((await conn.run("link", term_type=None)).stdout)
        code = re.findall(r"/text: link (\w+)", said)[0]
        async with a_text_page(browser, at.url) as window:
            await _says(window, "Tables:")
            await _write(window, f"link {code}")
            await _says(window, f"link {code} yes")
            await _write(window, f"link {code} yes")
            await _says(window, "opens the account of astrid now")
            await _write(window, "keys")
            await _says(window, "SHA256:web-")
        async with a_text_page(browser, at.url) as window:
            await _says(window, "Tables:")
            await _write(window, "name Sigrid")
            await _says(window, "You are Sigrid now.")
            await _write(window, "link")
            text = await _says(window, "within ten minutes")
            code = re.findall(r"link (\w{10})", text)[0]
        async with connected(at.ssh, username="astrid") as conn:
            said = str((await conn.run(f"link {code} yes", term_type=None)).stdout)
        assert "opens the account of Sigrid now" in said


def a_text_page(browser: Browser, url: str) -> Any:
    """Open the text page in a profile of its own."""
    return a_window(browser, f"{url}/text")


async def _says(window: Window, words: str) -> str:
    await window.page.wait_for_function(
        "(words) => document.getElementById('log').innerText.includes(words)", arg=words
    )
    text: str = await window.page.locator("#log").inner_text()
    return text


async def _write(window: Window, line: str) -> None:
    """Write a line when the page can take it."""
    await window.page.wait_for_function("() => document.body.dataset.state === 'open'")
    await window.page.fill("#line", line)
    await window.page.keyboard.press("Enter")


@pytest.mark.parametrize("path", ["/", "/text"])
async def test_pages_load_nothing_from_elsewhere(path: str) -> None:
    async with a_hall() as at, a_browser() as browser:
        asked: list[str] = []
        context = await browser.new_context()
        page = await context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        await page.goto(at.url + path)
        await page.wait_for_function("() => document.body.dataset.state === 'open'")
        await context.close()
        assert asked
        assert all(url.startswith((at.url, at.url.replace("http", "ws"))) for url in asked)
