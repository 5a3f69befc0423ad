"""A stand-in for the embedded model's process: same protocol, no model. Run as a program.

The first argument is how it behaves: `serve`, `die` (before it listens) or `slow` (listens once
the file named by the second argument exists).
"""

import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

KEY = sys.stdin.readline().strip()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers["Authorization"] != f"Bearer {KEY}":
            self.send_error(401)
            return
        words = body["messages"][-1]["content"]
        if words == "abort":
            os.abort()
        if words == "fields":  # say what was sent beside the words
            words = json.dumps({name: body[name] for name in body if name != "messages"})
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for delta, reason in (({"content": words}, None), ({}, "stop")):
            event = {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
            self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""


def leave_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    how = sys.argv[1]
    if how == "die":
        sys.exit("cannot read the model")
    threading.Thread(target=leave_with_parent, daemon=True).start()
    while how == "slow" and not Path(sys.argv[2]).exists():
        time.sleep(0.01)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print("loading ...", flush=True)  # noqa: T201 - the protocol
    print(f"listening http://127.0.0.1:{server.server_address[1]}", flush=True)  # noqa: T201 - the protocol
    server.serve_forever()


if __name__ == "__main__":
    main()
