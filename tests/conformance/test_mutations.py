"""Conformance finds what is broken in a client."""

import pytest

from tests.conformance.cases import all_cases
from tests.conformance.mutations import (
    DoesNotApplyError,
    Mutation,
    all_mutations,
    copied_tree,
    finding,
)
from tests.conformance.runners import ROOT, all_runners
from tests.conftest import variant

MUTATIONS = {one.name: one for one in all_mutations()}
WITHOUT_ENGINE = (
    "python_queue_overtakes",
    pytest.param("python_asks_for_no_letters", marks=variant),
)


@pytest.mark.parametrize("mutation", MUTATIONS.values(), ids=MUTATIONS)
def test_mutation_applies_to_the_sources_of_today(mutation: Mutation) -> None:
    """Each mutation changes its file and names a runner and cases that there are."""
    text = (ROOT / mutation.file).read_text(encoding="utf-8")

    assert mutation.broken(text) != text
    assert mutation.runner in {runner.name for runner in all_runners()}
    assert set(mutation.cases) <= {case["name"] for case in all_cases()}


def test_mutation_that_does_not_apply_is_told() -> None:
    """A mutation whose text is gone from its file is an error, and no mutation that is missed."""
    with pytest.raises(DoesNotApplyError, match="0 times"):
        MUTATIONS["python_queue_overtakes"].broken("nothing of it")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", WITHOUT_ENGINE)
def test_mutation_is_found(name: str) -> None:
    """A client that is broken fails the suite with a line that says how; all are by `make`."""
    with copied_tree() as tree:
        assert finding(MUTATIONS[name], tree) is not None
