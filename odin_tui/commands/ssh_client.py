"""The system's `ssh`, in the terminal that odin has left for it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence

from odin_engine.game import Refusal
from odin_tui.languages import Translations, language_of

UNREACHED = 255
"""The status of `ssh` where it is not that of the command it ran."""


class NoSsh(Refusal):
    """No `ssh` is installed."""

    code = "no-ssh"


def ssh_runner(arguments: Sequence[str], tr: Translations) -> Callable[[], bool]:
    """Return a function that runs `ssh` until the player has left the hall; raises `NoSsh`.

    The function returns whether `ssh` had reached the host.
    """
    path = shutil.which("ssh")
    if path is None:
        raise NoSsh
    # The hall speaks the language that odin does, whatever ssh would send by itself.
    command = [path, "-o", "SendEnv=LC_MESSAGES", *arguments]
    return lambda: _run(command, tr)


def _run(command: Sequence[str], tr: Translations) -> bool:
    """Run a command; after a failure, wait for Enter, or the screen would cover its message."""
    # ^C at a question of ssh is meant for ssh. A function, because `ssh` would inherit SIG_IGN.
    before = signal.signal(signal.SIGINT, lambda *_signal: None)
    try:
        environment = os.environ | {"LC_MESSAGES": f"{language_of(tr)}.UTF-8"}
        status: int | str = subprocess.run(command, check=False, env=environment).returncode  # noqa: S603 - a list, and no shell
    except OSError as trouble:
        status = trouble.strerror or str(trouble)
    finally:
        signal.signal(signal.SIGINT, before)
    if status:
        text = tr.gettext("ssh did not end well ({status}). Press Enter to return to odin.")
        sys.stdout.write(f"\n{text.format(status=status)}")
        sys.stdout.flush()
        sys.stdin.readline()
    return isinstance(status, int) and status != UNREACHED
