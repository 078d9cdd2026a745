"""`odin serve` as people use it: the real command, and the machine's own ssh."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from odin_server.sessions.terminal import RESTORE
from odin_tui.main import main
from tests.ssh.openssh import Client, Served, new_key, serving, ssh


class Said(NamedTuple):
    """What a command said, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


Odin = Callable[..., Said]


@pytest.fixture
def odin(capsys: pytest.CaptureFixture[str]) -> Odin:
    def run(*words: str) -> Said:
        try:
            status = main(["serve", *words])
        except SystemExit as exit_:
            status = int(str(exit_.code))
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run


async def named(client: Client) -> None:
    """Say one's name, as everybody does the first time."""
    at = await client.until("Your name?")
    client.press("\r")
    await client.until("keys", at)


async def answered(client: Client, name: str) -> None:
    """Write a name once the field takes letters: it is shown a moment before it does."""
    at = await client.until("Your name?")
    while client.seen.find(b"Z", at) < 0:
        client.press("Z")
        await asyncio.sleep(0.2)
    client.press(40 * "\x7f" + name + "\r")


async def looked_around(client: Client) -> None:
    """Go on to the hall from the page that offers somebody new a lesson or a match."""
    await client.until("Welcome, ")
    client.press("\x1b")


async def test_a_whole_session_from_login_to_logout(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data", "--message", "Be kind.") as served:
        async with ssh(served, key=key) as client:
            await answered(client, "Astrid the Red")
            await looked_around(client)
            await client.until("The hall · Astrid the Red")
            await client.until("Be kind.")
            client.press("p")
            await client.until("Your turn")
            table = len(client.seen)
            client.press("y")
            await client.until("\x1b]52;c;", table)
            client.kill()
        async with ssh(served, key=key) as client:
            # The line was cut in a match: logging in again lands at the table.
            await client.until("Your turn")
            client.press("\x11")
            seen = await client.end()
            assert RESTORE.encode() in seen
            assert b"The seat is yours for 2 minutes" in seen
            assert f"ssh -t -p {served.port} 127.0.0.1 join ".encode() in seen
        async with ssh(served, "version", key=key) as client:
            assert b"\nodin " in await client.end()
        async with ssh(served, "rm", "-rf", "/", key=key) as client:
            assert b"There is no command 'rm' here." in await client.end()
            assert client.process.returncode == 2
        status = await served.stop()
        assert status == 0
        log = served.log.read_text()
        assert '"event": "arrived"' in log
        assert '"old": "astrid", "new": "Astrid the Red"' in log
        assert "Traceback" not in log


async def test_a_stop_tells_everyone_and_a_start_brings_everyone_back(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data") as served, ssh(served, "quick", key=key) as client:
        await named(client)
        await client.until("Your turn")
        assert await served.stop() == 0
        seen = await client.end()
        assert b"The hall is restarting. Your seat is saved" in seen
        assert seen.rindex(b"\x1b[?1049l") > seen.rindex(b"\x1b[?1049h")
    async with serving(tmp_path / "data") as served, ssh(served, key=key) as client:
        await client.until("Your turn")


async def test_a_killed_server_loses_no_move(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data") as served, ssh(served, "quick", key=key) as client:
        await named(client)
        await client.until("Your turn")
        await served.stop(signal.SIGKILL)
    async with serving(tmp_path / "data") as served, ssh(served, key=key) as client:
        await client.until("Your turn")


async def test_a_guest_comes_in_without_a_password_and_is_told_of_keys(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as served, ssh(served, key=None, name="bo") as client:
        await client.until("ssh-keygen -t ed25519")
        await answered(client, "Bera")
        await client.until("~Bera")


async def test_compression_and_no_terminal_work_with_openssh(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data") as served:
        async with ssh(served, "quick", key=key, options=("-C",)) as client:
            await named(client)
            await client.until("Your turn")
        lines = await asyncio.to_thread(without_terminal, served, key, "help\nquit\n")
        assert "Table " in lines
        assert "hand: what you hold" in lines


async def test_everything_can_be_reached_in_plain_lines_over_ssh(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    asked = "lesson odin||quit|puzzle herrlof|answer|quit|board|tables|report|daily|quit|quit|"
    typed = asked.replace("|", "\n")
    async with serving(tmp_path / "data") as served:
        told = await asyncio.to_thread(without_terminal, served, key, typed, "text")
        alone = await asyncio.to_thread(without_terminal, served, key, "quit\n", "lesson walhalla")
    for words in (
        "Step 2 of 8: ",
        "The best move: ",
        "Nobody has finished this deal yet.",
        "Tables:",
        "You have not finished a match here yet.",
        "Your match is saved.",
        "1 has begun and not finished.",
        "Bye.",
    ):
        assert words in told
    assert "Step 1 of " in alone


def without_terminal(served: Served, key: Path, typed: str, *command: str) -> str:
    words = ["ssh", "-T", "-F", "none", "-i", str(key), "-o", "IdentitiesOnly=yes"]
    words += ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
    words += ["-p", str(served.port), "x@127.0.0.1", *command]
    result = subprocess.run(
        words, input=typed, capture_output=True, text=True, timeout=30, check=False
    )
    return result.stdout


async def test_an_account_by_two_keys_and_a_code_that_works_once(tmp_path: Path) -> None:
    laptop, phone, thief = (new_key(tmp_path, name) for name in ("laptop", "phone", "thief"))
    async with serving(tmp_path / "data") as served:
        async with ssh(served, "name", "Astrid", "the", "Red", key=laptop) as client:
            assert b"You are Astrid the Red now." in await client.end()
        async with ssh(served, "link", key=laptop) as client:
            code = (await client.end()).split(b" link ")[1].split()[0].decode()
        async with ssh(served, "link", code, key=phone) as client:
            assert f"link {code} yes" in (await client.end()).decode()
        async with ssh(served, "link", code, "yes", key=phone) as client:
            assert b"opens the account of Astrid the Red now" in await client.end()
        async with ssh(served, "name", key=phone) as client:
            assert b"You are Astrid the Red." in await client.end()
        async with ssh(served, "link", code, key=thief) as client:
            assert b"already used" in await client.end()


async def test_moderators_and_nobody_else_can_kick_ban_mute_and_announce(tmp_path: Path) -> None:
    moderator, rowdy = new_key(tmp_path, "moderator"), new_key(tmp_path, "rowdy")
    line = (tmp_path / "moderator.pub").read_text()
    async with serving(tmp_path / "data", "--moderator", line) as served:

        async def mod(*words: str, key: Path = moderator) -> str:
            async with ssh(served, "mod", *words, key=key, name="mod") as client:
                return (await client.end()).decode()

        async with ssh(served, key=rowdy, name="rowdy") as client:
            await named(client)
            await looked_around(client)
            assert "Only moderators" in await mod("kick", "mod", key=rowdy)
            await mod("announce", "Five", "minutes!")
            await client.until("Five minutes!")
            assert "says nothing" in await mod("mute", "rowdy", "10m")
            assert "rowdy" in await mod("who")
            assert "1 session ended" in await mod("kick", "rowdy", "too", "loud")
            seen = await client.end()
            assert b"You were asked to leave: too loud." in seen
            assert RESTORE.encode() in seen
        assert "may not come in for 2h" in await mod("ban", "rowdy", "2h", "loud")
        async with ssh(served, key=rowdy, name="rowdy") as client:
            assert b"You are banned from this hall" in await client.end()
        assert "not a length of time" in await mod("ban", "rowdy", "soon")
        log = served.log.read_text()
        assert '"event": "banned", "kind": "account"' in log
        assert "Five minutes" not in log


async def test_settings_are_read_again_on_sighup(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    file = tmp_path / "serve.toml"
    file.write_text('message = "Before."\n')
    async with serving(tmp_path / "data", "--settings", str(file)) as served:
        async with ssh(served, key=key) as client:
            await named(client)
            await looked_around(client)
            await client.until("Before.")
        file.write_text('message = "After."\n')
        served.process.send_signal(signal.SIGHUP)
        async with ssh(served, key=key) as client:
            await client.until("After.")
        file.write_text("nonsense = 1\n")
        served.process.send_signal(signal.SIGHUP)
        async with ssh(served, key=key) as client:
            await client.until("After.")
        assert "not-reloaded" in served.log.read_text()


async def test_sighup_changes_how_long_a_seat_is_held(tmp_path: Path) -> None:
    key, file = new_key(tmp_path, "astrid"), tmp_path / "serve.toml"
    file.write_text("hold = 120\n")
    async with serving(tmp_path / "data", "--settings", str(file)) as served:
        file.write_text("hold = 300\nbot-pause = 0\n")
        served.process.send_signal(signal.SIGHUP)
        async with ssh(served, "quick", key=key) as client:
            await named(client)
            await client.until("Your turn")
            client.press("\x11")
            assert b"The seat is yours for 5 minutes" in await client.end()


async def test_metrics_are_served_on_loopback(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data", "--metrics", str(port)) as served:
        async with ssh(served, "quick", key=key) as client:
            await named(client)
            await client.until("Your turn")
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            text = (await reader.read()).decode()
            writer.close()
        for line in ("odin_sessions 1.0", "odin_tables 1.0", 'odin_logins_total{kind="key"} 1.0'):
            assert line in text
        for name in ("frame_bytes_total", "loop_lag_seconds_count", "memory_bytes", "connections"):
            assert f"odin_{name} " in text


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--port", "99999"), "port goes from 0 to 65535"),
        (("--port", "x"), "'x' is not a whole number"),
        (("--set", "connections=0"), "connections goes from 1"),
        (("--set", "hold=-1"), "hold goes from 0 to 1000000000, not -1."),
        (("--set", "hold=2e9"), "hold goes from 0 to 1000000000, not 2000000000."),
        (("--set", "hold=-0.5"), "not -0.5."),
        (("--set", "guests=maybe"), "guests is true or false"),
        (("--set", "nonsense=1"), "there is no setting 'nonsense'"),
        (("--set", "nothing"), "needs a name and a word"),
        (("--allow", "garbage"), "neither a public key nor a fingerprint"),
        (("--allow", "SHA256:abc"), "'SHA256:abc' is not a whole fingerprint"),
        (("--set", 'moderators=["SHA256:abc"]'), "'SHA256:abc' is not a whole fingerprint"),
        (("--settings", "/nowhere/at/all.toml"), "there is no file"),
        (("--set", "unwanted-words-file=/nowhere"), "cannot read /nowhere: No such file or dir"),
        (("--metrics", "0"), "--metrics needs a port"),
        (("--set", "proxies=['haproxy']"), "proxies: 'haproxy' does not appear to be"),
        (("--host", "999.1.1.1"), "cannot listen on 999.1.1.1, port 2222: "),
        (("--host", "192.0.2.7", "--port", "22"), "cannot listen on 192.0.2.7, port 22: "),
        (("--web", "--set", "web-address=192.0.2.7"), "cannot listen on 192.0.2.7, port 8080: "),
        (("--log", "/nowhere/log"), "cannot write /nowhere/log: No such file or directory."),
        (("--log", "/dev"), "cannot write /dev: Is a directory."),
        (("--web", "--set", "web-address=0.0.0.0"), "--web-url https://play.example.org"),
    ],
)
def test_a_wrong_option_is_one_sentence_and_status_two(
    tmp_path: Path, odin: Odin, words: tuple[str, ...], complaint: str
) -> None:
    result = odin("--data", str(tmp_path), *words, "--check")
    assert result.returncode == 2
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("mark", ["SHA256:", "SHA256:web-"])
def test_a_whole_fingerprint_is_taken(tmp_path: Path, odin: Odin, mark: str) -> None:
    result = odin("--data", str(tmp_path / "data"), "--allow", mark + 43 * "k", "--check")
    assert result.returncode == 0, result.stderr


def test_a_taken_port_is_one_sentence_and_status_two(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        where = ("--host", "127.0.0.1", "--port", str(port))
        result = subprocess.run(
            [sys.executable, "-m", "odin_tui", "serve", "--data", str(tmp_path), *where],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert result.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in result.stderr
    assert result.stderr.count("\n") == 1
