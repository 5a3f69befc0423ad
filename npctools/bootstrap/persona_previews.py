"""Previews of prompts with a persona that is being written. What makes them is loaded late."""

from npcserver.adapters.clock import SystemClock
from npcserver.app.context.recall import LoreReader
from npcserver.app.persona_prompts import PersonaPrompt
from npcserver.config import Settings
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Person, Persona
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.ports.storage import Store
from npcserver.ports.vectors import Embedder
from npcserver.prompts.catalogue import QUESTIONS

_VISITOR = Person(id="player-visitor", name="Visitor")


class PersonaPreviews:
    """Previews over moments of a store, with what the server has loaded already."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        stream: MemoryStream,
        embedder: Embedder,
        reading: LoreReader,
    ) -> None:
        self._settings = settings
        self._store = store
        self._stream = stream
        self._embedder = embedder
        self._reading = reading

    @property
    def kinds(self) -> tuple[str, ...]:
        """All questions there are, by the names of their templates."""
        return tuple(one.template for one in QUESTIONS)

    async def show(
        self, of: TimelineId, character_id: CharacterId, persona: Persona, kind: str, words: str
    ) -> PersonaPrompt:
        """Return the prompt at the end of a timeline or save. Raises `NotFound`, `InvalidInput`."""
        from npctools.bootstrap.previews import preview_scratch  # noqa: PLC0415
        from npctools.prompts.preview import Occasion  # noqa: PLC0415
        from npctools.prompts.stores import ScratchStore  # noqa: PLC0415

        scratch = await ScratchStore.over(self._store, of, SystemClock().now())
        scratch.play(character_id, persona)
        previewing = preview_scratch(
            self._settings, scratch, self._stream, self._embedder, self._reading
        )
        occasion = Occasion(kind=kind, character_id=character_id, visitor=_VISITOR, words=words)
        try:
            found = await previewing.preview(occasion)
        finally:
            self._stream.forget(scratch.timeline_id)
        return PersonaPrompt(kind=kind, sections=found.sections, assumed=found.assumed)
