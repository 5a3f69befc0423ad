"""Talk to an npcserver from Python: a typed, asynchronous client.

    async with npcclient.connect("127.0.0.1:50051") as npc:
        timeline = await npc.timelines.start("harbour")
        async for event in npc.play.say(timeline, "mira", "Hello!", speaker="Ann"):
            print(event.line.text)

Messages are those of `npcserver.v1` and `npcserver.admin.v1`, documented in their proto files. This
package knows nothing else of the server.
"""

from npcclient.calls import Patience
from npcclient.circles import CircleTalk
from npcclient.client import NpcClient, connect
from npcclient.errors import (
    AlreadyExists,
    Conflict,
    CursorTooNew,
    InvalidInput,
    NotAllowed,
    NotFound,
    NotOffered,
    NotPossibleNow,
    NpcError,
    OverLimit,
    ServerFailed,
    TimedOut,
    Unavailable,
)
from npcclient.listing import Listing
from npcclient.observing import ObservationQueue
from npcclient.turn import Turn

__all__ = [
    "AlreadyExists",
    "CircleTalk",
    "Conflict",
    "CursorTooNew",
    "InvalidInput",
    "Listing",
    "NotAllowed",
    "NotFound",
    "NotOffered",
    "NotPossibleNow",
    "NpcClient",
    "NpcError",
    "ObservationQueue",
    "OverLimit",
    "Patience",
    "ServerFailed",
    "TimedOut",
    "Turn",
    "Unavailable",
    "connect",
]
