"""Worker processes are odin itself, whichever way odin was started."""

import asyncio
import json
import os
import subprocess
import sys
import zipfile
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import odin_engine
import odin_server
import odin_tui
from odin_engine.games import GAMES
from odin_server.clock import LoopClock
from odin_server.hall import HallSettings
from odin_server.hall.bot_pool import Fallback, ProcessBotPool
from odin_server.metrics import Metrics
from odin_server.sessions.audit_log import AuditLog
from odin_tui.bot_fallbacks import FallbackNotice
from odin_tui.commands.serving import bot_fell_back
from odin_tui.main import main
from odin_tui.worker_process import worker_command

ODIN = GAMES["odin"]
ASK = """
import asyncio, json, sys
from odin_engine.games import GAMES
from odin_server.clock import LoopClock
from odin_server.hall import HallSettings
from odin_server.hall.bot_pool import ProcessBotPool
from odin_tui.main import main
from odin_tui.worker_process import worker_command

async def ask():
    told = []
    bot_pool = ProcessBotPool(HallSettings(), LoopClock(), worker_command("bot"), told.append)
    game = GAMES["odin"]
    state = game.setup(game.read_options({}, 3), 3, bytes(16))
    view = game.view(state, game.to_move(state)[0])
    move = await bot_pool.choose(game, "jarl", view, 1)
    await bot_pool.close()
    file = sys.modules["odin_tui"].__file__
    print(json.dumps({"file": file, "told": told, "ok": move in view.moves}))

sys.exit(main()) if sys.argv[1:] else asyncio.run(ask())
"""


def a_view() -> Any:
    state = ODIN.setup(ODIN.read_options({}, 3), 3, bytes(16))
    return ODIN.view(state, ODIN.to_move(state)[0])


def pack(archive: Path, *packages: ModuleType) -> None:
    """Make a zip application of these packages, with a program that asks a worker."""
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("__main__.py", ASK)
        for package in packages:
            (folder,) = package.__path__
            for file in Path(folder).rglob("*"):
                if file.suffix in (".py", ".bin"):
                    packed.write(file, Path(package.__name__, file.relative_to(folder)))


async def test_the_bot_worker_answers_through_the_hidden_command() -> None:
    told: list[Fallback] = []
    bot_pool = ProcessBotPool(HallSettings(), LoopClock(), worker_command("bot"), told.append)
    view = a_view()
    assert await bot_pool.choose(ODIN, "jarl", view, 1) in view.moves
    assert told == []
    await bot_pool.close()


def test_a_worker_in_a_zip_application_is_started_from_the_same_zip(tmp_path: Path) -> None:
    archive = tmp_path / "odin.pyz"
    pack(archive, odin_engine, odin_server, odin_tui)
    # Without site-packages only the archive has odin in it, as on a machine without odin.
    done = subprocess.run(
        [sys.executable, "-S", "odin.pyz"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    answer = json.loads(done.stdout)
    assert str(archive) in answer["file"] or answer["file"].startswith("odin.pyz")
    assert (answer["told"], answer["ok"]) == ([], True)


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_command("bot") == (sys.executable, "_worker", "bot")


def test_a_worker_does_not_look_for_modules_where_it_was_started(tmp_path: Path) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit(7)")
    done = subprocess.run(worker_command("bot"), cwd=tmp_path, input=b"", check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["bot", "analysis"])
def test_a_worker_loads_no_screen_and_no_ssh(name: str) -> None:
    heavy = ("textual", "rich", "asyncssh", "sqlite3", "odin_server.hall.hall")
    code = (
        "import sys, io\nfrom odin_tui.main import main\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO())\n"
        f"try:\n    main(['_worker', {name!r}])\nexcept Exception as trouble:\n    pass\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_worker_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["_worker", "oracle"]) == 2
    assert "oracle" in capsys.readouterr().err


def test_no_help_names_the_hidden_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "worker" not in capsys.readouterr().out


def test_a_player_at_home_is_told_once_even_if_it_happens_before_there_is_a_screen() -> None:
    told: list[str] = []
    notice = FallbackNotice()
    notice.note(Fallback.NOT_STARTED)
    notice.tell_by(told.append)
    for reason in Fallback:
        notice.note(reason)
    assert len(told) == 1
    assert "like a Karl" in told[0]


def test_a_host_finds_fallbacks_in_the_metrics_by_reason_and_in_the_log() -> None:
    lines: list[str] = []
    metrics, audit_log = Metrics(), AuditLog(lines.append)
    for _ in range(100):
        bot_fell_back(metrics, audit_log, Fallback.NOT_STARTED)
    bot_fell_back(metrics, audit_log, Fallback.HUNG)
    counted = metrics.registry.get_sample_value
    assert counted("odin_bot_fallbacks_total", {"kind": "not-started"}) == 100
    assert counted("odin_bot_fallbacks_total", {"kind": "hung"}) == 1
    assert 2 <= len(lines) < 10
    assert json.loads(lines[0])["reason"] == "not-started"


async def test_a_match_for_programs_says_on_standard_error_that_a_bot_could_not_search(
    tmp_path: Path,
) -> None:
    words = "play --json --seats 2 --bots konung --option target=one-hand --seed bot-firsta"
    code = (
        "import sys\nfrom odin_tui.commands import local_session\nfrom odin_tui.main import main\n"
        "local_session.worker_command = lambda name: ('/nonexistent/python',)\n"
        f"sys.exit(main({words!r}.split()))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdin=PIPE, stdout=DEVNULL, stderr=PIPE,
        env=os.environ | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stdin is not None
    async with asyncio.timeout(60):
        assert b"plays like a Karl" in await process.stderr.readline()
        process.stdin.close()
        assert await process.wait() == 0
