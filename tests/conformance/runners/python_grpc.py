"""The Python client over gRPC."""

import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from tests.conformance.runners import CommandRunner


class PythonGrpc(CommandRunner):
    """`npcclient` as `npcclient.connect("host:port")` makes it."""

    name = "python-grpc"
    client = "python-grpc"
    family = "python"
    parts = 3
    needs_engine = False

    def why_missing(self) -> str | None:
        """Nothing can be missing: it is what the server itself is made of."""
        return None

    def version(self) -> str:
        """Name Python and its gRPC."""
        return f"Python {platform.python_version()}, grpcio {version('grpcio')}"

    def command(self, program_file: Path) -> Sequence[str]:
        """Play in a process of its own: gRPC wants one event loop in each."""
        module = "tests.conformance.runners.play_python"
        return [sys.executable, "-m", module, "grpc", str(program_file)]


RUNNERS = (PythonGrpc(),)
