"""An embedder as its owner sees it: who makes it closes it."""

from typing import Protocol

from npcserver.ports.embedder import Embedder


class OwnedEmbedder(Embedder, Protocol):
    """An embedder that may hold a thread, weights or connections."""

    def warm_up(self) -> None:
        """Begin to load what the first call would wait for, and return at once."""
        ...

    async def close(self) -> None:
        """Let go of everything; calls still waiting raise `Unavailable`."""
        ...
