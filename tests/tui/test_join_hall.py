"""Joining a hall from the home screen: what is pasted, what `ssh` gets, and what is remembered."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from odin_engine.game import Refusal
from odin_tui.app import OdinApp
from odin_tui.app_places import MOST_HALLS
from odin_tui.commands.ssh_client import NoSsh, ssh_runner
from odin_tui.hall_address import BadAddress, HallAddress, read_address
from odin_tui.languages import ENGLISH, translations_for
from odin_tui.messages import refusal_text
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.join_hall import JoinHallScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.settings import Settings, read, write
from tests.tui.screens import odin, screen_text


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("example.org", HallAddress("example.org")),
        ("  bera@example.org:2222 ", HallAddress("example.org", "bera", 2222)),
        ("ssh example.org", HallAddress("example.org")),
        (
            "ssh -t -p 2222 10.0.0.7 join AB3-K",
            HallAddress("10.0.0.7", "", 2222, ("join", "AB3-K")),
        ),
        ("ssh -p2222 -l bera hall", HallAddress("hall", "bera", 2222)),
        ("-p 2222 hall quick odin", HallAddress("hall", "", 2222, ("quick", "odin"))),
        ("ssh://bera@[fe80::1]:2200/", HallAddress("fe80::1", "bera", 2200)),
    ],
)
def test_a_host_or_an_invitation_is_read(text: str, address: HallAddress) -> None:
    assert read_address(text) == address
    assert read_address(address.hall) == HallAddress(address.host, address.user, address.port)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ssh",
        "-oProxyCommand=touch${IFS}x",
        "ssh -o ProxyCommand=sh host",
        "ssh -F /tmp/x host",
        "ssh -- -host",
        "ssh -l -oProxyCommand=x host",
        "user@-host",
        "-x@host",
        "host; rm -rf /",
        "host join $(id)",
        "host join `id`",
        "host join A|B",
        "host -oX",
        "ho\nst -p",
        "host:0",
        "host:99999",
        "ssh -p 22x host",
        "ssh -p",
        "höst",
        "x" * 201,
    ],
)
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadAddress) as refused:
        read_address(text)
    assert refusal_text(refused.value, ENGLISH) != str(refused.value)


def test_no_argument_after_the_flags_can_be_a_flag() -> None:
    arguments = read_address("ssh -p 2222 bera@hall join AB").arguments
    assert arguments == ["-t", "-p", "2222", "-l", "bera", "--", "hall", "join", "AB"]


@contextmanager
def no_suspend() -> Iterator[None]:
    yield


async def test_a_hall_is_joined_remembered_joined_again_and_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[list[str]] = []
    reached = [False, True, True]

    def runner(arguments: list[str], _tr: object) -> object:
        return lambda: (ran.append(arguments), reached.pop(0))[1]

    monkeypatch.setattr(OdinApp, "suspend", lambda _app: no_suspend())
    async with odin(ssh_runner=runner) as (app, pilot):
        await pilot.press("o", *"hall", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TextPromptScreen), "what was pasted once can be tried again"
        assert app.screen.answer == "hall"
        assert "ssh did not get there" in screen_text(app)
        assert app.settings.halls == (), "nobody answered there"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("o", *"-oX", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TextPromptScreen)
        assert "'-oX' is not allowed here" in screen_text(app)
        await pilot.press(*["backspace"] * 3, *"hall join AB", "enter")
        await pilot.pause()
        assert app.settings.halls == ("hall",)
        assert read(write(app.settings)).halls == ("hall",)
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, JoinHallScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert [words[4:] for words in ran] == [["hall"], ["hall", "join", "AB"], ["hall"]]
        await pilot.press("d")
        await pilot.pause()
        assert app.settings.halls == ()
        assert "forget" not in screen_text(app).splitlines()[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TextPromptScreen)


async def test_only_a_few_halls_are_remembered_the_last_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OdinApp, "suspend", lambda _app: no_suspend())
    halls = tuple(f"hall{number}" for number in range(MOST_HALLS))
    async with odin(
        settings=Settings(halls=halls), ssh_runner=lambda *_arguments: lambda: True
    ) as (app, _pilot):
        app.join_hall(HallAddress("hall3"))
        assert app.settings.halls == ("hall3", *(hall for hall in halls if hall != "hall3"))
        app.join_hall(HallAddress("new"))
        assert app.settings.halls[0] == "new"
        assert len(app.settings.halls) == MOST_HALLS


async def test_a_terminal_that_cannot_be_left_refuses() -> None:
    async with odin(ssh_runner=lambda *_arguments: lambda: True) as (app, _pilot):
        with pytest.raises(Refusal) as refused:
            app.join_hall(HallAddress("hall"))
        assert refused.value.code == "no-terminal-to-leave"


async def test_no_hall_can_be_joined_from_within_one() -> None:
    async with odin() as (app, _pilot):
        assert "Join a hall" not in screen_text(app)
        commands = [command.title for command in app.get_system_commands(app.screen)]
        assert "Join a hall" not in commands


def test_without_ssh_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoSsh) as refused:
        ssh_runner(["hall"], ENGLISH)
    assert "Install OpenSSH" in refusal_text(refused.value, ENGLISH)


@pytest.mark.parametrize(("status", "reached"), [(0, True), (1, True), (255, False)])
def test_ssh_gets_a_list_of_arguments_and_a_failure_waits_for_enter(
    status: int,
    reached: bool,  # noqa: FBT001 - an expected value
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    program = tmp_path / "ssh"
    program.write_text(f'#!/bin/sh\nprintf "<%s>" "$@"\nexit {status}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    lines: list[str] = []
    monkeypatch.setattr(sys.stdin, "readline", lambda: lines.append("") or "", raising=False)
    assert ssh_runner(["--", "a b", "$(id)"], ENGLISH)() is reached
    said = capfd.readouterr().out
    assert said.startswith("<-o><SendEnv=LC_MESSAGES><--><a b><$(id)>")
    assert ("Press Enter" in said) == (len(lines) == 1) == (status != 0)


def test_a_hall_is_told_the_language_that_odin_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    fake = tmp_path / "ssh"
    fake.write_text('#!/bin/sh\nprintf %s "$LC_MESSAGES"\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ssh_runner(["hall"], translations_for("nl"))()
    assert capfd.readouterr().out == "nl.UTF-8"
