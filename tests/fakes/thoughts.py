"""What a thought leaves in a timeline, written as the cognition worker would, and read by wire."""

from npcserver.app.context.mindset import Minds
from npcserver.model.ids import TimelineId
from npcserver.model.record import Body, Draft, RecordKind
from npcserver.ports.storage import Append, Appended
from npcserver.v1 import character_service_pb2, mind_pb2
from tests.fakes.tavern import Tavern


async def think(tavern: Tavern, timeline: str, *drafts: Draft) -> Appended:
    """Append what a thought would."""
    minds = tavern.services.minds._minds
    assert isinstance(minds, Minds)
    return await minds.store.append(Append(timeline_id=TimelineId(timeline), drafts=drafts))


def of(kind: RecordKind, body: Body, subject: str = "mira", text: str = "") -> Draft:
    return Draft(kind=kind, subject_id=subject, body=body, text=text)


async def mind(
    tavern: Tavern, timeline: str, seq: int | None = None, character: str = "mira"
) -> mind_pb2.Mind:
    request = character_service_pb2.GetMindRequest(
        timeline_id=timeline, character_id=character, seq=seq
    )
    return (await tavern.characters.GetMind(request)).mind
