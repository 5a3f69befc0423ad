"""Known vulnerabilities of the locked packages are found, in a database that is played here."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.engines.home import ROOT

ADVISORY = {
    "id": "GHSA-aaaa-bbbb-cccc",
    "summary": "A planted one.",
    "affected": [
        {
            "package": {"ecosystem": "PyPI", "name": "starlette"},
            "ranges": [
                {
                    "type": "ECOSYSTEM",
                    "events": [{"introduced": "0"}, {"fixed": "99.0.1"}],
                }
            ],
        }
    ],
}


@contextmanager
def database(harmed: str) -> Iterator[str]:
    """Answer as OSV does: one package has an advisory, the others have none."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            vulns = [ADVISORY] if asked["package"]["name"] == harmed else []
            body = json.dumps({"vulns": vulns}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named so there
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def look_up(url: str) -> "subprocess.CompletedProcess[str]":
    script = str(ROOT / "deploy/image/vulnerabilities.py")
    options = ("-s", "osv", "--osv-url", url)
    return subprocess.run(
        [sys.executable, script, *options], capture_output=True, text=True, check=False
    )


@pytest.mark.timeout(300)
def test_a_known_vulnerability_is_told_with_what_mends_it() -> None:
    """The exit code fails a build."""
    with database(harmed="starlette") as url:
        told = look_up(url)

    first, last = told.stdout.splitlines()
    assert told.returncode == 1
    assert first.startswith("starlette ")
    assert first.endswith(": GHSA-aaaa-bbbb-cccc, mended in 99.0.1")
    assert last.endswith(" packages looked up, 1 known vulnerabilities")


def test_none_and_no_answer_are_not_the_same() -> None:
    """What could not be looked up is not said to be without vulnerabilities."""
    with database(harmed="") as url:
        none = look_up(url)
    unreached = look_up(url)

    assert (none.returncode, unreached.returncode) == (0, 2)
    assert none.stdout.endswith(" packages looked up, 0 known vulnerabilities\n")
    assert unreached.stdout.startswith("skipped: no database of known vulnerabilities")
