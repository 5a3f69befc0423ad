"""Every promise of the docs names tests that are there, and one that was not shown is told."""

import pytest

from tests.trust.promises import PAGES, NamedTest, Promise, promises, read_promises
from tests.trust.results import CaseResult, read_results, shown

PAGE = """
| who | what is promised | shown by |
| --- | --- | --- |
| a player | A turn has `a line` | [`test_a_line`](../tests/e2e/test_lines.py), `tests/unit/b.py` |
| the same | and [an end](turns.md) | the same |
| a game | no word is lost | |

| setting | test it with |
| --- | --- |
| none | `tests/unit/test_b.py` |
"""
REPORT = """<testsuites><testsuite>
<testcase classname="tests.e2e.test_lines" name="test_a_line[grpc]"><properties>
<property name="figure" value="0 of 5 lines lost" /></properties></testcase>
<testcase classname="tests.e2e.test_lines" name="test_a_line[json]"><skipped /></testcase>
<testcase classname="tests.unit.b" name="test_b"><failure /></testcase>
</testsuite></testsuites>"""
LINE = NamedTest("tests/e2e/test_lines.py", "test_a_line")
MORE = NamedTest("tests/unit/b.py")


@pytest.mark.parametrize("promise", promises(), ids=lambda found: f"{found.page}:{found.line}")
def test_the_tests_of_a_promise_exist(promise: Promise) -> None:
    """A row without a test, or with one that was renamed, promises what nobody looks at."""
    assert promise.tests, f"{promise.page}:{promise.line} names no test: {promise.text}"
    assert [test.node_id for test in promise.tests if not test.exists] == []


def test_every_page_promises_something() -> None:
    """So that a table whose head was changed is not left out in silence."""
    assert {promise.page for promise in promises()} == set(PAGES)


def test_a_table_of_promises_is_read() -> None:
    """Rows have the tests of their last column, or of the row above; other tables are none."""
    first, second, third = read_promises("a.md", PAGE)

    assert (first.text, first.tests) == ("a player: A turn has a line", (LINE, MORE))
    assert (second.text, second.tests) == ("the same: and an end", (LINE, MORE))
    assert third.tests == ()


def test_a_promise_is_kept_when_each_of_its_tests_ran_and_none_failed() -> None:
    """A test that was skipped everywhere, or that is not there, shows nothing."""
    results = read_results(REPORT)
    skipped = CaseResult(NamedTest("tests/unit/test_other.py", "test_other"), "skipped")

    def verdict(*tests: NamedTest) -> str:
        return shown(Promise("a.md", 1, "", tests), [*results, skipped]).verdict

    found = shown(Promise("a.md", 1, "", (LINE,)), results)
    assert (found.verdict, found.figures) == ("kept", ("0 of 5 lines lost", "1 passed, 1 skipped"))
    assert verdict(LINE, MORE) == "FAILED"
    assert verdict(LINE, NamedTest("tests/unit/test_other.py")) == "NOT RUN"
    assert verdict(LINE, NamedTest("tests/e2e/test_gone.py")) == "NOT RUN"
    assert verdict() == "NOT RUN"
