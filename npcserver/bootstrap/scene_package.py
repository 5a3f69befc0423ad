"""What is asked of the package of scenes, which is beside this one."""

from typing import Protocol, cast

from npcserver import plugins
from npcserver.app.context.mindset import Minds
from npcserver.app.thoughts.job_worker import JobHandler
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.timeline_watch import LogFollower
from npcserver.ports.clock import Clock
from npcserver.ports.language_model import PromptBudget
from npcserver.ports.storage import Store


class Scenes(Protocol):
    """The package of scenes; `host` names this process, for scenes that no other is to perform."""

    def use_cases(self, store: Store, log: LogFollower, *, host: str, has_model: bool) -> object:
        """Return the use cases of `SceneService`."""

    def performance(
        self, minds: Minds, thinking: ThoughtRuntime, budget: PromptBudget, clock: Clock, host: str
    ) -> JobHandler:
        """Return what performs a group chat."""


def scenes() -> Scenes:
    """Return the package of scenes."""
    return cast("Scenes", plugins.load(plugins.SCENES))
