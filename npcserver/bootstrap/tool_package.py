"""What the package of tools does for a server: incidents, and previews of prompts."""

from npcserver import plugins
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.context.recall import LoreReader
from npcserver.app.incidents import Incidents
from npcserver.app.persona_prompts import PersonaPrompts
from npcserver.bootstrap.model_stack import ModelStacks
from npcserver.config import Settings
from npcserver.memory.stream import MemoryStream
from npcserver.model.model_use import ModelUse
from npcserver.ports.storage import Store
from npcserver.ports.vectors import Embedder


def incidents(settings: Settings, store: Store, models: ModelStacks) -> Incidents:
    """Return what makes incidents of turns and opens them, where the model for dialogue answers."""
    made: Incidents = plugins.load(plugins.INCIDENTS)(
        settings, store, models.of(ModelUse.DIALOGUE).model
    )
    return made


def persona_prompts(
    settings: Settings,
    store: Store,
    stream: MemoryStream,
    embedder: Embedder,
    shelves: LoreIndexCache,
) -> PersonaPrompts:
    """Return what previews prompts with personas."""
    made: PersonaPrompts = plugins.load(plugins.PERSONA_PROMPTS)(
        settings, store, stream, embedder, LoreReader(shelves)
    )
    return made
