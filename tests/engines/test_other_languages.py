"""Clients of other languages are generated from the protos, and compile as they come."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import variant
from tests.engines.home import need

PROTO = Path(__file__).parents[2] / "proto"
JAR = Path("/usr/share/java/protobuf.jar")
GO_SOURCES = Path("/usr/share/gocode")
PACKAGES = "protobuf-compiler libprotobuf-java default-jdk golang-go protoc-gen-go-1-5"

pytestmark = [pytest.mark.engines, pytest.mark.timeout(600)]


def why_missing(*programs: str, files: tuple[Path, ...]) -> str | None:
    """Say what of a language's compiler is not here; None if all is."""
    gone = [name for name in programs if shutil.which(name) is None]
    gone += [str(path) for path in files if not path.exists()]
    return f"{', '.join(gone)} is not here; on Debian: apt-get install {PACKAGES}" if gone else None


def generate(option: str, folder: Path) -> None:
    sources = (str(path.relative_to(PROTO)) for path in sorted(PROTO.glob("npcserver/**/*.proto")))
    folder.mkdir(parents=True)
    subprocess.run(["protoc", "-I.", f"--{option}={folder}", *sources], cwd=PROTO, check=True)


@variant
def test_java_compiles(tmp_path: Path) -> None:
    """Each package is where its `java_package` says, and javac takes it without a word."""
    need(why_missing("protoc", "javac", files=(JAR,)), is_moving=True)
    generate("java_out", tmp_path / "java")
    sources = sorted((tmp_path / "java").rglob("*.java"))

    (tmp_path / "classes").mkdir()
    command = ["javac", "-nowarn", "-cp", str(JAR), "-d", str(tmp_path / "classes")]
    command += map(str, sources)
    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "classes/npcserver/v1/SayRequest.class").is_file()
    assert (tmp_path / "classes/npcserver/admin/v1/GetWorldRequest.class").is_file()


@variant
def test_go_compiles(tmp_path: Path) -> None:
    """`go_package` names a package of each, and the second imports the first by it."""
    need(why_missing("protoc", "protoc-gen-go", "go", files=(GO_SOURCES,)), is_moving=True)
    generate("go_out", tmp_path / "src")

    ended = subprocess.run(
        ["go", "build", "./..."],
        cwd=tmp_path / "src/npcserver",
        env={
            **os.environ,
            "GO111MODULE": "off",
            "GOPATH": f"{GO_SOURCES}:{tmp_path}",
            "GOCACHE": str(tmp_path / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, "")
