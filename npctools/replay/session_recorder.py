"""Extracting a session from the log: what one vantage sees, and the personas that spoke in it.

Needs no switch during play: the log has all inputs, the answers of the models, and the receipts.
"""

from collections.abc import Sequence

from npcserver.app.world_files import WorldFiles
from npcserver.model.character import PersonaVersion
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.record import Record, TurnTaken
from npcserver.model.thought import Thought
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View
from npcserver.prompts.render import Templates
from npctools.replay.session_list import view_to_record
from npctools.session import Branch, PromptShape, RecordedSession, TemplateUsed

_CHUNK = 5_000
_VERSIONS = 1_000
_SPOKEN_WITH = ("reply", "converse")


async def record_session(
    store: Store,
    importing: WorldFiles,
    templates: Templates,
    of: str | Vantage,
    first: int,
    *,
    shape: PromptShape,
    server: str,
) -> RecordedSession:
    """Return the session of a timeline (`last`: that played last), save or vantage.

    Its turns are replayed from `first` on. Raises `NotFound` where `of` is none of these, and
    `InvalidInput` for a `first` beyond its end.
    """
    async with store.read() as reader:
        if isinstance(of, Vantage):
            view = await reader.at(of)
        else:
            view = await view_to_record(store, reader, of)
        if not 1 <= first <= max(view.vantage.seq, 1):
            last = view.vantage.seq
            raise InvalidInput("from", f"is {first}; name a record of {of}, from 1 to {last}")
        records: list[Record] = []
        while some := await view.after(records[-1].seq if records else 0, _CHUNK):
            records += some
        world_id = view.timeline.world_id
        personas = await _personas(reader, world_id, records)
    world = await importing.get(world_id)
    spoken = {world.world.language, *(one.persona.language for one in personas)} - {""}
    return RecordedSession(
        vantage=view.vantage,
        world=world,
        records=tuple(records),
        branches=_branches(view),
        personas=personas,
        shape=shape,
        templates=tuple(
            TemplateUsed(name=name, language=language, digest=templates.digest(name, language))
            for name in _SPOKEN_WITH
            for language in sorted(spoken)
        ),
        first=first,
        server=server,
    )


def _branches(view: View) -> tuple[Branch, ...]:
    """Return the timelines a view sees records of, and its own, each the parent of the next."""
    found: list[Branch] = []
    for segment in view.lineage:
        parent_id = found[-1].id if found else None
        fork = segment.first - 1
        found.append(Branch(id=segment.timeline_id, parent_id=parent_id, forked_at=fork))
    own = view.vantage
    if not found or found[-1].id != own.timeline_id:
        parent_id = found[-1].id if found else None
        found.append(Branch(id=own.timeline_id, parent_id=parent_id, forked_at=own.seq))
    return tuple(found)


async def _personas(
    reader: Reader, world_id: WorldId, records: Sequence[Record]
) -> tuple[PersonaVersion, ...]:
    used: set[tuple[CharacterId, int]] = set()
    for record in records:
        if isinstance(record.body, TurnTaken):
            used.add((record.character_id, record.body.receipt.persona_version))
        elif isinstance(record.body, Thought):
            used.add((record.character_id, record.body.persona_version))
    found: list[PersonaVersion] = []
    for character_id in sorted({mind for mind, _ in used}):
        try:
            versions = await reader.persona_versions(world_id, character_id, _VERSIONS)
        except NotFound:
            continue  # deleted since; the replay reports its turns
        found += [one for one in reversed(versions) if (one.character_id, one.version) in used]
    return tuple(found)
