"""Puts scenes together for a server."""

from npcscenes.app.group_chats import GroupChats
from npcscenes.app.member_acts import MemberActor, MemberContextBuilder
from npcscenes.app.scene_performance import ScenePerformance
from npcserver.app.context.mindset import Minds
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.timeline_watch import LogFollower
from npcserver.ports.clock import Clock
from npcserver.ports.jobs import Jobs
from npcserver.ports.language_model import PromptBudget
from npcserver.ports.storage import Store


def use_cases(
    store: Store, log: LogFollower, jobs: Jobs, *, host: str, has_model: bool
) -> GroupChats:
    """Return the use cases of `SceneService`."""
    return GroupChats(store, log, jobs, host=host, has_model=has_model)


def performance(
    minds: Minds, thinking: ThoughtRuntime, budget: PromptBudget, clock: Clock, host: str
) -> ScenePerformance:
    """Return what performs a group chat."""
    acting = MemberActor(MemberContextBuilder(minds, thinking), thinking, budget=budget)
    return ScenePerformance(minds.store, acting, clock=clock, host=host)
