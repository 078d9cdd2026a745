"""`odin serve --web` as hosts use it: the real command in a process of its own."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from odin_server.web.identity import new_token
from odin_tui.main import main
from tests.ssh.openssh import PATIENCE, serving
from tests.web.wire import Page

WEB = ("--web", "--set", "web-port=0")


async def test_the_command_serves_browsers_and_sends_them_away_kindly(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", *WEB) as served:
        assert served.process.stdout is not None
        assert b"browser" in await served.process.stdout.readline()
        url = (await served.process.stdout.readline()).decode().strip()
        async with connect(
            url.replace("http", "ws") + "/ws",
            origin=url,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"odin={new_token()}"},
            proxy=None,
        ) as socket:
            page = Page(socket)
            await page.tell("hello", columns=80, rows=24)
            await page.until(b"Your name?")
            served.process.send_signal(signal.SIGTERM)
            farewell = await page.end()
        assert farewell["again"] is True
        assert "The hall is restarting" in farewell["text"]
        async with asyncio.timeout(PATIENCE):
            assert await served.process.wait() == 0
        assert '"web": "http://127.0.0.1:' in served.log.read_text()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--web-url", "play.example.org"), "looks like https://play.example.org"),
        (("--set", "web-address=0.0.0.0"), "--web-url https://play.example.org"),
        (("--set", "web-proxies=['caddy']"), "web-proxies: 'caddy' does not appear to be"),
    ],
)
def test_settings_that_cannot_be_used_get_one_sentence(
    options: tuple[str, ...], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data"))
    with pytest.raises(SystemExit) as exit_:
        sys.exit(main(["serve", *here, *WEB, *options]))
    assert exit_.value.code == 2
    assert sentence in capsys.readouterr().err


def test_the_library_is_loaded_only_for_browsers() -> None:
    code = "import odin_tui.commands.serving, sys; sys.exit('websockets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
