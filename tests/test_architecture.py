"""The page about the architecture names what is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
FOLDERS = ("engine", "server", "odin_tui", "tests", "benchmarks", "training", "packaging", ".ci")
STEPS = re.findall(r"^\| [\w ]* ?\| `([\w/]+\.py)` \| (.*) \|$", PAGE, re.MULTILINE)


def paths_on_the_page() -> set[str]:
    in_folders = "|".join(re.escape(folder) for folder in FOLDERS)
    return set(re.findall(rf"(?:{in_folders})/[\w/]*(?:\.\w+)?", PAGE))


def functions_of(path: str) -> set[str]:
    """Name every function of a module, methods as `Class.method`."""
    found: set[str] = set()
    for node in ast.parse((ROOT / path).read_text()).body:
        body = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {
            prefix + each.name
            for each in body
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        }
    return found


def test_every_path_on_the_page_exists() -> None:
    named = paths_on_the_page()
    assert len(named) > 50
    assert not [path for path in sorted(named) if not (ROOT / path).exists()]


def test_every_page_that_is_linked_exists() -> None:
    linked = re.findall(r"\]\(([\w-]+\.md)\)", PAGE)
    assert linked
    assert all((ROOT / "docs" / page).exists() for page in linked)


def test_every_package_has_its_place_on_the_page() -> None:
    packages = {path.parent for path in ROOT.glob("odin_tui/**/__init__.py")}
    packages |= {path.parent for path in ROOT.glob("server/odin_server/*/__init__.py")}
    packages |= {path.parent for path in ROOT.glob("engine/odin_engine/*/__init__.py")}
    named = {path.relative_to(ROOT).as_posix() for path in packages} - {"odin_tui"}
    assert not [package for package in sorted(named) if f"`{package}/`" not in PAGE]


@pytest.mark.parametrize(("path", "functions"), STEPS)
def test_each_step_of_a_keystroke_is_a_function_of_its_module(path: str, functions: str) -> None:
    named = re.findall(r"`([\w.]+)`", functions)
    assert named
    assert set(named) <= functions_of(path)


def test_six_steps_of_a_keystroke_wait_for_the_event_loop() -> None:
    assert len(STEPS) > 30
    assert sum(functions.count("→") for _, functions in STEPS) == 6
