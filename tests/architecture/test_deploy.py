"""What stands in `deploy/` fits the server that it starts."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from npcserver.cli.settings_names import environment_variable, setting_names
from tests.architecture import sources

PROJECT = tomllib.loads(sources.text("pyproject.toml"))
DEPLOYED = [path for path in sources.files() if path.startswith("deploy/")]
_LOCKED = re.compile(
    r"^(\S+)==(\S+)(?: ; .*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}[ \\]*\n)+)", re.MULTILINE
)
_VARIABLE = re.compile(r"\bNPCSERVER_[A-Z_]+\b")


def _locked(name: str) -> dict[str, list[str]]:
    """Return the locked packages with their versions; there may be one for each Python."""
    text = sources.text(f"deploy/image/{name}.txt")
    assert _LOCKED.sub("", text) == "", "a line is no version with its hashes"
    found: dict[str, list[str]] = {}
    for package, version, _ in _LOCKED.findall(text):
        found.setdefault(package.partition("[")[0], []).append(version)
    return found


def test_the_image_installs_what_the_project_allows() -> None:
    """After a change of pyproject.toml run `make lock`."""
    project = PROJECT["project"]
    asked = {
        "requirements": project["dependencies"] + project["optional-dependencies"]["postgres"],
        "build-requirements": PROJECT["build-system"]["requires"],
    }
    for name, lines in asked.items():
        locked = _locked(name)
        for one in map(Requirement, lines):
            versions = locked[one.name.lower()]
            assert all(one.specifier.contains(version) for version in versions), str(one)


def test_the_image_is_built_from_what_the_wheel_needs() -> None:
    """A file that the context leaves out would be missing from the wheel."""
    lines = sources.text("deploy/image/Dockerfile.dockerignore").splitlines()
    taken = {line.removeprefix("!") for line in lines if line.startswith("!")}
    needed = {*PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]}

    assert needed | {"pyproject.toml", "README.md", "LICENSE", "deploy/image"} == taken


@pytest.mark.parametrize("path", DEPLOYED)
def test_variables_are_settings(path: str) -> None:
    """A name that is no setting would be refused at the start, or do nothing."""
    known = {environment_variable(name) for name in setting_names()} | {"NPCSERVER_CONFIG"}

    assert set(_VARIABLE.findall(sources.text(path))) - known == set()


def test_the_command_of_an_operator_is_that_of_the_service() -> None:
    """It has the user, the settings and the program of the unit."""
    text = sources.text("deploy/systemd/npcserver.service")
    unit = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))
    command = sources.text("deploy/systemd/npcserver").splitlines()[-2:]
    user = unit["User"]

    program = unit["ExecStart"].removesuffix(" serve")

    assert command == [
        f". {unit['EnvironmentFile']}",
        f'exec setpriv --reuid {user} --regid {user} --init-groups {program} "$@"',
    ]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not here")
def test_the_unit_of_systemd_is_valid_and_confined(tmp_path: Path) -> None:
    """It has at most 2 of 10 points of exposure, and no line that systemd does not know."""
    unit = tmp_path / "npcserver.service"
    text = sources.text("deploy/systemd/npcserver.service")
    unit.write_text(text.replace("/opt/npcserver/bin/npcserver", "/bin/true"))

    def analyse(*words: str) -> "subprocess.CompletedProcess[str]":
        command = ["systemd-analyze", *words, str(unit)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    verified = analyse("verify")
    weighed = analyse("security", "--offline=yes", "--threshold=20")

    assert verified.stdout + verified.stderr == ""
    assert weighed.returncode == 0, weighed.stdout
