"""Which tests `make changed` takes."""

import pytest

from tests.changed import importers_among, near_tests

IMPORTERS = {
    "npcserver/a.py": {"npcserver/b.py", "tests/e2e/test_a.py"},
    "npcserver/b.py": {"tests/unit/test_b.py", "tests/e2e/test_b.py", "npcserver/c.py"},
    "npcserver/c.py": {"npcserver/d.py"},
    "npcserver/d.py": {"tests/unit/test_d.py", "tests/e2e/test_d.py"},
    "tests/fakes/e.py": {"tests/unit/test_e.py", "tests/e2e/test_e.py"},
    "tests/fakes/f.py": {"tests/e2e/test_f.py"},
    "tests/e2e/test_a.py": set[str](),
    "tests/e2e/test_f.py": set[str](),
}


@pytest.mark.parametrize(
    ("changed", "taken"),
    [
        ("npcserver/a.py", {"tests/e2e/test_a.py"}),  # no other imports it
        ("npcserver/b.py", {"tests/unit/test_b.py"}),
        ("npcserver/c.py", {"tests/unit/test_d.py"}),  # none imports it: the nearest without server
        ("tests/fakes/e.py", {"tests/unit/test_e.py"}),
        ("tests/fakes/f.py", set()),  # would bring every server
        ("tests/e2e/test_a.py", {"tests/e2e/test_a.py"}),
    ],
)
def test_the_nearest_tests_of_a_module_are_taken(changed: str, taken: set[str]) -> None:
    """A module brings the tests that import it, those without a server before the others."""
    assert near_tests({changed}, IMPORTERS) == taken


def test_data_counts_as_the_modules_above_it() -> None:
    """A template or a table brings the tests of the modules in the folder that it lies below."""
    of_modules = {"tests/e2e/test_a.py", "tests/unit/test_b.py", "tests/unit/test_d.py"}

    assert near_tests({"npcserver/templates/en/x.j2"}, IMPORTERS) == of_modules
    assert near_tests({"docs/x.md", "npcserver/v1/x_pb2.py"}, IMPORTERS) == set()


def test_names_are_followed_through_the_front_of_a_package() -> None:
    """A test that imports from `npcserver.adapters.store` is near to what defines the name."""
    module = "npcserver/adapters/store/store.py"
    test = "tests/contract/test_jobs.py"

    found = importers_among(["npcserver/adapters/store/__init__.py", module, test])

    assert test in found[module]
