"""Every client plays every case, and all see what they should."""

import os
import subprocess
import sys
from typing import Any

import pytest

from tests.conformance import options, vectors
from tests.conformance.cases import all_cases, makes_a_world
from tests.conformance.conducting import Reference, played
from tests.conformance.options import why_unable
from tests.conformance.runners import Runner, all_runners
from tests.conformance.runners.python_grpc import PythonGrpc
from tests.engines import dotnet, recipes
from tests.engines.home import need
from tests.engines.once import once_a_run

LONGEST = 900  # seconds, for an engine on a busy machine
IS_WHOLE = os.environ.get("NPCSERVER_TEST_CONFORMANCE") == "whole"
"""Whether each runner plays all cases; `make conformance` always does."""


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    """Give all cases."""
    return list(all_cases())


@pytest.fixture(scope="module")
def reference(cases: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """Give what the Python client saw over gRPC, which all others are compared with."""
    runner = PythonGrpc()
    seen = once_a_run(tmp_path_factory, "reference", lambda: next(played([runner], cases)))
    return Reference(runner, seen)


# Its calls are processes each, and over gRPC as those of the other peer.
_LEFT_OUT = frozenset() if IS_WHOLE else frozenset(("buf-curl-grpc",))


def _marked(runner: Runner) -> Any:
    marks = [pytest.mark.timeout(LONGEST)]
    marks += [pytest.mark.engines] if runner.needs_engine else []
    left_out = "plays with `make conformance` and `make test-all`"
    marks += [pytest.mark.skip(left_out)] if runner.name in _LEFT_OUT else []
    return pytest.param(runner, id=runner.name, marks=marks)


def _share(runner: Runner, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the cases that a runner plays here: of a family, each case is played by one that can.

    Those that make a world are played by all, since later ones list the worlds there are.
    """
    if IS_WHOLE or not runner.family:
        return cases
    order = [one for one in _siblings(runner.family) for _ in range(one.parts)]

    def player(at: int, case: dict[str, Any]) -> str:
        turns = order[at % len(order) :] + order
        return next((one.name for one in turns if not why_unable(case, one.client)), runner.name)

    return [
        case
        for at, case in enumerate(cases)
        if makes_a_world(case) or player(at, case) == runner.name
    ]


def _siblings(family: str) -> list[Runner]:
    """Return those in a family that play here."""
    return [one for one in all_runners() if one.family == family and one.name not in _LEFT_OUT]


@pytest.mark.parametrize("runner", [_marked(runner) for runner in all_runners()])
def test_client_sees_what_all_see(
    runner: Runner, cases: list[dict[str, Any]], reference: Reference
) -> None:
    """A client gets the messages, errors and values of every case, as the reference client does."""
    need(runner.why_missing(), is_moving=runner.is_optional_in_ci)

    if runner.name == reference.runner.name:
        seen = reference.played
    else:
        seen = next(played([runner], _share(runner, cases), first=reference))

    assert seen.broke == ""
    assert [str(difference) for difference in seen.differences] == []


@pytest.mark.timeout(LONGEST)
def test_every_interruption_reaches_the_model(reference: Reference) -> None:
    """Each interruption of the reference client, by call or by hanging up, stopped the model."""
    assert len(reference.played.delays) >= 8


def test_runners_of_a_family_play_each_case(cases: list[dict[str, Any]]) -> None:
    """No case is left out by all of those that share the cases among them."""
    families = {one.family for one in all_runners() if one.family}
    assert families == {"python", "godot", "csharp", "peers"}
    for family in families:
        shared = [_share(one, cases) for one in _siblings(family)]
        names = {case["name"] for share in shared for case in share}
        assert len(shared) > 1
        assert names == {case["name"] for case in cases}


def test_vectors_are_up_to_date() -> None:
    """The file that other languages read is what the descriptors and oddities make."""
    assert vectors.FILE.read_text(encoding="utf-8") == vectors.text()


def test_every_option_is_set_or_a_reason_is_given() -> None:
    """Each field of a request is set by a case, of a game where games set it, or is explained."""
    assert list(options.without_case_or_reason()) == []
    assert list(options.needless_reasons()) == []


@pytest.mark.engines
def test_compiler_adds_nothing_to_the_table() -> None:
    """The compiler of C# greets nobody: what it prints would stand in the midst of the table."""
    need(dotnet.why_missing())
    ended = subprocess.run(
        [sys.executable, str(dotnet.CSC), str(dotnet.roslyn())],
        input="",
        env={**os.environ, "PYTHONPATH": str(recipes.dotnet())},
        capture_output=True,
        text=True,
        check=True,
    )

    assert (ended.stdout, ended.stderr) == ("", "")
