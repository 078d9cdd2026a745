"""The language of whoever sits at this machine: their setting, else what the system says."""

import os
from functools import cache

from odin_server.locales import locales_in
from odin_tui.languages.choice import choose_language


@cache
def local_language() -> str:
    """Return the language of the command line and of a game on this machine."""
    return choose_language(_setting(), *locales_in(os.environ))


def _setting() -> str:
    """Return the language in the player's settings; empty if there is none, or no way to read it.

    Whatever else is wrong with the settings is said where they are used.
    """
    from platformdirs import user_config_path  # noqa: PLC0415 - only the command line asks

    try:
        text = (user_config_path("odin", appauthor=False) / "settings.toml").read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    import tomllib  # noqa: PLC0415 - whoever has kept no settings needs none of it

    try:
        language = tomllib.loads(text).get("language")
    except (tomllib.TOMLDecodeError, RecursionError):
        return ""
    return language if isinstance(language, str) else ""
