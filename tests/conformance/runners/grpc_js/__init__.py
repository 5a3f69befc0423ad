"""Node's client: `@grpc/grpc-js` with `@grpc/proto-loader`, as games on Node use them."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.conformance.runners import ROOT, CommandRunner
from tests.engines.home import how_to_get, node_modules


class GrpcJs(CommandRunner):
    """Plays with `play.js` beside this file."""

    name = client = "grpc-js"
    family = "peers"
    parts = 6  # each call of buf curl is a process

    def why_missing(self) -> str | None:
        """Say how to get Node and its packages."""
        if shutil.which("node") is None:
            return f"node is not installed; {how_to_get('npm')}"
        if not (node_modules() / "@grpc" / "proto-loader").is_dir():
            return f"@grpc/grpc-js and @grpc/proto-loader are not there; {how_to_get('npm')}"
        return None

    def version(self) -> str:
        """Name Node and the package."""
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
        package = node_modules() / "@grpc" / "grpc-js" / "package.json"
        grpc_js = json.loads(package.read_text(encoding="utf-8"))["version"]
        return f"Node {node.stdout.strip().removeprefix('v')}, @grpc/grpc-js {grpc_js}"

    def command(self, program_file: Path) -> Sequence[str]:
        """Play with Node."""
        player = Path(__file__).with_name("play.js")
        return ["node", str(player), str(program_file), str(ROOT / "proto")]

    def environment(self) -> Mapping[str, str]:
        """Let Node find the packages, which are not beside the player."""
        return {"NODE_PATH": str(node_modules())}


RUNNERS = (GrpcJs(),)
