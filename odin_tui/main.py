"""The `odin` command."""

import sys
from argparse import (
    SUPPRESS,
    Action,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from shutil import get_terminal_size
from textwrap import fill
from typing import Any, NoReturn, Protocol

from odin_tui.argparse_language import use_for_argparse
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.quoting import quotable

COMMANDS = {
    "play": N_("play at a table of your own against bots"),
    "text": N_("plain lines, for screen readers: tables, lessons, puzzles, reports"),
    "serve": N_("host a hall over SSH"),
    "admin": N_("look after a host's data: accounts, bans, tables"),
    "hall": N_("move a whole hall into a database, or to another host"),
    "arena": N_("let bots play a tournament on all cores"),
    "pilot": N_("let test players use the real interface and report faults"),
    "replay": N_("show a recorded match, read it aloud, or make a picture of it"),
    "verify": N_("check that nobody exchanged the deals of a recorded match"),
}

WORKER = "_worker"
"""The command that worker processes are started with; nobody types it, so no help lists it."""
MOST_DIGITS = 9
WIDEST = 100
"""The columns of a description on a terminal that has more."""


class Command(Protocol):
    """A module of `odin_tui.commands`."""

    @property
    def DESCRIPTION(self) -> str: ...  # noqa: N802 - a constant of the module
    @property
    def EXAMPLE(self) -> str: ...  # noqa: N802

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command."""
        ...

    def run(self, words: Namespace) -> int:
        """Run it and return the exit status; raise `Mistake` for what the user can put right."""
        ...


class Mistake(Exception):  # noqa: N818 - it says whose it is
    """Something the person at the keyboard can put right: a marked message and its facts."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self._message, self._facts = message, facts

    def __str__(self) -> str:
        """Return the sentence in the language of the command line."""
        tr = command_line()
        text = tr.gettext(self._message)
        facts = {name: quotable(fact, tr) for name, fact in self._facts.items()}
        # A message without facts may quote anything, braces too.
        return text.format(**facts) if facts else text


def whole_number(word: str) -> int:
    """Read a whole number in plain digits; raise `ArgumentTypeError` for anything else."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        shown = word if len(word) <= 20 else f"{word[:20]}…"
        text = command_line().gettext("{word!r} is not a whole number that makes sense here")
        raise ArgumentTypeError(text.format(word=quotable(shown, command_line())))
    return int(word)


class Parser(ArgumentParser):
    """A parser whose error message is one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # Without this the error message speaks of an "invalid int value" and may be pages long.
        self.register("type", int, whole_number)

    def add_argument(self, *names: Any, **options: Any) -> Action:
        """Add an argument whose help is a marked message."""
        if options.get("help", SUPPRESS) != SUPPRESS:
            options["help"] = command_line().gettext(options["help"])
        return super().add_argument(*names, **options)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


class Version(Action):
    """Looks the version up only when it is asked for: that takes longer than all the rest."""

    def __call__(self, parser: ArgumentParser, *_words: object, **_more: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415

        sys.stdout.write(f"odin {version('odin-tui')}\n")
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `odin` with these arguments and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support  # noqa: PLC0415 - only a frozen odin needs it

        freeze_support()  # a process of the arena ends here; otherwise it would be another arena
    if words[:1] == [WORKER] and len(words) == 2:
        from odin_tui.worker_process import run  # noqa: PLC0415

        return run(words[1])
    name = next((word for word in words if not word.startswith("-")), None)
    parser = _parser(name)
    if sys.platform == "win32":
        _write_utf8()
    try:
        if not words:
            return _home(parser)
        given = _parse(parser, words)
        given.command_line = words
        status: int = given.run(given)
    except Mistake as mistake:
        sys.stderr.write(f"{parser.prog} {name}: {mistake}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n" + command_line().gettext("Stopped.") + "\n")
        return 130
    except BrokenPipeError:
        # The reader of a pipe has had enough; without this Python complains once more at exit.
        sys.stderr.close()
        return 0
    return status


def _write_utf8() -> None:
    """Write what goes into a pipe or file as UTF-8, as everywhere else, not in a code page."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _parse(parser: Parser, words: Sequence[str]) -> Namespace:
    # A flag nobody knows is named before a command is missed: `odin --foo` has both faults.
    given, unknown = parser.parse_known_args(words)
    if unknown := [word for word in unknown if word != "--"]:
        text = command_line().gettext("unknown argument: {words} (see {help_command})")
        helps = f"{given.command if 'run' in given else parser.prog} --help"
        parser.error(text.format(words=comma_list(unknown, command_line()), help_command=helps))
    if "run" not in given:
        text = command_line().gettext("a command is missing; there are {commands}")
        parser.error(text.format(commands=comma_list(COMMANDS, command_line())))
    return given


def _home(parser: Parser) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        parser.print_help()
        return 0
    # Nothing of a screen is loaded before one is to be shown.
    from odin_tui.commands.play import run_home  # noqa: PLC0415

    return run_home()


def _wrapped(description: str) -> str:
    """Return a description in lines that fit the terminal, whatever language it is in."""
    return fill(" ".join(description.split()), min(get_terminal_size().columns, WIDEST) - 2)


def _parser(name: str | None) -> Parser:
    tr = command_line()
    use_for_argparse(tr)
    example = tr.gettext("Example: {command}")
    parser = Parser(
        prog="odin",
        description=tr.gettext(
            "A terminal table for Viking games. Without a command: the home screen."
        ),
        epilog=example.format(command="odin play --seats 4 --bots karl,jarl,karl"),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=Version, nargs=0, help=N_("print the version and stop"))
    commands = parser.add_subparsers(metavar="COMMAND", title=N_("commands"))
    for command, summary in COMMANDS.items():
        sub = commands.add_parser(
            command,
            help=tr.gettext(summary),
            formatter_class=RawDescriptionHelpFormatter,
            add_help=True,
        )
        if command == name:
            # Only the command that is asked for is imported: `odin --help` answers at once.
            module: Command = import_module(f"odin_tui.commands.{command}")
            sub.description = _wrapped(tr.gettext(module.DESCRIPTION))
            sub.epilog = example.format(command=module.EXAMPLE)
            module.add_arguments(sub)
            sub.set_defaults(run=module.run, command=sub.prog)
    return parser
