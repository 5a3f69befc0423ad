"""What the packages of scenes and of tools, which are beside this one, do for a server."""

from typing import Protocol, cast

from npcserver import plugins
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import LoreReader
from npcserver.app.incidents import Incidents
from npcserver.app.persona_prompts import PersonaPrompts
from npcserver.app.thoughts.job_worker import JobHandler
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.timeline_watch import LogFollower
from npcserver.bootstrap.model_stack import ModelStacks
from npcserver.config import Settings
from npcserver.memory.stream import MemoryStream
from npcserver.model.model_use import ModelUse
from npcserver.ports.clock import Clock
from npcserver.ports.jobs import Jobs
from npcserver.ports.language_model import PromptBudget
from npcserver.ports.storage import Store
from npcserver.ports.vectors import Embedder


class Scenes(Protocol):
    """The package of scenes; `host` names this process, for scenes that no other is to perform."""

    def use_cases(
        self, store: Store, log: LogFollower, jobs: Jobs, *, host: str, has_model: bool
    ) -> object:
        """Return the use cases of `SceneService`."""

    def performance(
        self, minds: Minds, thinking: ThoughtRuntime, budget: PromptBudget, clock: Clock, host: str
    ) -> JobHandler:
        """Return what performs a group chat."""


def scenes() -> Scenes:
    """Return the package of scenes."""
    return cast("Scenes", plugins.load(plugins.SCENES))


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
