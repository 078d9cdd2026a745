"""What is typed and said about other people: reports, and ignoring what they say."""

from odin_tui.languages import N_, Translations

CHAT_MARK = "/"
"""How a line of chat begins that is not said, but asks for something."""
FORMS = {
    "report": "report NAME [why]",
    "ignore": "ignore NAME",
    "unignore": "unignore NAME",
}
"""The commands, and how each is typed; behind the mark in the chat."""
HELP = (N_("report NAME, and why: tell the moderators. ignore, unignore NAME: hide their lines."),)
"""What can be typed about people, besides what else can be typed."""


def reported_text(name: str, tr: Translations) -> str:
    """Return what a reporter is told."""
    return tr.gettext("Thank you. A moderator will read your report on {name}.").format(name=name)


def ignored_text(name: str, tr: Translations) -> str:
    """Return what is said to somebody who ignores another."""
    return tr.gettext("You do not see what {name} says any more.").format(name=name)


def unignored_text(name: str, tr: Translations) -> str:
    """Return what is said to somebody who ignores another no longer."""
    return tr.gettext("You see again what {name} says.").format(name=name)
