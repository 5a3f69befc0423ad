"""A world as a file: export, and import that says first what it will do and overwrites nothing.

An exported file names in a comment the state of the world that it was made of. If the world has
changed since, its import is refused until its author has seen the differences.
"""

import asyncio
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from npcserver.app.world_files import ImportEffect, ImportSummary
from npcserver.app.world_texts import WorldText
from npcserver.model import limits
from npcserver.model.errors import BrokenFile, Conflict, InvalidInput, NotFound
from npcserver.model.ids import WorldId
from npcstudio.visits import Visit
from npcstudio.world_settings import may_author

_ETAG: Final = re.compile(r"^# state of the world: ([0-9a-f]{32})\n", re.MULTILINE)
_COMPARED: Final = 8_000
"""Lines up to which two files are compared; longer ones take seconds of processor time."""
_SHOWN: Final = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportTrial:
    """What an import would do; `etag` is the state of the world that this was found out with.

    `differences` are those between the world and the text where the text was made of an earlier
    state; `is_too_large` says that they were not looked for.
    """

    summary: ImportSummary
    etag: str = ""
    is_stale: bool = False
    differences: tuple[str, ...] = ()
    is_too_large: bool = False

    @property
    def changes(self) -> dict[str, list[str]]:
        """What would be created and changed, by effect."""
        found: dict[str, list[str]] = {ImportEffect.CREATED: [], ImportEffect.CHANGED: []}
        for one in self.summary.changes:
            parts = f" ({', '.join(one.fields)})" if one.fields else ""
            if one.effect in found:
                found[one.effect].append(f"{one.kind} {one.id}{parts}")
        return found

    @property
    def is_ready(self) -> bool:
        """Whether the import can be carried out as it is."""
        return not self.summary.problems and not self.is_stale


async def show_file(visit: Visit) -> Response:
    """Show where a world is exported and imported, or the form that imports a new one."""
    return await _page(visit, "")


async def export(visit: Visit) -> Response:
    """Return the world as a file, with the state that it is made of."""
    found = await visit.services.world_texts.get(visit.world_id)
    return Response(
        f"# state of the world: {found.etag}\n{found.yaml}",
        media_type="application/yaml",
        headers={"content-disposition": f'attachment; filename="{visit.world_id}.yaml"'},
    )


async def take_file(visit: Visit) -> Response:
    """Say what an import of a text would do, or carry it out as it was shown."""
    form, do = visit.form, visit.form.text("do")
    try:
        text = form.sent_text("yaml", limits.FILE_BYTES).strip() + "\n"
    except InvalidInput as fault:
        typed = form.text("yaml", limits.FILE_BYTES)
        return await _page(visit, typed, status=HTTPStatus.BAD_REQUEST, told=fault.message)
    try:
        world_id = await _world_of(visit, text)
    except BrokenFile:
        problems = await visit.services.world_texts.put(
            world_id=WorldId(""), yaml=text, validate_only=True
        )
        return await _page(visit, text, ImportTrial(summary=problems), HTTPStatus.BAD_REQUEST)
    trial = await _try(visit, world_id, text)
    if do == "merged":  # the author has seen the differences with the state that was shown
        text = _ETAG.sub("", text)
        text = f"# state of the world: {form.text('etag')}\n{text}"
        trial = await _try(visit, world_id, text)
    overwrites = trial.summary.needs_overwrite and not _ETAG.search(text)
    is_allowed = not overwrites or form.text("overwrite") == "yes"
    if do != "import" or not trial.is_ready or not is_allowed:
        status = HTTPStatus.CONFLICT if trial.is_stale or do == "import" else HTTPStatus.OK
        status = HTTPStatus.BAD_REQUEST if trial.summary.problems else status
        return await _page(visit, text, trial, status)
    try:
        await visit.services.world_texts.put(
            world_id=world_id,
            yaml=text,
            if_etag=form.text("etag"),
            overwrite=not form.text("etag"),
            key=visit.request_key,
        )
    except (Conflict, NotFound):
        again = await _try(visit, world_id, text)
        return await _page(visit, text, again, HTTPStatus.CONFLICT, has_moved=True)
    return visit.to("w", world_id, "file", done="imported")


async def _world_of(visit: Visit, text: str) -> WorldId:
    """Return the world of the address, else the one that a text is of. Raises `BrokenFile`."""
    if visit.its_world is not None:
        return visit.world_id
    world_id = await visit.services.world_texts.world_of(text)
    await may_author(visit, world_id)
    return world_id


async def _try(visit: Visit, world_id: WorldId, text: str) -> ImportTrial:
    texts = visit.services.world_texts
    summary = await texts.put(world_id=world_id, yaml=text, validate_only=True)
    try:
        now = await texts.get(world_id)
    except NotFound:
        return ImportTrial(summary=summary)
    made_of = _ETAG.search(text)
    if made_of is None or made_of[1] == now.etag:
        return ImportTrial(summary=summary, etag=now.etag)
    lines = max(text.count("\n"), now.yaml.count("\n"))
    found = () if lines > _COMPARED else tuple(await asyncio.to_thread(_differences, now, text))
    return ImportTrial(
        summary=summary,
        etag=now.etag,
        is_stale=True,
        differences=found[:_SHOWN],
        is_too_large=lines > _COMPARED or len(found) > _SHOWN,
    )


def _differences(now: WorldText, text: str) -> Iterator[str]:
    own = _ETAG.sub("", text).splitlines()
    yield from difflib.unified_diff(now.yaml.splitlines(), own, n=1, lineterm="")


async def _page(
    visit: Visit,
    text: str,
    trial: ImportTrial | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    has_moved: bool = False,
    told: str = "",
) -> Response:
    needs_overwrite = trial is not None and trial.summary.needs_overwrite and not _ETAG.search(text)
    return visit.page(
        "world_file",
        status,
        text=text,
        trial=trial,
        needs_overwrite=needs_overwrite,
        has_moved=has_moved,
        told=told,
        longest=limits.FILE_BYTES,
    )
