"""Results of expectations as JUnit XML, which CI systems show beside the tests of the code."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from npcserver.app.replay.examination import ExpectationResult

_UNPRINTABLE = {code: " " for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)}


def write_junit(path: Path, suite: str, findings: Sequence[ExpectationResult]) -> None:
    """Write one test case for each expectation. Raises `OSError`."""
    path.write_text("".join(_lines(suite, findings)), encoding="utf-8")


def _lines(suite: str, findings: Sequence[ExpectationResult]) -> Iterator[str]:
    failed = sum(not finding.holds for finding in findings)
    counts = f'tests="{len(findings)}" failures="{failed}" errors="0" skipped="0"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites name={_attribute(suite)} {counts}>\n"
    yield f"  <testsuite name={_attribute(suite)} {counts}>\n"
    for _, group in groupby(findings, key=lambda finding: (finding.character, finding.test)):
        for finding in group:
            yield from _case(suite, finding)
    yield "  </testsuite>\n</testsuites>\n"


def _case(suite: str, finding: ExpectationResult) -> Iterator[str]:
    name = _attribute(f"{finding.test}: {finding.what}")
    where = f"classname={_attribute(finding.character)} file={_attribute(suite)}"
    begun = f'    <testcase name={name} {where} line="{finding.line}"'
    if finding.holds:
        yield f"{begun}/>\n"
        return
    message = _attribute(finding.problem.splitlines()[0])
    yield f'{begun}>\n      <failure message={message} type="expectation">'
    yield f"{escape(finding.problem.translate(_UNPRINTABLE))}</failure>\n    </testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(" ".join(text.translate(_UNPRINTABLE).split()))
