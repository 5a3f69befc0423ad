"""The example of docs/reliability.md, as a stranger follows it, against a server on a port."""

import asyncio
import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import npcclient
import pytest
from npcclient import messages

from npcserver.config import Settings
from tests.e2e.test_docs import DOCS, blocks, run_block
from tests.engines.servers import Server
from tests.fakes.running_server import eventually

PAGE = "reliability.md"
pytestmark = pytest.mark.timeout(300)


def status(server: Server) -> str:
    """Return what the command of the page prints: the status of `/healthz/ready`."""
    (command,) = [block for block in blocks(PAGE, "bash") if "curl" in block]
    command = command.replace("50052", str(server.http_port))
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True
    ).stdout.strip()


def without_names(lines: list[str]) -> Counter[str]:
    """Return lines without their words and who said them: which of two comes first is chance."""
    unnamed = (re.sub(r"^(ambrose|dorcas)", "", line) for line in lines)
    return Counter(re.sub("^: .+", ": ...", line) for line in unnamed)


async def test_the_example_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One turn is answered, the other is shed; the server ends as it was told to."""
    (settings,) = [block for block in blocks(PAGE, "toml") if "[limits]" in block]
    (start,) = [block for block in blocks(PAGE, "bash") if "serve" in block]
    (tmp_path / "npcserver.toml").write_text(settings, "utf-8")
    (model,) = re.findall(r"--model (\S+)", start)
    server = Server(tmp_path / "server", model=model, sheds=True)

    async def is_leaving() -> bool:
        return server.has_logged("Not ready")

    server.settings = {"NPCSERVER_CONFIG": str(tmp_path / "npcserver.toml")}
    await asyncio.to_thread(server.start)
    try:
        names: dict[str, Any] = {"npcclient": npcclient, "messages": messages, "asyncio": asyncio}
        for block in blocks(PAGE, "python"):
            await run_block(PAGE, block, names | {"address": server.grpc})
        told = capsys.readouterr().out.splitlines()
        assert status(server) == "200"
        server.terminate()
        await eventually(is_leaving)
        assert status(server) == "503"
        server.terminate()
        assert await asyncio.to_thread(server.wait) == 0
    finally:
        server.kill()

    (shown,) = blocks(PAGE, "text")
    assert without_names(told) == without_names(shown.splitlines())


def test_the_settings_that_the_page_shows_are_valid() -> None:
    """Every block in the form of `npcserver.toml`, and every setting that a sentence names."""
    for block in blocks(PAGE, "toml"):
        Settings.model_validate(tomllib.loads(block))
    sections = "|".join(Settings.model_fields)
    text = (DOCS / PAGE).read_text("utf-8")
    named = set(re.findall(rf"`((?:{sections})\.[a-z_.]+)`", text))
    assert len(named) > 15
    reference = (DOCS / "operations.md").read_text("utf-8")
    assert [name for name in sorted(named) if f"`{name}" not in reference] == []
