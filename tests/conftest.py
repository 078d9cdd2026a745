"""What holds for every test: how hypothesis searches, and asserts that explain themselves."""

import os

import pytest
from hypothesis import settings

pytest.register_assert_rewrite(
    "tests.engine.laws", "tests.engine.odin.bounds", "tests.engine.odin.positions"
)

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
