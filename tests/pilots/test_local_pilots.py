"""Pilots play whole matches, and complain about exactly what is wrong."""

import json
from dataclasses import replace
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.widgets import Static

from odin_server.hall import TableView
from odin_tui.app import OdinApp
from odin_tui.game_ui import game_ui
from odin_tui.main import main
from odin_tui.odin.board import Board
from odin_tui.odin.table import OdinTable
from odin_tui.pilots.boxes import frames
from odin_tui.pilots.findings import Findings
from odin_tui.pilots.local import PilotPlan, run_pilots
from odin_tui.screens.table import TableScreen

PLAN = PilotPlan(pilots=1, games=1, seed="test", size=(80, 24))


def checks(findings: Findings) -> set[str]:
    return {complaint.check for complaint in findings.complaints}


@pytest.mark.long
async def test_pilots_of_every_size_play_to_the_end_without_a_complaint() -> None:
    found = await run_pilots(PilotPlan(pilots=3, games=1, seed="all is well", chaos=True))
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.matches == 3
    assert found.keys > 10
    assert found.checks > found.screens


@pytest.mark.parametrize("game", ["odin", "walhalla"])
async def test_a_widget_over_a_plate_is_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = TableScreen.compose

    def covered(screen: TableScreen) -> ComposeResult:
        yield from real(screen)
        label = Static("I am in the way")
        label.styles.layer = "above"
        label.styles.dock = "top"
        label.styles.offset = (2, 1 if game == "odin" else 2)
        label.styles.width, label.styles.height = 30, 1
        yield label

    monkeypatch.setattr(TableScreen, "compose", covered)
    monkeypatch.setattr(TableScreen, "CSS", "TableScreen { layers: default above; }")
    found = await run_pilots(replace(PLAN, game=game))
    assert checks(found) == {"the screen agrees with the table"}
    assert "I am in the way" in found.complaints[0].told()
    assert f"odin pilot --game {game} --pilots 1" in found.complaints[0].told()


async def test_a_wrong_point_total_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = OdinTable.plate

    def generous(*words: Any, **more: Any) -> Any:
        return replace(honest(*words, **more), points=99)

    monkeypatch.setattr(OdinTable, "plate", generous)
    found = await run_pilots(PLAN)
    assert checks(found) == {"the screen agrees with the table"}
    assert found.complaints[0].what.startswith("the plates show the points (99,")


async def test_another_players_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    leaked: list[str] = []

    class Leaky(Board):
        def watch_table_view(self, old: TableView | None, new: TableView | None) -> None:
            super().watch_table_view(old, new)
            if self.match is not None and self.match.unseen:
                leaked[:] = [str(next(iter(self.match.unseen)))]
                self.say(f"psst: {leaked[0]}")

    monkeypatch.setitem(vars(game_ui("odin")), "board", Leaky)
    found = await run_pilots(PLAN)
    assert checks(found) == {"no foreign card is shown"}
    assert "may not be seen from this seat" in found.complaints[0].what


@pytest.mark.parametrize("game", ["odin", "walhalla"])
async def test_a_lost_key_is_noticed(game: str) -> None:
    class Deaf(OdinApp):
        async def on_event(self, event: Any) -> None:
            if getattr(event, "key", None) in {"enter", "p"} and isinstance(
                self.screen, TableScreen
            ):
                return
            await super().on_event(event)

    found = await run_pilots(replace(PLAN, game=game), new_app=Deaf)
    assert checks(found) == {"a key is answered by a frame"}
    assert "changed nothing" in found.complaints[0].what


def test_the_report_is_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pilot", "--pilots", "1", "--size", "100x30", "--seed", "7"]) == 0
    told = capsys.readouterr().out.split()
    assert told[told.index("failures") + 1] == "0"
    assert told[told.index("matches") + 1] == "1"
    assert main(["pilot", "--pilots", "2", "--only", "2", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["matches"] == 1
    assert report["failures"] == []
    assert report["key_to_frame_ms"]["p50"] > 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--pilots", "0"], "--pilots needs 1 to 500, not 0."),
        (["--games", "0"], "--games needs at least 1, not 0."),
        (["--only", "9"], "--only needs 1 to 3, not 9."),
        (["--size", "big"], "--size 'big' needs a width and a height from 60x20 up"),
        (["--size", "40x10"], "--size '40x10' needs a width and a height from 60x20 up"),
    ],
)
def test_a_wrong_argument_gets_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pilot", *words]) == 2
    assert capsys.readouterr().err.startswith(f"odin pilot: {complaint}")


def test_a_title_may_fill_the_whole_edge_of_a_plate() -> None:
    (plate,), broken = frames(["╭ Egil · thrall╮", "│ 0 pts     R1 │", "╰──────────────╯"])
    assert (plate.title, plate.inside, broken) == ("Egil · thrall", (" 0 pts     R1 ",), [])
