"""The library that runs GGUF files, an extra of this package: whether it is here, installing it."""

import asyncio
import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, requires

from npcserver.model.errors import Reason, Unavailable

RUNTIME = "xllamacpp"
RUNTIME_BYTES = 100_000_000
"""What it takes on the disk, about."""

_BY_HAND = "run: pip install 'npcserver[local]'"


def has_runtime() -> bool:
    """Return whether the library is installed, without loading it."""
    return importlib.util.find_spec(RUNTIME) is not None


def requirement() -> str:
    """Return the requirement of the extra `local`, with its bound."""
    try:
        listed = requires("npcserver") or []
    except PackageNotFoundError:
        listed = []
    found = (one.partition(";")[0].strip() for one in listed)
    return next((one for one in found if one.startswith(RUNTIME)), RUNTIME)


async def install_runtime(command: Sequence[str] = ()) -> None:
    """Install the library with this Python's pip. Raises `Unavailable` that says what to run."""
    pip = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input")
    process = await asyncio.create_subprocess_exec(
        *(command or (*pip, "--only-binary", ":all:", "-q", requirement())),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    importlib.invalidate_caches()
    if process.returncode != 0 or not has_runtime():
        raise Unavailable(_problem(errors.decode(errors="replace")), Reason.MODEL_UNAVAILABLE)


def _problem(errors: str) -> str:
    if "No module named pip" in errors:
        return (
            f"{RUNTIME} was not installed: this Python has no pip; {_BY_HAND} with the tool that "
            "made this environment, such as uv"
        )
    last = [line for line in errors.splitlines() if line.casefold().startswith("error")]
    said = last[-1].partition(":")[2].strip()[:200] if last else "pip gave no reason"
    return (
        f"{RUNTIME} was not installed ({said}); is the package index reachable? Later, {_BY_HAND}"
    )
