"""What the package installs to be typed: `odin`, and a script of the package's own name."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from odin_tui.main import main

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


@pytest.mark.parametrize("script", ["odin", PROJECT["name"]])
def test_odin_and_a_script_of_the_package_s_name_both_start_the_program(script: str) -> None:
    module, _, function = PROJECT["scripts"][script].partition(":")
    assert getattr(import_module(module), function) is main
