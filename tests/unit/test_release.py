"""Which version runs, as the package and the command say it."""

import tomllib

import pytest
from typer.testing import CliRunner

import npcserver
from npcserver.cli import app
from npcserver.release import installed_version
from tests.architecture.sources import ROOT


def test_the_package_has_the_version_of_the_project() -> None:
    """`npcserver.__version__` is what pyproject.toml says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert npcserver.__version__ == installed_version() == project["version"]


def test_the_command_prints_the_same_version() -> None:
    """`npcserver --version` prints it, and ends well."""
    printed = CliRunner().invoke(app, ["--version"])

    assert (printed.exit_code, printed.stdout) == (0, f"npcserver {npcserver.__version__}\n")


def test_other_names_are_missing_as_usual() -> None:
    """A misspelt attribute is an AttributeError that names it."""
    with pytest.raises(AttributeError, match="__versoin__"):
        _ = npcserver.__versoin__
