"""Where the words of prompt templates are kept, by their digest."""

from typing import Protocol

from npcserver.model.prompt import KeptTemplate


class TemplateArchive(Protocol):
    """Keeps each version of a template that a prompt was made from."""

    async def keep(self, template: KeptTemplate) -> None:
        """Store a template; one of the same digest stays. Raises `Unavailable` or `OverLimit`."""
        ...

    async def get(self, digest: str) -> KeptTemplate | None:
        """Return the template of a digest, None where it was not kept."""
        ...
