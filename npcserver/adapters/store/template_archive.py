"""Archive of prompt templates, in the database of the log."""

from sqlalchemy import Connection, select

from npcserver.adapters.store.dialect import insert_new
from npcserver.adapters.store.lanes import Lanes
from npcserver.adapters.store.tables import PromptTemplateRow, table_of
from npcserver.adapters.store.unit import SqlUnit
from npcserver.adapters.store.writer import Writer
from npcserver.model.prompt import KeptTemplate

_TEMPLATE = table_of(PromptTemplateRow)


class SqlTemplateArchive:
    """Keeps each version of a template that a prompt was rendered from."""

    def __init__(self, writer: Writer, lanes: Lanes) -> None:
        self._writer = writer
        self._lanes = lanes

    async def keep(self, template: KeptTemplate) -> None:
        """Store a template unless its digest exists."""
        if await self.get(template.digest) is not None:
            return

        async def work(unit: SqlUnit) -> None:
            await unit.run(_insert, template)

        await self._writer.work(work)

    async def get(self, digest: str) -> KeptTemplate | None:
        """Return the template with a digest, or None."""
        async with self._lanes.lane() as lane:
            return await lane.run(_select, digest)


def _insert(connection: Connection, template: KeptTemplate) -> None:
    values = {
        "digest": template.digest,
        "language": template.language,
        "name": template.name,
        "sources": dict(template.sources),
    }
    insert_new(connection, _TEMPLATE, values)


def _select(connection: Connection, digest: str) -> KeptTemplate | None:
    row = connection.execute(select(_TEMPLATE).where(_TEMPLATE.c.digest == digest)).one_or_none()
    if row is None:
        return None
    return KeptTemplate(
        digest=row.digest,
        language=row.language,
        name=row.name,
        sources=tuple(sorted(row.sources.items())),
    )
