"""Tools for translators find every message: literals only, never text put together before."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir

import odin_tui

PACKAGE = Path(odin_tui.__file__).parent
KEYWORDS = {"N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
"""As in `pybabel extract -k N_ -k gettext -k ngettext:1,2 -k pgettext:1c,2 odin_tui`."""
TEXTS = {"N_": (0,), "gettext": (0,), "ngettext": (0, 1), "pgettext": (1,)}
"""Which arguments are texts."""


@pytest.fixture(scope="module")
def found() -> set[str]:
    """What Babel finds in the package, plural forms too."""
    messages: set[str] = set()
    for _file, _line, message, _comments, _context in extract_from_dir(
        str(PACKAGE), [("**.py", "python")], keywords=KEYWORDS
    ):
        messages.update((message,) if isinstance(message, str) else message)
    return messages


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Yield the place, the call and the name of every call of gettext and the like."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.attr if isinstance(called, ast.Attribute) else ""
                name = called.id if isinstance(called, ast.Name) else name
                if name in TEXTS:
                    yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node, name


def texts() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of every literal message."""
    for place, call, name in calls():
        for number in TEXTS[name]:
            argument = call.args[number]
            if isinstance(argument, ast.Constant):
                yield place, str(argument.value)


def is_made(argument: ast.expr) -> bool:
    """Return whether an argument is text that is put together, or chosen, inside the call."""
    if isinstance(argument, ast.IfExp):
        return isinstance(argument.body, ast.Constant) or is_made(argument.body)
    return isinstance(argument, ast.JoinedStr | ast.BinOp | ast.Call)


def test_no_message_is_put_together_before_it_is_translated() -> None:
    assert [
        f"{place}: {ast.unparse(argument)}"
        for place, call, name in calls()
        for argument in (call.args[number] for number in TEXTS[name])
        if is_made(argument)
    ] == []


def test_only_literals_are_marked() -> None:
    assert [
        f"{place}: {ast.unparse(call)}"
        for place, call, name in calls()
        if name == "N_" and not isinstance(call.args[0], ast.Constant)
    ] == []


def test_babel_finds_every_message(found: set[str]) -> None:
    assert len(found) > 400
    assert [f"{place}: {text}" for place, text in texts() if text not in found] == []


def test_placeholders_have_names() -> None:
    def names(text: str) -> list[str]:
        return [name for _text, name, _spec, _how in Formatter().parse(text) if name is not None]

    assert [
        f"{place}: {text}"
        for place, text in texts()
        if any(not n.isidentifier() for n in names(text))
    ] == []
