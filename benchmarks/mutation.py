"""Plant small faults one at a time, and see whether the tests notice.

    python benchmarks/mutation.py [--sample 200] [--seed odin] [--workers 2] [PATH…]

Every test under `--tests` runs once, to learn which lines it covers and how long it takes. Then a
sample of all mutants of the modules (an operator, a constant, a condition, a result or a call
that is different or missing) is tried: the tests that cover its line run, the fastest first, and
at last those that read the source, until one fails. The faults are planted in copies of the
package, one for each worker, so a run can be stopped at any time.
`--known DIR` keeps what was learned about the tests there, and uses it again.

A mutant that survives is a gap in the tests, or makes no difference that anybody could see.
"""

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

from coverage import CoverageData
from mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ROOT / "server"
FOLDERS = ("ssh", "accounts", "log", "sessions", "postgres")
MODULES = tuple(PACKAGES / "odin_server" / name for name in FOLDERS)
TESTS = (
    *("tests/ssh", "tests/server", "tests/web", "tests/commands"),
    *("tests/test_settings_page.py", "tests/test_monitoring.py"),
)
READERS = (
    *("tests/tui/test_messages.py", "tests/test_settings_page.py", "tests/test_monitoring.py"),
    "tests/ssh/test_log_lines.py::test_every_event_with_a_priority_is_one_that_is_written",
)
"""Tests that read declarations instead of running functions: codes, settings, kinds, events."""
STARTING = 25
"""Seconds that pytest may take to start; the tests may take three times their time."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")


@dataclass(frozen=True, slots=True)
class Suite:
    """What is known of the tests: which lines each covers, and its seconds."""

    data: CoverageData
    seconds: dict[str, float]

    def covering(self, mutant: Mutant, most: float) -> list[str]:
        """Return the tests that run this line, the fastest first, up to so many seconds.

        A line that no test runs, or only an import, is left to all tests of its file.
        """
        file = str(mutant.file)
        lines = self.data.contexts_by_lineno(file)
        tests = set[str]()
        if mutant.in_function:
            tests = self._among(lines.get(mutant.line) or lines.get(mutant.statement) or [])
        if not tests:
            tests = self._among(context for line in lines.values() for context in line)
        chosen, sum_of_seconds = list[str](), 0.0
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            sum_of_seconds += self.seconds[test]
            if chosen and sum_of_seconds > most:
                break
            chosen.append(test)
        return chosen

    def _among(self, contexts: Iterable[str]) -> set[str]:
        return {context.partition("|")[0] for context in contexts} & self.seconds.keys()


def learn(folder: Path, tests: list[str], workers: int) -> Suite:
    """Run all tests once, unless this folder knows them already."""
    folder.mkdir(parents=True, exist_ok=True)
    measured, junit = folder / ".coverage", folder / "junit.xml"
    if not measured.exists():
        options = ("--cov", "--cov-context=test", "--cov-report=", f"--junitxml={junit}")
        environment = os.environ | {"COVERAGE_FILE": str(measured)}
        parallel = ("-n", str(workers))
        command = [*PYTEST, *parallel, *options, *tests]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
        if done.returncode:
            print("Tests that fail without any fault are left out.", flush=True)
    data = CoverageData(str(measured))
    data.read()
    seconds = {}
    for case in ET.parse(junit).iter("testcase"):  # noqa: S314 - written by our own pytest
        if len(case):  # skipped, or failed
            continue
        path = case.attrib["classname"].replace(".", "/") + ".py"
        seconds[f"{path}::{case.attrib['name']}"] = float(case.attrib["time"])
    return Suite(data, seconds)


def survives(mutant: Mutant, tests: list[str], copy: Path, limit: float) -> bool:
    """Tell whether all of these tests pass with the fault planted; a test that hangs fails."""
    if not tests:
        return True
    target = copy / mutant.file.relative_to(PACKAGES)
    whole = target.read_text()
    target.write_text(mutant.planted_in(whole))
    try:
        # Folders in PYTHONPATH come before those of an editable installation.
        environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [*PYTEST, "-x", *tests], cwd=ROOT, env=environment, timeout=limit, check=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    finally:
        target.write_text(whole)
    return done.returncode == 0


class Trial:
    """Tries mutants, each in one of some copies of the package."""

    def __init__(self, suite: Suite, seconds: float, copies: list[Path]) -> None:
        self._suite, self._seconds = suite, seconds
        self._free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for copy in copies:
            shutil.copytree(PACKAGES, copy, ignore=shutil.ignore_patterns("__pycache__"))
            self._free.put(copy)

    def __call__(self, mutant: Mutant) -> str:
        """Return what is printed of a mutant that survives; "" for one that is noticed."""
        tests = self._suite.covering(mutant, self._seconds)
        limit = STARTING + 3 * sum(self._suite.seconds[test] for test in tests)
        copy = self._free.get()
        try:
            if not survives(mutant, tests, copy, limit):
                return ""
            if mutant.is_declared and not survives(mutant, list(READERS), copy, 2 * STARTING):
                return ""
        finally:
            self._free.put(copy)
        where = str(mutant).removeprefix(f"{PACKAGES}/")
        return f"survived: {where} ({len(tests)} tests)"


def main() -> None:
    """Try a sample of mutants, and print the share that was noticed and those that were not."""
    words = arguments()
    files = sorted(file for path in words.paths for file in files_in(path.resolve()))
    everything = [mutant for file in files for mutant in mutants_of(file)]
    sample = Random(words.seed).sample(everything, min(words.sample, len(everything)))
    sample = sample[words.skip :]
    survivors = 0
    with tempfile.TemporaryDirectory() as scratch:
        suite = learn(words.known or Path(scratch, "known"), words.tests, words.workers)
        copies = [Path(scratch, f"copy{number}") for number in range(words.workers)]
        trial = Trial(suite, words.seconds, copies)
        with ThreadPoolExecutor(words.workers) as pool:
            for number, told in enumerate(pool.map(trial, sample), 1):
                if told:
                    survivors += 1
                    print(told, flush=True)
                if number % 20 == 0:
                    print(f"{number} of {len(sample)} tried, {survivors} survived", flush=True)
    killed = len(sample) - survivors
    print(f"{killed} of {len(sample)} noticed, {killed / len(sample):.1%}")
    print(f"({len(everything)} mutants in all; seed {words.seed!r})")


def files_in(path: Path) -> list[Path]:
    """Return a module, or all modules of a folder."""
    return [path] if path.is_file() else list(path.rglob("*.py"))


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="See which planted faults the tests notice.")
    parser.add_argument("paths", nargs="*", type=Path, default=MODULES, metavar="PATH")
    parser.add_argument("--sample", type=int, default=200, metavar="N", help="mutants to try (200)")
    parser.add_argument("--seed", default="odin", metavar="S", help="chooses the sample")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="of the sample, as tried")
    parser.add_argument("--tests", nargs="+", default=list(TESTS), metavar="PATH")
    parser.add_argument(
        "--seconds", type=float, default=30, metavar="N", help="of tests for a mutant (30)"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="mutants at once (2)")
    parser.add_argument("--known", type=Path, metavar="DIR", help="keep and use what tests cover")
    return parser.parse_args()


if __name__ == "__main__":
    main()
