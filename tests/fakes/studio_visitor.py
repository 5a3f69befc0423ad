"""A visitor of the studio without a browser: keeps cookies, reads pages, fills in forms."""

import asyncio
import atexit
import re
import shutil
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from math import inf
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from npcbench.statements import own_statements
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.access import access_control
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.config import DialogueSettings
from npcserver.http.middleware import App, Message
from npcserver.model.ids import TimelineId, WorldId
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.thinker import Thinker
from npcstudio.app import studio_app
from tests.benchmarks.played import quiet

SECRET = b"a secret of tests"
WORLD = WorldId("farrowhithe")
_TOKEN = re.compile(r'name="(token|request)" value="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    html: str
    content: bytes = b""

    @property
    def text(self) -> str:
        """The page without its tags."""
        return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", self.html)))


def inputs(page: Answer) -> dict[str, str]:
    """Return what the fields of a page hold, as a browser sends them."""
    found = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page.html))
    found |= dict(re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>\n([^<]*)</textarea>', page.html))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', page.html):
        found[name] = next(iter(re.findall(r'value="([^"]*)" selected', options)), "")
    boxes = re.findall(r'type="checkbox"[^>]* name="([^"]+)" value="([^"]*)"(.*?)>', page.html)
    chosen: dict[str, list[str]] = {name: [] for name, _, _ in boxes}
    for name, value, rest in boxes:
        chosen[name] += [value] if " checked" in rest else []
    found = {name: value for name, value in found.items() if name not in chosen}
    found |= {name: "\n".join(values) for name, values in chosen.items() if values}
    return {"do": "save"} | {name: unescape(value) for name, value in found.items()}


def problem(page: Answer, field: str) -> str:
    """Return what stands beside a field."""
    beside = page.html.partition(f'<div id="d-{field}">')[2].partition("</div>")[0]
    return unescape("".join(re.findall(r'<p class="wrong"[^>]*>([^<]*)<', beside)))


@dataclass
class Visitor:
    """Opens pages and sends forms, as a browser without scripts does."""

    app: App
    cookies: dict[str, str] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)
    address: str = "127.0.0.1"

    async def get(self, path: str, **headers: str) -> Answer:
        """Open a page, and follow where it leads."""
        return await self._followed(await self._call("GET", path, b"", headers))

    async def post(
        self, path: str, fields: Mapping[str, str | Sequence[str]], **headers: str
    ) -> Answer:
        """Send a form of the page that was seen last, and follow where it leads."""
        filled = {**self.hidden, **fields}
        body = urlencode(filled, doseq=True).encode()
        return await self._followed(await self.send(path, body, **headers))

    async def upload(self, path: str, content: bytes, name: str, **fields: str) -> Answer:
        """Send a form of the page that was seen last with a file."""
        parts = [
            f'Content-Disposition: form-data; name="{key}"\r\n\r\n{value}'.encode()
            for key, value in {**self.hidden, **fields}.items()
        ]
        disposition = f'Content-Disposition: form-data; name="file"; filename="{name}"'
        parts.append(f"{disposition}\r\nContent-Type: application/gzip\r\n\r\n".encode() + content)
        body = b"".join(b"--edge\r\n" + part + b"\r\n" for part in parts) + b"--edge--\r\n"
        return await self.send(path, body, **{"content-type": "multipart/form-data; boundary=edge"})

    async def send(self, path: str, body: bytes, **headers: str) -> Answer:
        """Send a form as it stands, and do not follow."""
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return await self._call("POST", path, body, kind | headers)

    async def _followed(self, answer: Answer) -> Answer:
        while answer.status == 303:
            answer = await self._call("GET", answer.headers["location"], b"", {})
        return answer

    async def _call(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        at = urlsplit(path)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"host": "127.0.0.1", "cookie": cookies} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": at.path,
            "raw_path": at.path.encode(),
            "query_string": at.query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "server": ("127.0.0.1", 80),
            "client": (self.address, 1),
            "state": {},
        }
        got: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            got.append(message)

        await self.app(scope, receive, send)
        return self._taken(got)

    def _taken(self, got: Sequence[Message]) -> Answer:
        start, *bodies = got
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        for kind, cookie in start["headers"]:
            if kind == b"set-cookie":
                name, _, value = cookie.decode().partition(";")[0].partition("=")
                self.cookies[name] = value
        content = b"".join(one.get("body", b"") for one in bodies)
        html = content.decode(errors="replace")
        self.hidden = dict(_TOKEN.findall(html)) or self.hidden
        return Answer(start["status"], headers, html, content)


@dataclass(frozen=True, slots=True)
class Studio:
    """The studio of a server with the sample world, in which a timeline has begun."""

    here: RunningServer
    visitor: Visitor
    timeline_id: TimelineId

    @property
    def at(self) -> str:
        """The address of the timeline."""
        return f"/t/{self.timeline_id}"


async def counted(
    at: Studio, path: str, visitor: Visitor | None = None
) -> tuple[Answer, list[str]]:
    """Open a page; return it, and the statements that it reads with.

    Keys, which are read every two seconds, are read once, however slow the machine is.
    """
    with pytest.MonkeyPatch.context() as patch, own_statements() as found:
        patch.setattr(access_control, "REFRESH_SECONDS", inf)
        at.here.services.access.refresh()
        answer = await (visitor or at.visitor).get(path)
    assert answer.status == 200
    return answer, [one.text for one in found]


@cache
def _imported() -> Path:
    """Import the sample world once for all studios of this process; return the folder."""
    folder = Path(tempfile.mkdtemp(prefix="npc-studio-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    async def put() -> None:
        async with bootstrap.running(quiet(folder), serve=False) as here:
            await here.importing.put(load_world(sample_world()))

    asyncio.run(put())
    return folder


@asynccontextmanager
async def studio(
    folder: Path,
    model: LanguageModel | Thinker | None = None,
    dialogue: DialogueSettings | None = None,
) -> AsyncGenerator[Studio]:
    """Run the use cases with the sample world, and give a visitor of its studio."""
    shutil.copytree(await asyncio.to_thread(_imported), folder, dirs_exist_ok=True)
    settings = quiet(folder).model_copy(update={"dialogue": dialogue or DialogueSettings()})
    async with bootstrap.running(settings, serve=False, model=model) as here:
        timeline = await here.services.timelines.start(WORLD, "Playtest")
        app = studio_app(here.services, SECRET, is_encrypted=False)
        yield Studio(here, Visitor(app), timeline.id)
