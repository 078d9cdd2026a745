"""What holds for every test: how hypothesis searches, and asserts that explain themselves."""

import os

import pytest
from hypothesis import settings

# Sentences in tests are English, whoever runs them; sessions of other languages say so.
os.environ["LC_ALL"] = "C.UTF-8"
# Before Textual is imported, which reads it then: a screen is painted this often at most.
os.environ["TEXTUAL_FPS"] = "500"
from textual import _wait

pytest_plugins = ["tests.postgres"]

pytest.register_assert_rewrite(
    "tests.engine.laws", "tests.engine.odin.bounds", "tests.engine.odin.positions"
)

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# After each key Textual's pilot waits twice until the process was idle for 20 ms, a little longer
# than until the next frame; for the whole suite that would be minutes.
assert _wait.SLEEP_GRANULARITY == 1 / 50, "Textual waits for an idle process in another way now"
_wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 1 / 200, 1 / 2000


def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores: most tests wait for timers half of the time."""
    return (os.cpu_count() or 1) + 1
