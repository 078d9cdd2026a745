"""The dashboard, the alert rules and the page for hosts name metrics that there are."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from odin_server.sessions.guards import REFUSALS
from tests.ssh.wire import a_host

ROOT = Path(__file__).parents[1]
MONITORING = ROOT / "docs" / "monitoring"
DASHBOARD = MONITORING / "dashboard.json"
PAGES = [DASHBOARD, MONITORING / "alerts.yml", ROOT / "docs" / "hosting.md"]
OF_ALL_KINDS = re.compile(r"_(?:total|bucket|count|sum)$")


def gauges_in_the_source() -> Iterator[str]:
    """Find what is given to `Metrics.gauge`, some of which exists only with a database."""
    for folder in ("odin_tui/commands", "server/odin_server"):
        for path in (ROOT / folder).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text())):
                match call:
                    case ast.Call(
                        func=ast.Attribute(attr="gauge"), args=[ast.Constant(value=str(name)), *_]
                    ):
                        yield f"odin_{name}"


@pytest.fixture
async def known() -> set[str]:
    counted = {metric.name for metric in a_host([]).metrics.registry.collect()}
    return counted | {*gauges_in_the_source()}


def named_in(text: str) -> set[str]:
    return {OF_ALL_KINDS.sub("", name) for name in re.findall(r"\bodin_[a-z_]+", text)}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_metric_that_is_named_exists(page: Path, known: set[str]) -> None:
    named = named_in(page.read_text()) - {"odin_server", "odin_tui"}
    assert len(named) > 8
    assert named <= known


def test_every_metric_is_told_to_hosts(known: set[str]) -> None:
    assert known <= named_in((ROOT / "docs" / "hosting.md").read_text())


def test_every_kind_of_refusal_is_explained_to_hosts() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text()
    table = page.partition("| kind | who was refused |\n|---|---|\n")[2].partition("\n\n")[0]
    kinds = [
        kind for row in table.splitlines() for kind in re.findall("`(.+?)`", row.split("|")[1])
    ]
    assert sorted(kinds) == sorted(REFUSALS)


def test_the_panels_of_the_dashboard_lie_side_by_side_and_ask_for_something() -> None:
    board, taken = json.loads(DASHBOARD.read_text()), set[tuple[int, int]]()
    for panel in board["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken
        assert at["x"] + at["w"] <= 24
        assert all(target["expr"] for target in panel["targets"])
        taken |= cells
