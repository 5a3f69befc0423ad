"""What authors wrote as a vantage sees it: published, or drafted for its timeline.

Drafts are looked up in timelines that are marked as drafted, and nowhere else: a player is waiting.
"""

from collections.abc import Mapping
from dataclasses import replace

from npcserver.model.character import Character
from npcserver.model.ids import CharacterId
from npcserver.model.record import AuthoredDraft, Record, RecordKind
from npcserver.ports.storage import Reader, UnitOfWork
from npcserver.ports.view import BACKGROUND, Resident, View


async def drafts_in_force(view: View) -> Mapping[str, Record]:
    """Return the records of the drafts that hold at a vantage, by subject."""
    if not view.timeline.is_drafted:
        return {}
    newest = await view.latest_by_subject(RecordKind.DRAFT)
    return {
        subject: record
        for subject, record in newest.items()
        if isinstance(body := record.body, AuthoredDraft) and body.persona is not None
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
    if draft is None or not isinstance(body, AuthoredDraft) or body.persona is None:
        return published
    return replace(published, persona=body.persona, draft_seq=draft.seq)


def _drafted(published: Resident, draft: Record | None) -> Resident:
    body = None if draft is None else draft.body
    if not isinstance(body, AuthoredDraft) or (persona := body.persona) is None:
        return published
    return replace(
        published,
        name=persona.name,
        is_deaf=persona.is_deaf,
        is_blind=persona.is_blind,
        background=persona.background[:BACKGROUND],
    )
