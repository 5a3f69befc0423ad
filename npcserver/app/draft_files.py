"""Draft files: export of drafts, and import that says first what it will do."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from npcserver.app.authoring.directory import load_people
from npcserver.app.drafts import DraftedPersona, Drafts, EditDraft, differing, write_draft
from npcserver.model import limits
from npcserver.model.bounds import Text
from npcserver.model.character import People
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.worldfile import DraftPatch, PersonaPatch
from npcserver.ports.storage import RequestKey, Store, UnitOfWork

Note = Annotated[str, Text(limits.NOTE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedDrafts:
    """The drafts that an import wrote, or would write; their `seq` is 0 in the second case."""

    drafts: tuple[DraftedPersona, ...]


class _OnlyTriedError(Exception):
    def __init__(self, found: ImportedDrafts) -> None:
        super().__init__()
        self.found = found


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

    async def get(self, timeline_id: TimelineId, character_id: CharacterId | None = None) -> str:
        """Return what the drafts of a timeline, or one of them, change of what is published.

        Raises `InvalidInput` where there is none.
        """
        found = await self._drafts.list(timeline_id)
        if character_id is not None:
            found = (await self._drafts.get(timeline_id, character_id),)
        if not found:
            raise InvalidInput("timeline_id", "has no drafts; write one first")
        async with self._store.read() as reader:
            world = await reader.world((await reader.timeline(timeline_id)).world_id)
            people = await load_people(reader, world.id)
        names = {str(one.character_id): one.name for one in found}
        patch = DraftPatch(world_id=world.id, characters=tuple(map(_patch, found)))
        return self._dump(patch, world.language, People({**names, **people.names}))

    async def put(
        self,
        *,
        timeline_id: TimelineId,
        yaml: Annotated[str, Text(limits.FILE_BYTES)],
        validate_only: bool = False,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> ImportedDrafts:
        """Draft what a text says, upon the drafts that hold; with `validate_only` nothing is kept.

        Raises `BrokenFile`, `InvalidInput` for a text of another world, and what `Drafts.edit`
        does.
        """
        async with self._store.read() as reader:
            world = await reader.world((await reader.timeline(timeline_id)).world_id)
            people = await load_people(reader, world.id)
        patch = await asyncio.to_thread(self._read, yaml, world.language, people)
        if patch.world_id != world.id:
            raise InvalidInput(
                "yaml", f"is of world {patch.world_id!r}, and the timeline of {world.id!r}"
            )

        async def work(unit: UnitOfWork) -> ImportedDrafts:
            edits = [_edit(timeline_id, one, author_id, why) for one in patch.characters]
            found = tuple([await write_draft(one, unit) for one in edits])
            if validate_only:
                raise _OnlyTriedError(
                    ImportedDrafts(drafts=tuple(replace(one, seq=0) for one in found))
                )
            return ImportedDrafts(drafts=found)

        try:
            return await self._drafts.write(None if validate_only else key, ImportedDrafts, work)
        except _OnlyTriedError as tried:
            return tried.found


def _patch(draft: DraftedPersona) -> PersonaPatch:
    before, version = draft.published, draft.published_version
    if before is None or draft.contested:  # so that an import elsewhere contests the same
        before, version = draft.base, draft.base_version
    return PersonaPatch(
        draft.character_id, version, draft.persona, differing(before, draft.persona)
    )


def _edit(timeline_id: TimelineId, patch: PersonaPatch, author_id: str, why: str) -> EditDraft:
    said = {name: getattr(patch.persona, name) for name in patch.fields}
    return EditDraft(
        timeline_id=timeline_id,
        character_id=patch.character_id,
        apply=lambda before: replace(before, **said),
        base_version=patch.version,
        author_id=author_id,
        why=why,
    )
