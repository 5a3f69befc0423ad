"""Characters, the versions of their personas, their state, and whispers."""

from collections.abc import Awaitable, Mapping, Sequence

import grpc
from google.protobuf.field_mask_pb2 import FieldMask

from npcclient.admin.v1 import persona_service_pb2 as personas
from npcclient.admin.v1.persona_service_pb2 import (
    Ablation,
    Character,
    InterviewResponse,
    PersonaVersion,
    SeedMemory,
)
from npcclient.admin.v1.persona_service_pb2_grpc import PersonaServiceStub
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import character_id, timeline_id, world_id
from npcclient.v1 import character_service_pb2 as pb
from npcclient.v1.character_service_pb2 import CastMember
from npcclient.v1.character_service_pb2_grpc import CharacterServiceStub
from npcclient.v1.mind_pb2 import Mind, Standing
from npcclient.v1.timeline_service_pb2 import Timeline


class Characters:
    """Manages characters and their personas, returns their state, and whispers to them."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = CharacterServiceStub(channel)
        self._personas = PersonaServiceStub(channel)
        self._patience = caller.patience
        self._call = caller.call

    async def create(
        self,
        character: Character,
        seed_memories: Sequence[SeedMemory | str] = (),
        *,
        request_id: str = "",
    ) -> Character:
        """Create a character with seed memories; the server rates those given as plain text."""
        request = personas.CreateCharacterRequest(
            request_id=request_id or new_request_id(),
            character=character,
            seed_memories=_seed_messages(seed_memories),
        )
        return (await self._call(self._personas.CreateCharacter, request)).character

    async def get(self, world: World | str, character: str) -> Character:
        """Return a character with its present persona."""
        request = personas.GetCharacterRequest(world_id=world_id(world), character_id=character)
        return (await self._call(self._personas.GetCharacter, request)).character

    def list(self, world: World | str) -> Listing[Character]:
        """Return the characters of a world, by id."""

        def fetch(token: str) -> Awaitable[personas.ListCharactersResponse]:
            request = personas.ListCharactersRequest(world_id=world_id(world), page_token=token)
            return self._call(self._personas.ListCharacters, request)

        return listing(fetch, lambda page: page.characters)

    def cast(self, world: World | str, timeline: Timeline | str = "") -> Listing[CastMember]:
        """Return what a game shows of a world's characters, by id.

        With a timeline, also whether each is present, absent or dead there.
        """

        def fetch(token: str) -> Awaitable[pb.ListCastResponse]:
            request = pb.ListCastRequest(
                world_id=world_id(world), timeline_id=timeline_id(timeline), page_token=token
            )
            return self._call(self._stub.ListCast, request)

        return listing(fetch, lambda page: page.characters)

    async def update(self, character: Character, *fields: str, request_id: str = "") -> Character:
        """Change the named fields, such as `persona.voice`, or all that are set.

        A changed persona is in force from the next turn on. A set `etag` must match.
        """
        request = personas.UpdateCharacterRequest(
            request_id=request_id or new_request_id(),
            character=character,
            update_mask=FieldMask(paths=fields) if fields else None,
        )
        return (await self._call(self._personas.UpdateCharacter, request)).character

    async def delete(
        self, world: World | str, character: str, *, etag: str = "", request_id: str = ""
    ) -> None:
        """Delete a character. What it did stays in the timelines."""
        request = personas.DeleteCharacterRequest(
            request_id=request_id or new_request_id(),
            world_id=world_id(world),
            character_id=character,
            etag=etag,
        )
        await self._call(self._personas.DeleteCharacter, request)

    def persona_versions(self, world: World | str, character: str) -> Listing[PersonaVersion]:
        """Return the versions of a persona, newest first."""

        def fetch(token: str) -> Awaitable[personas.ListPersonaVersionsResponse]:
            request = personas.ListPersonaVersionsRequest(
                world_id=world_id(world), character_id=character, page_token=token
            )
            return self._call(self._personas.ListPersonaVersions, request)

        return listing(fetch, lambda page: page.versions)

    def seed_memories(self, world: World | str, character: str) -> Listing[SeedMemory]:
        """Return what a character knows from the start, in the order in which it happened."""
        return listing(
            lambda token: self._seeds(world, character, token), lambda page: page.seed_memories
        )

    async def seeds_etag(self, world: World | str, character: str) -> str:
        """Return what stands for all seed memories of a character, for `update_seed_memories`."""
        return (await self._seeds(world, character, "")).etag

    def _seeds(
        self, world: World | str, character: str, token: str
    ) -> Awaitable[personas.ListSeedMemoriesResponse]:
        request = personas.ListSeedMemoriesRequest(
            world_id=world_id(world), character_id=character, page_token=token
        )
        return self._call(self._personas.ListSeedMemories, request)

    async def update_seed_memories(
        self,
        world: World | str,
        character: str,
        seed_memories: Sequence[SeedMemory | str],
        *,
        etag: str = "",
        request_id: str = "",
    ) -> personas.UpdateSeedMemoriesResponse:
        """Replace what a character knows from the start; timelines that exist keep what they had.

        A set `etag` must match.
        """
        request = personas.UpdateSeedMemoriesRequest(
            request_id=request_id or new_request_id(),
            world_id=world_id(world),
            character_id=character,
            seed_memories=_seed_messages(seed_memories),
            etag=etag,
        )
        return await self._call(self._personas.UpdateSeedMemories, request)

    async def whisper(
        self,
        timeline: Timeline | str,
        character: Character | str,
        text: str,
        *,
        request_id: str = "",
    ) -> str:
        """Whisper a thought, which the character takes for its own; return the memory's id."""
        request = personas.WhisperRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            text=text,
        )
        return (await self._call(self._personas.Whisper, request)).memory_id

    async def move_standing(  # noqa: PLR0913 - the fields of one request, most by keyword
        self,
        timeline: Timeline | str,
        character: Character | str,
        other_id: str,
        axes: Mapping[str, int] | None = None,
        *,
        affinity: int = 0,
        trust: int = 0,
        familiarity: int = 0,
        request_id: str = "",
    ) -> Standing:
        """Move how a character stands to another by so much; return how it stands then."""
        request = personas.MoveStandingRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            other_id=other_id,
            affinity=affinity,
            trust=trust,
            familiarity=familiarity,
            axes=axes or {},
        )
        return (await self._call(self._personas.MoveStanding, request)).standing

    async def mind(
        self, timeline: Timeline | str, character: Character | str, *, seq: int | None = None
    ) -> Mind:
        """Return a character's state as of position `seq` (default: the head)."""
        request = pb.GetMindRequest(
            timeline_id=timeline_id(timeline), character_id=character_id(character), seq=seq
        )
        return (await self._call(self._stub.GetMind, request)).mind

    async def interview(
        self,
        timeline: Timeline | str,
        character: Character | str,
        question: str,
        *,
        seq: int | None = None,
        without: Sequence[Ablation.ValueType] = (),
        seconds: float | None = None,
    ) -> InterviewResponse:
        """Ask a question that the character answers from memory; nothing of it is stored.

        `without` is what to take from its memory before it answers. `seconds` is how long to wait
        for a model, by default as long as for a turn.
        """
        request = personas.InterviewRequest(
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            question=question,
            seq=seq,
            ablations=without,
        )
        patience = self._patience.turn if seconds is None else seconds
        return await self._call(self._personas.Interview, request, patience)


def _seed_messages(seeds: Sequence[SeedMemory | str]) -> tuple[SeedMemory, ...]:
    return tuple(SeedMemory(text=seed) if isinstance(seed, str) else seed for seed in seeds)
