"""Prints the figures of the code's structure that `docs/architecture.md` keeps.

    python -m tests.architecture.size [CHECKOUT] [--json] [--no-trace]

Everything but the trace is read from the syntax trees. The trace runs a server in this process,
with the actor that needs no model, and counts the files that one `Say` enters.
"""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.architecture.sources import ROOT, packages, parse

_GENERATED = "/v1/"
_HAN = re.compile("[\u3400-\u9fff]|\\\\u[4-9][0-9a-f]{3}")
_HAS_HAN = ("/language/", "/templates/")  # where words of a language belong
_MODEL_ADAPTERS = ("npcmodels/", "npcserver/adapters/llm/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Counts of one checkout; `say_files` is None where nothing was traced.

    `lines` are of all packages together, `package_lines` of each. `lone_modules` have one importer,
    in their own folder; `shared_class_names` are defined by several modules; `gerund_modules` have
    a name that ends in -ing; `han_files` hold Chinese literals outside `language/`, templates and
    data.
    """

    modules: int
    lines: int
    package_lines: Mapping[str, int]
    lone_modules: int
    shared_class_names: int
    gerund_modules: int
    han_files: int
    test_lines: int
    say_files: int | None = None


def server_modules(checkout: Path) -> list[Path]:
    """Return the modules of all packages of the server's wheel, without generated code."""
    return [
        path
        for package in packages(checkout)
        for path in (checkout / package).rglob("*.py")
        if _GENERATED not in path.as_posix()
    ]


class Package:
    """Modules of a checkout, by default those of the server."""

    def __init__(self, checkout: Path, paths: Sequence[Path] | None = None) -> None:
        """Read and parse the modules at the paths."""
        paths = server_modules(checkout) if paths is None else paths
        self.texts = {_module(path, checkout): path.read_text(encoding="utf-8") for path in paths}
        self.trees = {module: parse(text) for module, text in self.texts.items()}
        self.fronts = {_module(path, checkout) for path in paths if path.name == "__init__.py"}
        self._exports = {front: dict(self._exported(front)) for front in self.fronts}

    def lone_modules(self) -> list[str]:
        """Return the modules with one importer, in their own folder.

        An import through the front of a package counts for the module that defines the name.
        """
        importers: defaultdict[str, set[str]] = defaultdict(set)
        for module in self.trees:
            for target in self.imports(module):
                if target != module:
                    importers[target].add(module)
        return sorted(
            module
            for module, by in importers.items()
            if len(by) == 1
            and module not in self.fronts
            and next(iter(by)).rpartition(".")[0] == module.rpartition(".")[0]
        )

    def shared_class_names(self) -> Mapping[str, list[str]]:
        """Return the names that classes of several modules have, with these modules."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for module, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(module)
        return {name: modules for name, modules in sorted(found.items()) if len(modules) > 1}

    def gerund_modules(self) -> list[str]:
        """Return the modules whose name ends in -ing, folders apart."""
        return sorted(
            module for module in self.trees if module.endswith("ing") and module not in self.fronts
        )

    def imports(self, module: str) -> Iterator[str]:
        """Yield the modules that a module takes names from, past the fronts of packages."""
        for node in ast.walk(self.trees[module]):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    full = f"{node.module}.{alias.name}"
                    if full in self.trees:
                        yield full
                    elif node.module in self.fronts and module != node.module:
                        yield self._exports[node.module].get(alias.name, node.module)
                    elif node.module in self.trees:
                        yield node.module

    def _exported(self, front: str) -> Iterator[tuple[str, str]]:
        """Yield the names that a package's front takes from its modules, with these modules.

        A front that imports when a name is used names them below `TYPE_CHECKING`.
        """
        for node in ast.walk(self.trees[front]):
            if isinstance(node, ast.ImportFrom) and node.module in self.trees:
                yield from ((alias.asname or alias.name, node.module) for alias in node.names)


def measure(checkout: Path, *, trace: bool) -> Size:
    """Return the counts of a checkout."""
    package = Package(checkout)
    lines = {module: len(text.splitlines()) for module, text in package.texts.items()}
    package_lines: Counter[str] = Counter()
    for module, count in lines.items():
        package_lines[module.partition(".")[0]] += count
    tests = (checkout / "tests").rglob("*.py")
    return Size(
        modules=len(package.trees),
        lines=sum(lines.values()),
        package_lines=dict(package_lines),
        lone_modules=len(package.lone_modules()),
        shared_class_names=len(package.shared_class_names()),
        gerund_modules=len(package.gerund_modules()),
        han_files=sum(
            bool(_HAN.search(text)) and not any(part in _path(module) for part in _HAS_HAN)
            for module, text in package.texts.items()
        ),
        test_lines=sum(len(path.read_text(encoding="utf-8").splitlines()) for path in tests),
        say_files=_traced(checkout) if trace else None,
    )


def _traced(checkout: Path) -> int:
    """Return how many files one `Say` enters, model adapters and the actor apart."""
    script = Path(__file__).with_name("traced_say.py")
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{checkout}{os.pathsep}{checkout / 'clients' / 'python'}",
    }
    with tempfile.NamedTemporaryFile(suffix=".json") as written:
        subprocess.run(
            [sys.executable, str(script), written.name],
            cwd=checkout,
            env=environment,
            capture_output=True,
            check=True,
        )
        entered: list[str] = json.loads(Path(written.name).read_text(encoding="utf-8"))
    return sum(not file.startswith(_MODEL_ADAPTERS) for file in entered)


def _module(path: Path, checkout: Path) -> str:
    name = ".".join(path.relative_to(checkout).with_suffix("").parts)
    return name.removeprefix("clients.python.").removesuffix(".__init__")


def _path(module: str) -> str:
    return f"/{module.replace('.', '/')}/"


def main() -> None:
    """Print the figures of a checkout, by default of this one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--no-trace", action="store_true", help="start no server")
    parser.add_argument("--list", action="store_true", help="name what was counted, too")
    given = parser.parse_args()
    checkout = given.checkout.resolve()
    size = asdict(measure(checkout, trace=not given.no_trace))
    if given.json:
        print(json.dumps(size, indent=2))
        return
    for package_name, lines in size.pop("package_lines").items():
        print(f"{package_name:20} {lines:>10,}")
    for name, count in size.items():
        print(f"{name:20} {'not traced' if count is None else format(count, ','):>10}")
    if given.list:
        package = Package(checkout)
        print("\nlone:", *package.lone_modules(), sep="\n  ")
        print("\ngerunds:", *package.gerund_modules(), sep="\n  ")
        print("\nshared class names:")
        for name, modules in package.shared_class_names().items():
            print(f"  {name}: {', '.join(modules)}")


if __name__ == "__main__":
    main()
