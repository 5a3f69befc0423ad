"""The head of our own files, which begins with their format."""

from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.problems import Problems
from npcserver.adapters.files.tree import read_yaml


def root_table(text: str, problems: Problems, expected: str) -> Table:
    """Return the root mapping of a file in the `expected` format. Raises `BrokenFile`."""
    root = read_yaml(text, problems)
    table = Field(root, "", root.line, problems).table()
    if table is None:
        raise problems.broken(root.line, "", f"must begin with `format: {expected}`")
    field = table.get("format")
    if field is None:
        raise problems.broken(1, "format", f"is missing; begin the file with `format: {expected}`")
    written = field.scalar("text") or ""
    if written != expected:
        raise problems.broken(
            field.line, "format", f"{written[:40]!r} cannot be read; write `format: {expected}`"
        )
    return table
