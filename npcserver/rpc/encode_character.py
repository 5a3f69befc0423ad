"""Characters and their personas → messages."""

from npcserver.app.thoughts.interviewing import Interviewed
from npcserver.model.character import Character, Persona, PersonaVersion
from npcserver.rpc import encode_memory
from npcserver.rpc.stamps import stamp
from npcserver.v1 import character_service_pb2 as pb
from npcserver.v1 import turn_pb2


def character(value: Character) -> pb.Character:
    """Write a character."""
    return pb.Character(
        character_id=value.id,
        world_id=value.world_id,
        persona=persona(value.persona),
        persona_version=value.version,
        place_id=value.place_id or "",
        known_place_ids=value.knows,
        etag=value.etag,
        create_time=stamp(value.created_at),
        update_time=stamp(value.updated_at),
    )


def persona(value: Persona) -> pb.Persona:
    """Write a persona."""
    return pb.Persona(
        name=value.name,
        age=value.age,
        traits=value.traits,
        background=value.background,
        currently=value.currently,
        lifestyle=value.lifestyle,
        voice=value.voice,
        goals=value.goals,
        relations=[
            pb.Relation(
                to=relation.to,
                to_id=relation.to_id,
                view=relation.view,
                affinity=relation.affinity,
            )
            for relation in value.relations
        ],
        greetings=value.greetings,
        fallback_lines=[
            pb.FallbackLine(text=line.text, emotion=line.emotion) for line in value.fallback_lines
        ],
        daily_plan=value.daily_plan,
        language=value.language,
        is_deaf=value.is_deaf,
        is_blind=value.is_blind,
    )


def version(value: PersonaVersion) -> pb.PersonaVersion:
    """Write one version of a persona."""
    return pb.PersonaVersion(
        version=value.version, persona=persona(value.persona), create_time=stamp(value.created_at)
    )


def interviewed(value: Interviewed) -> pb.InterviewResponse:
    """Write an interview's answer, and the recollections it rests on."""
    return pb.InterviewResponse(
        answer=value.answer,
        recollections=map(encode_memory.recollection, value.recollections),
        model=value.model,
        prompt_tokens=value.usage.prompt_tokens,
        completion_tokens=value.usage.completion_tokens,
        rung=turn_pb2.RUNG_AUTHORED if value.is_default else turn_pb2.RUNG_PRIMARY,
    )
