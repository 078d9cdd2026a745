"""An app at the far end of a wire: keys, sizes, colours, pastes."""

from time import perf_counter

import pytest
from textual.app import ComposeResult
from textual.events import Event, Key, MouseDown
from textual.widgets import Input, Static

from odin_server.sessions.caller import Caller
from odin_tui.type_ahead import TypeAhead
from tests.ssh.wire import KEY, Echo, EchoFront, a_server, connected, eventually, metric, terminal


async def test_an_app_is_shown_to_whoever_connects_with_a_key() -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello astrid")
        assert screen.seen.startswith(b"\x1b[?1049h")


async def test_keys_reach_the_app_and_a_lone_escape_is_a_key() -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        await screen.press(b"x", b"key=x")
        await screen.press(b"\x1b[A", b"key=up")
        await screen.press(b"\x03", b"key=ctrl+c")
        await screen.press(b"\x1b", b"key=escape")


class Form(Echo):
    """Lets keys in one by one, as `OdinApp` does."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller)
        self._type_ahead = TypeAhead(self)

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, Key) or event.is_forwarded or not self._type_ahead.holds(event):
            await super().on_event(event)

    def compose(self) -> ComposeResult:
        yield Static("hello")
        yield Input()

    def show(self, text: str) -> None:
        """The field shows it."""

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.caller.farewell = f"written: {event.value}."
        self.exit()


async def test_keys_that_come_together_are_read_in_their_order() -> None:
    async with a_server(EchoFront(Form)) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        await eventually(lambda: server.host.frontend.apps[0].focused is not None)  # type: ignore[attr-defined]
        screen.chan.write(b"Bj" + b"\x7f" + b"os" + b"\x7f\x1b[D\x1b[D" + b"l" + b"\r")
        assert b"written: lBo." in await screen.end()


class Clicked(Echo):
    """Shows where it was clicked, as if something were dragged all the time."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller)
        self.clicks: list[tuple[int, int]] = []

    def on_mount(self) -> None:
        self.capture_mouse(self.query_one("#shown"))

    def on_mouse_down(self, event: MouseDown) -> None:
        self.clicks.append((event.screen_x, event.screen_y))
        self.show(f"clicked={event.screen_x},{event.screen_y}.")


async def test_clicks_beside_the_terminal_are_ignored() -> None:
    frontend = EchoFront(Clicked)
    async with a_server(frontend) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        for x, y in ((81, 3), (3, 25), (0, 3), (3, 0), (80, 24)):
            screen.chan.write(f"\x1b[<0;{x};{y}M".encode())
        await screen.press(b"\x1b[<0;1;1M", b"clicked=0,0.")
        (app,) = frontend.apps
        assert isinstance(app, Clicked)
        assert app.clicks == [(79, 23), (0, 0)]


async def test_a_paste_arrives_as_one() -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        await screen.press(b"\x1b[200~several words\x1b[201~", b"pasted=13.")


async def test_a_resize_reaches_the_app_within_reason() -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn, term_size=(4_000_000_000, 4_000_000_000))
        await screen.until(b"size=500x200.")
        screen.chan.change_terminal_size(100, 30)
        await screen.until(b"size=100x30.")
        screen.chan.change_terminal_size(1, 1)
        await screen.until(b"size=20x5.")
        screen.chan.change_terminal_size(0, 0)
        await screen.until(b"size=80x24.")


@pytest.mark.parametrize(
    ("term", "environment", "wanted", "unwanted"),
    [
        ("xterm-256color", {"COLORTERM": "truecolor"}, b";2;", b"38;5;"),
        ("xterm-256color", {}, b"8;5;", b"8;2;"),
        ("xterm-kitty", {}, b"8;2;", b"8;5;"),
        ("linux", {}, b"\x1b[", b"8;5;"),
    ],
)
async def test_colours_follow_the_clients_terminal(
    term: str, environment: dict[str, str], wanted: bytes, unwanted: bytes
) -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn, term_type=term, env=environment)
        await screen.until(b"hello")
        assert wanted in screen.seen
        assert unwanted not in screen.seen


async def test_one_clients_colours_are_not_anothers() -> None:
    async with a_server() as server, connected(server) as one, connected(server) as two:
        for conn, term, wanted, unwanted in (
            (one, "xterm-256color", b"8;5;", b"8;2;"),
            (two, "xterm-kitty", b"8;2;", b"8;5;"),
        ):
            screen = await terminal(conn, term_type=term)
            await screen.until(b"hello")
            assert wanted in screen.seen
            assert unwanted not in screen.seen


async def test_no_colour_is_respected_for_one_session_only() -> None:
    frontend = EchoFront()
    async with a_server(frontend) as server, connected(server) as one, connected(server) as other:
        grey = await terminal(one, env={"NO_COLOR": "1"})
        await grey.until(b"hello")
        await (await terminal(other)).until(b"hello")
        assert [app.no_color for app in frontend.apps] == [True, False]


@pytest.mark.parametrize(
    "sequence",
    [
        b"\x1b[99999999999u",
        b"\x1b[1114112;1u",
        b"\x1b[1;1;1114112u",
        b"\x1b[48;4000000000;4000000000;1;1t",
        b"\x1b[<0;99999999;99999999M",
        b"\x1b[" + b"1;" * 300 + b"m",
        b"\xff\xfe\xc3\x28",
        bytes(set(range(256)) - {0x11}) * 4,  # all but Ctrl-Q, which leaves
    ],
)
async def test_no_sequence_a_client_sends_breaks_its_session(sequence: bytes) -> None:
    async with a_server(keys_burst=20_000) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        screen.chan.write(sequence + b"\x1b[201~\x1b[201~")
        await screen.press(b"\x1b[200~still here\x1b[201~", b"pasted=10.")


async def test_a_paste_bomb_is_swallowed_to_its_end() -> None:
    frontend = EchoFront()
    async with (
        a_server(frontend, inbound_rate=50_000_000, inbound_burst=50_000_000) as server,
        connected(server) as conn,
    ):
        screen = await terminal(conn)
        await screen.until(b"hello")
        screen.chan.write(b"\x1b[200~" + b"qqqqqqqq" * 1_250_000 + b"\x1b[201~")
        await screen.press(b"\x1b[200~after\x1b[201~", b"pasted=5.")
        (app,) = frontend.apps
        assert isinstance(app, Echo)
        assert app.pasted == 5
        assert app.keys == []


async def test_ten_megabytes_of_keys_press_no_more_keys_than_allowed() -> None:
    frontend = EchoFront()
    async with (
        a_server(frontend, inbound_rate=50_000_000, keys_burst=50, keys_rate=5) as server,
        connected(server) as conn,
    ):
        screen = await terminal(conn)
        await screen.until(b"hello")
        begun = perf_counter()
        screen.chan.write(b"q" * 10_000_000)
        await eventually(lambda: metric(server, "typing_dropped_total") > 9_000_000)
        (app,) = frontend.apps
        assert isinstance(app, Echo)
        assert 50 <= len(app.keys) <= 51 + 5 * (perf_counter() - begun)


async def test_a_session_without_a_terminal_is_served_in_lines() -> None:
    async with a_server() as server, connected(server) as conn:
        result = await conn.run(input="one\ntwo\n", check=True)
        assert result.stdout == "no terminal\nheard one\nheard two\ngoodbye\n"


async def test_a_verb_that_needs_no_app_is_answered_in_text() -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn, "version")
        assert await screen.end() == b"odin test\r\n"


async def test_the_same_key_is_the_same_account_under_any_login_name() -> None:
    frontend = EchoFront()
    async with a_server(frontend) as server:
        for name in ("astrid", "bo"):
            async with connected(server, username=name) as conn:
                await (await terminal(conn)).until(b"hello")
        await eventually(lambda: len(frontend.callers) == 2)
        assert {caller.account.id for caller in frontend.callers} == {KEY.get_fingerprint()}
        assert {caller.account.name for caller in frontend.callers} == {"astrid"}


async def test_an_escape_that_nothing_has_followed_is_no_key_once_input_ends() -> None:
    async with a_server() as server, connected(server) as conn:
        await (await terminal(conn)).until(b"hello")
        (session,) = server.host.sessions.values()
        driver = session._driver
        driver.feed(b"\x1b")
        tick = driver._tick
        assert not tick.cancelled()
        driver.disable_input()
        assert tick.cancelled()
