"""Files that a world file includes: parts of the same world, read as if they stood in it."""

from pathlib import Path

from npcserver.adapters.files.document import Problems, read_text, read_yaml
from npcserver.adapters.files.fields import Field, Table
from npcserver.model import limits

OUTSIDE = "lies outside the folder of the world file; move it there"


def is_within(path: Path, folder: Path) -> bool:
    """Return whether a path leads into a folder, links followed."""
    return path.resolve().is_relative_to(folder.resolve())


def include(table: Table, file: Path, folder: Path | None) -> None:
    """Put the mappings of all files that a world file includes, at any depth, into its table.

    Names count from `folder` in every file; None stands for a text that lies in no folder. Raises
    `BrokenFile` for a file that cannot be read.
    """
    found: list[Table] = []
    seen = {file.resolve(): ""}
    _include(table, folder, seen, (file.resolve(),), found)
    table.included = tuple(found)


def _include(
    table: Table,
    folder: Path | None,
    seen: dict[Path, str],
    above: tuple[Path, ...],
    to: list[Table],
) -> None:
    for field in table.items("include", limits.INCLUDES):
        name = field.text(limits.VIEW, is_one_line=True)
        path = _path(field, name, folder, seen, above) if name else None
        if path is None or folder is None:
            continue
        if len(seen) > limits.INCLUDES:
            field.wrong(f"is one file too many; include at most {limits.INCLUDES} in all")
            return
        seen[path.resolve()] = table.problems.where(field.line)
        part = _read(path, table.problems)
        if part is not None:
            to.append(part)
            _include(part, folder, seen, (*above, path.resolve()), to)


def _path(
    field: Field, name: str, folder: Path | None, seen: dict[Path, str], above: tuple[Path, ...]
) -> Path | None:
    """Return the path of an included file; None, and a problem, if it is not to be read."""
    if folder is None:
        field.wrong("can only be read beside a world file on disk; import each part by itself")
        return None
    path = folder / name
    if not is_within(path, folder):
        field.wrong(f"{name[:40]!r} {OUTSIDE}")
    elif path.resolve() in above:
        chain = [one.name for one in above[above.index(path.resolve()) :]]
        field.wrong(f"includes itself: {' -> '.join((*chain, path.name))}; take one of these out")
    elif path.resolve() in seen:
        field.wrong(f"{name[:40]!r} is included in {seen[path.resolve()]} already; keep one")
    else:
        return path
    return None


def _read(path: Path, problems: Problems) -> Table | None:
    problems = problems.included(str(path))
    root = read_yaml(read_text(path, problems), problems)
    table = Field(root, "", root.line, problems).table()
    if table is not None:
        table.get("format")
        if table.get("world") is not None:
            table.wrong("stands in the file that includes this one; take it out here", "world")
    return table
