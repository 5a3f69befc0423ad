"""What the page of a town talks to: files of a run, its events as they happen, and what it may do.

All is below `http://127.0.0.1:PORT/TOKEN/`, where TOKEN is random, so that no other page of this
machine gets in. Paths are relative to that, and so are those of the page.

| request | answer |
| --- | --- |
| `GET ./` | the page: `npctown/page/index.html`; its other files by their names |
| `GET runs.json` | `[{run, town, branch_of, branch_t, is_live}, …]`: this run, then its branches |
| `GET run.json` | the header of the run (`run_files.RunHeader`) |
| `GET events.jsonl` | all events so far, one a line |
| `GET events?after=N` | as server-sent events: all after the first N, then each as it happens |
| `GET map/map.tmj`, `map/NAME` | the map and its files; `RunHeader.map` is the path of the map |
| `GET state` | `{t, speed, is_paused, is_live, is_over, can: [do, …]}` |
| `GET mind?who=ID` | what a person is like now: see below; `&t=MINUTES` as it was then |
| `POST do` | carries out one thing, in JSON: see below |

Each `GET` but `runs.json` may name a branch with `run=NAME`; `do` has the field `run` for that.

`events` sends `data: [event, …]` with `id: N`, the number of events sent so far, for
`Last-Event-ID`; `event: state` with the answer of `state` whenever that changes but in `t`; and
`event: over` once nothing more will follow.

`mind` is `{who, t, currently, act: {text, place, minutes}, plan: [{t, minutes, text, place}, …],
mood: {label, valence, why}, relations: [{who, name, affinity, trust, familiarity, view}, …],
memories: [{id, t, kind, text}, …], knows: [fact, …]}`; the newest 30 memories come first. A run
that is only replayed has none of this: 409.

`do` takes an object with `do` and what it needs:

| do | fields | answer |
| --- | --- | --- |
| `speed` | `value`: game seconds a second, 0 to 600; 0 pauses | `{speed, is_paused}` |
| `pause`, `play` | | the same |
| `whisper` | `who`, `text` | `{memory}` |
| `thing` | `place`, `thing`, `state`; `by` of a visitor | `{}` |
| `fire` | `place`, `thing` | `{}`: as `thing` with the state `burning` |
| `visit` | `name`; `at`: [x, y] or `place` | `{who, at, place}`: a visitor's id |
| `walk` | `who`: the visitor, `to`: [x, y] | `{path, place}` |
| `say` | `who`: the visitor, `to`, `text`; `loudness`: shout, whisper | `{lines: [text, …]}` |
| `leave` | `who`: the visitor | `{}` |
| `branch` | `t`; one `change` of the forms `whisper`, `thing` or `fire`, or none | `{run}` |
| `compare` | `run` | `{t, text, event, other}`: the first cause of the difference of a branch |
| `ask_mind` | `who`, `question` | `{text}`: an interview, which leaves no trace |

What a person does by it is in the events like everything else. Where something cannot be done the
status is 400 (wrong), 404 (no such person, place or run) or 409 (not now, not in a replay), and
`{error}` says why.
"""

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.responses import StreamingResponse as Stream
from starlette.routing import Route

from npctown import run_files

PAGE: Final = Path(__file__).parent / "page"
_LOOK: Final = 0.2
"""Seconds between two looks at the file of events: a bubble is not seen to come later."""
_BATCH: Final = 500
"""Events in one message: a page draws the progress of a long run between two."""


class CannotDoError(Exception):
    """Something that a page asked for cannot be done; `status` is that of HTTP."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


class TownControl(Protocol):
    """What a town offers its page."""

    def run_folders(self) -> Mapping[str, Path]:
        """Return the folders of this run, first, and of its branches by name."""
        ...

    def state(self, run: str) -> dict[str, Any]:
        """Return the answer of `GET state`."""
        ...

    async def mind(self, run: str, who: str, t: float | None) -> dict[str, Any]:
        """Return the answer of `GET mind`. Raises `CannotDoError`."""
        ...

    async def do(self, run: str, action: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out one thing. Raises `CannotDoError`."""
        ...


class RecordedRun:
    """A run that is over, for its page: nothing can be done in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def run_folders(self) -> Mapping[str, Path]:
        """Return the run alone, and what was branched off beside it."""
        return {"": self._folder} | {one.name: one for one in branches_of(self._folder)}

    def state(self, run: str) -> dict[str, Any]:
        """Say that it is over."""
        del run
        return {"t": 0, "speed": 0, "is_paused": True, "is_live": False, "is_over": True, "can": []}

    async def mind(self, run: str, who: str, t: float | None) -> dict[str, Any]:
        """Refuse: no server stands behind a recording."""
        del run, who, t
        raise CannotDoError(_REPLAYED, 409)

    async def do(self, run: str, action: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Refuse."""
        del run, action, fields
        raise CannotDoError(_REPLAYED, 409)


_REPLAYED: Final = "This is a recording; go on with it by `npcserver town --resume --out RUN`."


def branches_of(folder: Path) -> Sequence[Path]:
    """Return the folders of runs that left this one, oldest first."""
    found = (folder / "branches").glob("*/run.json")
    return sorted((one.parent for one in found), key=lambda one: one.stat().st_mtime)


class TownPage:
    """The HTTP of one town."""

    def __init__(self, town: TownControl, token: str) -> None:
        self._town, self._token = town, token

    def app(self) -> Starlette:
        """Return the application."""
        at = f"/{self._token}"
        return Starlette(
            routes=[
                Route(at, lambda _: RedirectResponse(f"{at}/")),
                Route(f"{at}/runs.json", self._runs),
                Route(f"{at}/run.json", self._file),
                Route(f"{at}/events.jsonl", self._file),
                Route(f"{at}/events", self._events),
                Route(f"{at}/map/{{path:path}}", self._file),
                Route(f"{at}/state", self._state),
                Route(f"{at}/mind", self._mind),
                Route(f"{at}/do", self._do, methods=["POST"]),
                Route(f"{at}/{{path:path}}", self._page),
            ],
            exception_handlers={CannotDoError: _refused},
        )

    def _folder(self, run: str) -> Path:
        folder = self._town.run_folders().get(run)
        if folder is None:
            raise CannotDoError(f"there is no run {run!r}", 404)
        return folder

    async def _runs(self, _: Request) -> Response:
        found = []
        for name, folder in self._town.run_folders().items():
            header = run_files.read_header(folder)
            found.append(
                {
                    "run": name,
                    "town": header.town,
                    "branch_of": header.branch_of,
                    "branch_t": header.branch_t,
                    "is_live": self._town.state(name)["is_live"],
                }
            )
        return JSONResponse(found)

    async def _file(self, request: Request) -> Response:
        folder = self._folder(request.query_params.get("run", ""))
        return _inside(folder, request.url.path.removeprefix(f"/{self._token}/"))

    async def _page(self, request: Request) -> Response:
        return _inside(PAGE, request.path_params["path"] or "index.html")

    async def _state(self, request: Request) -> Response:
        return JSONResponse(self._town.state(request.query_params.get("run", "")))

    async def _mind(self, request: Request) -> Response:
        asked = request.query_params
        t = float(asked["t"]) if "t" in asked else None
        return JSONResponse(await self._town.mind(asked.get("run", ""), asked.get("who", ""), t))

    async def _do(self, request: Request) -> Response:
        try:
            fields = await request.json()
            action = fields.pop("do")
        except (ValueError, AttributeError, KeyError, TypeError):
            raise CannotDoError("send a JSON object with the field `do`") from None
        # `compare` names a branch, which may be over, and is asked of the run that it left
        run = "" if action == "compare" else str(fields.pop("run", ""))
        return JSONResponse(await self._town.do(run, action, fields))

    async def _events(self, request: Request) -> Response:
        run = request.query_params.get("run", "")
        after = request.headers.get("last-event-id") or request.query_params.get("after", "0")
        return Stream(
            self._stream(run, self._folder(run), int(after) if after.isdecimal() else 0),
            media_type="text/event-stream",
            headers={"cache-control": "no-store"},
        )

    async def _stream(self, run: str, folder: Path, after: int) -> AsyncIterator[str]:
        shown, (sent, offset) = None, _skipped(folder, after)
        while True:
            state = self._town.state(run)
            if (known := {**state, "t": 0}) != shown:
                shown = known
                yield f"event: state\ndata: {json.dumps(state)}\n\n"
            lines, offset = _lines_from(folder, offset)
            for first in range(0, len(lines), _BATCH):
                batch = lines[first : first + _BATCH]
                sent += len(batch)
                yield f"id: {sent}\ndata: [{','.join(batch)}]\n\n"
            if state["is_over"]:
                yield "event: over\ndata: {}\n\n"
                return
            await asyncio.sleep(_LOOK)


def _skipped(folder: Path, events: int) -> tuple[int, int]:
    """Return how many of the first events there are, and the offset behind them."""
    offset, count = 0, 0
    with (folder / "events.jsonl").open("rb") as file:
        for line in file:
            if count == events or not line.endswith(b"\n"):
                break
            offset, count = offset + len(line), count + 1
    return count, offset


def _lines_from(folder: Path, offset: int) -> tuple[list[str], int]:
    """Return the whole lines after an offset, and the offset behind them."""
    with (folder / "events.jsonl").open("rb") as file:
        file.seek(offset)
        new = file.read()
    whole = new[: new.rfind(b"\n") + 1]
    return whole.decode().splitlines(), offset + len(whole)


def _inside(folder: Path, name: str) -> Response:
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise CannotDoError(f"there is no file {name!r}", 404)
    return FileResponse(path)


async def _refused(_: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, CannotDoError) else 500
    return JSONResponse({"error": str(error)}, status)


@asynccontextmanager
async def serving(town: TownControl, port: int = 0) -> AsyncIterator[str]:
    """Serve the page of a town on this machine alone; give its address."""
    token = secrets.token_urlsafe(12)
    listener = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(
        uvicorn.Config(TownPage(town, token).app(), log_config=None, timeout_graceful_shutdown=1)
    )
    served = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/{token}/"
    finally:
        server.should_exit = True
        await served
