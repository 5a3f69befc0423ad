"""Canned answers about who knows what, and why something was said."""

from dataclasses import dataclass, field

from google.protobuf.timestamp_pb2 import Timestamp

from npcserver.v1 import memory_pb2
from npcserver.v1 import memory_service_pb2 as pb

_NINE = Timestamp(seconds=1_676_278_800)  # Monday 13 February 2023


@dataclass
class Ledger:
    """The stations of one fact, and the receipt of what left a memory."""

    hops: list[pb.KnowledgeHop] = field(default_factory=list)
    behind: pb.ExplainResponse = field(default_factory=pb.ExplainResponse)
    prompt: pb.RenderedPrompt | None = None
    recalled: list[memory_pb2.Recollection] = field(default_factory=lambda: [recollection()])

    def explained(self, receipt: pb.Receipt, request: pb.ExplainRequest) -> pb.ExplainResponse:
        answer = self.behind if request.memory_id else pb.ExplainResponse(receipt=receipt)
        if request.rendered_prompt and self.prompt is not None:
            answer.rendered_prompt.CopyFrom(self.prompt)
        return answer

    def traced(self) -> pb.TraceMemoryResponse:
        return pb.TraceMemoryResponse(hops=self.hops)

    def who_knows(self) -> pb.WhoKnowsResponse:
        """Answer that each holder of a station knows, from there on."""
        knowers = [
            pb.Knower(
                character_id=hop.holder_id,
                name=hop.holder_name,
                memories=[hop.memory],
                hops=self.hops[place:],
            )
            for place, hop in enumerate(self.hops)
        ]
        return pb.WhoKnowsResponse(knowers=knowers)


def recollection() -> memory_pb2.Recollection:
    memory = memory_pb2.Memory(
        memory_id="m1",
        text="The lamp on the pier is broken.",
        kind=memory_pb2.MEMORY_KIND_UTTERANCE,
        importance=6,
        is_rated=True,
        create_time=_NINE,
    )
    return memory_pb2.Recollection(
        memory=memory, score=1.25, recency=0.5, importance=0.25, relevance=0.75
    )
