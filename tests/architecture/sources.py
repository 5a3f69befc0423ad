"""What the architecture tests look at: the files under version control."""

import ast
import gc
import subprocess
import tomllib
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_GENERATED = (
    "npcserver/v1/",
    "npcserver/admin/v1/",
    "clients/python/npcclient/v1/",
    "clients/python/npcclient/admin/v1/",
    "migrations/versions/",
)


@cache
def files() -> tuple[str, ...]:
    """Return the paths of all files of the project, relative to its root.

    Files that are new and not ignored count; without git, whatever lies in the known folders does.
    """
    asked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = asked.stdout.splitlines() if asked.returncode == 0 else _found()
    return tuple(sorted(path for path in found if (ROOT / path).is_file()))


def _found() -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*")
        if not any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
    ]


def modules(*folders: str) -> list[str]:
    """Return the paths of Python files that people write, below the folders, or all of them."""
    return [
        path
        for path in files()
        if path.endswith(".py")
        and not path.startswith(_GENERATED)
        and (not folders or path.startswith(folders))
    ]


def packages(root: Path = ROOT) -> tuple[str, ...]:
    """Return the folders of the packages in the server's wheel, each with a slash behind it."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(
        f"{name}/" for name in settings["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    )


def text(path: str) -> str:
    """Return the text of a file."""
    return (ROOT / path).read_text(encoding="utf-8")


def parse(code: str) -> ast.Module:
    """Return the syntax tree of some code.

    Collecting garbage while a tree grows finds none, and takes longer than all the rest.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(code)
    finally:
        if was_enabled:
            gc.enable()


# Of one module: all trees are more than a million objects, which each collection would visit.
@lru_cache(maxsize=1)
def tree(path: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return parse(text(path))


@lru_cache(maxsize=1)
def functions(path: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return all functions of a module, methods and inner ones too."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(tree(path)) if isinstance(node, kinds)]
