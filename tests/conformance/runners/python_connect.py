"""The Python client over Connect."""

import importlib.util
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from tests.conformance.runners import CommandRunner


class PythonConnect(CommandRunner):
    """`npcclient` as `npcclient.connect("http://host:port")` makes it."""

    name = "python-connect"
    client = family = "python"
    needs_engine = False

    def why_missing(self) -> str | None:
        """Say how to get the Connect library."""
        if importlib.util.find_spec("connectrpc") is None:
            return "connectrpc is not installed; run `pip install -e '.[web]'`"
        return None

    def version(self) -> str:
        """Name Python and its Connect."""
        return f"Python {platform.python_version()}, connectrpc {version('connectrpc')}"

    def command(self, program_file: Path) -> Sequence[str]:
        """Play in a process of its own, as over gRPC."""
        module = "tests.conformance.runners.play_python"
        return [sys.executable, "-m", module, "connect", str(program_file)]


RUNNERS = (PythonConnect(),)
