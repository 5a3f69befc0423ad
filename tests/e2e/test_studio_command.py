"""`npcserver serve --studio` as a process of its own."""

import asyncio
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

from tests.processes import PATIENCE, environment_of


def _fetch(address: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(address, headers=headers)  # noqa: S310 - of this test
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()


async def test_the_studio_is_served_where_the_server_says(tmp_path: Path) -> None:
    """Its address is printed; a page of another name for this machine cannot reach it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "npcserver", "serve", "--port", "0", "--model", "offline",
        "--studio-port", "0", stdout=subprocess.PIPE, env=environment_of(tmp_path),
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            found = None
            while found is None:
                line = (await process.stdout.readline()).decode()
                assert line, "the server ended"
                found = re.search(r"The studio, for designers, on (http://127\.0\.0\.1:\d+/)", line)
        status, page = await asyncio.to_thread(_fetch, found[1])
        assert status == 200
        assert "Import a world file" in page
        status, style = await asyncio.to_thread(_fetch, f"{found[1]}static/studio.css")
        assert (status, ":root" in style) == (200, True)
        status, _ = await asyncio.to_thread(_fetch, found[1], Host="evil.example")
        assert status == 403
    finally:
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
