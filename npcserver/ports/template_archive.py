"""Archive of prompt templates by digest."""

from typing import Protocol

from npcserver.model.prompt import KeptTemplate


class TemplateArchive(Protocol):
    """Keeps each version of a template that a prompt was rendered from."""

    async def keep(self, template: KeptTemplate) -> None:
        """Store a template unless its digest exists. Raises `Unavailable` or `OverLimit`."""
        ...

    async def get(self, digest: str) -> KeptTemplate | None:
        """Return the template with a digest, or None."""
        ...
