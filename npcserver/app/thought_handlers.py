"""What does the jobs by which characters think of themselves."""

from dataclasses import dataclass
from functools import partial

from npcserver.app.context.mindset import Minds
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.life.action_starts import ActionStarter, TalkPartners
from npcserver.app.life.reactions import ReactHandler
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.presence import load_gone
from npcserver.app.thoughts.day_plans import DecomposeHandler, PlanHandler, RateNow
from npcserver.app.thoughts.ingestion import MemoryIngestion
from npcserver.app.thoughts.job_worker import JobHandler
from npcserver.app.thoughts.reflection import InsightRecorder, ReflectHandler
from npcserver.app.thoughts.relations import RelateHandler
from npcserver.app.thoughts.summaries import SummariseHandler
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.stream import MemoryStream
from npcserver.mind.conversation import TalkRates, say_next
from npcserver.mind.reaction import react
from npcserver.model.job import Job, JobKind
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtSetup:
    """What thoughts are made with, the same in play and in previews."""

    stream: MemoryStream
    reflection_threshold: int
    lull_seconds: float
    asked_reactions: int
    rates: TalkRates


def thought_handlers(  # noqa: PLR0913 - what play and previews make differently
    setup: ThoughtSetup,
    minds: Minds,
    thinking: ThoughtRuntime,
    digesting: MemoryIngestion,
    insights: InsightRecorder,
    *,
    clock: Clock,
    floor: TurnLock,
    retained: KnownFactsCache,
    rate_now: RateNow | None = None,
) -> dict[JobKind, JobHandler]:
    """Return what does the jobs by which characters think of themselves, by kind."""
    stream, lull = setup.stream, setup.lull_seconds
    handlers: dict[JobKind, JobHandler] = {
        JobKind.DIGEST: digesting.digest,
        JobKind.REFLECT: ReflectHandler(
            minds, thinking, insights, stream, reflection_threshold=setup.reflection_threshold
        ),
        JobKind.PLAN: PlanHandler(minds, thinking, rate_now=rate_now),
        JobKind.DECOMPOSE: DecomposeHandler(minds, thinking),
        JobKind.REACT: ReactHandler(
            minds,
            thinking,
            TalkPartners(minds, clock),
            ActionStarter(minds, retained),
            react=react,
            asked_a_day=setup.asked_reactions,
            rates=setup.rates,
        ),
        JobKind.CONVERSE: NpcConversation(minds, thinking, say_next, floor=floor),
        JobKind.SUMMARISE: SummariseHandler(
            minds, thinking, insights, stream, clock=clock, lull_seconds=lull
        ),
        JobKind.RELATE: RelateHandler(minds, thinking, stream, clock=clock, lull_seconds=lull),
    }
    return {kind: partial(unless_gone, minds.store, does) for kind, does in handlers.items()}


async def unless_gone(store: Store, does: JobHandler, job: Job) -> None:
    """Do a job, unless its character is absent or dead: a return queues what is left to think."""
    async with store.read() as reader:
        if await load_gone(await reader.head(job.timeline_id), (job.subject_id,)):
            return
    await does(job)
