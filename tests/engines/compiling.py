"""Compiled once: an assembly is kept by what it was made of, and copied wherever it is wanted.

A key is made of the compiler, the sources, the references and those symbols that any source looks
at, so whatever changes is compiled anew, and all tests of all workers share the rest.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.engines.home import home
from tests.engines.once import alone

DAYS_KEPT = 7


@dataclass(frozen=True, slots=True)
class Wish:
    """What to compile, and into which file."""

    output: Path
    sources: tuple[Path, ...]
    references: tuple[Path, ...]
    symbols: tuple[str, ...]
    language: str
    is_program: bool

    def key(self, compiler: str) -> str:
        """Return a name that only what is made of the same has; hexadecimal digits."""
        texts = [path.read_bytes() for path in self.sources]
        looked_at = [
            name for name in sorted(self.symbols) if any(name.encode() in text for text in texts)
        ]
        head = (compiler, self.language, self.output.name, self.is_program, looked_at)
        digest = hashlib.sha256(repr(head).encode())
        names = [path.name.encode() for path in self.sources]
        for part in (*names, *texts, *(path.read_bytes() for path in self.references)):
            digest.update(hashlib.sha256(part).digest())
        return digest.hexdigest()


def wish(
    paths: Iterable[Path],
    output: Path,
    *,
    references: Iterable[Path],
    symbols: Iterable[str],
    language: str,
    is_program: bool,
) -> Wish:
    """Return what to compile, and make the folder it is wanted in."""
    output.parent.mkdir(parents=True, exist_ok=True)
    return Wish(output, tuple(paths), tuple(references), tuple(symbols), language, is_program)


def compile_once(wanted: Wish, compiler: str, compile_into: Callable[[Path], None]) -> Path:
    """Compile unless it was already, and return the wanted file.

    `compile_into` is given a path to write, and raises where there is nothing to write.
    """
    kept = home() / "built" / wanted.key(compiler) / wanted.output.name
    try:
        _take(kept, wanted.output)
    except FileNotFoundError:  # never made, or just forgotten by another worker
        _forget_what_is_old(kept.parents[1])
        kept.parent.mkdir(parents=True, exist_ok=True)
        with alone(kept.parent):  # another worker may want the same just now
            if not kept.exists():
                _compile_whole(kept, compile_into)
            _take(kept, wanted.output)
    return wanted.output


def _compile_whole(kept: Path, compile_into: Callable[[Path], None]) -> None:
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        made = Path(folder) / kept.name
        compile_into(made)
        made.replace(kept)  # at once: who does not wait takes it as soon as it is there


def _take(kept: Path, wanted: Path) -> None:
    os.utime(kept)
    shutil.copyfile(kept, wanted)


def _forget_what_is_old(folder: Path) -> None:
    last = time.time() - DAYS_KEPT * 24 * 3600
    with suppress(FileNotFoundError):  # another worker forgets the same
        for kept in folder.glob("*/*"):
            if kept.is_file() and kept.stat().st_mtime < last:
                shutil.rmtree(kept.parent, ignore_errors=True)
