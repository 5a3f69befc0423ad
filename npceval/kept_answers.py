"""What an evaluation has asked so far, as lines of JSON; a second call goes on from there."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from npctown.run_files import cut_half_line

Key = Sequence[str | int]
Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is, and how much there is."""


def no_progress(_what: str, _done: int, _of: int) -> None:
    """Show nothing."""


class EvaluationError(Exception):
    """An evaluation cannot go on; the message says why, and what to do."""


@contextmanager
def reading(path: Path, is_not: str, advice: str = "") -> Iterator[None]:
    """Raise `EvaluationError`, which says what a file is not, where it cannot be read as that."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise EvaluationError(f"{path} {is_not} ({why}). {advice}".rstrip()) from error


class KeptAnswers:
    """Rows of one file by their key, a list of texts and numbers; a row is written once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[str, Mapping[str, Any]] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            cut_half_line(path)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                row = _row(path, number, line)
                self._rows[_name(row["key"])] = row

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self._rows.values())

    def get(self, key: Key) -> Mapping[str, Any] | None:
        """Return a row, or None if it has not been asked yet."""
        return self._rows.get(_name(key))

    def keep(self, key: Key, **fields: Any) -> Mapping[str, Any]:
        """Write a row to the disk, and return it."""
        row = {"key": list(key), **fields}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._rows[_name(key)] = row
        return row


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader finds the old or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8", errors="replace")
    os.replace(part, path)  # noqa: PTH105 - says what it does to a file that is there


def _name(key: Key) -> str:
    return json.dumps(list(key), ensure_ascii=False)


def _row(path: Path, number: int, line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
        row["key"]
    except (ValueError, TypeError, KeyError):
        raise EvaluationError(
            f"{path}, line {number} is none of an evaluation: {line[:80]!r}."
            " Remove the line, or the file to ask everything again."
        ) from None
    return dict(row)
