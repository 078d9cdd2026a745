"""A key over SSH goes the way that docs/architecture.md shows, and makes no detours."""

import asyncio
import re
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from odin_server.accounts import AccountFile, Accounts
from odin_server.hall import Hall, HallSettings, NewTable, Player
from odin_server.log.sqlite import SqliteLog
from odin_tui.hall_frontend import HallFrontend
from tests.calls import ROOT, Calls
from tests.ssh.wire import KEY, a_server, connected, eventually, terminal

PAGE = (ROOT / "docs" / "architecture.md").read_text()
ROWS = re.findall(r"^\| [\w ]* ?\| `([\w/]+\.py)` \| (.*) \|$", PAGE, re.MULTILINE)
STEPS = [(path, function) for path, cell in ROWS for function in re.findall(r"`([\w.]+)`", cell)]
PATIENCE = 5.0
FACTS, MOVES = "server/odin_server/log/fact_format.py", "engine/odin_engine/odin/moves.py"


async def test_a_key_that_plays_a_move_takes_the_steps_on_the_page(tmp_path: Path) -> None:
    settings = HallSettings(bot_pause=3600.0)
    hall = await Hall.begin(SqliteLog(tmp_path / "log"), settings=settings, chance=Random(3))
    accounts = Accounts(AccountFile(None), time.time)
    account = await accounts.rename(
        await accounts.log_in(KEY.get_fingerprint(), "Astrid"), "Astrid"
    )
    wanted = NewTable("odin", seats=2, bots=("karl",), seed="07" * 16)
    chair = await hall.open_table(Player(account.id, account.name), wanted)
    await chair.start()
    assert chair.view.my_turn
    async with (
        a_server(HallFrontend(hall, accounts), accounts) as server,
        connected(server) as conn,
    ):
        screen = await terminal(conn, f"join {chair.view.code}")
        await screen.until(b"Your turn")
        await screen.press(b"\t", b"Play")
        with Calls() as calls:
            screen.chan.write(b"\r")
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await eventually(lambda: calls.steps_taken(STEPS) == STEPS)
    await hall.close()
    assert calls.steps_taken(STEPS) == STEPS
    assert calls.count(FACTS, "FactFormat.encode") == calls.count(MOVES, "format_move") == 1
    assert calls.count(FACTS, "FactFormat.decode") == calls.count(MOVES, "parse_move") == 0
    assert calls.count("engine/odin_engine/odin/rules.py", "play") == 1
    assert calls.count("server/odin_server/hall/scheduler.py", "Scheduler.update") == 1
    assert calls.count("odin_tui/widgets/table_board.py", "TableBoard.on_key") == 1


async def test_the_move_of_a_bot_updates_the_scheduler_once() -> None:
    hall = await Hall.begin(settings=HallSettings(bot_pause=0.0), chance=Random(3))
    wanted = NewTable("odin", seats=2, bots=("karl",), seed="07" * 16)
    chair = await hall.open_table(Player("local", "Astrid"), wanted)
    await chair.start()
    with Calls() as calls:
        await chair.play(chair.view.match.moves[0])
        await eventually(lambda: chair.view.my_turn)
    moves = chair.view.turn
    await hall.close()
    assert moves == 2
    assert calls.count("server/odin_server/hall/scheduler.py", "Scheduler.update") == moves
