"""`buf curl`, a client that we have no hand in: over gRPC, gRPC-Web and Connect.

Each call is a process of its own. Messages are read from its output as they come, so that others
can be made meanwhile, and hanging up is killing it. It has no messages of its own to decode with,
and refuses a method that the proto has not; such cases it is unable to play.
"""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from npcserver.model.wire import WIRE_VERSION
from tests.conformance.runners import ROOT, Program, Runner, StepResult, Transcript
from tests.conformance.runners.buf_call import BufCall
from tests.conformance.values import Kept

_STARTS_WITHIN = 3_000  # milliseconds that the process itself may take out of a deadline
_GENEROUS = 60_000


class BufCurl(Runner):
    """One of the three protocols."""

    family = "peers"
    client = "buf curl"

    def __init__(self, protocol: str) -> None:
        self._protocol = protocol
        self.name = f"buf-curl-{protocol}"

    def why_missing(self) -> str | None:
        """Say how to get it."""
        if shutil.which("buf") is None:
            return "buf is not installed; run `pip install -e '.[dev]'`"
        return None

    def version(self) -> str:
        """Name the tool and its version."""
        said = subprocess.run(["buf", "--version"], capture_output=True, text=True, check=True)
        return f"buf {(said.stdout or said.stderr).strip()}"

    def run(self, program: Program) -> dict[str, Transcript]:
        """Play all cases."""
        with tempfile.TemporaryDirectory(prefix="npc-conformance-") as folder:
            schema = Path(folder, "schema.binpb")
            subprocess.run(["buf", "build", "proto", "-o", schema], cwd=ROOT, check=True)
            player = _Player(self._protocol, program, schema)
            return {case["name"]: player.play(case) for case in program["cases"]}


class _Player:
    def __init__(self, protocol: str, program: Program, schema: Path) -> None:
        is_grpc = protocol == "grpc"
        self._url = f"http://{program['grpc']}" if is_grpc else program["http"]
        self._key = program["key"]
        self._options = ["--protocol", protocol, "--schema", str(schema)]
        self._options += ["--http2-prior-knowledge"] if is_grpc else []

    def play(self, case: dict[str, Any]) -> Transcript:
        kept = Kept()
        return {"name": case["name"], "steps": [self._step(step, kept) for step in case["steps"]]}

    def _step(self, step: dict[str, Any], kept: Kept) -> StepResult:
        time.sleep(step.get("pauseMs", 0) / 1000)
        result: StepResult = {"id": step["id"], "messages": [], "error": None}
        with BufCall(self._command(step), kept.filled(step["request"])) as call:
            for message in call.messages():
                result["messages"].append(message)
                kept.keep(step.get("keep", {}), message)
                count = len(result["messages"])
                if count == step.get("stopAfter"):
                    result["askedAtMs"] = time.time() * 1000
                    call.hang_up()
                    return result
                if count == step.get("during", {}).get("after"):
                    result["during"] = self._step(step["during"]["step"], kept)
            result["error"] = call.failure()
            if step["method"].endswith("/Interrupt") and call.sent_at is not None:
                result["askedAtMs"] = call.sent_at
        return result

    def _command(self, step: dict[str, Any]) -> list[str]:
        patience = step["timeoutMs"] + _STARTS_WITHIN if "timeoutMs" in step else _GENEROUS
        command = ["buf", "curl", *self._options, "-v", "--timeout", f"{patience}ms", "-d", "@-"]
        command += [f"-Hnpc-client: buf/1 wire/{WIRE_VERSION}"]
        key = step.get("key", self._key)
        if key:
            command += ["-H", f"authorization: Bearer {key}"]
        return [*command, f"{self._url}/{step['method']}"]


RUNNERS = tuple(BufCurl(protocol) for protocol in ("grpc", "grpcweb", "connect"))
