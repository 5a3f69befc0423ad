"""The browser client's files: its own tests under Node, what they call, what they never do."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from npcserver.admin.v1 import lore_service_pb2, memory_service_pb2, world_service_pb2
from npcserver.v1 import character_service_pb2, play_service_pb2, timeline_service_pb2
from tests.engines.home import ROOT, need
from tests.engines.servers import Server
from tests.engines.web_page import web_page

pytestmark = pytest.mark.engines
WEB = ROOT / "clients" / "web"
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|https?://(?!127\.0\.0\.1|www\.w3\.org)"
)
METHOD = re.compile(r'"(\w+Service)/(\w+)"')
LONGEST_FILE, LONGEST_LINE = 300, 100
SERVICES = {
    name: service
    for module in (
        character_service_pb2,
        lore_service_pb2,
        memory_service_pb2,
        play_service_pb2,
        timeline_service_pb2,
        world_service_pb2,
    )
    for name, service in module.DESCRIPTOR.services_by_name.items()
}


def test_the_clients_own_tests_pass_under_node() -> None:
    """Envelopes byte by byte, errors, retries, interruption and resuming, as Node runs them."""
    node = shutil.which("node")
    need(None if node else "node is missing; install nodejs 20 or newer")
    files = sorted(str(file) for file in (ROOT / "tests" / "engines" / "web").glob("*.test.mjs"))
    ended = subprocess.run(
        [str(node), "--test", *files], capture_output=True, text=True, timeout=200, check=False
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert re.search(r"# pass [1-9]\d", ended.stdout)


@pytest.mark.parametrize(
    "file", sorted(WEB.rglob("*.js")), ids=lambda file: file.relative_to(WEB).as_posix()
)
def test_a_file_is_short_and_makes_no_markup_of_text(file: Path) -> None:
    """No file turns text into markup or code, asks another host, or is too long to read."""
    text = file.read_text(encoding="utf-8")

    assert FORBIDDEN.findall(text.replace("http://there", "")) == []
    assert len(text.splitlines()) <= LONGEST_FILE
    assert max(map(len, text.splitlines())) <= LONGEST_LINE


def test_every_method_that_is_called_exists() -> None:
    """The page names only methods that the server has."""
    used = {
        found for file in WEB.rglob("*.js") for found in METHOD.findall(file.read_text("utf-8"))
    }

    assert len(used) > 15
    for service, method in used:
        assert method in SERVICES[service].methods_by_name, f"{service}/{method}"


def test_the_page_needs_nothing_inline_and_nothing_from_elsewhere() -> None:
    """The strictest content security policy lets all of it pass."""
    page = (WEB / "index.html").read_text(encoding="utf-8")

    assert re.findall(r"<style|style=|<script(?![^>]*src=)|\son\w+=|https?:", page) == []
    for named in re.findall(r'(?:href|src)="([^"]+)"', page):
        assert (WEB / named).is_file(), named


async def test_the_page_itself_asks_no_other_host(chromium: Browser, web_server: Server) -> None:
    """From the entrance to an answer everything comes from the one server."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say("Good evening!")
        await expect(web.ended).to_have_count(1)

        assert web.other_hosts == []
