"""Draft files: export of drafts, and import that says first what it will do."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any

from npcserver.app.authoring.directory import load_people
from npcserver.app.drafts import Drafts, DraftState, EditDraft, write_draft
from npcserver.app.idempotency import AUTHOR_TRIES, rehearse, run_once
from npcserver.model import limits
from npcserver.model.bounds import Text
from npcserver.model.character import People
from npcserver.model.draft import DraftKind, DraftSubject
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.model.world import World
from npcserver.model.worldfile import ContentPatch, DraftPatch
from npcserver.ports.storage import RequestKey, Store, UnitOfWork

Note = Annotated[str, Text(limits.NOTE)]


class DraftFiles:
    """Exports and imports drafts as texts; `read` and `dump` are those of the format."""

    def __init__(
        self,
        store: Store,
        drafts: Drafts,
        read: Callable[[str, str, People], DraftPatch],
        dump: Callable[[DraftPatch, str, People], str],
    ) -> None:
        self._store = store
        self._drafts = drafts
        self._read = read
        self._dump = dump

    async def get(self, timeline_id: TimelineId, subject: DraftSubject | None = None) -> str:
        """Return what the drafts of a timeline, or one of them, change of what is published.

        Raises `InvalidInput` where there is none.
        """
        found = await self._drafts.list(timeline_id)
        if subject is not None:
            found = (await self._drafts.get(timeline_id, subject),)
        if not found:
            raise InvalidInput("timeline_id", "has no drafts; write one first")
        world, people = await self._known(timeline_id)
        names = {one.subject.id: one.name for one in found if one.subject.kind is DraftKind.PERSONA}
        patch = DraftPatch(world_id=world.id, contents=tuple(map(_patch, found)))
        return self._dump(patch, world.language, People({**names, **people.names}))

    async def texts(self, draft: DraftState) -> tuple[str, str, str]:
        """Return what a draft changes as texts: as it was begun from, published now, and drafted.

        Of what is not there the text has no fields.
        """
        world, people = await self._known(draft.timeline_id)
        names = draft.changed or draft.differing(draft.base)

        def text(content: Any) -> str:
            said = names if content is not None else ()
            patch = ContentPatch(draft.subject, "", content or draft.content, said)
            return self._dump(
                DraftPatch(world_id=world.id, contents=(patch,)), world.language, people
            )

        return text(draft.base), text(draft.published), text(draft.content)

    async def _known(self, timeline_id: TimelineId) -> tuple[World, People]:
        async with self._store.read() as reader:
            world = await reader.world((await reader.timeline(timeline_id)).world_id)
            return world, await load_people(reader, world.id)

    async def put(
        self,
        *,
        timeline_id: TimelineId,
        yaml: Annotated[str, Text(limits.FILE_BYTES)],
        validate_only: bool = False,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> tuple[DraftState, ...]:
        """Draft what a text says, upon the drafts that hold, and return the drafts.

        With `validate_only` nothing is kept, and their `seq` is 0.
        Raises `BrokenFile`, `InvalidInput` for a text of another world, and what `Drafts.edit`
        does.
        """
        world, people = await self._known(timeline_id)
        patch = await asyncio.to_thread(self._read, yaml, world.language, people)
        if patch.world_id != world.id:
            raise InvalidInput(
                "yaml", f"is of world {patch.world_id!r}, and the timeline of {world.id!r}"
            )
        edits = [_edit(timeline_id, one, author_id, why) for one in patch.contents]

        async def write(unit: UnitOfWork) -> Sequence[DraftState]:
            return [await write_draft(one, unit) for one in edits]

        async def last_seq(unit: UnitOfWork) -> int:
            return max(one.seq for one in await write(unit))

        if validate_only:
            return tuple(replace(one, seq=0) for one in await rehearse(self._store, write))
        seq = await run_once(self._store, key, int, last_seq, tries=AUTHOR_TRIES)
        return await self._drafts.written(timeline_id, seq, [one.subject for one in edits])


def _patch(draft: DraftState) -> ContentPatch:
    before, version = draft.published, draft.published_version
    if before is None or draft.contested:  # so that an import elsewhere contests the same
        before, version = draft.base, draft.base_version
    return ContentPatch(draft.subject, version, draft.content, draft.differing(before))


def _edit(timeline_id: TimelineId, patch: ContentPatch, author_id: str, why: str) -> EditDraft:
    said = {name: getattr(patch.content, name) for name in patch.fields}
    return EditDraft(
        timeline_id=timeline_id,
        subject=patch.subject,
        apply=lambda before: replace(before, **said),
        base_version=patch.version,
        author_id=author_id,
        why=why,
    )
