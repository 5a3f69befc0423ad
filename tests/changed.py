"""Run the tests that are near to what changed: `python -m tests.changed [BASE] [-- OPTIONS]`.

Changed is what differs from the branch point with BASE (`main`), new files included. A test is near
if it changed, or imports a changed module of the product, or, where it needs no server, a module
that does; names are followed through the fronts of packages. The tests of the architecture always
run. Tests that meet a change only through a server, a client or a command are not among them:
`make test` runs all.
"""

import argparse
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
    begin = {near for path in changed for near in _code_of(path, importers)}
    direct = _importers(begin, importers)
    serverless = {
        path for path in direct | _importers(direct, importers) if path.startswith(_SERVERLESS)
    }
    # a helper of tests is behind most servers, which would take the whole suite
    product = {path for path in begin if not path.startswith("tests/")}
    near = begin | serverless | _importers(product, importers)
    return {path for path in near if PurePosixPath(path).name.startswith("test_")}


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


def _importers(paths: Iterable[str], importers: Mapping[str, AbstractSet[str]]) -> set[str]:
    return {importer for path in paths for importer in importers.get(path, ())}


def _code_of(path: str, importers: Mapping[str, AbstractSet[str]]) -> set[str]:
    """Return the file itself, or of data the modules beside it that may read it."""
    if path in importers:
        return {path}
    if path.endswith((".py", ".pyi", ".md")):
        return set()
    for folder in PurePosixPath(path).parents:
        beside = {code for code in importers if PurePosixPath(code).parent == folder}
        if beside:
            return beside
    return set()


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
