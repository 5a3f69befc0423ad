"""`CharacterService`: translation only."""

from npcserver.app.characters import Characters
from npcserver.app.minds import MindViews
from npcserver.app.thoughts.interviewing import Interviewing
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.rpc import decode_character, encode_character, encode_mind, fields
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.request_key import request_key
from npcserver.v1 import character_service_pb2 as pb
from npcserver.v1.character_service_pb2_grpc import CharacterServiceServicer


class CharacterServicer(CharacterServiceServicer):
    """Characters, their persona versions, their state and their inner voice."""

    def __init__(
        self,
        characters: Characters,
        minds: MindViews,
        interviewing: Interviewing,
        tokens: PageTokens,
    ) -> None:
        self._characters = characters
        self._minds = minds
        self._interviewing = interviewing
        self._tokens = tokens

    async def CreateCharacter(
        self, request: pb.CreateCharacterRequest, context: Context
    ) -> pb.CreateCharacterResponse:
        """Create a character."""
        created = await self._characters.create(
            decode_character.new_character(request),
            decode_character.seeds(request),
            request_key("CreateCharacter", request.character.world_id, request.request_id, request),
        )
        return pb.CreateCharacterResponse(character=encode_character.character(created))

    async def GetCharacter(
        self, request: pb.GetCharacterRequest, context: Context
    ) -> pb.GetCharacterResponse:
        """Return a character."""
        found = await self._characters.get(*_named(request))
        return pb.GetCharacterResponse(character=encode_character.character(found))

    async def ListCharacters(
        self, request: pb.ListCharactersRequest, context: Context
    ) -> pb.ListCharactersResponse:
        """Return a page of a world's characters."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._characters.list(world_id, page)
        return pb.ListCharactersResponse(
            characters=map(encode_character.character, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def UpdateCharacter(
        self, request: pb.UpdateCharacterRequest, context: Context
    ) -> pb.UpdateCharacterResponse:
        """Change a character."""
        changed = await self._characters.edit(decode_character.edit_character(request))
        return pb.UpdateCharacterResponse(character=encode_character.character(changed))

    async def DeleteCharacter(
        self, request: pb.DeleteCharacterRequest, context: Context
    ) -> pb.DeleteCharacterResponse:
        """Delete a character."""
        await self._characters.delete(
            *_named(request),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeleteCharacter", request.world_id, request.request_id, request),
        )
        return pb.DeleteCharacterResponse()

    async def ListPersonaVersions(
        self, request: pb.ListPersonaVersionsRequest, context: Context
    ) -> pb.ListPersonaVersionsResponse:
        """Return a page of the versions of a persona."""
        named = _named(request)
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._characters.versions(*named, page)
        return pb.ListPersonaVersionsResponse(
            versions=map(encode_character.version, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def Whisper(self, request: pb.WhisperRequest, context: Context) -> pb.WhisperResponse:
        """Store an inner voice for a character."""
        memory_id = await self._characters.whisper(decode_character.whisper(request))
        return pb.WhisperResponse(memory_id=memory_id)

    async def GetMind(self, request: pb.GetMindRequest, context: Context) -> pb.GetMindResponse:
        """Return the state of a character."""
        found = await self._minds.get(
            TimelineId(fields.reference("timeline_id", request.timeline_id)),
            CharacterId(fields.reference("character_id", request.character_id)),
            fields.position("seq", request.seq) if request.HasField("seq") else None,
        )
        return pb.GetMindResponse(mind=encode_mind.mind(found))

    async def Interview(
        self, request: pb.InterviewRequest, context: Context
    ) -> pb.InterviewResponse:
        """Return a character's answer to an interview question."""
        answered = await self._interviewing.interview(decode_character.interview(request))
        return encode_character.interviewed(answered)


def _named(
    request: pb.GetCharacterRequest | pb.DeleteCharacterRequest | pb.ListPersonaVersionsRequest,
) -> tuple[WorldId, CharacterId]:
    return (
        WorldId(fields.reference("world_id", request.world_id)),
        CharacterId(fields.reference("character_id", request.character_id)),
    )
