"""Builds every package of odin: wheel, sdist, one-file program and Debian package.

    python packaging/build.py [--out DIR]

The tools are those of the dependency group `package`; the Debian package needs `dpkg-deb` too.
"""

import platform
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from debian_package import build_deb
from pyz import build_pyz

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Build them, name each file, and return the exit status."""
    parser = ArgumentParser(description="Build every package of odin.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR", help="(dist)")
    out: Path = parser.parse_args().out
    if sys.platform != "linux":
        parser.error("the one-file program and the Debian package are built on Linux.")
    try:
        for file in build_all(out):
            print(file)
    except subprocess.CalledProcessError as failed:
        print(f"{' '.join(map(str, failed.cmd))}\nfailed with {failed.returncode}", file=sys.stderr)
        print(failed.stdout or "", failed.stderr or "", file=sys.stderr)
        return 1
    return 0


def build_all(out: Path) -> list[Path]:
    """Put the packages into this folder, in place of older ones, and return their files."""
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        # `build` makes the sdist, and the wheel from the sdist: so what the sdist lacks is noticed.
        words = [sys.executable, "-m", "build", "--outdir", folder, str(ROOT)]
        subprocess.run(words, check=True, capture_output=True, text=True)
        (wheel,) = Path(folder).glob("*.whl")
        pyz = Path(folder, f"odin-{version_of(wheel)}-linux-{platform.machine()}.pyz")
        build_pyz(wheel, pyz)
        if shutil.which("dpkg-deb"):
            build_deb(pyz, version_of(wheel), Path(folder))
        else:
            print("no Debian package: dpkg-deb is not installed.", file=sys.stderr)
        return [Path(shutil.copy2(file, out)) for file in sorted(Path(folder).iterdir())]


def version_of(wheel: Path) -> str:
    """Return the version in the name of a wheel."""
    return wheel.name.split("-")[1]


if __name__ == "__main__":
    sys.exit(main())
