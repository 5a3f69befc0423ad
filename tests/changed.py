"""Run the tests that are near to what changed: `python -m tests.changed [BASE] [-- OPTIONS]`.

Changed is what differs from the branch point with BASE (`main`), new files included. A module
brings the tests that import it; of these first those that need no server, and where there are none
that do, the nearest behind other modules. Names are followed through the fronts of packages. The
tests of the architecture always run. Tests that meet a change only through a server, a client or a
command are not among them: `make test` runs all.
"""

import argparse
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import PurePosixPath

from tests.architecture import sources
from tests.architecture.size import Package

_SERVERLESS = ("tests/unit/", "tests/property/", "tests/golden/", "tests/contract/")
_ALWAYS = "tests/architecture"


def changed_files(base: str) -> set[str]:
    """Return the paths that differ from the branch point with a revision, untracked ones too."""
    point = _git("merge-base", base, "HEAD")[0]
    return {
        *_git("diff", "--name-only", point),
        *_git("ls-files", "--others", "--exclude-standard"),
    }


def near_tests(changed: AbstractSet[str], importers: Mapping[str, AbstractSet[str]]) -> set[str]:
    """Return the test files to run for changed files; `importers` has who imports a file."""
    return {test for path in changed for test in _tests_of_file(path, importers)}


def _tests_of_file(path: str, importers: Mapping[str, AbstractSet[str]]) -> set[str]:
    """Return the tests of a module, or of data those of the modules beside or above it."""
    if path in importers:
        return _tests_of_module(path, importers)
    if not path.endswith((".py", ".pyi", ".md")):
        for folder in PurePosixPath(path).parents:
            beside = [code for code in importers if PurePosixPath(code).parent == folder]
            tests = {test for code in beside for test in _tests_of_module(code, importers)}
            if tests:
                return tests
    return set()


def _tests_of_module(path: str, importers: Mapping[str, AbstractSet[str]]) -> set[str]:
    if _is_test(path):
        return {path}
    ring, seen = set(importers[path]), {path}
    while ring:
        tests = {one for one in ring if _is_test(one)}
        serverless = {one for one in tests if one.startswith(_SERVERLESS)}
        # A helper of tests is behind most servers, which would take the whole suite.
        if serverless or (tests and seen == {path} and not path.startswith("tests/")):
            return serverless or tests
        seen |= ring
        ring = {importer for one in ring for importer in importers[one]} - seen
    return set()


def _is_test(path: str) -> bool:
    return PurePosixPath(path).name.startswith("test_")


def importers_among(paths: Sequence[str]) -> dict[str, set[str]]:
    """Return for each of some Python files those among them that import it."""
    package = Package(sources.ROOT, [sources.ROOT / path for path in paths])
    files = dict(zip(package.trees, paths, strict=True))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for module, path in files.items():
        found[path] |= set()
        for target in package.imports(module):
            found[files[target]].add(path)
        # pytest gives a test the fixtures of each conftest on the way to it
        for folder in PurePosixPath(path).parents:
            conftest = str(folder / "conftest.py")
            if conftest in files.values():
                found[conftest].add(path)
    return found


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(
        ["git", *arguments], cwd=sources.ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"git {' '.join(arguments)} failed: {done.stderr.strip()}")
    return done.stdout.splitlines()


def main() -> int:
    """Run the tests, and return the exit code of pytest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", nargs="?", default="main", help="revision to compare with")
    parser.add_argument("options", nargs="*", help="options of pytest, after --")
    given = parser.parse_args()
    changed = changed_files(given.base)
    tests = sorted(near_tests(changed, importers_among(sources.modules())))
    sys.stdout.write(f"{len(changed)} files changed since {given.base}; tests near to them:\n")
    sys.stdout.writelines(f"  {path}\n" for path in [*tests, _ALWAYS])
    sys.stdout.flush()
    return subprocess.run(
        [sys.executable, "-m", "pytest", *given.options, *tests, _ALWAYS],
        cwd=sources.ROOT,
        check=False,
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
