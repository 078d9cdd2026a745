"""One file that runs with nothing but Python: the wheel and all it needs, made by pex.

Parts of it are compiled (cryptography, cffi, websockets, openskill), so it is bound to Linux with
glibc on one kind of processor; it holds those parts for each version of Python in `VERSIONS`.
"""

import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.markers import default_environment
from packaging.tags import Tag, compatible_tags, cpython_tags

Version = tuple[int, int]

VERSIONS: tuple[Version, ...] = ((3, 11), (3, 12), (3, 13), (3, 14))
"""The versions of Python it runs with."""
GLIBC = 28
"""The minor version of glibc it needs; Debian has had 2.28 since its version 10."""
OPTIONS = (
    *("--script", "odin", "--venv", "--python-shebang", "/usr/bin/env python3"),
    "--no-build",  # or what has no wheel would be compiled for the Python that runs here
    *("--resolver-version", "pip-2020-resolver"),  # the older one forgets extras of dependencies
)


def build_pyz(wheel: Path, pyz: Path) -> None:
    """Write the file; raises `CalledProcessError` if pex fails."""
    with TemporaryDirectory() as folder:
        pythons = [f"--complete-platform={_described(each, Path(folder))}" for each in VERSIONS]
        _run("pex", str(wheel), *OPTIONS, *pythons, "--output-file", str(pyz))


def unpack_pyz(pyz: Path, target: Path) -> None:
    """Put what is in the file into one folder that every version of Python can import from.

    The names of compiled modules contain the version, so they do not get into each other's way.
    """
    with TemporaryDirectory() as folder:
        for each in VERSIONS:
            flat = Path(folder, "flat")
            python = f"--complete-platform={_described(each, Path(folder))}"
            create = ("venv", "create", "--layout=flat", "--dest-dir", str(flat))
            _run("pex.cli", *create, "--pex-repository", str(pyz), python, "odin-tui")
            shutil.copytree(flat, target, dirs_exist_ok=True)
            shutil.rmtree(flat)


def _run(*words: str) -> None:
    words = (sys.executable, "-m", *words)
    subprocess.run(words, check=True, capture_output=True, text=True)


def _described(version: Version, folder: Path) -> Path:
    """Write what pex must know of a Python of this version on this machine."""
    dotted = f"{version[0]}.{version[1]}"
    markers = dict(default_environment()) | {
        "python_version": dotted,
        "python_full_version": f"{dotted}.0",
        "implementation_version": f"{dotted}.0",
    }
    file = folder / f"{dotted}.json"
    tags = [str(tag) for tag in _tags(version)]
    file.write_text(json.dumps({"marker_environment": markers, "compatible_tags": tags}))
    return file


def _tags(version: Version) -> Iterator[Tag]:
    names = [f"manylinux_2_{minor}" for minor in range(GLIBC, 4, -1)]
    names += ["manylinux2014", "manylinux2010", "manylinux1"]
    systems = [f"{name}_{platform.machine()}" for name in names]
    yield from cpython_tags(version, platforms=systems)
    yield from compatible_tags(version, f"cp{version[0]}{version[1]}", systems)
