"""Who may know whom, by import-linter, and what importing the client costs."""

import subprocess
import sys

from tests.architecture.sources import ROOT

_IMPORT_CLIENT = """
import sys
import npcclient
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""

_IMPORT_SERVER = """
import sys
import npcserver.bootstrap.running_server
from npcserver import plugins
for name in (plugins.MODELS, plugins.SCENES, *plugins.SERVICERS, *plugins.QUESTIONS):
    plugins.load(name)
print(*sys.modules)
"""


def _run(*command: str) -> "subprocess.CompletedProcess[str]":
    path = f"{ROOT}:{ROOT / 'clients' / 'python'}"
    return subprocess.run(
        command, cwd=ROOT, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )


def test_the_import_contracts_are_kept() -> None:
    """All contracts of `[tool.importlinter]` hold."""
    linter = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    checked = _run(sys.executable, "-c", linter, "--no-cache")

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_client_brings_in_nothing_of_the_server() -> None:
    """Importing the client loads neither the server nor the server's libraries."""
    imported = _run(sys.executable, "-c", _IMPORT_CLIENT)

    assert imported.returncode == 0, imported.stderr
    loaded = set(imported.stdout.split())
    assert "grpc" in loaded
    assert not {"npcserver", "sqlalchemy", "faiss", "numpy", "openai", "pydantic"} & loaded


def test_a_server_brings_in_no_tools() -> None:
    """Importing what a server runs loads neither tools, commands nor the client."""
    imported = _run(sys.executable, "-c", _IMPORT_SERVER)

    assert imported.returncode == 0, imported.stderr
    loaded = {name.partition(".")[0] for name in imported.stdout.split()}
    assert {"npcserver", "npcmodels", "npcscenes", "grpc"} <= loaded
    assert not {"npctools", "npcclient", "npcbench", "typer", "openai"} & loaded
