"""Rules of the code that need no opinion: sizes, forbidden calls, and what tests must have."""

import ast
import re

import pytest

from tests.architecture import sources
from tests.architecture.size import server_modules

LONGEST_FILE = 500
LONGEST_FAKE = 900  # a fake is one thing that tests are given, with all that belongs to it
LONGEST_FUNCTION = 60
LINE_BUDGET = 132_290  # lines of all packages of the server; a change that removes some lowers it
BUDGETS = {"all": LINE_BUDGET, "npcserver": 89_864}  # and of what a game needs at run time
TASK_STARTERS = {"create_task", "ensure_future"}
MAY_START_TASKS = {
    "npcserver/bootstrap/background.py",
    "npcserver/aio.py",
    # these await what they start before they return
    "npcmodels/weights.py",
    "clients/python/npcclient/chat/keyboard.py",
    "clients/python/npcclient/observing.py",
    "npctown/control.py",
    "npctown/server.py",
    "npctown/web.py",
}
# in pieces, so that this file does not name what it looks for
PLACES_OF_ONE_MACHINE = re.compile(
    "|".join(
        (
            "(?<![\\w.])/" + "(work|opt/npc|root|Users)/",
            "/home/" + "(?!user\\b)\\w+",
            "files\\.python" + "hosted",
            "py" + "pi\\.org",
            "registry\\." + "npmjs",
            "index" + "-url",
        )
    )
)


def test_files_are_one_idea_long() -> None:
    """No file that people write has more than 500 lines, fakes apart."""
    sizes = {path: len(sources.text(path).splitlines()) for path in sources.modules()}
    bounds = {True: LONGEST_FAKE, False: LONGEST_FILE}

    assert {
        path: size for path, size in sizes.items() if size > bounds[path.startswith("tests/fakes/")]
    } == {}


@pytest.mark.parametrize(("name", "budget"), BUDGETS.items())
def test_server_keeps_to_its_line_budget(name: str, budget: int) -> None:
    """The server's packages have no more lines than agreed, generated code apart."""
    modules = server_modules(sources.ROOT)
    lines = sum(
        len(path.read_text(encoding="utf-8").splitlines())
        for path in modules
        if name in ("all", path.relative_to(sources.ROOT).parts[0])
    )

    assert 0 < lines <= budget, (
        f"{name} has {lines:,} lines, {lines - budget:,} more than BUDGETS allows in"
        " tests/architecture/test_files.py. Remove what this change replaces, or other code that"
        " is not needed (`python -m tests.architecture.size --list` names candidates). If the"
        " lines are worth it, raise the number in the same commit, and say there why."
    )


def test_functions_do_one_thing() -> None:
    """No function has more than 60 lines; of a command only the body counts, options are data."""
    long: dict[str, int] = {}
    for path in sources.modules():
        for function in sources.functions(path):
            is_command = "/cli/" in path
            first = function.body[0].lineno if is_command else function.lineno
            size = (function.end_lineno or first) - first + 1
            if size > LONGEST_FUNCTION:
                long[f"{path}:{function.lineno} {function.name}"] = size

    assert long == {}


def test_nothing_is_started_in_the_air() -> None:
    """Only bootstrap starts tasks; others use a group, which ends before they return."""
    found = [
        f"{path}:{node.lineno}"
        for path in sources.modules(*sources.packages(), "clients/python/")
        if path not in MAY_START_TASKS
        and any(starter in sources.text(path) for starter in TASK_STARTERS)
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.Attribute)
        and node.attr in TASK_STARTERS
        and isinstance(node.value, ast.Name)
        and node.value.id in {"asyncio", "loop"}
    ]

    assert found == []


def test_nothing_is_patched() -> None:
    """A test that needs to patch has found a missing port."""
    patching = re.compile(
        r"\bmock\." + r"patch\b|from unittest" + r"\.mock|import unittest" + r"\.mock"
    )

    assert [path for path in sources.modules() if patching.search(sources.text(path))] == []


def test_nothing_names_a_place_of_one_machine() -> None:
    """Paths of one machine and hosts of package registries have no business here."""
    found = []
    for path in sources.files():
        try:
            content = sources.text(path)
        except UnicodeDecodeError:
            continue
        found += [f"{path}: {hit.group()}" for hit in PLACES_OF_ONE_MACHINE.finditer(content)]

    assert found == []


@pytest.mark.parametrize("path", [p for p in sources.modules("tests/") if "/test_" in p])
def test_tests_tell_what_they_check(path: str) -> None:
    """Every test has a sentence that states the behaviour, and something that can fail."""
    lacking = [
        f"{function.name} (line {function.lineno})"
        for function in sources.functions(path)
        if function.name.startswith("test_")
        and not (_is_sentence(ast.get_docstring(function)) and _can_fail(function, path))
    ]

    assert lacking == []


def _is_sentence(docstring: str | None) -> bool:
    return docstring is not None and docstring.rstrip().endswith((".", "?", "!"))


def _can_fail(function: ast.AST, path: str) -> bool:
    """Say whether there is an assertion: here, of pytest or NumPy, or in a helper in this file."""
    called = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in {"raises", "fail"} or name.lstrip("_").startswith(("assert", "expect")):
                return True
            called.add(name)
    helpers = [other for other in sources.functions(path) if other.name in called]
    return any(other is not function and _can_fail(other, path) for other in helpers)
