"""What holds for every test: how hypothesis searches, and asserts that explain themselves."""

import asyncio
import os
from time import monotonic, process_time

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

IDLE_SECONDS = 1 / 200
"""Longer than until the next frame; Textual waits four times as long, twice after each key."""
MOST_CPU = 1 / 2000


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until the process has had nothing to do for a moment.

    Textual's own function asks only whether it used much CPU. On a busy machine it may have used
    none because others had it, and what tests wait for is still to be done.
    """
    loop, begun = asyncio.get_running_loop(), monotonic()
    while True:
        start, cpu = monotonic(), process_time()
        await asyncio.sleep(IDLE_SECONDS)
        was_on_time = monotonic() - start < 2 * IDLE_SECONDS
        has_rested = process_time() - cpu < MOST_CPU and not loop._ready  # type: ignore[attr-defined]
        slept = monotonic() - begun
        if slept >= max_sleep or (slept > min_sleep and was_on_time and has_rested):
            return


# `textual.pilot` takes it from there when it is imported.
assert callable(_wait.wait_for_idle), "Textual waits for an idle process in another way now"
_wait.wait_for_idle = wait_for_idle


def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores: most tests wait for timers half of the time."""
    return (os.cpu_count() or 1) + 1
