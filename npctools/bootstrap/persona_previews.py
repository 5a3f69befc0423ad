"""Previews of prompts with a persona that is being written. What makes them is loaded late."""

from npcserver.app.context.recall import LoreReader
from npcserver.app.persona_prompts import PersonaPrompt
from npcserver.config import Settings
from npcserver.model.character import Person, Persona
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.ports.storage import Store
from npcserver.ports.vectors import Embedder
from npcserver.prompts.catalogue import QUESTIONS

_VISITOR = Person(id="player-visitor", name="Visitor")


class PersonaPreviews:
    """Previews over the sessions of a store, with what the server has loaded already."""

    def __init__(
        self, settings: Settings, store: Store, embedder: Embedder, reading: LoreReader
    ) -> None:
        self._settings = settings
        self._store = store
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
        from npctools.bootstrap import previews, replays  # noqa: PLC0415
        from npctools.prompts.preview import Occasion  # noqa: PLC0415

        session = await replays.record(self._settings, self._store, of)
        previewing = previews.preview_session(
            self._settings, self._store, session, self._embedder, self._reading
        )
        store = previewing.store
        version = store.cast.characters[character_id].version
        store.cast = store.cast.playing(character_id, persona, version)
        occasion = Occasion(kind=kind, character_id=character_id, visitor=_VISITOR, words=words)
        found = await previewing.preview(occasion)
        return PersonaPrompt(kind=kind, sections=found.sections, assumed=found.assumed)
