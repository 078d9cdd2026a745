"""Sentences for joining a hall from the home screen."""

from odin_tui.languages import N_
from odin_tui.messages.sentence import Sentence

SENTENCES: dict[str, Sentence] = {
    "no-ssh": N_(
        "There is no ssh on this computer. Install OpenSSH (on Windows it is one of the "
        "optional features), then try again."
    ),
    "hall-not-reached": N_(
        "ssh did not get there, or the connection broke. Press Enter to try again."
    ),
    "no-terminal-to-leave": N_("This terminal cannot be left to ssh and taken back."),
    "address-too-long": N_("A host or an invitation has at most {most} letters."),
    "address-missing": N_("The name of the host is missing."),
    "bad-host": N_("{host!r} is not the name of a host."),
    "bad-port": N_("{port!r} is not a port: a number from 1 to 65535."),
    "bad-ssh-flag": N_("{flag!r} is not allowed here: only -t, -p and -l are."),
    "bad-hall-command": N_("{word!r} does not belong to an invitation."),
}
