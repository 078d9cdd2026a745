"""`odin admin top`: the numbers of a server that runs."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from odin_server.metrics import Metrics
from odin_server.sessions.control import control_path, serve_control
from odin_server.sessions.status import merged, status_of
from odin_tui.commands.admin_top import top_lines
from odin_tui.control_answers import ControlAnswers
from odin_tui.languages import ENGLISH
from odin_tui.main import main
from tests.ssh.test_bans import moderating


def a_status(**changes: Any) -> dict[str, Any]:
    times = {"frames": 4, "total": 0.02, "worst": 0.011}
    status = {
        "version": "1.2",
        "now": 100.0,
        "up": 7500.0,
        "sessions": 3,
        "connections": 5,
        "without_session": 2,
        "tables": 7,
        "moves": 50.0,
        "crashes": 0.0,
        "memory": 9e7,
        "lag": 0.0012,
        "lag_worst": 0.25,
        "reports": 1,
        "logins": {"key": 4.0, "guest": 2.0},
        "refusals": {"banned": 3.0, "attempts": 12.0, "full": 0.0},
        "screens": {"TableScreen": times, "HallScreen": {**times, "total": 0.1}},
    }
    return status | changes


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 10)])
def test_the_page_fits_and_says_what_matters(size: tuple[int, int]) -> None:
    before = a_status(now=98.0, moves=45.0, refusals={"attempts": 10.0})
    lines = top_lines(a_status(), before, os.terminal_size(size), ENGLISH)
    assert len(lines) < size[1]
    assert all(len(line) < size[0] for line in lines)
    assert lines[0] == "odin 1.2, running for 2:05"
    if size[0] < 80:
        return
    text = "\n".join(lines)
    assert "people: 3 · connections: 5 · without a session: 2" in text
    assert "tables: 7 · moves a second: 2.5 · since the start: 50" in text
    assert "ms late: 1.2 · at worst in the last minute: 250.0" in text
    hall, table = (next(line for line in lines if name in line) for name in ("Hall", "Table"))
    assert lines.index(hall) < lines.index(table)
    assert hall.split()[1:] == ["4", "25.0", "11.0"]
    attempts, banned = (next(one for one in lines if kind in one) for kind in ("attem", "banned"))
    assert lines.index(attempts) < lines.index(banned)
    assert attempts.split()[1:] == ["60.0", "12"]
    assert "full" not in text


def test_processes_of_one_host_are_added_up() -> None:
    both = merged([a_status(), a_status(lag=0.5, refusals={"banned": 1.0}, tables=7)])
    assert (both["processes"], both["sessions"], both["tables"]) == (2, 6, 7)
    assert (both["lag"], both["refusals"]["banned"]) == (0.5, 4.0)
    assert both["screens"]["TableScreen"]["frames"] == 8


def test_a_painted_frame_is_counted_by_its_screen() -> None:
    metrics = Metrics()
    for seconds in (0.01, 0.03):
        metrics.screens.add("HallScreen", seconds)
    times = metrics.screens.all()["HallScreen"]
    assert (times.frames, times.worst) == (2, 0.03)


async def test_the_numbers_come_from_the_server_that_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with moderating() as at:
        host = at.server.host
        host.metrics.moves.inc(3)
        host.refused("banned", "192.0.2.1")
        answers = ControlAnswers(host, at.hall)
        async with serve_control(control_path(tmp_path), answers.answer):
            where = ["--data", str(tmp_path)]
            assert await asyncio.to_thread(main, ["admin", "top", "--json", *where]) == 0
            facts = json.loads(capsys.readouterr().out)
            assert (facts["moves"], facts["refusals"]) == (3.0, {"banned": 1.0})
            assert facts.keys() - {"processes"} == status_of(host, at.hall).keys()
            assert await asyncio.to_thread(main, ["admin", "top", "--once", *where]) == 0
            assert "since the start: 3" in capsys.readouterr().out
        assert main(["admin", "top", "--once", *where]) == 2
        assert "no server is running over" in capsys.readouterr().err
