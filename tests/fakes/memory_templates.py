"""A `TemplateArchive` in memory."""

from npcserver.model.prompt import KeptTemplate


class MemoryTemplateArchive:
    """Keeps templates until it is gone."""

    def __init__(self) -> None:
        self.kept: dict[str, KeptTemplate] = {}

    async def keep(self, template: KeptTemplate) -> None:
        self.kept.setdefault(template.digest, template)

    async def get(self, digest: str) -> KeptTemplate | None:
        return self.kept.get(digest)
