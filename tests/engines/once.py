"""What is made once for all workers of the tests, whichever of them asks first."""

import fcntl
import os
import pickle
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")


def once_a_run(factory: pytest.TempPathFactory, name: str, make: Callable[[], T]) -> T:
    """Return what `make` returned to the first worker that asked; the others wait for it.

    What is made must be picklable; each worker gets a copy.
    """
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    kept = folder / "made.pickle"
    with alone(folder):
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make()))
        made: T = pickle.loads(kept.read_bytes())  # noqa: S301 - written by this run
    return made


@contextmanager
def alone(folder: Path) -> Generator[None, None, None]:
    """Let one process at a time be in a block with this folder, which leaves nothing there."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
