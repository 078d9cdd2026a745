"""What holds for every test: how hypothesis searches, and asserts that explain themselves."""

import os

import pytest
from hypothesis import settings
from textual import _wait

pytest.register_assert_rewrite(
    "tests.engine.laws", "tests.engine.odin.bounds", "tests.engine.odin.positions"
)

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# After each key Textual's pilot waits twice until the process was idle for this long: 20 ms, which
# is more than half of the time of this suite.
assert _wait.SLEEP_GRANULARITY == 1 / 50, "Textual waits for an idle process in another way now"
_wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 1 / 200, 1 / 2000
