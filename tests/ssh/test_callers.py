"""Whoever is connected: what brings them and their friends here, and which bans mean them."""

from typing import Any

import pytest

from odin_server.accounts import Account, Kind, Target
from odin_server.hall.presence import Connected
from odin_server.sessions.caller import Caller
from odin_server.sessions.connection import RemoteConnection
from tests.ssh.wire import KEY, a_server, connected, eventually, terminal

URL = "https://odin.example"


def a_caller(**words: Any) -> Caller:
    client: Any = None
    account = Account("SHA256:a", "Astrid")
    return Caller(
        1, account, "SHA256:a", "2001:db8::7", (), client, ssh_target="odin.example", **words
    )


def test_a_caller_over_ssh_is_told_commands() -> None:
    caller = a_caller(web_url=URL)
    assert caller.command("top") == "ssh odin.example top"
    assert caller.command("join ABC", terminal=True) == "ssh -t odin.example join ABC"
    assert caller.way_back == "ssh odin.example"
    assert caller.invitation("ABC") == "ssh -t odin.example join ABC"
    assert caller.other_invitation("ABC") == f"{URL}/t/ABC"
    assert caller.replay("m1") == "ssh -t odin.example replay m1"


def test_a_caller_in_a_browser_is_told_links_and_types_words_alone() -> None:
    caller = a_caller(web_url=URL, in_browser=True)
    assert caller.command("top") == caller.command("top", terminal=True) == "top"
    assert caller.way_back == URL
    assert caller.invitation("ABC") == f"{URL}/t/ABC"
    assert caller.other_invitation("ABC") == "ssh -t odin.example join ABC"
    assert caller.replay("m1") == f"{URL}/r/m1"


def test_without_browsers_there_is_no_other_way_for_friends() -> None:
    assert a_caller().other_invitation("ABC") == ""


def test_a_player_is_known_by_account_name_and_network() -> None:
    player = a_caller().player
    told = player.id, player.name, player.address
    assert told == ("SHA256:a", "Astrid", "2001:db8::/64")


async def the_connection(server: Any) -> RemoteConnection:
    await eventually(lambda: any(one.is_logged_in for one in server.host.connections))
    (connection,) = server.host.connections
    assert isinstance(connection, RemoteConnection)
    return connection


@pytest.mark.parametrize(
    ("target", "is_meant"),
    [
        (Target(Kind.KEY, KEY.get_fingerprint()), True),
        (Target(Kind.KEY, "SHA256:another"), False),
        (Target(Kind.ACCOUNT, KEY.get_fingerprint()), True),
        (Target(Kind.ACCOUNT, "SHA256:another"), False),
        (Target(Kind.ADDRESS, "127.0.0.1"), True),
        (Target(Kind.ADDRESS, "127.0.0.0/8"), True),
        (Target(Kind.ADDRESS, "192.0.2.0/24"), False),
    ],
)
async def test_a_ban_is_meant_for_a_key_an_account_or_an_address(
    target: Target, *, is_meant: bool
) -> None:
    async with a_server() as server, connected(server):
        assert (await the_connection(server)).is_meant_by(target) is is_meant


async def test_somebody_is_found_by_exactly_their_name() -> None:
    async with a_server() as server:
        assert server.host.find_here("astrid") is None
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello astrid")
            found = server.host.find_here("astrid")
            assert found is not None
            assert found.id == KEY.get_fingerprint()
            assert server.host.find_here("Astrid") is None


async def test_somebody_on_another_host_is_found_by_exactly_their_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = [Connected("SHA256:b", "Bo", "SHA256:b", "192.0.2.1", "192.0.2.1")]
    async with a_server() as server:
        monkeypatch.setattr(server.host, "sessions_elsewhere", lambda: others)
        assert server.host.find_here("Bo") == Account("SHA256:b", "Bo")
        assert server.host.find_here("bo") is None
