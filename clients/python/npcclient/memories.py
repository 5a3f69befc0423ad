"""`MemoryService`: memories of characters, and the receipts of what they said."""

from collections.abc import Awaitable, Sequence
from datetime import datetime

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from npcclient.admin.v1 import memory_service_pb2 as pb
from npcclient.admin.v1.memory_service_pb2 import (
    ExplainResponse,
    ExportIncidentResponse,
    Knower,
    KnowledgeHop,
    MemoryReport,
    Receipt,
    ReflectionNode,
    RenderedPrompt,
)
from npcclient.admin.v1.memory_service_pb2_grpc import MemoryServiceStub
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.admin.v1.recollection_pb2 import Recollection
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing, pages
from npcclient.naming import character_id, memory_id, timeline_id
from npcclient.v1.memory_pb2 import Memory, MemoryKind
from npcclient.v1.timeline_service_pb2 import Timeline


class Memories:
    """Reads memories without changing them; pins those that are always to be recalled."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = MemoryServiceStub(channel)
        self._call = caller.call

    def list(  # noqa: PLR0913 - the fields of one request, most by keyword
        self,
        timeline: Timeline | str,
        character: Character | str,
        *,
        kinds: Sequence[MemoryKind.ValueType] = (),
        seq: int | None = None,
        page_size: int = 0,
        start: datetime | None = None,
        end: datetime | None = None,
        place_id: str = "",
        person_id: str = "",
        text: str = "",
    ) -> Listing[Memory]:
        """Return memories, newest first, as of position `seq` (default: the head).

        Only those made from game time `start` on and before `end`, at that place, told by that
        person or about it, with `text` in their words or their speaker's name.
        """

        def fetch(token: str) -> Awaitable[pb.ListMemoriesResponse]:
            request = pb.ListMemoriesRequest(
                world_start_time=_game_time(start),
                world_end_time=_game_time(end),
                place_id=place_id,
                person_id=person_id,
                text=text,
                timeline_id=timeline_id(timeline),
                character_id=character_id(character),
                kinds=kinds,
                seq=seq,
                page_size=page_size,
                page_token=token,
            )
            return self._call(self._stub.ListMemories, request)

        return listing(fetch, lambda page: page.memories)

    async def recall(
        self,
        timeline: Timeline | str,
        character: Character | str,
        text: str,
        *,
        limit: int = 0,
        profile: str = "",
        seq: int | None = None,
        asker_id: str = "",
    ) -> tuple[Recollection, ...]:
        """Return what these words would recall, best first, with the three scores.

        `asker_id` is the person whose words they are, which counts where they speak of themselves.
        """
        request = pb.RecallRequest(
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            text=text,
            limit=limit,
            profile=profile,
            seq=seq,
            asker_id=asker_id,
        )
        return tuple((await self._call(self._stub.Recall, request)).recollections)

    async def explain(self, timeline: Timeline | str, turn_id: str) -> Receipt:
        """Return the receipt of a turn: the inputs of its lines."""
        request = pb.ExplainRequest(timeline_id=timeline_id(timeline), turn_id=turn_id)
        return (await self._call(self._stub.Explain, request)).receipt

    async def explain_memory(
        self, timeline: Timeline | str, memory: Memory | str
    ) -> ExplainResponse:
        """Return the receipt of the turn or thought that left a memory.

        Neither is set where there was none: for what was witnessed, authored or whispered.
        """
        request = pb.ExplainRequest(timeline_id=timeline_id(timeline), memory_id=memory_id(memory))
        return await self._call(self._stub.Explain, request)

    async def export_incident(
        self, timeline: Timeline | str, turn_id: str
    ) -> ExportIncidentResponse:
        """Return a turn as a file, which `npcserver incident open` opens on any machine."""
        request = pb.ExportIncidentRequest(timeline_id=timeline_id(timeline), turn_id=turn_id)
        return await self._call(self._stub.ExportIncident, request)

    async def prompt(
        self,
        timeline: Timeline | str,
        *,
        turn_id: str = "",
        memory: Memory | str = "",
        seq: int = 0,
    ) -> RenderedPrompt:
        """Return the prompt that was sent last for a turn, a memory's thought, or a position.

        It holds all that the character knew: show it only to authors. Its `status` says whether it
        is exactly as sent.
        """
        request = pb.ExplainRequest(timeline_id=timeline_id(timeline), with_prompt=True)
        if turn_id:
            request.turn_id = turn_id
        elif seq:
            request.seq = seq
        else:
            request.memory_id = memory_id(memory)
        return (await self._call(self._stub.Explain, request)).rendered_prompt

    async def trace(
        self, timeline: Timeline | str, memory: Memory | str, *, seq: int | None = None
    ) -> tuple[KnowledgeHop, ...]:
        """Return the whole path of a memory, itself first, back to its origin."""
        request = pb.TraceMemoryRequest(
            timeline_id=timeline_id(timeline), memory_id=memory_id(memory), seq=seq
        )
        return tuple((await self._call(self._stub.TraceMemory, request)).hops)

    async def who_knows(
        self,
        timeline: Timeline | str,
        memory: Memory | str = "",
        *,
        text: str = "",
        seq: int | None = None,
    ) -> tuple[Knower, ...]:
        """Return who knows a fact, by when each learned it: a memory that states it, or a text."""
        request = pb.WhoKnowsRequest(timeline_id=timeline_id(timeline), seq=seq)
        if text:
            request.text = text
        else:
            request.memory_id = memory_id(memory)
        found = await pages(self._call, self._stub.WhoKnows, request)
        return tuple(knower for page in found for knower in page.knowers)

    async def pin(
        self,
        timeline: Timeline | str,
        memory: Memory | str,
        *,
        unpin: bool = False,
        request_id: str = "",
    ) -> int:
        """Pin a memory, so that every turn recalls it, or unpin it.

        Returns the position of the record. A pin belongs to the timeline it was set on.
        """
        request = pb.PinMemoryRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            memory_id=memory_id(memory),
            unpin=unpin,
        )
        return (await self._call(self._stub.PinMemory, request)).seq

    async def report(
        self,
        timeline: Timeline | str,
        character: Character | str = "",
        *,
        seq: int | None = None,
    ) -> tuple[MemoryReport, ...]:
        """Return how much of the memories of a character is useful, or of all in the world."""
        request = pb.ReportMemoriesRequest(
            timeline_id=timeline_id(timeline), character_id=character_id(character), seq=seq
        )
        found = await pages(self._call, self._stub.ReportMemories, request)
        return tuple(report for page in found for report in page.reports)

    async def reflection_tree(
        self,
        timeline: Timeline | str,
        character: Character | str,
        memory: Memory | str = "",
        *,
        seq: int | None = None,
        max_depth: int = 0,
    ) -> tuple[ReflectionNode, ...]:
        """Return inferences with their evidence, from a memory on, or from all unused ones.

        Nodes of level 0 come first; `memory.evidence_ids` links them.
        """
        request = pb.GetReflectionTreeRequest(
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            seq=seq,
            memory_id=memory_id(memory),
            max_depth=max_depth,
        )
        found = await pages(self._call, self._stub.GetReflectionTree, request)
        return tuple(node for page in found for node in page.nodes)


def _game_time(when: datetime | None) -> Timestamp | None:
    if when is None:
        return None
    stamp = Timestamp()
    stamp.FromDatetime(when)
    return stamp
