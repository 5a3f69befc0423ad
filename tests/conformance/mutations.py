"""`python -m tests.conformance.mutations`: breaks clients, and sees that conformance finds it.

Each mutation of `mutations.yaml` is made alone, in a copy of the tree, and the cases that it names
are played there by the runner that it concerns. Without any mutation they must pass. One server
serves all, but for cases whose interruptions are timed beside the reference client.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.conformance.cases import all_cases, makes_a_world
from tests.conformance.conducting import Played, play_at
from tests.conformance.runners import ROOT, all_runners
from tests.conformance.server import served

_FILE = Path(__file__).with_name("mutations.yaml")


class DoesNotApplyError(Exception):
    """A text that a mutation replaces is not in its file, or more than once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """One break of one client; see `mutations.yaml`."""

    name: str
    breaks: str
    runner: str
    cases: Sequence[str]
    file: str
    edits: Sequence[Sequence[str]]
    finds: str

    def broken(self, text: str) -> str:
        """Return the text of the file with the mutation. Raises `DoesNotApplyError`."""
        for old, _ in self.edits:
            if text.count(old) != 1:
                told = f"{self.name}: {self.file} has {text.count(old)} times what is replaced"
                raise DoesNotApplyError(f"{told}: {old}")
        for number, (old, _) in enumerate(self.edits):  # one must not undo another
            text = text.replace(old, f"\0{number}\0")
        for number, (_, new) in enumerate(self.edits):
            text = text.replace(f"\0{number}\0", new)
        return text


def all_mutations() -> tuple[Mutation, ...]:
    """Return all mutations, in the order of the file."""
    return tuple(Mutation(**one) for one in yaml.safe_load(_FILE.read_text(encoding="utf-8")))


@contextmanager
def copied_tree() -> Iterator[Path]:
    """Give a copy of the repository as it stands, without what git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    with tempfile.TemporaryDirectory(prefix="npc-mutations-") as folder:
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                target = Path(folder, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target)
        yield Path(folder)


def finding(mutation: Mutation, tree: Path) -> str | None:
    """Break a client in a copy of the tree; return the line that tells of it, None for none."""
    with _made(mutation, tree):
        code, told = conformance(tree, mutation.runner, mutation.cases)
    lines = (line for line in told.splitlines() if re.search(mutation.finds, line))
    return next(lines, None) if code == 1 else None


def conformance(tree: Path, runner: str, cases: Sequence[str]) -> tuple[int, str]:
    """Play some cases with a client of a tree; return the exit code and what was printed."""
    command = [sys.executable, "-m", "tests.conformance", "--runner", runner]
    command += [word for case in cases for word in ("--case", case)]
    ended = subprocess.run(
        command,
        cwd=tree,
        env=_environment(tree),
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


def _environment(tree: Path) -> dict[str, str]:
    path = os.pathsep.join(map(str, (tree, tree / "clients" / "python")))
    return {**os.environ, "PYTHONPATH": path}


def main() -> int:
    """Make each mutation and print whether it was found; return 1 where one was not."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.mutations")
    parser.add_argument("names", nargs="*", help="only these mutations")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # in a copy
    asked = parser.parse_args()
    chosen = [one for one in all_mutations() if not asked.names or one.name in asked.names]
    if asked.here:
        return _at_one_server(chosen)
    is_timed = {case["name"]: case.get("reaches_model", False) for case in all_cases()}
    once = {case["name"] for case in all_cases() if makes_a_world(case) or case.get("once")}
    alone = [one for one in chosen if any(is_timed[n] or n in once for n in one.cases)]
    together = [one.name for one in chosen if one not in alone]
    missed = 0
    with copied_tree() as tree:
        if together:
            command = [sys.executable, "-m", "tests.conformance.mutations", "--here", *together]
            missed += subprocess.run(
                command, cwd=tree, env=_environment(tree), check=False
            ).returncode
        for one in alone:
            missed += _tell(one, finding(one, tree))
    print(f"{len(chosen) - missed} of {len(chosen)} mutations were found")
    return 1 if missed else 0


def _at_one_server(mutations: Sequence[Mutation]) -> int:
    """Make mutations in the tree that this runs in; return how many were missed.

    They need no reference client: nobody is late, and what is expected is exact.
    """
    runners = {one.name: one for one in all_runners()}
    missed = 0
    with served() as server:

        def differences(runner: str, names: Collection[str]) -> list[str]:
            made = Played(name=runner)
            cases = [case for case in all_cases() if case["name"] in names]
            play_at(server, runners[runner], cases, made)
            return [str(one) for one in made.differences]

        for runner in dict.fromkeys(one.runner for one in mutations):
            names = {name for one in mutations if one.runner == runner for name in one.cases}
            if problems := differences(runner, names):
                print(f"{runner} does not pass without any mutation:", *problems, sep="\n")
                return len(mutations)
            for one in (one for one in mutations if one.runner == runner):
                with _made(one, ROOT):
                    lines = differences(runner, one.cases)
                missed += _tell(one, next((x for x in lines if re.search(one.finds, x)), None))
    return missed


def _tell(mutation: Mutation, line: str | None) -> int:
    word = "MISSED" if line is None else "found"
    print(f"{word}  {mutation.name}: {line or mutation.breaks}", flush=True)
    return int(line is None)


@contextmanager
def _made(mutation: Mutation, tree: Path) -> Iterator[None]:
    """Have a mutation in a tree while the block runs."""
    file = tree / mutation.file
    whole = file.read_text(encoding="utf-8")
    file.write_text(mutation.broken(whole), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(whole, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
