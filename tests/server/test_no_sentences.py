"""The server holds codes and facts; sentences are made in `odin_tui`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import odin_server

SQL = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|ALTER|DROP|LOCK|WHERE|EXISTS|FROM|JOIN)\b"
    r"| = \?"
)
WORDS = re.compile(r"[^\W\d_] | [^\W\d_]")


def english(tree: ast.AST) -> Iterator[str]:
    """Find string literals with a space and a letter that are neither docstrings nor SQL."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None):
                continue
            case ast.AnnAssign(value=ast.expr() as value):
                yield from english(ast.Expression(value))
                continue
            case ast.Constant(value=str(text)) if WORDS.search(text) and not SQL.search(text):
                yield text
            case ast.JoinedStr(values=values):
                parts = [part.value for part in values if isinstance(part, ast.Constant)]
                text = "{}".join(map(str, parts))
                if WORDS.search(text) and not SQL.search(text):
                    yield text
                continue
        yield from english(node)


ALLOWED = {
    "arena.py": {"nobody is to move in {}, and yet it is not over"},  # a fault in a game's rules
    "confusables.py": {"LATIN LETTER SMALL CAPITAL "},  # the start of Unicode's names
    "database_check.py": {"missing "},  # a fact among SQLite's own reports of damage
    "hall/bot_names.py": {"names of bots"},  # the name of a stream of random numbers
    "postgres/bus.py": {  # faults of a caller
        " is not for messages",
        "a message of {} characters is too long",
    },
    "sessions/audit_log.py": {"Exception ignored"},  # a log line, as Python writes it
    "sessions/caller.py": {"ssh -t {} join ", "ssh {} ", "join ", "replay "},  # command lines
    "sessions/host.py": {
        "-p {} ",  # options of a command line
        "People who are in.",  # and help texts of metrics
        "Open connections.",
        "Open connections on which nobody is served.",
    },
    "ssh/host_key.py": {"odin host key"},  # the comment in the key's file
    "web/identity.py": {  # attributes of a cookie
        "={}; Path=/; Max-Age={}; HttpOnly; SameSite=Strict",
        "; Secure",
    },
}


def test_the_server_holds_no_sentences() -> None:
    root = Path(odin_server.__path__[0])
    found = {
        path.relative_to(root).as_posix(): set(english(ast.parse(path.read_text())))
        for path in root.rglob("*.py")
    }
    del found["metrics.py"]  # what it says about its numbers is for the host
    del found["web/pages.py"]  # headers of HTTP
    assert {name: texts for name, texts in found.items() if texts} == ALLOWED
