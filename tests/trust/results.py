"""How tests came out, from pytest's JUnit report, and what that says of a promise."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree as ET

from tests.trust.promises import NamedTest, Promise

FIGURE = "figure"
"""Name of the property in which a test records what it measured."""
Outcome = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One test, its outcome, and the figures that it recorded."""

    test: NamedTest
    outcome: Outcome
    figures: tuple[str, ...] = ()

    def is_of(self, named: NamedTest) -> bool:
        """Return whether it is the test that is named, or in the file that is."""
        return self.test.path == named.path and named.function in ("", self.test.function)


@dataclass(frozen=True, slots=True)
class Shown:
    """A promise, whether it is kept, and the figures that show it."""

    promise: Promise
    verdict: Literal["kept", "FAILED", "NOT RUN"]
    figures: tuple[str, ...]

    @property
    def is_kept(self) -> bool:
        return self.verdict == "kept"


def read_results(report: str) -> list[CaseResult]:
    """Return the tests of a JUnit report. A test that failed in its teardown too comes twice."""
    return [_result(case) for case in ET.fromstring(report).iter("testcase")]  # noqa: S314 - ours


def _result(case: ET.Element) -> CaseResult:
    path = case.get("classname", "").replace(".", "/") + ".py"
    function = case.get("name", "").partition("[")[0]
    outcome: Outcome = "passed"
    if case.find("skipped") is not None:
        outcome = "skipped"
    if case.find("failure") is not None or case.find("error") is not None:
        outcome = "failed"
    properties = case.iterfind("properties/property")
    figures = (each.get("value", "") for each in properties if each.get("name") == FIGURE)
    return CaseResult(NamedTest(path, function), outcome, tuple(figures))


def shown(promise: Promise, results: Sequence[CaseResult]) -> Shown:
    """Return what the results say of a promise; each test that it names has to have run."""
    of_each = [[one for one in results if one.is_of(test)] for test in promise.tests]
    cases = list(dict.fromkeys(one for found in of_each for one in found))
    counts = Counter(one.outcome for one in (each for found in of_each for each in found))
    figures = [figure for one in cases for figure in one.figures]
    figures.append(", ".join(f"{counts[name]} {name}" for name in sorted(counts)) or "no test ran")
    ran = [any(one.outcome == "passed" for one in found) for found in of_each]
    if counts["failed"]:
        return Shown(promise, "FAILED", tuple(figures))
    return Shown(promise, "kept" if ran and all(ran) else "NOT RUN", tuple(figures))
