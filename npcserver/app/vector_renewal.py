"""Moves everything that is stored to the present embedder at once."""

from collections.abc import AsyncGenerator

from npcserver.app.authoring.lore_index import LoreEmbedding
from npcserver.app.thoughts.ingestion import MemoryIngestion
from npcserver.model.errors import NotFound
from npcserver.model.job import Job, JobKind


class VectorRenewal:
    """Embeds what lacks vectors of the present embedder, without workers; a second run finds none.

    What was embedded before it broke off is not embedded again.
    """

    def __init__(self, memories: MemoryIngestion, books: LoreEmbedding) -> None:
        self._memories = memories
        self._books = books

    async def run(self) -> AsyncGenerator[tuple[int, int], None]:
        """Embed mind by mind, then world by world; yield how many of how many are done."""
        drafts = [one async for jobs in self._memories.embedding_jobs() for one in jobs]
        drafts += [one async for jobs in self._books.embedding_jobs() for one in jobs]
        jobs = [Job.unclaimed(one.kind, one.timeline_id, one.subject_id) for one in drafts]
        for done, job in enumerate(jobs):
            yield done, len(jobs)
            try:
                if job.kind is JobKind.EMBED:
                    await self._memories.embed_all(job)
                else:
                    await self._books.embed_all(job)
            except NotFound:  # deleted since, or a character that the authors took out
                continue
        yield len(jobs), len(jobs)
