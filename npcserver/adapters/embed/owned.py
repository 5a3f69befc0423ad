"""An embedder with its resources, which its creator must close."""

from typing import Protocol

from npcserver.ports.embedder import Embedder


class OwnedEmbedder(Embedder, Protocol):
    """An embedder that may hold a thread, weights or connections."""

    def warm_up(self) -> None:
        """Start loading what the first call needs, and return at once."""
        ...

    async def close(self) -> None:
        """Release all resources; waiting calls raise `Unavailable`."""
        ...
