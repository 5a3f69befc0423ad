"""The client: one channel, and the server's services as namespaces on it."""

from types import TracebackType
from typing import Self

import grpc

from npcclient.calls import Caller, Patience
from npcclient.characters import Characters
from npcclient.circles import Circles
from npcclient.group_chats import GroupChats
from npcclient.lore import Lore
from npcclient.memories import Memories
from npcclient.play import Play
from npcclient.timelines import Timelines
from npcclient.worlds import Worlds

MAX_MESSAGE_BYTES = 16 * 1024 * 1024
OPTIONS: tuple[tuple[str, int | str], ...] = (
    # The server drops clients that ping more often than every 10 s ("too many pings").
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # Without this one a dead peer is noticed only after a minute.
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 0),
    # Find a restarted server at once; gRPC's own first wait is a second, and grows to two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 5_000),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    # Two clients of one process are two connections, as their owners expect.
    ("grpc.use_local_subchannel_pool", 1),
)


class NpcClient:
    """A connection to one server. Close it, or use it as an `async with` block."""

    def __init__(self, channel: grpc.aio.Channel, patience: Patience | None = None) -> None:
        caller = Caller(patience or Patience())
        self._channel = channel
        self.worlds = Worlds(channel, caller)
        """Worlds, their places, and what things are like there."""
        self.characters = Characters(channel, caller)
        """Characters, their personas, their minds and their inner ear."""
        self.timelines = Timelines(channel, caller)
        """Lines of play, saves and loads."""
        self.lore = Lore(channel, caller)
        """Books, and the passages in them that answer."""
        self.memories = Memories(channel, caller)
        """What characters remember, and why they said what they said."""
        self.play = Play(channel, caller)
        """The game at run time."""
        self.circles = Circles(channel, caller)
        """Characters and players who stand together and talk."""
        self.group_chats = GroupChats(channel, caller)
        """Scenes: who talks with whom, what is said, and who wins."""

    async def close(self) -> None:
        """Close the connection. Turns still being spoken are interrupted."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def connect(
    target: str,
    *,
    patience: Patience | None = None,
    credentials: grpc.ChannelCredentials | None = None,
) -> NpcClient:
    """Return a client of the server at `target` (`host:port`).

    Nothing is sent before the first call. Without `credentials` the connection is not encrypted.
    """
    options = list(OPTIONS)
    if credentials is None:
        return NpcClient(grpc.aio.insecure_channel(target, options=options), patience)
    return NpcClient(grpc.aio.secure_channel(target, credentials, options=options), patience)
