"""Which tests `make changed` takes."""

from tests.changed import importers_among, near_tests

IMPORTERS = {
    "npcserver/a.py": {"npcserver/b.py", "tests/e2e/test_a.py"},
    "npcserver/b.py": {"tests/unit/test_b.py", "tests/e2e/test_b.py", "npcserver/c.py"},
    "npcserver/c.py": {"tests/unit/test_c.py"},
    "tests/fakes/d.py": {"tests/unit/test_d.py", "tests/e2e/test_d.py"},
    "tests/e2e/test_a.py": set[str](),
}


def test_tests_near_to_a_module_are_taken() -> None:
    """A module brings what imports it, and one import further on tests without a server."""
    assert near_tests({"npcserver/a.py"}, IMPORTERS) == {
        "tests/e2e/test_a.py",
        "tests/unit/test_b.py",
    }


def test_a_helper_of_tests_brings_no_servers() -> None:
    """What tests share brings only tests that need no server; a changed test is always taken."""
    changed = {"tests/fakes/d.py", "tests/e2e/test_a.py"}

    assert near_tests(changed, IMPORTERS) == {"tests/unit/test_d.py", "tests/e2e/test_a.py"}


def test_data_counts_as_the_modules_beside_it() -> None:
    """A template or a table brings the tests of the modules in the folder that it lies below."""
    assert near_tests({"npcserver/templates/en/x.j2"}, IMPORTERS) == {
        "tests/e2e/test_a.py",
        "tests/e2e/test_b.py",
        "tests/unit/test_b.py",
        "tests/unit/test_c.py",
    }
    assert near_tests({"docs/x.md", "npcserver/v1/x_pb2.py"}, IMPORTERS) == set()


def test_names_are_followed_through_the_front_of_a_package() -> None:
    """A test that imports from `npcserver.adapters.store` is near to what defines the name."""
    module = "npcserver/adapters/store/store.py"
    test = "tests/contract/test_jobs.py"

    found = importers_among(["npcserver/adapters/store/__init__.py", module, test])

    assert test in found[module]
