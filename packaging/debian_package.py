"""The Debian package: odin and all it needs in a folder of its own, a unit and a user."""

import gzip
import hashlib
import os
import shutil
import subprocess
import time
from email.utils import formatdate
from pathlib import Path
from tempfile import TemporaryDirectory

from pyz import GLIBC, VERSIONS, unpack_pyz

NAME = "odin-tui"
SOURCE = Path(__file__).resolve().parent / "debian"
ROOT = SOURCE.parents[1]
INSTALLED = {
    "odin": "usr/bin/odin",
    "odin.service": "usr/lib/systemd/system/odin.service",
    "odin.sysusers": "usr/lib/sysusers.d/odin.conf",
    "odin.tmpfiles": "usr/lib/tmpfiles.d/odin.conf",
    "serve.toml": "etc/odin/serve.toml",
    "copyright": f"usr/share/doc/{NAME}/copyright",
    "lintian-overrides": f"usr/share/lintian/overrides/{NAME}",
}
"""Where the files beside `control` go."""
PAGES = (
    "hosting.md", "settings.md", "moderating.md", "correspondence.md",
    "monitoring/alerts.yml", "monitoring/dashboard.json",
)  # fmt: skip
"""The pages of the manual that a host reads, and the files they hand to other programs."""
SCRIPTS = ("postinst", "prerm", "postrm")
PROGRAMS = ("usr/bin/odin", *(f"DEBIAN/{script}" for script in SCRIPTS))


def build_deb(pyz: Path, version: str, out: Path) -> Path:
    """Make the package of what is in the one-file program; raises `CalledProcessError`."""
    architecture = _output("dpkg", "--print-architecture")
    deb = out / f"{NAME}_{version}_{architecture}.deb"
    with TemporaryDirectory() as folder:
        tree = Path(folder)
        tree.chmod(0o755)
        unpack_pyz(pyz, tree / "usr/lib" / NAME)
        shutil.rmtree(tree / "usr/lib" / NAME / "bin")  # they would start another Python
        _install_files(tree, version)
        _write_control(tree, version, architecture)
        _set_modes(tree)
        _output("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(deb))
    return deb


def _install_files(tree: Path, version: str) -> None:
    for name, place in INSTALLED.items():
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCE / name, tree / place)
    (tree / "usr/bin/odin-tui").symlink_to("odin")
    manual = tree / "usr/share/man/man1"
    _pack(manual / "odin.1.gz", (SOURCE / "odin.1").read_text())
    (manual / "odin-tui.1.gz").symlink_to("odin.1.gz")
    pages = tree / "usr/share/doc" / NAME
    _pack(pages / "NEWS.gz", (ROOT / "CHANGELOG.md").read_text())
    for page in PAGES:
        (pages / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "docs" / page, pages / page)
    released = formatdate(float(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    _pack(
        pages / "changelog.gz",
        f"{NAME} ({version}) stable; urgency=medium\n\n  * Version {version}; see NEWS.gz.\n\n"
        f" -- {_maintainer()}  {released}\n",
    )


def _write_control(tree: Path, version: str, architecture: str) -> None:
    control = tree / "DEBIAN"
    control.mkdir()
    for script in SCRIPTS:
        shutil.copy(SOURCE / script, control)
    (control / "conffiles").write_text("/etc/odin/serve.toml\n")
    files = [file for file in sorted(tree.rglob("*")) if file.is_file() and not file.is_symlink()]
    files = [file for file in files if control not in file.parents]
    (control / "md5sums").write_text(
        "".join(f"{_md5(file)}  {file.relative_to(tree)}\n" for file in files)
    )
    (_, oldest), (_, newest) = VERSIONS[0], VERSIONS[-1]
    (control / "control").write_text(
        (SOURCE / "control").read_text().format(
            version=version,
            architecture=architecture,
            maintainer=_maintainer(),
            size=sum(file.stat().st_size for file in files) // 1024,
            depends=f"libc6 (>= 2.{GLIBC}), python3 (>= 3.{oldest}~), python3 (<< 3.{newest + 1}~)",
        )
    )  # fmt: skip


def _maintainer() -> str:
    """Return who builds the package, by the variables that Debian's own tools read."""
    name = os.environ.get("DEBFULLNAME", "the odin authors")
    return f"{name} <{os.environ.get('DEBEMAIL', 'odin@localhost')}>"


def _set_modes(tree: Path) -> None:
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
    for program in PROGRAMS:
        (tree / program).chmod(0o755)


def _pack(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode(), mtime=0))


def _md5(file: Path) -> str:
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def _output(*words: str) -> str:
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return done.stdout.strip()
