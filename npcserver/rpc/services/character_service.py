"""`CharacterService` and `PersonaService`, and the translation of their messages."""

from functools import partial

from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.admin.v1.persona_service_pb2_grpc import PersonaServiceServicer
from npcserver.app.characters import CastMember
from npcserver.app.thoughts.interviews import (
    InterviewAblation,
    InterviewAnswer,
)
from npcserver.model import limits
from npcserver.model.character import (
    Character,
    Persona,
    Relation,
    SeedMemory,
)
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.turn import Rung
from npcserver.model.world import DEFAULT_START
from npcserver.rpc import fields, mind_messages
from npcserver.rpc.decoder import decode, reads
from npcserver.rpc.encoder import enclose, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.memory_messages import read_secret
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.update_mask import read_edit
from npcserver.v1 import character_service_pb2 as pb
from npcserver.v1.character_service_pb2_grpc import CharacterServiceServicer

_PERSONA = "persona"
PERSONA_FIELDS = frozenset(field.name for field in personas.Persona.DESCRIPTOR.fields)
_CHARACTER_FIELDS = frozenset(
    ("place_id", "known_place_ids", _PERSONA, *(f"{_PERSONA}.{name}" for name in PERSONA_FIELDS))
)

ABLATIONS = {
    personas.ABLATION_OBSERVATIONS: InterviewAblation.OBSERVATION,
    personas.ABLATION_REFLECTIONS: InterviewAblation.REFLECTION,
    personas.ABLATION_PLANS: InterviewAblation.PLAN,
}


def _ablations(request: personas.InterviewRequest) -> frozenset[InterviewAblation]:
    fields.few("ablations", request.ablations, len(ABLATIONS))
    read = partial(fields.choice, "", known=ABLATIONS)
    return frozenset(fields.each("ablations", read, request.ablations))


reads(
    Relation,
    personas.Relation,
    to=lambda message: fields.name("to", message.to, may_be_empty=bool(message.to_id)),
    # required of what is stored, but not of a request
    view=lambda message: fields.authored("view", message.view, limits.VIEW, may_be_empty=True),
)
reads(SeedMemory, personas.SeedMemory, secret=read_secret)
reads(
    Persona,
    personas.Persona,
    lambda message: fields.distinct(
        "relations", "to", [one.to_id or one.to for one in message.relations]
    ),
    # empty for the world's
    language=lambda message: (
        message.language and fields.in_form("language", limits.language_problem, message.language)
    ),
)
reads(
    Character,
    personas.Character,
    id=lambda message: fields.new_id("character_id", message.character_id),
    version=None,
    etag=None,
    created_at=lambda _: DEFAULT_START,  # the use case knows the time
    updated_at=lambda _: DEFAULT_START,
)
sources(
    CastMember,
    pb.CastMember,
    "character",
    "character.persona",
    character_id="character.id",
)
sources(Character, personas.Character, persona_version="version", known_place_ids="knows")
sources(
    InterviewAnswer,
    personas.InterviewResponse,
    "usage",
    rung=lambda answer: Rung.AUTHORED if answer.is_default else Rung.PRIMARY,
)


class CharacterServicer(UseCaseServicer, CharacterServiceServicer):
    """Characters and their state."""

    ListCast = paged(pb.ListCastRequest, lambda services: services.characters.cast, "characters")
    GetMind = unary(
        pb.GetMindRequest,
        lambda services: services.characters.mind,
        "mind",
        mind_messages.encode_mind,
    )


class PersonaServicer(UseCaseServicer, PersonaServiceServicer):
    """What authors write about characters, and interviews."""

    CreateCharacter = unary(
        personas.CreateCharacterRequest,
        lambda services: services.characters.create,
        "character",
        seeds="seed_memories",
    )
    GetCharacter = unary(
        personas.GetCharacterRequest, lambda services: services.characters.get, "character"
    )
    ListCharacters = paged(
        personas.ListCharactersRequest, lambda services: services.characters.list, "characters"
    )
    UpdateCharacter = unary(
        personas.UpdateCharacterRequest,
        lambda services: services.characters.edit,
        "character",
        world_id="character.world_id",
        character_id="character.character_id",
        apply=lambda request: read_edit(
            request,
            "character",
            partial(decode, Character),
            _CHARACTER_FIELDS,
            ("world_id", f"{_PERSONA}.name"),
        ),
        if_etag="character.etag",
    )
    DeleteCharacter = unary(
        personas.DeleteCharacterRequest, lambda services: services.characters.delete
    )
    ListPersonaVersions = paged(
        personas.ListPersonaVersionsRequest,
        lambda services: services.characters.versions,
        "versions",
    )
    UpdateSeedMemories = unary(
        personas.UpdateSeedMemoriesRequest,
        lambda services: services.characters.put_seeds,
        seeds="seed_memories",
    )

    async def ListSeedMemories(
        self, request: personas.ListSeedMemoriesRequest, context: Context
    ) -> personas.ListSeedMemoriesResponse:
        """Return a page of seed memories, with the etag of all."""
        found, etag = await self.services.characters.seeds(
            WorldId(fields.reference("world_id", request.world_id)),
            CharacterId(fields.reference("character_id", request.character_id)),
            self.tokens.page(request, request.page_size, request.page_token),
        )
        token = self.tokens.token(request, found.next_cursor)
        more = {"etag": etag, "next_page_token": token}
        return enclose(found.items, personas.ListSeedMemoriesResponse, "seed_memories", **more)

    Whisper = unary(
        personas.WhisperRequest, lambda services: services.characters.whisper, "memory_id"
    )
    MoveStanding = unary(
        personas.MoveStandingRequest,
        lambda services: services.characters.move_standing,
        "standing",
        axes=lambda request: dict(request.axes),
    )
    Interview = unary(
        personas.InterviewRequest,
        lambda services: services.interviewing.interview,
        ablations=_ablations,
    )
