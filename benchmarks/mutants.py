"""Small faults in a module of Python: which there can be, and the source with one of them."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
"""What stands for each operator in a mutant."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault in one file."""

    file: Path
    number: int
    """Which of the file's faults it is."""
    line: int
    statement: int
    """The first line of its statement."""
    in_function: bool
    """Or else it is run once, when the module is imported."""
    is_text: bool
    fault: str

    @property
    def is_declared(self) -> bool:
        """Whether a test may read it without running its line: a text, or a value of a module."""
        return self.is_text or not self.in_function

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.fault}"

    def planted_in(self, source: str) -> str:
        """Return the source of its file with this fault in it."""
        tree = ast.parse(source)
        for number, found in enumerate(_faults(tree)):
            if number == self.number:
                found.plant()
        return ast.unparse(tree)


def mutants_of(file: Path) -> list[Mutant]:
    """Return every mutant of a file."""
    tree = ast.parse(file.read_text())
    return [
        Mutant(
            file, number, found.line, found.statement, found.in_function, found.is_text, found.told
        )
        for number, found in enumerate(_faults(tree))
    ]


@dataclass(frozen=True, slots=True)
class _Fault:
    line: int
    statement: int
    in_function: bool
    is_text: bool
    told: str
    plant: Callable[[], None]


def _faults(tree: ast.Module) -> list[_Fault]:
    """Find every fault, in the same order each time, before any of them is planted."""
    return [
        _Fault(
            getattr(node, "lineno", statement), statement, in_function, _is_text(node), told, plant
        )
        for node, statement, in_function in _nodes(tree, 0, in_function=False)
        for told, plant in _faults_at(node)
    ]


def _nodes(
    node: ast.AST, statement: int, *, in_function: bool
) -> Iterator[tuple[ast.AST, int, bool]]:
    """Walk through code, and leave out what only people and type checkers read."""
    if isinstance(node, ast.stmt):
        statement = node.lineno
    yield node, statement, in_function
    if _is_documentation(node):
        return
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        inside = in_function or (isinstance(node, FUNCTIONS) and name == "body")
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST):
                yield from _nodes(child, statement, in_function=inside)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _is_documentation(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "__all__"
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _faults_at(node: ast.AST) -> Iterator[tuple[str, Callable[[], None]]]:
    if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in OTHER:
        other = OTHER[type(node.op)]
        yield f"{other.__name__} in {_short(node)}", partial(setattr, node, "op", other())
    elif isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            other = OTHER[type(operator)]
            yield (
                f"{other.__name__} in {_short(node)}",
                partial(node.ops.__setitem__, place, other()),
            )
    elif isinstance(node, ast.If | ast.While | ast.IfExp) and not _is_documentation(node):
        negated = ast.UnaryOp(ast.Not(), node.test)
        yield f"not ({_short(node.test)})", partial(setattr, node, "test", negated)
    elif isinstance(node, ast.Return) and node.value is not None:
        if not isinstance(node.value, ast.Constant):  # that has a fault of its own
            yield f"None for {_short(node)}", _emptied(node)
    elif isinstance(node, ast.Expr) and not _is_documentation(node):
        yield f"without {_short(node)}", _emptied(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | str | bytes):
        other_value = _other_value(node.value)
        yield (
            f"{other_value!r:.40} for {node.value!r:.40}",
            partial(setattr, node, "value", other_value),
        )


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _emptied(node: ast.Return | ast.Expr) -> Callable[[], None]:
    return partial(setattr, node, "value", ast.Constant(None))


def _other_value(value: bool | int | str | bytes) -> bool | int | str | bytes:  # noqa: FBT001
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    middle = len(value) // 2
    if isinstance(value, str):
        return f"{value[:middle]}X{value[middle:]}"
    return b"%bX%b" % (value[:middle], value[middle:])


def _short(node: ast.AST) -> str:
    return ast.unparse(node).replace("\n", " ")[:60]
