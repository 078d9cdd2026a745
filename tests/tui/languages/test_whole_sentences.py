"""Sentences are whole messages: translated pieces are not joined by words or punctuation."""

import ast
import re
from collections.abc import Collection, Iterator
from gettext import NullTranslations
from pathlib import Path

import odin_tui
from odin_tui.drawing.names import listed
from odin_tui.messages import any_of

PACKAGE = Path(odin_tui.__file__).parent
LOOK_UPS = {"gettext", "ngettext", "pgettext", "in_context"}
GLUE = re.compile(r"[\w,;:.!?]")
"""What a language may write in another way, or elsewhere."""
NOT_READ_AS_SENTENCES = {"settings.py": "a TOML file", "app.py": "a report of a crash"}
"""Files that write something else, and what."""
NOT_READ = ("languages/check/", "pilots/")
"""Tools for developers, in English."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Yield the files whose texts players read."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name not in NOT_READ_AS_SENTENCES and not name.startswith(NOT_READ):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def looks_up(node: ast.AST) -> bool:
    """Return whether a message is looked up somewhere in this expression."""
    return any(
        isinstance(each, ast.Call) and getattr(each.func, "attr", "") in LOOK_UPS
        for each in ast.walk(node)
    )


def translated_names(function: ast.AST) -> set[str]:
    """Return the names of what a function looks up first and uses later."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=True))
            found |= {
                name.id for name, text in pairs if isinstance(name, ast.Name) and looks_up(text)
            }
    return found


def glued(node: ast.AST, translated: Collection[str] = ()) -> bool:
    """Return whether text is put around or between translated pieces here."""
    if isinstance(node, ast.JoinedStr):
        texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        named = any(getattr(each, "id", "") in translated for each in ast.walk(node))
        return any(GLUE.search(str(text)) for text in texts) and (named or looks_up(node))
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    between = node.func.value
    return (
        node.func.attr == "join"
        and isinstance(between, ast.Constant)
        and bool(re.search(r"^[,;:] $| \w+ ", str(between.value)))
    )


def test_nothing_is_glued_to_a_translated_text() -> None:
    assert [
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, tree in trees()
        for node in ast.walk(tree)
        if glued(node) and isinstance(node, ast.expr)
    ] == []


def test_nothing_is_glued_to_what_was_translated_before() -> None:
    assert [
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, tree in trees()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.JoinedStr) and glued(node, translated_names(function))
    ] == []


def test_glue_is_found() -> None:
    sources = ('f"{tr.gettext(a)}: {b}"', '", ".join(names)', 'f"{tr.gettext(a)} {b}"')
    assert [glued(ast.parse(source, mode="eval").body) for source in sources] == [True, True, False]
    function = ast.parse('theme, style = tr.gettext("night"), ""\nf"{name}, {theme}"')
    assert translated_names(function) == {"theme"}
    joined = next(node for node in ast.walk(function) if isinstance(node, ast.JoinedStr))
    assert glued(joined, {"theme"})
    assert not glued(joined, {"style"})


class Spanish(NullTranslations):
    """The words of lists in Spanish."""

    def gettext(self, message: str) -> str:
        return message.replace("and", "y").replace("or", "o")

    def pgettext(self, context: str, message: str) -> str:
        changed = message.replace(" and ", " e ").replace("} or {", "} u {")
        return changed if "sound" in context else message


def test_lists_ask_for_other_words_before_the_same_sound() -> None:
    tr = Spanish()
    assert listed(["Bo", "Cnut", "Inga"], tr) == "Bo, Cnut e Inga"
    assert listed(["Inga", "Hielo"], tr) == "Inga y Hielo"
    assert any_of(["7", "8"], tr) == "7 u 8"
    assert any_of(["R7", "B2", "Olaf"], tr) == "R7 o B2 u Olaf"
