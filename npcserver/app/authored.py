"""What authors wrote as a vantage sees it: published, or drafted for its timeline.

Drafts are looked up in timelines that are marked as drafted, and nowhere else: a player is waiting.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

from npcserver.model.affordance import Affordance
from npcserver.model.character import Character
from npcserver.model.draft import AffordanceDraft, AuthoredDraft, PersonaDraft
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.storage import Reader, UnitOfWork
from npcserver.ports.view import BACKGROUND, Resident, View

_AT_ONCE = 2_000


async def drafts_in_force(view: View, kind: RecordKind = RecordKind.DRAFT) -> Mapping[str, Record]:
    """Return the records of the drafts of a kind that hold at a vantage, by subject."""
    if not view.timeline.is_drafted:
        return {}
    newest = await view.latest_by_subject(kind)
    return {
        subject: record
        for subject, record in newest.items()
        if isinstance(body := record.body, AuthoredDraft) and body.content is not None
    }


async def character_at(reader: Reader, view: View, character_id: CharacterId) -> Character:
    """Return a character with the persona that holds at a vantage. Raises `NotFound`."""
    published = await reader.character(view.timeline.world_id, character_id)
    return with_draft(published, (await drafts_in_force(view)).get(character_id))


async def roster_at(reader: Reader, view: View) -> tuple[Resident, ...]:
    """Return all characters of a timeline's world in brief, as a vantage has them; by id."""
    published = await reader.roster(view.timeline.world_id)
    drafts = await drafts_in_force(view)
    return tuple(_drafted(one, drafts.get(one.id)) for one in published) if drafts else published


async def affordances_at(
    view: View, world: World, declared: tuple[Affordance, ...] | None = None
) -> tuple[Affordance, ...]:
    """Return what a game declares, or the affordances of its world as a vantage has them.

    A draft changes one that is published, and adds none: the game would not know it.
    """
    if declared is not None:
        return declared
    drafts = await drafts_in_force(view, RecordKind.AFFORDANCE_DRAFT) if world.affordances else {}
    bodies = {name: record.body for name, record in drafts.items()}
    return tuple(
        (isinstance(body := bodies.get(one.name), AffordanceDraft) and body.affordance) or one
        for one in world.affordances
    )


async def adopt(unit: UnitOfWork, character: Character) -> int:
    """Store the persona of a character as a version if it is new; return the version's number.

    A draft becomes no version. Raises `NotFound`.
    """
    if character.draft_seq:
        return character.version
    return await unit.adopt(character.world_id, character.id, character.persona)


def with_draft(published: Character, draft: Record | None) -> Character:
    """Return a character with the persona of its draft, if there is one."""
    body = None if draft is None else draft.body
    if draft is None or not isinstance(body, PersonaDraft) or body.persona is None:
        return published
    return replace(published, persona=body.persona, draft_seq=draft.seq)


def _drafted(published: Resident, draft: Record | None) -> Resident:
    body = None if draft is None else draft.body
    if not isinstance(body, PersonaDraft) or (persona := body.persona) is None:
        return published
    return replace(
        published,
        name=persona.name,
        is_deaf=persona.is_deaf,
        is_blind=persona.is_blind,
        background=persona.background[:BACKGROUND],
    )


async def each_timeline(reader: Reader, world_id: WorldId) -> AsyncIterator[Timeline]:
    """Yield all timelines of a world, by id."""
    after = ""
    while page := await reader.timelines(world_id, _AT_ONCE, after):
        for one in page:
            yield one
        after = page[-1].id
