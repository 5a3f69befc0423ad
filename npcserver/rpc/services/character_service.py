"""`CharacterService`, and the translation of its messages."""

from dataclasses import replace

from npcserver.app.characters import EditCharacter, Whisper
from npcserver.app.thoughts.interviews import (
    Interview,
    InterviewAblation,
    InterviewAnswer,
)
from npcserver.model import limits
from npcserver.model.character import (
    Character,
    FallbackLine,
    Persona,
    Relation,
    SeedMemory,
)
from npcserver.model.errors import InvalidInput
from npcserver.model.feelings import LABELS
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.turn import Rung
from npcserver.model.world import DEFAULT_START
from npcserver.rpc import fields, mind_messages
from npcserver.rpc.encoder import sources
from npcserver.rpc.fields import request_key
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.services.world_service import decode_language
from npcserver.v1 import character_service_pb2 as pb
from npcserver.v1.character_service_pb2_grpc import CharacterServiceServicer

_PERSONA = "persona"
_PERSONA_FIELDS = frozenset(field.name for field in pb.Persona.DESCRIPTOR.fields)
_ATTRIBUTES = {"known_place_ids": "knows"}  # attributes whose name differs from the field's
_CHARACTER_FIELDS = frozenset(
    ("place_id", "known_place_ids", _PERSONA, *(f"{_PERSONA}.{name}" for name in _PERSONA_FIELDS))
)

ABLATIONS = {
    pb.ABLATION_OBSERVATIONS: InterviewAblation.OBSERVATION,
    pb.ABLATION_REFLECTIONS: InterviewAblation.REFLECTION,
    pb.ABLATION_PLANS: InterviewAblation.PLAN,
}


def decode_new_character(request: pb.CreateCharacterRequest) -> Character:
    """Read the character to create."""
    fields.reference("character.world_id", request.character.world_id)
    return _character(request.character, may_lack_name=False)


def decode_seeds(request: pb.CreateCharacterRequest) -> tuple[SeedMemory, ...]:
    """Read the seed memories of a new character."""
    fields.few("seed_memories", request.seed_memories, limits.SEED_MEMORIES)
    return tuple(
        SeedMemory(
            text=fields.authored(f"seed_memories[{position}].text", seed.text, limits.MEMORY),
            importance=(
                fields.whole(f"seed_memories[{position}].importance", seed.importance, 1, 10)
                if seed.HasField("importance")
                else None
            ),
            secret=(
                fields.decode_secret(f"seed_memories[{position}].secret", seed.secret, seed.text)
                if seed.HasField("secret")
                else None
            ),
        )
        for position, seed in enumerate(request.seed_memories)
    )


def decode_edit_character(request: pb.UpdateCharacterRequest) -> EditCharacter:
    """Read a change of a character."""
    message = request.character
    world_id = WorldId(fields.reference("character.world_id", message.world_id))
    character_id = CharacterId(fields.reference("character.character_id", message.character_id))
    chosen = fields.masked_paths(request.update_mask, message, _CHARACTER_FIELDS)
    has_name = bool(chosen & {_PERSONA, f"{_PERSONA}.name"})
    proposed = _character(fields.copy_only(message, chosen), may_lack_name=not has_name)
    whole = chosen & {"place_id", "known_place_ids", _PERSONA}
    parts = {path.removeprefix(f"{_PERSONA}.") for path in chosen - whole}
    attributes = {_ATTRIBUTES.get(path, path) for path in whole}

    def apply(before: Character) -> Character:
        after = fields.with_fields(before, proposed, attributes)
        return replace(after, persona=fields.with_fields(after.persona, proposed.persona, parts))

    return EditCharacter(
        world_id=world_id,
        character_id=character_id,
        apply=apply,
        if_etag=fields.reference("character.etag", message.etag, may_be_empty=True),
        key=request_key("UpdateCharacter", world_id, request.request_id, request),
    )


def decode_whisper(request: pb.WhisperRequest) -> Whisper:
    """Read an inner voice."""
    return Whisper(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        text=fields.text("text", request.text, limits.MEMORY),
        key=request_key("Whisper", request.timeline_id, request.request_id, request),
    )


def decode_interview(request: pb.InterviewRequest) -> Interview:
    """Read an interview question and the parts of memory that it leaves out."""
    fields.few("ablations", request.ablations, len(ABLATIONS))
    return Interview(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        question=fields.text("question", request.question, limits.UTTERANCE),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        ablations=frozenset(
            fields.choice(f"ablations[{position}]", ablation, ABLATIONS)
            for position, ablation in enumerate(request.ablations)
        ),
    )


def _character(message: pb.Character, *, may_lack_name: bool) -> Character:
    place = fields.reference("character.place_id", message.place_id, may_be_empty=True)
    fields.few("character.known_place_ids", message.known_place_ids, limits.PLACES)
    return Character(
        id=CharacterId(fields.new_id("character.character_id", message.character_id)),
        world_id=WorldId(message.world_id),
        persona=_persona(message.persona, may_lack_name=may_lack_name),
        place_id=PlaceId(place) if place else None,
        knows=tuple(
            PlaceId(fields.reference(f"character.known_place_ids[{position}]", known))
            for position, known in enumerate(message.known_place_ids)
        ),
        created_at=DEFAULT_START,  # the use case knows the time
        updated_at=DEFAULT_START,
    )


def _persona(message: pb.Persona, *, may_lack_name: bool) -> Persona:
    path = "character.persona"
    fields.few(f"{path}.goals", message.goals, limits.GOALS)
    fields.few(f"{path}.greetings", message.greetings, limits.LINES)
    return Persona(
        name=fields.name(f"{path}.name", message.name, may_be_empty=may_lack_name),
        age=(
            fields.whole(f"{path}.age", message.age, 0, limits.AGE)
            if message.HasField("age")
            else None
        ),
        traits=_prose("traits", message.traits),
        background=_prose("background", message.background),
        currently=_prose("currently", message.currently),
        lifestyle=_prose("lifestyle", message.lifestyle),
        voice=_prose("voice", message.voice),
        goals=tuple(
            fields.authored(f"{path}.goals[{position}]", goal, limits.VIEW)
            for position, goal in enumerate(message.goals)
        ),
        relations=_relations(message),
        greetings=tuple(
            fields.authored(f"{path}.greetings[{position}]", line, limits.UTTERANCE)
            for position, line in enumerate(message.greetings)
        ),
        fallback_lines=_fallback_lines(message),
        daily_plan=_prose("daily_plan", message.daily_plan),
        language=decode_language(f"{path}.language", message.language),
        is_deaf=message.is_deaf,
        is_blind=message.is_blind,
    )


def _prose(part: str, value: str) -> str:
    return fields.authored(
        f"character.persona.{part}", value, limits.DESCRIPTION, may_be_empty=True
    )


def _relations(message: pb.Persona) -> tuple[Relation, ...]:
    path = "character.persona.relations"
    fields.few(path, message.relations, limits.RELATIONS)
    fields.distinct(path, "to", [relation.to_id or relation.to for relation in message.relations])
    return tuple(
        Relation(
            to=fields.name(
                f"{path}[{position}].to", relation.to, may_be_empty=bool(relation.to_id)
            ),
            to_id=fields.reference(f"{path}[{position}].to_id", relation.to_id, may_be_empty=True),
            view=fields.authored(
                f"{path}[{position}].view", relation.view, limits.VIEW, may_be_empty=True
            ),
            affinity=fields.whole(f"{path}[{position}].affinity", relation.affinity, -100, 100),
        )
        for position, relation in enumerate(message.relations)
    )


def _fallback_lines(message: pb.Persona) -> tuple[FallbackLine, ...]:
    path = "character.persona.fallback_lines"
    fields.few(path, message.fallback_lines, limits.LINES)
    return tuple(
        FallbackLine(
            text=fields.authored(f"{path}[{position}].text", line.text, limits.UTTERANCE),
            emotion=_emotion(f"{path}[{position}].emotion", line.emotion),
        )
        for position, line in enumerate(message.fallback_lines)
    )


def _emotion(path: str, label: str) -> str:
    if label and label not in LABELS:
        raise InvalidInput(path, f"must be one of {', '.join(LABELS)}")
    return label or "neutral"


sources(Character, pb.Character, persona_version="version", known_place_ids="knows")
sources(
    InterviewAnswer,
    pb.InterviewResponse,
    "usage",
    rung=lambda answer: Rung.AUTHORED if answer.is_default else Rung.PRIMARY,
)


def _named(
    request: pb.GetCharacterRequest | pb.DeleteCharacterRequest | pb.ListPersonaVersionsRequest,
) -> tuple[WorldId, CharacterId]:
    return (
        WorldId(fields.reference("world_id", request.world_id)),
        CharacterId(fields.reference("character_id", request.character_id)),
    )


class CharacterServicer(UseCaseServicer, CharacterServiceServicer):
    """Characters, their persona versions, their state and their inner voice."""

    CreateCharacter = unary(
        pb.CreateCharacterRequest,
        lambda services, request: services.characters.create(
            decode_new_character(request),
            decode_seeds(request),
            request_key("CreateCharacter", request.character.world_id, request.request_id, request),
        ),
        "character",
    )
    GetCharacter = unary(
        pb.GetCharacterRequest,
        lambda services, request: services.characters.get(*_named(request)),
        "character",
    )
    ListCharacters = paged(
        pb.ListCharactersRequest,
        lambda services, request, page: services.characters.list(fields.world_of(request), page()),
        "characters",
    )
    UpdateCharacter = unary(
        pb.UpdateCharacterRequest,
        lambda services, request: services.characters.edit(decode_edit_character(request)),
        "character",
    )
    DeleteCharacter = unary(
        pb.DeleteCharacterRequest,
        lambda services, request: services.characters.delete(
            *_named(request),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeleteCharacter", request.world_id, request.request_id, request),
        ),
    )
    ListPersonaVersions = paged(
        pb.ListPersonaVersionsRequest,
        lambda services, request, page: services.characters.versions(*_named(request), page()),
        "versions",
    )
    Whisper = unary(
        pb.WhisperRequest,
        lambda services, request: services.characters.whisper(decode_whisper(request)),
        "memory_id",
    )
    Interview = unary(
        pb.InterviewRequest,
        lambda services, request: services.interviewing.interview(decode_interview(request)),
    )

    async def GetMind(self, request: pb.GetMindRequest, context: Context) -> pb.GetMindResponse:
        """Return the state of a character."""
        found = await self.services.minds.get(
            TimelineId(fields.reference("timeline_id", request.timeline_id)),
            CharacterId(fields.reference("character_id", request.character_id)),
            fields.position("seq", request.seq) if request.HasField("seq") else None,
        )
        return pb.GetMindResponse(mind=mind_messages.encode_mind(found))
