"""Sessions in a browser, as its page sees them: bytes, messages, identity and farewells."""

import asyncio

import pytest

from odin_server.notices import Notice
from odin_server.web.identity import fingerprint, new_token
from odin_server.web.messages import Hello, MessageError, Ping, Press, Resize, parse
from tests.ssh.wire import Echo, EchoFront, eventually, metric
from tests.web.wire import a_page, a_socket, a_web_server


class Teller(Echo):
    """Tells the page something, sends other bytes, and ends when told to."""

    def pressed(self, key: str) -> None:
        super().pressed(key)
        if key == "t":
            self.caller.client.tell({"type": "keys", "hints": []})
        elif key == "q":
            self.caller.farewell = "Goodbye."
            self.exit()
        elif key == "b":
            raise RuntimeError("broken")


async def test_keys_resizes_and_buttons_reach_the_app() -> None:
    async with a_web_server() as server, a_page(server, columns=90, rows=30) as page:
        await page.until(b"hello Viking")
        await page.press(b"x", b"key=x.")
        await page.press(b"\x1b[D", b"key=left.")
        await page.tell("press", key="question_mark")
        await page.until(b"key=question_mark.")
        await page.tell("resize", columns=100, rows=31)
        await page.until(b"size=100x31.")
        await page.tell("resize", columns=100_000, rows=0)
        await page.until(b"size=300x24.")


async def test_an_app_tells_its_page_something_and_is_asked_whether_it_lives() -> None:
    async with a_web_server(EchoFront(Teller)) as server, a_page(server) as page:
        await page.until(b"hello")
        await page.socket.send(b"t")
        assert await page.message("keys") == {"type": "keys", "hints": []}
        await page.tell("ping")
        await page.message("pong")
        assert await server.host.sessions[1].ping() < 5


async def test_the_end_of_an_app_is_a_farewell_and_a_clean_terminal() -> None:
    async with a_web_server(EchoFront(Teller)) as server, a_page(server) as page:
        await page.until(b"hello")
        await page.socket.send(b"q")
        assert await page.end() == {"type": "bye", "text": "Goodbye.", "again": False}
        assert b"\x1b[?1049l" in page.seen
        await eventually(lambda: not server.host.connections)
        assert server.host.ended == 1


async def test_an_app_that_crashes_ends_with_a_sentence() -> None:
    async with a_web_server(EchoFront(Teller)) as server, a_page(server) as page:
        await page.until(b"hello")
        await page.socket.send(b"b")
        assert (await page.end())["text"] == "session-crashed"
        assert metric(server, "crashes_total") == 1


async def test_a_server_that_stops_tells_pages_to_come_again() -> None:
    async with a_web_server() as server:
        async with a_page(server) as page:
            await page.until(b"hello")
            closing = asyncio.create_task(server.close(Notice("server-stopping")))
            farewell = await page.end()
            await closing
        assert farewell == {"type": "bye", "text": "server-stopping", "again": True}


async def test_somebody_who_is_kicked_does_not_come_again_by_itself() -> None:
    async with a_web_server() as server, a_page(server) as page:
        await page.until(b"hello")
        (session,) = server.host.sessions.values()
        assert session.caller is not None
        assert server.host.kick(session.caller.account.id, "") == 1
        assert (await page.end())["again"] is False


async def test_the_same_cookie_is_the_same_account() -> None:
    token = new_token()
    frontend = EchoFront()
    async with a_web_server(frontend) as server:
        for _ in range(2):
            async with a_page(server, token=token) as page:
                await page.until(b"hello Viking")
        first, second = frontend.callers
        assert first.account.id == second.account.id == fingerprint(token)
        assert first.key == fingerprint(token)
        assert metric(server, "logins_total", kind="browser") == 2


async def test_a_browser_without_cookies_is_a_guest_where_guests_may_come() -> None:
    frontend = EchoFront()
    async with a_web_server(frontend) as server, a_page(server, token="") as page:
        await page.until(b"hello ~guest")
        assert frontend.callers[0].account.guest
    async with a_web_server(guests=False) as server, a_page(server, token="") as page:
        assert (await page.end())["text"] == "no-guests-in-browsers"
        assert metric(server, "refusals_total", kind="no-guests") == 1


async def test_lines_are_read_and_answered_without_a_terminal() -> None:
    async with a_web_server() as server, a_page(server, lines=True) as page:
        await page.until(b"no terminal\n")
        await page.press(b"hello\n", b"heard hello\n")
        await page.socket.send(b"".join(b"%d\n" % number for number in range(150)))
        await page.until(b"heard 149\n")


async def test_words_of_a_command_are_handed_on() -> None:
    frontend = EchoFront()
    async with a_web_server(frontend) as server, a_page(server, "version") as page:
        assert (await page.end())["text"] == "odin test"
        assert frontend.callers[0].argv == ("version",)


async def test_a_ban_on_the_browser_its_account_or_its_address_is_told() -> None:
    token = new_token()
    for what in (fingerprint(token), "127.0.0.1"):
        async with a_web_server() as server:
            accounts = server.host.accounts
            await accounts.log_in(fingerprint(token), "rowdy")
            await accounts.ban(accounts.target(what), None, "loud", "host")
            async with a_page(server, token=token) as page:
                assert "banned" in (await page.end())["text"]
                assert metric(server, "refusals_total", kind="banned") == 1


async def test_only_listed_browsers_come_in_where_there_is_a_list() -> None:
    token = new_token()
    async with a_web_server(allow=(fingerprint(token),)) as server:
        async with a_page(server, token=token) as page:
            await page.until(b"hello")
        async with a_page(server) as page:
            assert "invited-keys-only" in (await page.end())["text"]
            assert metric(server, "refusals_total", kind="not-invited") == 1


async def test_moderators_come_in_above_the_limits() -> None:
    token = new_token()
    limits = {"connections": 1, "moderators": (fingerprint(token),), "reserved": 2}
    async with a_web_server(**limits) as server, a_page(server) as first:
        await first.until(b"hello")
        async with a_page(server) as page:
            assert await page.end() == {"type": "bye", "text": "server-full", "again": True}
        async with a_page(server, token=token) as page:
            await page.until(b"hello")


async def test_whoever_asks_for_nothing_is_let_go() -> None:
    async with a_web_server(session_timeout=1.0) as server, a_socket(server) as socket:
        assert "no-session" in await socket.recv()
        assert metric(server, "refusals_total", kind="no-session") == 1


async def test_an_unmasked_proxy_header_decides_the_address() -> None:
    frontend = EchoFront()
    async with a_web_server(frontend, web_proxies=("127.0.0.1",)) as server:
        headers = {"X-Forwarded-For": "198.51.100.7, 203.0.113.9"}
        async with a_socket(server, headers=headers) as socket:
            await socket.send('{"type": "hello"}')
            await eventually(lambda: bool(frontend.callers))
    assert frontend.callers[0].address == "203.0.113.9"


# -- messages -----------------------------------------------------------------------------------


def test_messages_of_our_pages_are_understood() -> None:
    hello = '{"type": "hello", "words": ["join", "X"], "columns": 100, "rows": 30}'
    assert parse(hello) == Hello(("join", "X"), 100, 30)
    assert parse('{"type": "hello", "lines": true}') == Hello((), 0, 0, lines=True)
    assert parse('{"type": "resize", "columns": 1, "rows": 2}') == Resize(1, 2)
    assert parse('{"type": "press", "key": "left"}') == Press("left")
    assert parse('{"type": "ping"}') == Ping()


@pytest.mark.parametrize(
    "text",
    [
        "", "1", "[]", "{}", "null", '{"type": 1}', '{"type": "x"}', "[" * 5000,
        '{"type": "hello", "words": "join"}', '{"type": "hello", "words": [1]}',
        '{"type": "hello", "words": [""]}', '{"type": "hello", "columns": "80"}',
        '{"type": "hello", "columns": true}', '{"type": "hello", "columns": 1e9}',
        '{"type": "press"}', '{"type": "press", "key": ""}',
        f'{{"type": "press", "key": "{41 * "x"}"}}',
        f'{{"type": "hello", "words": {str(["x"] * 81).replace(chr(39), chr(34))}}}',
    ],
)  # fmt: skip
def test_what_no_page_of_ours_says_is_refused(text: str) -> None:
    with pytest.raises(MessageError):
        parse(text)
