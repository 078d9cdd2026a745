"""Worker processes of `odin`: the hidden command they are, and the command line that starts one.

A worker is `odin _worker NAME`. It loads what it works with and nothing else: no Textual, no
SSH, no hall.
"""

import os
import sys
from typing import Literal

from odin_tui.main import WORKER

Worker = Literal["bot", "analysis"]

_START = (
    "import sys; end = 2 + int(sys.argv[1]); sys.path[:] = sys.argv[end:]; "
    "from odin_tui.main import main; sys.exit(main(sys.argv[2:end]))"
)


def worker_command(name: Worker) -> tuple[str, ...]:
    """Return the command line that starts a worker."""
    return odin_command(WORKER, name)


def odin_command(*words: str) -> tuple[str, ...]:
    """Return the command line that starts another process of this program with these words.

    A frozen program is its own executable. Everywhere else a new interpreter is handed the whole
    search path of this one: `python -m odin_tui` finds nothing where odin runs from a zip file,
    and would look for modules in the current folder first.
    """
    if getattr(sys, "frozen", False):
        return (sys.executable, *words)
    path = map(os.path.abspath, sys.path)
    return (sys.executable, "-c", _START, str(len(words)), *words, *path)


def run(name: str) -> int:
    """Run the worker of this name until its work is done, and return the exit status."""
    if name == "bot":
        from odin_server.bot_worker import main  # noqa: PLC0415 - each loads only what it needs
    elif name == "analysis":
        from odin_server.analysis_worker import main  # noqa: PLC0415
    else:
        sys.stderr.write(f"odin: there is no worker {name!r}\n")
        return 2
    main()
    return 0
