"""Server and Python client as they are installed: alone, together, and after one is removed."""

import email
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from release import build

pytest.importorskip("hatchling", reason="builds the wheels; comes with the dev extra")

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "clients" / "python"
PROJECTS = {"npcserver": ROOT, "npcclient": CLIENT}
USE_CLIENT = (
    "import npcclient.messages, npcclient.v1.turn_pb2 as turn;"
    "assert npcclient.messages.TurnEvent is turn.TurnEvent; print(npcclient.__file__)"
)
USE_BOTH = (
    "import npcserver.v1.turn_pb2 as theirs, npcclient.v1.turn_pb2 as ours;"
    "assert theirs.TurnEvent is ours.TurnEvent"
)
CLIENT_OF_COMMAND = (
    "import sys; sys.argv = ['npcserver', '--version']\n"
    "from npcserver import cli\n"
    "try: cli.main()\n"
    "except SystemExit: import npcclient; print(npcclient.__file__)"
)


@dataclass(frozen=True)
class Environment:
    """A virtual environment without pip; dependencies come from that of the tests."""

    folder: Path
    wheels: dict[str, Path]

    def install(self, name: str) -> None:
        self._pip("install", "--no-index", "--no-deps", "--no-compile", str(self.wheels[name]))

    def remove(self, name: str) -> None:
        self._pip("uninstall", "--yes", name)

    def run(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment, outside of the checkout."""
        return subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=self.folder,
            # by the path, not from a .pth file: pip would take for installed what is there
            env={"PYTHONPATH": sysconfig.get_path("purelib"), "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=False,
        )

    def _pip(self, *arguments: str) -> None:
        python = self.folder / "bin" / "python"
        _pip("--python", str(python), *arguments, folder=self.folder)

    def python(self, code: str) -> str:
        """Run code that must not fail, and return what it printed."""
        ended = self.run("python", "-c", code)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout.strip()


def _pip(*arguments: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "-q", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a wheel of each distribution; its source archive lies beside it."""
    folder = tmp_path_factory.mktemp("wheels")
    build.build_python(folder)
    return {name: next(folder.glob(f"{name}-*.whl")) for name in PROJECTS}


@pytest.fixture
def environment(tmp_path: Path, wheels: dict[str, Path]) -> Environment:
    """Return an empty environment."""
    venv.create(tmp_path / "venv", symlinks=True)
    return Environment(tmp_path / "venv", wheels)


@pytest.mark.parametrize("name", PROJECTS)
def test_source_archives_hold_what_the_wheels_are_built_from(
    wheels: dict[str, Path], name: str, tmp_path: Path
) -> None:
    """Each gives the same wheel again, without the repository and without its tests."""
    (archive,) = wheels[name].parent.glob(f"{name}-*.tar.gz")
    _pip("wheel", "--no-deps", "--no-build-isolation", "-w", ".", str(archive), folder=tmp_path)
    (again,) = tmp_path.glob("*.whl")

    assert again.read_bytes() == wheels[name].read_bytes()
    with tarfile.open(archive) as opened:
        assert not [path for path in opened.getnames() if "/tests/" in path]


def test_no_file_belongs_to_both(wheels: dict[str, Path]) -> None:
    """Whichever is installed first, and whichever is removed, it touches nothing of the other."""
    server, client = ({*zipfile.ZipFile(wheel).namelist()} for wheel in wheels.values())

    assert server & client == set()
    assert not [name for name in client if name.endswith("/entry_points.txt")]


def test_server_works_after_the_client_is_removed(environment: Environment) -> None:
    """The server brings a client of its own, which comes back into sight."""
    environment.install("npcserver")
    environment.install("npcclient")
    environment.python(USE_BOTH)
    apart = environment.python(USE_CLIENT)
    inside = environment.python(CLIENT_OF_COMMAND)
    environment.remove("npcclient")

    assert "_shipped" not in apart
    assert "_shipped" in inside
    assert "_shipped" in environment.python(USE_CLIENT)
    environment.python(USE_BOTH)
    assert environment.run("npcserver", "--version").stdout.startswith("npcserver ")
    assert environment.run("npc-playtest", "--help").returncode == 0


def test_client_works_after_the_server_is_removed(environment: Environment) -> None:
    """Nothing of the client belongs to the server."""
    environment.install("npcclient")
    environment.install("npcserver")
    environment.remove("npcserver")

    assert "_shipped" not in environment.python(USE_CLIENT)
    assert environment.run("python", "-m", "npcclient.playtest", "--help").returncode == 0
    assert not (environment.folder / "bin" / "npcserver").exists()


def test_server_alone_has_the_client_and_no_benchmarks(environment: Environment) -> None:
    """`pip install` of the server is enough to write a script; `bench` says where it is."""
    environment.install("npcserver")
    bench = environment.run("npcserver", "bench", "day", "--days", "2")

    assert "_shipped" in environment.python(USE_CLIENT)
    assert environment.run("npc-playtest", "--help").returncode == 0
    assert (bench.returncode, bench.stdout) == (1, "")
    assert 'pip install -e ".[bench]"' in bench.stderr


@pytest.mark.parametrize("name", PROJECTS)
def test_the_page_of_an_index_leads_somewhere(wheels: dict[str, Path], name: str) -> None:
    """Its links and picture lie in the repository at the tag of the release."""
    wheel = zipfile.ZipFile(wheels[name])
    (metadata,) = (entry for entry in wheel.namelist() if entry.endswith(".dist-info/METADATA"))
    said = email.message_from_bytes(wheel.read(metadata))
    page = str(said.get_payload())
    links = re.findall(r"\]\(([^)\s]+)\)", page)
    in_repository = f"https://github.com/npcserver/npcserver/(blob|raw)/v{said['Version']}/"
    paths = [re.sub(in_repository, "", link).partition("#")[0] for link in links]

    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert [path for path in paths if "://" not in path and not (ROOT / path).exists()] == []
    assert re.findall(r"!\[[^]]*\]\((?!https://[^)]*/raw/)", page) == []
    assert {url.partition(",")[0] for url in said.get_all("Project-URL", ())} == {
        *("Documentation", "Source", "Changelog", "Issues")
    }
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)} <= {
        *said.get_all("Classifier", ())
    }


def test_both_distributions_say_the_same() -> None:
    """Version, Python and what the client needs are the same in both."""
    server, client = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for folder in PROJECTS.values()
    )
    extra = client["optional-dependencies"]["playtest"]

    assert client["version"] == server["version"]
    assert client["requires-python"] == server["requires-python"]
    assert {*client["dependencies"], *extra} - {*server["dependencies"]} == set()
