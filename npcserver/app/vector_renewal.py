"""Moves everything that is stored to the present embedder at once."""

from collections.abc import AsyncGenerator

from npcserver.app.authoring.lore_index import LoreEmbedding
from npcserver.app.thoughts.ingestion import MemoryIngestion
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.ports.storage import Store

_PAGE = 500


class VectorRenewal:
    """Embeds what lacks vectors of the present embedder, without workers; a second run finds none.

    What was embedded before it broke off is not embedded again.
    """

    def __init__(self, store: Store, memories: MemoryIngestion, books: LoreEmbedding) -> None:
        self._store = store
        self._memories = memories
        self._books = books

    async def run(self) -> AsyncGenerator[tuple[int, int], None]:
        """Embed mind by mind, then world by world; yield how many of how many are done."""
        jobs = await self._minds() + await self._shelves()
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

    async def _minds(self) -> list[Job]:
        found: list[Job] = []
        after: tuple[TimelineId, str] | None = None
        while True:
            async with self._store.read() as reader:
                page = await reader.minds(_PAGE, after)
            found += [Job.unclaimed(JobKind.EMBED, *whose) for whose in page]
            if len(page) < _PAGE:
                return found
            after = page[-1]

    async def _shelves(self) -> list[Job]:
        found: list[Job] = []
        after = ""
        while True:
            async with self._store.read() as reader:
                page = await reader.worlds(_PAGE, after)
                drafts = [
                    one for world in page for one in await self._books.of_drafts(reader, world.id)
                ]
            found += [Job.unclaimed(JobKind.SHELVE, world.genesis_id, "") for world in page]
            found += [Job.unclaimed(one.kind, one.timeline_id, one.subject_id) for one in drafts]
            if len(page) < _PAGE:
                return found
            after = page[-1].id
