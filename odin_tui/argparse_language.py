"""What Python's own argument parser says, in the language of the command line.

It looks its sentences up by the name `_`, in a catalogue of Python that nobody installs. There is
no other way in: `tests/commands/test_languages.py` fails when an upgrade takes this one away.
"""

import argparse

from odin_tui.languages import N_, Translations

MESSAGES = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("the following arguments are required: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""Those that the commands of odin can lead to."""


def use_for_argparse(tr: Translations) -> None:
    """Have the argument parser of this process speak a language.

    It translates the titles of subparsers, too, which are given to it as marked messages.
    """

    def translated(message: str | None) -> str | None:
        return tr.gettext(message) if message else message

    argparse._ = translated  # type: ignore[attr-defined]
