import json
import subprocess
import sys
from pathlib import Path

import pytest

KILL = Path(__file__).parents[2] / "benchmarks" / "kill.py"


@pytest.mark.long
def test_after_kills_no_acknowledged_move_is_missing_and_no_table_is_stuck() -> None:
    told = subprocess.run(
        [sys.executable, KILL, "--kills", "5", "--tables", "8"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    result = json.loads(told.stdout)
    assert result["kills"] == 5
    assert result["lost"] == 0
    assert result["restarts with a stuck table"] == 0
    assert result["acknowledged moves"] >= 5 * 8
