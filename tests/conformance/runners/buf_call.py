"""One call of `buf curl`: its process, the messages it prints, and the error it ends with."""

import base64
import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from google.rpc import error_details_pb2

from tests.conformance.runners import Failure

_LOG = "buf: "
_SENDING = "buf: > (#1) POST"


class BufCall:
    """A process under way, from when the block begins; it is gone when the block ends."""

    def __init__(self, command: Sequence[str], request: Any) -> None:
        self._command = command
        self._request = json.dumps(request).encode()
        self._complaints: list[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self.sent_at: float | None = None
        """Wall clock in milliseconds when it began to send; None before."""

    def __enter__(self) -> Self:
        """Start it, and give it the request."""
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._listener.start()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(self._request)
            self._process.stdin.close()
        except BrokenPipeError:
            pass  # it says why in its complaints
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave nothing behind."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield messages as they are printed."""
        assert self._process.stdout is not None
        decoder, left = json.JSONDecoder(), b""
        while chunk := os.read(self._process.stdout.fileno(), 1 << 16):
            left += chunk
            while left.strip():
                try:
                    text = left.decode().lstrip()
                    message, end = decoder.raw_decode(text)
                except ValueError:  # not all of it is here, be it in mid-character
                    break
                left = text[end:].encode()
                yield message

    def hang_up(self) -> None:
        """End it as a program ends whose player pulls the plug."""
        self._process.kill()

    def failure(self) -> Failure | None:
        """Wait until it ends, and return what it complains of; None where all went well."""
        code = self._process.wait()
        self._listener.join()
        if code == 0:
            return None
        said = "".join(line for line in self._complaints if not line.startswith(_LOG))
        try:
            return _failure(json.loads(said))
        except ValueError:  # it refused the request itself
            return {
                "code": "invalid_argument",
                "reason": "",
                "message": said.strip(),
                "metadata": {},
            }

    def _listen(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if line.startswith(_SENDING.encode()):
                self.sent_at = time.time() * 1000
            self._complaints.append(line.decode("utf-8", "replace"))


def _failure(said: dict[str, Any]) -> Failure:
    info = error_details_pb2.ErrorInfo()
    for detail in said.get("details", []):
        if detail["type"] == "google.rpc.ErrorInfo":
            value = detail["value"]
            info.ParseFromString(base64.b64decode(value + "=" * (-len(value) % 4)))
    return {
        "code": said["code"],
        "reason": info.reason,
        "message": said.get("message", ""),
        "metadata": dict(info.metadata),
    }
