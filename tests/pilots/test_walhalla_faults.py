"""Faults that are planted on the board of Walhalla are found by a pilot."""

from dataclasses import replace
from typing import Any

import pytest

from odin_engine.walhalla.box import Card
from odin_server.hall import TableView
from odin_tui.game_ui import game_ui
from odin_tui.pilots.local import PilotPlan, run_pilots
from odin_tui.walhalla import table
from odin_tui.walhalla.action_cards import CARD_NAMES
from odin_tui.walhalla.board import Board
from odin_tui.walhalla.plates import VikingPlate
from tests.pilots.test_local_pilots import checks

PLAN = PilotPlan(pilots=1, games=1, seed="test", size=(80, 24), game="walhalla")


async def test_a_wrong_point_total_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Generous(VikingPlate):
        @classmethod
        def of(cls, *words: Any, **more: Any) -> Any:
            return replace(VikingPlate.of(*words, **more), points=99)

    monkeypatch.setattr(table, "VikingPlate", Generous)
    found = await run_pilots(PLAN)
    assert checks(found) == {"the screen agrees with the table"}
    assert found.complaints[0].what.startswith("the plates show the points (99,")


async def test_another_players_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaky(Board):
        def watch_table_view(self, old: TableView | None, new: TableView | None) -> None:
            super().watch_table_view(old, new)
            if self.match is not None and self.intent.my_turn:
                known = {*self.match.hand, *self.match.discards}
                card = next(each for each in (Card.WHEAT, Card.VILLAGE) if each not in known)
                self.say(f"psst: {CARD_NAMES[card]}")

    monkeypatch.setitem(vars(game_ui("walhalla")), "board", Leaky)
    found = await run_pilots(PLAN)
    assert checks(found) == {"no foreign card is shown"}
    assert "may not be seen from this seat" in found.complaints[0].what


@pytest.mark.long
async def test_pilots_of_every_size_play_to_the_end_without_a_complaint() -> None:
    plan = replace(PLAN, pilots=3, seed="all is well", size=None, chaos=True)
    found = await run_pilots(plan)
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.matches == 3
