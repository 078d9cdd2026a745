"""The version of the program that runs, which may not be the one that is installed by now."""

from importlib.metadata import version

VERSION = version("odin-tui")
"""Read once: a package installed later is the version of the next start."""
