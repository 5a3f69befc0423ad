"""The client: one channel, and the server's services as namespaces on it."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import grpc

from npcclient.access import Access
from npcclient.audit import Audit
from npcclient.calls import Caller, Patience
from npcclient.channel import Entry, open_channel
from npcclient.characters import Characters
from npcclient.circles import Circles
from npcclient.corrections import Corrections
from npcclient.drafts import Drafts
from npcclient.lore import Lore
from npcclient.memories import Memories
from npcclient.play import Play
from npcclient.players import Players
from npcclient.scenes import Scenes
from npcclient.server import ServerFacts
from npcclient.timelines import Timelines
from npcclient.tokens import Credential
from npcclient.worlds import Worlds


class NpcClient:
    """A connection to one server. Close it, or use it as an `async with` block."""

    def __init__(
        self,
        channel: grpc.aio.Channel,
        patience: Patience | None = None,
        credential: Credential | None = None,
    ) -> None:
        caller = Caller(patience or Patience(), credential or Credential())
        self._channel = channel
        self.server = ServerFacts(channel, caller)
        """What the server is: versions, limits, features, models."""
        self.worlds = Worlds(channel, caller)
        self.audit = Audit(channel, caller)
        self.corrections = Corrections(channel, caller)
        self.drafts = Drafts(channel, caller)
        self.players = Players(channel, caller)
        """Worlds, their places, and the states of objects."""
        self.characters = Characters(channel, caller)
        """Characters, their personas, their state, and whispers."""
        self.timelines = Timelines(channel, caller)
        """Timelines, saves and loads."""
        self.lore = Lore(channel, caller)
        """Books, and searching their passages."""
        self.memories = Memories(channel, caller)
        """Memories of characters, and the receipts of what they said."""
        self.play = Play(channel, caller)
        """The game at run time."""
        self.circles = Circles(channel, caller)
        """Characters and players who stand together and talk."""
        self.access = Access(channel, caller)
        """Keys of services, and tokens of players."""
        self.scenes = Scenes(channel, caller)
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
    key: str = "",
    token: Callable[[], str] | None = None,
    tls: bool = False,
    ca: Path | bytes | None = None,
    credentials: grpc.ChannelCredentials | None = None,
    patience: Patience | None = None,
) -> NpcClient:
    """Return a client of the server at `target`: `host:port` for gRPC, or `http://host:port`.

    `key` is one of the server's keys, where it has any. `token` is given in its place in the client
    of a player: a function that returns a token, from your game's server. It is called when the
    last token is about to end, and once when the server refuses it, and must not block.

    The connection is encrypted with `tls`, a `ca`, or `https://`; `ca` is the certificate of the
    authority (PEM, or the path of its file), by default those that this machine trusts.
    `credentials` are gRPC's own, for all else. Nothing is sent before the first call. Raises
    `ValueError` for an invalid address or key, and `OSError` where `ca` cannot be read.
    """
    credential = Credential(key, token)
    entry = Entry(credential=credential, is_tls=tls, ca=ca, credentials=credentials)
    return NpcClient(open_channel(target, entry), patience, credential)
