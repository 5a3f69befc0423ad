"""`python -m tests.conformance.mutations`: breaks clients, and sees that conformance finds it.

Each mutation of `mutations.yaml` is made alone, in a copy of the tree, and the cases that it names
are played there by the runner that it concerns. Without any mutation they must pass.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.conformance.runners import ROOT

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
    file = tree / mutation.file
    whole = file.read_text(encoding="utf-8")
    file.write_text(mutation.broken(whole), encoding="utf-8")
    try:
        code, told = conformance(tree, mutation.runner, mutation.cases)
    finally:
        file.write_text(whole, encoding="utf-8")
    lines = (line for line in told.splitlines() if re.search(mutation.finds, line))
    return next(lines, None) if code == 1 else None


def conformance(tree: Path, runner: str, cases: Sequence[str]) -> tuple[int, str]:
    """Play some cases with a client of a tree; return the exit code and what was printed."""
    command = [sys.executable, "-m", "tests.conformance", "--runner", runner]
    command += [word for case in cases for word in ("--case", case)]
    path = os.pathsep.join(map(str, (tree, tree / "clients" / "python")))
    ended = subprocess.run(
        command,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


def main() -> int:
    """Make each mutation and print whether it was found; return 1 where one was not."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.mutations")
    parser.add_argument("names", nargs="*", help="only these mutations")
    names = parser.parse_args().names
    chosen = [one for one in all_mutations() if not names or one.name in names]
    missed = 0
    with copied_tree() as tree:
        for runner in dict.fromkeys(one.runner for one in chosen):
            of_runner = [one for one in chosen if one.runner == runner]
            cases = dict.fromkeys(case for one in of_runner for case in one.cases)
            code, told = conformance(tree, runner, list(cases))
            if code != 0:
                print(f"{runner} does not pass without any mutation:\n{told}")
                return 1
            for one in of_runner:
                line = finding(one, tree)
                missed += line is None
                word = "MISSED" if line is None else "found"
                print(f"{word}  {one.name}: {line or one.breaks}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} mutations were found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
