"""What is packaged fits the program; `.ci/run` builds the packages and plays with them."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest

from odin_tui.main import main

ROOT = Path(__file__).parents[1]
DEBIAN = ROOT / "packaging" / "debian"


def test_the_one_file_program_holds_every_python_that_the_metadata_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    prefix = "Programming Language :: Python :: 3."
    named = {int(each[len(prefix) :]) for each in project["classifiers"] if each.startswith(prefix)}
    held = {minor for _, minor in runpy.run_path(str(ROOT / "packaging" / "pyz.py"))["VERSIONS"]}
    assert named
    assert named <= held
    assert project["requires-python"] == f">=3.{min(held)}"


def test_the_packaged_manual_leads_to_nothing_that_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    pages = runpy.run_path(str(ROOT / "packaging" / "debian_package.py"))["PAGES"]
    links = {
        link
        for page in pages
        for link in re.findall(r"\]\(([^)#]+)", (ROOT / "docs" / page).read_text())
        if not link.startswith(("https:", "../packaging/"))
    }
    assert links
    assert links <= {*pages}


def test_the_packaged_unit_starts_a_host_with_the_packaged_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unit = (DEBIAN / "odin.service").read_text().splitlines()
    (command,) = [line.partition("=")[2] for line in unit if line.startswith("ExecStart=")]
    program, *words = command.split()
    assert program == "/usr/bin/odin"
    here = {"/var/lib/odin": str(tmp_path), "/etc/odin/serve.toml": str(DEBIAN / "serve.toml")}
    assert here.keys() <= set(words)
    assert main([*(here.get(word, word) for word in words), "--check"]) == 0
    assert str(DEBIAN / "serve.toml") in capsys.readouterr().out
