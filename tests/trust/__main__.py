"""Run the tests that the docs name for their promises, and print promise, test and figure.

    python -m tests.trust [--page docs/security.md] [--workers 2]

The tables of docs/reliability.md, docs/security.md and docs/budgets.md say which. A figure is what
the tests recorded as `figure`, and how many ran. Ends with 1 where a promise has a test that failed
or none that ran. What CI shortens is whole where the variables of `make trust-whole` are set.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.architecture.sources import ROOT
from tests.trust.promises import PAGES, Promise, promises
from tests.trust.results import CaseResult, Shown, read_results, shown


def run(found: tuple[Promise, ...], workers: str) -> list[CaseResult]:
    """Run all tests that the promises name, each once, and return how they came out."""
    named = {test for promise in found for test in promise.tests}
    files = {test.path for test in named if not test.function}
    wanted = sorted(test.node_id for test in named if not test.function or test.path not in files)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "junit.xml"
        options = ["-q", "-n", workers, "--dist", "worksteal", f"--junitxml={report}"]
        command = [sys.executable, "-m", "pytest", *options, *wanted]
        subprocess.run(command, cwd=ROOT, check=False)
        return read_results(report.read_text(encoding="utf-8"))


def table(rows: list[Shown]) -> str:
    """Return the rows as a table, page by page."""
    parts = []
    for page in dict.fromkeys(row.promise.page for row in rows):
        parts += ["", page, ""]
        for row in (each for each in rows if each.promise.page == page):
            names = ", ".join(test.node_id for test in row.promise.tests)
            parts += [f"  {row.verdict:7} {row.promise.text}", f"          {names}"]
            parts += [f"          {line}" for line in row.figures]
    failed = sum(not row.is_kept for row in rows)
    return "\n".join([*parts, "", f"{len(rows) - failed} of {len(rows)} promises are shown"])


def main() -> int:
    """Print the table; return 1 where a promise is not shown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", choices=PAGES, action="append", help="only promises of a page")
    parser.add_argument("--workers", default="2", help="processes that run tests")
    chosen = parser.parse_args()
    found = promises(tuple(chosen.page or PAGES))
    results = run(found, chosen.workers)
    rows = [shown(promise, results) for promise in found]
    print(table(rows))
    return 0 if all(row.is_kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
