"""`odin text`: home in plain lines."""

from argparse import ArgumentParser, Namespace

from odin_tui.commands.play import run_text
from odin_tui.languages import N_

DESCRIPTION = N_("""\
Everything in plain lines, for screen readers and terminals that cannot draw: tables, the
lesson of each game, puzzles, the daily deal with its board, and where you went wrong.
Type help for what can be typed.""")
EXAMPLE = "odin text lesson herrlof"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin text`."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help=N_("only this, as in: puzzle odin, board walhalla, report"),
    )


def run(words: Namespace) -> int:
    """Do what is asked for, or whatever is typed."""
    return run_text(" ".join(words.words))
