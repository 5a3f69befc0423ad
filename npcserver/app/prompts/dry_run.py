"""The handlers of thoughts over a read-only store, and a model that records requests."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial

from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import LoreReader
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.group.member_acts import MemberActor, MemberContextBuilder
from npcserver.app.life.action_starts import ActionStarter, TalkPartners
from npcserver.app.life.reactions import ReactHandler
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.replay.turn_replay import PlayingModel
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.day_plans import DecomposeHandler, PlanHandler
from npcserver.app.thoughts.ingestion import MemoryIngestion
from npcserver.app.thoughts.job_worker import JobHandler
from npcserver.app.thoughts.reflection import InsightRecorder, ReflectHandler
from npcserver.app.thoughts.relations import RelateHandler
from npcserver.app.thoughts.summaries import SummariseHandler
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.timeline_watch import Broadcast
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.conversation import say_next
from npcserver.mind.group_thoughts import fixed
from npcserver.mind.reaction import by_rule, react
from npcserver.mind.reply import ReplyTuning
from npcserver.mind.thoughts import rate
from npcserver.model.character import Attention
from npcserver.model.errors import ModelUnreachable
from npcserver.model.job import JobKind
from npcserver.model.model_use import Budget
from npcserver.ports.clock import Clock
from npcserver.ports.language_model import Finished, LanguageModel, Request, fixed_budget
from npcserver.ports.storage import Store
from npcserver.ports.vectors import Embedder
from npcserver.prompts.question import PROMPT_TOKENS
from npcserver.prompts.render import Templates


class RequestRecorder:
    """Notes every request. Once one `is_last`, or after `most`, nothing is answered any more."""

    def __init__(
        self,
        model: LanguageModel,
        *,
        is_last: Callable[[Request], bool] | None = None,
        most: int = 64,
    ) -> None:
        self._model = model
        self._is_last = is_last
        self._most = most
        self.requests: list[Request] = []
        self.last: Request | None = None

    @property
    def name(self) -> str:
        """The name of who answers."""
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Note the request and yield what the model beyond says to it."""
        if self.last is None and self._is_last is not None and self._is_last(request):
            self.last = request
        self.requests.append(request)
        if self.last is not None or len(self.requests) > self._most:
            raise ModelUnreachable("nothing more is asked: only prompts are looked at")
        async with aclosing(self._model.generate(request)) as answer:
            async for part in answer:
                yield part


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSetup:
    """What prompts are made with, as it is in play.

    `loader` loads contexts of turns over a store, `playing` returns a model that plays answers.
    `embedder` is only asked for what no prompt depends on.
    """

    loader: Callable[[Store, Profile], ContextLoader]
    reading: LoreReader
    stream: MemoryStream
    profile: Profile
    templates: Templates
    tuning: ReplyTuning
    playing: Callable[[], PlayingModel]
    embedder: Embedder
    attention: Attention
    reflection_threshold: int
    lull_seconds: float
    asked_reactions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtHandlers:
    """What thinks over a store: the jobs, and the members of scenes.

    `budget` is that of the prompt that is put again, 0 where it was not noted down.
    """

    setup: PromptSetup
    store: Store
    thinking: ThoughtRuntime
    model: LanguageModel
    templates: Templates
    clock: Clock
    budget: int = 0

    @property
    def minds(self) -> Minds:
        """The minds as the store has them; what they come to is let go."""
        return Minds(self.store, Broadcast(), attention=self.setup.attention)

    def acting(self, tokens: int) -> MemberActor:
        """Return what has members of scenes act, with prompts of so many tokens."""
        return MemberActor(
            MemberContextBuilder(self.minds, self.thinking), self.thinking, budget=fixed(tokens)
        )

    def handlers(self) -> Mapping[JobKind, JobHandler]:
        """Return what does the jobs that ask a model, by kind."""
        setup, minds, thinking, clock = self.setup, self.minds, self.thinking, self.clock
        insights = InsightRecorder(self.store, setup.stream, setup.embedder)
        lull = setup.lull_seconds
        say_again = partial(say_next, budget=fixed_budget(self.budget or PROMPT_TOKENS))
        digesting = MemoryIngestion(
            self.store,
            setup.embedder,
            partial(rate, model=self.model, templates=self.templates),
            Budgets(self.store, default=Budget()),
            reflection_threshold=setup.reflection_threshold,
        )
        return {
            JobKind.DIGEST: digesting.digest,
            JobKind.REFLECT: ReflectHandler(
                minds,
                thinking,
                insights,
                setup.stream,
                reflection_threshold=setup.reflection_threshold,
            ),
            JobKind.PLAN: PlanHandler(minds, thinking),
            JobKind.DECOMPOSE: DecomposeHandler(minds, thinking),
            JobKind.REACT: ReactHandler(
                minds,
                thinking,
                TalkPartners(minds, clock),
                ActionStarter(minds, KnownFactsCache()),
                by_rule=by_rule,
                react=react,
                asked_a_day=setup.asked_reactions,
            ),
            JobKind.CONVERSE: NpcConversation(minds, thinking, say_again, floor=TurnLock()),
            JobKind.SUMMARISE: SummariseHandler(
                minds, thinking, insights, setup.stream, clock=clock, lull_seconds=lull
            ),
            JobKind.RELATE: RelateHandler(
                minds, thinking, setup.stream, clock=clock, lull_seconds=lull
            ),
        }
