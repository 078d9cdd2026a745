"""Private names of libraries are used in the `*_internals` modules only."""

import ast
import importlib
import inspect
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import odin_engine
import odin_server
import odin_tui
from tests.private_names import attributes, is_private, private_modules, tree_of

LIBRARIES = {"asyncssh", "rich", "textual"}


def internals(name: str) -> bool:
    return name.rpartition(".")[2] in ("asyncssh_internals", "textual_internals")


def modules() -> list[ModuleType]:
    names = [
        each.name
        for package in (odin_engine, odin_server, odin_tui)
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return [importlib.import_module(name) for name in names if not internals(name)]


def source(module: ModuleType) -> str:
    return Path(inspect.getfile(module)).read_text()


@cache
def names_of(library_class: type) -> set[str]:
    """Give the private names of a library's class: on the class, or set by its methods."""
    found = {*vars(library_class), *getattr(library_class, "__annotations__", {})}
    for node in ast.walk(tree_of(library_class)):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                found.add(name)
    return {name for name in found if is_private(name)}


def inherited_names(kind: type) -> set[str]:
    bases = [base for base in kind.__mro__ if base.__module__.partition(".")[0] in LIBRARIES]
    return set[str]().union(*map(names_of, bases)) if bases else set()


def test_only_the_internals_modules_may_use_what_the_linter_forbids() -> None:
    assert [module.__name__ for module in modules() if "SLF001" in source(module)] == []


def test_only_the_internals_modules_import_private_modules() -> None:
    found = {module.__name__: private_modules(ast.parse(source(module))) for module in modules()}
    assert {name: private for name, private in found.items() if private} == {}


def test_no_other_class_uses_or_replaces_a_private_name_of_a_librarys_class() -> None:
    """A name of our own that a library's class happens to have would break that class, too."""
    found = {
        f"{module.__name__}.{kind.__name__}": sorted(clash)
        for module in modules()
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
        if (clash := attributes(tree_of(kind)) & inherited_names(kind))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("app._exit = 1", {"_exit"}),
        ("Console(_environ={})", {"_environ"}),
        ("class A:\n    def _fatal_error(self): ...", {"_fatal_error"}),
        ("def _ours(): ...\n_ours().__dict__", set()),
    ],
)
def test_private_names_are_found_however_they_are_used(line: str, found: set[str]) -> None:
    assert attributes(ast.parse(line)) == found
