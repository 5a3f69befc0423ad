"""The cast of a scene: which characters play its members, and what others know them as.

In memories a member without a character has an id made of its own and the scene's. No other id
equals it: no authored id contains an `@`.
"""

import unicodedata
from dataclasses import replace

from npcscenes.model.chat import GroupChat
from npcserver.app.authored import character_at
from npcserver.model.character import Character, Person, Persona
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.group.script import Member, Script
from npcserver.model.ids import CharacterId
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


async def completed(reader: Reader, view: View, script: Script) -> Script:
    """Return a script whose cast members have what the file leaves to their personas.

    Raises `InvalidInput`, naming the member, for a character that is not in the world or is cast
    twice.
    """
    members: list[Member] = []
    taken: dict[CharacterId, str] = {}
    for place, member in enumerate(script.members):
        if member.character_id is None:
            members.append(member)
            continue
        field = f"members[{place}].character"
        character = await _character(reader, view, member.character_id, field)
        first = taken.setdefault(character.id, member.id)
        if first != member.id:
            raise InvalidInput(
                field,
                f"{character.id!r} plays {first!r} already; cast somebody else, or nobody",
                characterId=character.id,
            )
        members.append(_played_by(member, character.persona))
    names = {member.id: member.name for member in members}
    candidates = tuple(
        one if one.name else replace(one, name=names.get(one.member, ""))
        for one in script.ballot.candidates
    )
    ballot = replace(script.ballot, candidates=candidates)
    return replace(script, members=tuple(members), ballot=ballot)


async def _character(
    reader: Reader, view: View, character_id: CharacterId, field: str
) -> Character:
    try:
        return await character_at(reader, view, character_id)
    except NotFound as error:
        world_id = view.timeline.world_id
        raise InvalidInput(
            field,
            f"there is no character {character_id!r} in world {world_id!r}; create it first, or "
            "cast somebody who is there",
            characterId=character_id,
            worldId=world_id,
        ) from error


def _played_by(member: Member, persona: Persona) -> Member:
    """Return a member with the persona's values for fields that its file leaves empty.

    Only the name becomes public: the rest was written for the character alone.
    """
    return replace(
        member,
        name=member.name or persona.name,
        scratch=member.scratch or _joined(persona.traits, persona.voice),
        private=member.private or _joined(persona.background, persona.currently),
        goal=member.goal or _joined(*persona.goals),
    )


def _joined(*texts: str) -> str:
    """Return texts as lines; each but the last ends as a sentence, since prompts join the lines."""
    *others, last = [text.strip() for text in texts if text.strip()] or [""]
    return "\n".join((*map(_as_sentence, others), last))


def _as_sentence(text: str) -> str:
    if unicodedata.category(text[-1]).startswith("P"):
        return text
    return f"{text}\N{IDEOGRAPHIC FULL STOP}" if text[-1] >= "\u2e80" else f"{text}."


def person_of(script: Script, member: Member) -> Person:
    """Return a member as a person, the way other characters know it."""
    own = f"{member.id}@{script.id}" if member.character_id is None else member.character_id
    return Person(id=own, name=member.name, is_player=False)


def hearers(chat: GroupChat, *member_ids: str) -> tuple[Person, ...]:
    """Return who hears what these members hear: themselves, and the people in their seats."""
    found: list[Person] = []
    for member_id in member_ids:
        found.append(person_of(chat.script, chat.script.member(member_id)))
        seat = chat.seat(member_id)
        if seat is not None:
            found.append(seat)
    return tuple(found)
