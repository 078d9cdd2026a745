"""A proxy in front of the server says who is calling."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_server.sessions.audit_log import LINES_IN_WINDOW
from odin_server.sessions.listening import close_all, listen
from odin_server.sessions.proxies import SIGNATURE, BadProxy, Header, ProxyHeader, read_header
from tests.ssh.wire import KEY, a_server, connected, eventually, metric, terminal


@asynccontextmanager
async def behind_proxy(port: int, header: bytes) -> AsyncIterator[int]:
    """Give the port of a proxy that sends a header before what its clients send."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        far_writer.write(header)
        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def calling(port: int) -> Any:
    return asyncssh.connect(
        "127.0.0.1", port, username="astrid", client_keys=[KEY], known_hosts=None, config=None
    )


async def test_a_client_behind_a_proxy_counts_by_its_own_address() -> None:
    async with (
        a_server(proxies=("127.0.0.1",)) as server,
        behind_proxy(server.port, b"PROXY TCP4 192.0.2.7 127.0.0.1 4711 2222\r\n") as port,
        calling(port) as conn,
    ):
        await terminal(conn)
        assert dict(server.host.counts.connected) == {"192.0.2.7": 1}
        (session,) = server.host.sessions.values()
        assert session.caller.address == "192.0.2.7"


async def test_friends_are_sent_to_the_port_of_the_proxy() -> None:
    async with (
        a_server(proxies=("127.0.0.1",), name="play.example.org", public_port=22) as server,
        behind_proxy(server.port, b"PROXY TCP4 192.0.2.7 127.0.0.1 4711 22\r\n") as port,
        calling(port) as conn,
    ):
        await terminal(conn)
        (session,) = server.host.sessions.values()
        invitation = session.caller.invitation("ABCD-EFHJ")
        assert invitation == "ssh -t play.example.org join ABCD-EFHJ"
        assert server.host.ssh_target("unused") == "play.example.org"


async def test_a_proxy_is_believed_only_where_the_settings_name_it() -> None:
    async with (
        a_server() as server,
        behind_proxy(server.port, b"PROXY TCP4 192.0.2.7 127.0.0.1 4711 2222\r\n") as port,
    ):
        with pytest.raises((asyncssh.Error, OSError)):
            await calling(port)


async def test_a_proxy_that_does_not_say_who_is_calling_is_refused() -> None:
    async with a_server(proxies=("127.0.0.0/8",)) as server:
        with pytest.raises((asyncssh.Error, OSError)):
            async with connected(server):
                pass
        await eventually(lambda: not server.host.connections)


@pytest.mark.parametrize("header", [b"", b"PROXY TCP4 nonsense 127.0.0.1 1 2\r\n"])
async def test_a_refused_proxy_is_counted_and_a_few_times_a_minute_logged(header: bytes) -> None:
    async with a_server(proxies=("127.0.0.1",)) as server:
        for _ in range(2 * LINES_IN_WINDOW):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(header + b"SSH-2.0-client\r\n")
            with suppress(ConnectionResetError):
                await reader.read()
            writer.close()
        count = metric(server, "refusals_total", kind="no-proxy-header")
        assert count == 2 * LINES_IN_WINDOW
        lines: list[str] = server.lines  # type: ignore[attr-defined]
        refused = [json.loads(line) for line in lines if '"no-proxy-header"' in line]
        assert len(refused) == LINES_IN_WINDOW
        assert (refused[0]["event"], refused[0]["network"]) == ("refused", "127.0.0.1")


async def test_what_a_setting_names_must_be_an_address() -> None:
    with pytest.raises(BadProxy):
        async with a_server(proxies=("haproxy",)):
            pass


def binary(command: int, family: int, rest: bytes) -> bytes:
    """Return a header of version 2."""
    return SIGNATURE + bytes((command, family)) + len(rest).to_bytes(2, "big") + rest


def addressed(source: str, further: bytes = b"") -> bytes:
    """Return a header of version 2 with the address of a client, and whatever else is known."""
    packed = ip_address(source).packed
    return binary(0x21, 0x11 if len(packed) == 4 else 0x21, 2 * packed + b"\0\1\0\2" + further)


SERVER_NAME = b"\x02\x00\x05hello"
IPV4 = addressed("192.0.2.7")
IPV6 = addressed("2001:db8::7", 3 * SERVER_NAME)


def read(*pieces: bytes) -> tuple[list[str | None], bytes]:
    """Return what was told of the header (None for nonsense), and what was handed on."""
    taken: list[bytes] = []
    told: list[str | None] = []
    header = ProxyHeader(taken.append, told.append, lambda: told.append(None))
    for piece in pieces:
        header(piece)
    return told, b"".join(taken)


@pytest.mark.parametrize(
    ("pieces", "address", "rest"),
    [
        ([b"PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\nSSH"], "192.0.2.7", b"SSH"),
        ([b"PROXY TCP6 2001:db8::7 2001:db8::1 1 2\r", b"\nSSH", b"-2"], "2001:db8::7", b"SSH-2"),
        ([IPV4 + b"SSH", b"-2"], "192.0.2.7", b"SSH-2"),
        ([IPV6[:7], IPV6[7:20], IPV6[20:], b"SSH"], "2001:db8::7", b"SSH"),
        ([addressed("192.0.2.7", 4000 * b"x") + b"SSH"], "192.0.2.7", b"SSH"),
    ],
)
def test_a_header_is_read_and_the_rest_handed_on(
    pieces: list[bytes], address: str, rest: bytes
) -> None:
    assert read(*pieces) == ([address], rest)


@pytest.mark.parametrize(
    "header",
    [
        pytest.param(b"PROXY TCP4 nonsense 192.0.2.1 1 2\r\n", id="no address"),
        pytest.param(b"SSH-2.0-client\r\n", id="no header"),
        pytest.param(120 * b"x", id="no end"),
        pytest.param(b"PROXY UNKNOWN " + 100 * b"x" + b"\r\n", id="too long a line"),
        pytest.param(binary(0x11, 0x11, 12 * b"x"), id="version 1 in binary"),
        pytest.param(binary(0x22, 0x11, 12 * b"x"), id="no such command"),
        pytest.param(binary(0x21, 0x12, 12 * b"x"), id="UDP"),
        pytest.param(binary(0x21, 0x31, 216 * b"x"), id="a Unix socket"),
        pytest.param(binary(0x21, 0x11, 11 * b"x"), id="half an address"),
        pytest.param(binary(0x21, 0x21, 35 * b"x"), id="half an IPv6 address"),
        pytest.param(SIGNATURE + b"\x21\x11\xff\xff", id="too long, said before it comes"),
        pytest.param(SIGNATURE + b"\x20\x00\xff\xff", id="too long, of the proxy itself"),
    ],
)
def test_what_is_no_header_is_refused_once_and_nothing_handed_on(header: bytes) -> None:
    assert read(header, b"SSH-2.0-client\r\n") == ([None], b"")


@pytest.mark.parametrize(
    "header",
    [b"PROXY UNKNOWN\r\n", binary(0x20, 0, b""), binary(0x20, 0x11, 12 * b"x"),
     binary(0x21, 0, SERVER_NAME)],
)  # fmt: skip
def test_a_proxy_that_speaks_for_itself_is_not_listened_to(header: bytes) -> None:
    assert read(header + b"SSH", b"-2") == ([], b"")


@given(st.binary(max_size=60), st.sampled_from((b"", SIGNATURE, IPV4, IPV6)))
def test_whatever_comes_is_read_alike_in_one_piece_and_byte_by_byte(
    data: bytes, start: bytes
) -> None:
    whole = start + data
    assert read(whole) == read(*(whole[at : at + 1] for at in range(len(whole))))


# -- the real one -----------------------------------------------------------------------------

CONFIGURATION = """
defaults
    mode tcp
    timeout connect 5s
    timeout client 1m
    timeout server 1m
frontend ssh
    bind fd@{listening4}
    bind fd@{listening6}
    default_backend odin
backend odin
    option tcp-check
    tcp-check expect rstring ^SSH-2.0-
    server one 127.0.0.1:{port} {send} check inter 200ms
"""


@asynccontextmanager
async def haproxy(folder: Path, port: int, send: str) -> AsyncIterator[int]:
    """Give the port of a real HAProxy in front of a server."""
    sockets = listen(("127.0.0.1", "::1"), 0)
    numbers = [one.fileno() for one in sockets]
    file = folder / "haproxy.cfg"
    where = dict(zip(("listening4", "listening6"), numbers, strict=True))
    file.write_text(CONFIGURATION.format(**where, port=port, send=send))
    process = await asyncio.create_subprocess_exec(
        "haproxy", "-db", "-f", str(file), pass_fds=numbers, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield int(sockets[0].getsockname()[1])
    finally:
        process.kill()
        await process.wait()
        close_all(sockets)


@pytest.mark.skipif(not shutil.which("haproxy"), reason="HAProxy is not installed")
@pytest.mark.parametrize("send", ["send-proxy", "send-proxy-v2", "send-proxy-v2-ssl-cn"])
async def test_haproxy_says_who_is_calling(send: str, tmp_path: Path) -> None:
    async with (
        a_server(proxies=("127.0.0.1",)) as server,
        haproxy(tmp_path, server.port, send) as port,
    ):
        # 127.0.0.5 is this machine, too, but no proxy of ours.
        for address, own, network in (("127.0.0.1", "127.0.0.5", "127.0.0.5"),
                                      ("::1", "::1", "::/64")):  # fmt: skip
            async with asyncssh.connect(
                address, port, local_addr=(own, 0), username="astrid", client_keys=[KEY],
                known_hosts=None, config=None,
            ) as conn:  # fmt: skip
                await terminal(conn)
                # A check of HAProxy's own may be there for a moment.
                await eventually(lambda: dict(server.host.counts.connected) == {network: 1})  # noqa: B023
            await eventually(lambda: not server.host.connections)


async def test_a_proxy_that_only_looks_whether_somebody_is_there_counts_for_nothing() -> None:
    async with a_server(proxies=("127.0.0.1",)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"PROXY UNKNOWN\r\nSSH-2.0-nobody\r\n")
        assert (await reader.readline()).startswith(b"SSH-2.0-")
        writer.write(b"more")
        await writer.drain()
        writer.close()
        assert not server.host.counts.attempts_made
        assert not server.host.connections


def binary(command: int, family: int, *rest: int) -> bytes:
    """Make a header of version 2 with a part of each of these lengths after its fixed part."""
    length = sum(rest)
    return SIGNATURE + bytes((command, family)) + length.to_bytes(2, "big") + bytes(length)


@pytest.mark.parametrize(
    ("header", "source"),
    [
        pytest.param(binary(0x21, 0x11, 12), "0.0.0.0", id="the shortest with IPv4"),  # noqa: S104
        pytest.param(binary(0x21, 0x11, 11), None, id="too short for IPv4"),
        pytest.param(binary(0x21, 0x21, 36), "::", id="the shortest with IPv6"),
        pytest.param(binary(0x21, 0x21, 35), None, id="too short for IPv6"),
        pytest.param(binary(0x20, 0x00), "", id="a check of the proxy itself"),
        pytest.param(binary(0x21, 0x00), "", id="a client of an unknown family"),
        pytest.param(binary(0x21, 0x11, 4096 - 16), "0.0.0.0", id="the longest"),  # noqa: S104
        pytest.param(binary(0x21, 0x11, 4096 - 15), None, id="too long"),
        pytest.param(binary(0x21, 0x31, 216), None, id="a socket of a file"),
        pytest.param(binary(0x22, 0x11, 12), None, id="an unknown command"),
        pytest.param(binary(0x11, 0x11, 12), None, id="another version"),
    ],
)
def test_a_binary_header_is_read_whole_or_refused(header: bytes, source: str | None) -> None:
    if source is None:
        with pytest.raises(ValueError, match=r"^$"):
            read_header(header)
        return
    assert read_header(header + b"SSH-2.0") == Header(source, len(header))
    for cut in range(1, len(header), max(1, len(header) // 50)):
        assert read_header(header[:cut]) is None


def test_the_longest_line_of_a_proxy_is_read_and_a_longer_one_is_refused() -> None:
    line = b"PROXY UNKNOWN "
    longest = line + b"x" * (107 - len(line) - 2) + b"\r\n"
    assert read_header(longest) == Header("", 107)
    assert read_header(longest[:-2]) is None
    with pytest.raises(ValueError, match=r"^$"):
        read_header(longest[:-2] + b"x\r\n")
