"""Keeping the words of templates that prompts are made from, beside the path of any line."""

import asyncio

import structlog

from npcserver.model.errors import Fault
from npcserver.model.prompt import KeptTemplate
from npcserver.ports.template_archive import TemplateArchive

_AGAIN_SECONDS = 5.0
_log = structlog.get_logger(__name__)


class TemplateKeeper:
    """Stores templates as they come into use; `note` is called where a prompt is made.

    A template whose server dies before it is stored is stored when it is used again.
    """

    def __init__(self, archive: TemplateArchive) -> None:
        self._archive = archive
        self._waiting: dict[str, KeptTemplate] = {}
        self._noted = asyncio.Event()

    def note(self, template: KeptTemplate) -> None:
        """Have a template stored soon; returns at once."""
        self._waiting[template.digest] = template
        self._noted.set()

    async def run(self) -> None:
        """Store what is noted, for ever."""
        while True:
            await self._noted.wait()
            self._noted.clear()
            try:
                await self.store()
            except Fault as fault:
                _log.warning("prompt_template_not_kept", error=fault.message)
                await asyncio.sleep(_AGAIN_SECONDS)
                self._noted.set()

    async def store(self) -> None:
        """Store what was noted up to now. Raises a `Fault` of the store."""
        for digest, template in list(self._waiting.items()):
            await self._archive.keep(template)
            self._waiting.pop(digest, None)
