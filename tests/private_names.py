"""Private names of libraries: which ones a module uses, and a check that each is still there."""

import ast
import inspect
import textwrap
from pathlib import Path
from types import ModuleType
from typing import NamedTuple


class Used(NamedTuple):
    """A private name of a library, and what stops working without it."""

    owner: object
    """The class if the name is defined there, else an object that has it, or a module."""
    name: str
    needed_for: str

    def check(self) -> None:
        """Fail with a sentence if the library does not have the name any more."""
        kind = self.owner if isinstance(self.owner, type | ModuleType) else type(self.owner)
        assert hasattr(self.owner, self.name), (
            f"{kind.__name__}.{self.name} is gone. It is needed so that {self.needed_for}. "
            "Find its successor in the library's source, or pin the version before."
        )


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def attributes(tree: ast.AST) -> set[str]:
    """Give every private name that is used or defined as part of an object."""
    found = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found |= {each.name for each in node.body if isinstance(each, FUNCTIONS)}
        if isinstance(node, ast.Call):
            found |= {keyword.arg for keyword in node.keywords if keyword.arg}
    return {name for name in found if is_private(name)}


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def private_modules(tree: ast.AST) -> set[str]:
    """Give every private module that is imported, or from which something is."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{each.name}" for each in node.names} | {node.module or ""}
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    return {name for name in found if any(map(is_private, name.split(".")))}


def names_used_in(module: ModuleType) -> set[str]:
    return attributes(ast.parse(Path(inspect.getfile(module)).read_text()))


def tree_of(kind: type) -> ast.AST:
    """Parse a class; one that was made while the program runs has no source and nothing in it."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(kind)))
    except (OSError, TypeError):
        return ast.parse("")
