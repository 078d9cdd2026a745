"""No English goes past the catalogues: neither a sentence, nor a word, nor a missing language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import odin_tui

PACKAGE = Path(odin_tui.__file__).parent
FOR_DEVELOPERS = ("languages/check/", "pilots/", "screen_reader.py", "worker_process.py")
"""What is written for whoever works on odin: reports of test players, the check of catalogues."""
SOURCES = {
    path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
    if not any(part in path.relative_to(PACKAGE).as_posix() for part in FOR_DEVELOPERS)
}
MARKED = {"N_", "NC_", "gettext", "ngettext", "npgettext", "pgettext"}
NO_TEXT = {"AUTO_FOCUS", "DEFAULT_CSS", "EXAMPLE", "HEADING", "__all__"}
"""Names of constants whose value nobody reads on a screen, or which is typed as it is."""
WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}")
CODE = re.compile(
    r"\s*(?:odin|mod|join|watch|replay|report|(?:un)?ignore|challenge)\b.*"  # to be typed
    r"|\s*(?:name|unlink|json|commit|tongue|tournament)\b.*"
    r"|.*-ink on .*|[\w$# -]*\$[\w$# -]*|(?:\s*(?:bold|reverse|underline))+"  # styles
    r"|\w+\[.*\]"  # types
    r"|<(?:svg|rect|path) .*|ui-monospace.*|import sys;.*",  # of pictures, and of processes
    re.DOTALL,
)
VALUES = {"left last", "give up", "deal over", "match over", "take back"}
"""Values with two words that are compared, never shown."""
NEVER_SHOWN = {
    ("json_mode.py", "Your match is saved."),  # of the protocol, which is the same for all
}
CAPITAL = re.compile(r"[A-Z][a-z]+[.!?…:]?")
"""A word that begins like a title or a sentence. Codes and values have no capitals."""
NOT_TRANSLATED = {
    ("commands/local_session.py", "Player"),  # a name, where the login can be none
    ("json_mode.py", "Bye."),  # of the protocol
    ("languages/__init__.py", "Deutsch"),  # languages are called as their speakers call them
    ("languages/__init__.py", "English"),
    ("languages/__init__.py", "Italiano"),
    ("languages/__init__.py", "Nederlands"),
    ("right_to_left/shaping.py", "Mn"),  # a category of Unicode
}
SHOWN = {
    "ActionLink": (0,),
    "Content": (0,),
    "Field": (1, 2),
    "Item": (1, 2),
    "Label": (0,),
    "Static": (0,),
    "SystemCommand": (0, 1),
    "Title": (0, 1),
    "Word": (0,),
    "_write": (0,),
    "assemble": (0, 1, 2, 3),
    "name_page": (0, 1),
    "notify": (0,),
    "print": (0,),
    "put": (2,),
    "show_news": (0,),
    "styled": (0,),
    "update": (0,),
    "write": (0,),
}
"""Calls that show something, and which of their arguments they show."""
NAMES = {"odin", "WALHALLA"}
"""Words that are the same in every language."""


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


class Sentences(ast.NodeVisitor):
    """Finds texts of two words or more that are not marked for translation."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Call(self, node: ast.Call) -> None:
        if called(node) not in MARKED | {"gauge"}:  # the meaning of a metric, for operators
            self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if getattr(node.targets[0], "id", "") not in NO_TEXT:
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and getattr(node.target, "id", "") not in NO_TEXT:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Leave types alone."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for each in (*node.body, *node.decorator_list, *node.args.defaults):
            self.visit(each)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        for each in (*node.body, *node.decorator_list, *node.args.defaults):
            self.visit(each)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Leave types alone."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not any(getattr(base, "id", "") in {"Enum", "StrEnum"} for base in node.bases):
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave errors of programs alone; what people read is a `Refusal` with a code."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave what never happens alone."""

    def visit_Constant(self, node: ast.Constant) -> None:
        text = node.value
        if isinstance(text, str) and WORDS.search(text) and not CODE.fullmatch(text):
            self.found.append(text)


class Titles(Sentences):
    """Finds single words with a capital that are not marked for translation."""

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and CAPITAL.fullmatch(node.value):
            self.found.append(node.value)


def titles_in(tree: ast.AST) -> list[str]:
    visitor = Titles()
    visitor.visit(tree)
    return visitor.found


def sentences_in(tree: ast.AST) -> list[str]:
    visitor = Sentences()
    visitor.visit(tree)
    return [text for text in visitor.found if text not in VALUES]


def words_shown(tree: ast.AST) -> Iterator[str]:
    """Yield literal words that are handed to something that shows them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            places = SHOWN.get(called(node), ())
            for argument in (node.args[place] for place in places if place < len(node.args)):
                text = argument.elts[0] if isinstance(argument, ast.Tuple) else argument
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                for part in parts:
                    value = getattr(part, "value", "") if isinstance(part, ast.Constant) else ""
                    if isinstance(value, str) and not value.startswith("\x1b"):
                        yield from set(re.findall("[A-Za-z]{2,}", value)) - NAMES


def test_every_sentence_is_marked_for_translation() -> None:
    found = {(path, text) for path, tree in SOURCES.items() for text in sentences_in(tree)}
    assert found - NEVER_SHOWN == set()
    assert NEVER_SHOWN - found == set(), "these exceptions are gone"


def test_no_word_is_shown_as_it_stands_in_the_code() -> None:
    assert [(path, word) for path, tree in SOURCES.items() for word in words_shown(tree)] == []


def test_every_word_with_a_capital_is_marked_for_translation() -> None:
    found = {(path, word) for path, tree in SOURCES.items() for word in titles_in(tree)}
    assert found - NOT_TRANSLATED == set()
    assert NOT_TRANSLATED - found == set(), "these exceptions are gone"


@pytest.mark.parametrize(
    "planted",
    [
        "def f():\n    return 'Scores'",
        "def f(table):\n    table.border_title = 'Scores'",
        "async def f():\n    heading = 'Over!'",
    ],
)
def test_a_word_that_is_not_marked_is_found(planted: str) -> None:
    assert titles_in(ast.parse(planted))


@pytest.mark.parametrize(
    "planted",
    [
        "def f(app):\n    app.notify('Your match is over.')",
        "TEXT = 'The table is full.'",
        "x = {'code': f'{name} has won the match'}",
    ],
)
def test_a_sentence_that_is_not_marked_is_found(planted: str) -> None:
    assert sentences_in(ast.parse(planted))


@pytest.mark.parametrize(
    "planted",
    [
        "Static('Welcome')",
        "self.query_one('#x', Static).update('Over')",
        "canvas.put(0, 1, f'{points} pts', 'bold')",
        "Content.assemble(('Total', 'bold'), name)",
        "Item('play', 'Play')",
    ],
)
def test_a_word_that_is_shown_is_found(planted: str) -> None:
    assert list(words_shown(ast.parse(planted)))


WITHOUT_WORDS = {"CardStyle", "RaceContents"}
"""Small faces of cards have no words, and neither has a race that nobody runs yet."""


def with_language_by_default() -> dict[str, int]:
    """Return what takes a language that is English if it is left out, and in which place."""
    found: dict[str, int] = {}
    for tree in SOURCES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [each.arg for each in node.args.args if each.arg not in ("self", "cls")]
                wanted = [each.arg for each in node.args.args[-len(node.args.defaults) :]]
                if "tr" in wanted and node.args.defaults:
                    found[node.name] = names.index("tr")
            elif isinstance(node, ast.ClassDef):
                fields = [
                    each.target.id
                    for each in node.body
                    if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
                ]
                if "tr" in fields:
                    found[node.name] = fields.index("tr")
    return found


def test_nothing_is_said_in_english_because_a_language_was_left_out() -> None:
    takes = with_language_by_default()
    takes = {name: place for name, place in takes.items() if name not in WITHOUT_WORDS}
    assert takes.keys() >= {"Reader", "names_of", "listed"}
    left_out = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path, tree in SOURCES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in takes
        and len(node.args) <= takes[node.func.id]
        and not any(isinstance(each, ast.Starred) for each in node.args)
        and not {each.arg for each in node.keywords} & {"tr", None}
    ]
    assert left_out == []
