"""The handlers of thoughts over a read-only store, and a model that records requests."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import TypeVar

from npcscenes.app.member_acts import MemberActor, MemberContextBuilder
from npcserver.app.context.mindset import Minds
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.thought_handlers import ThoughtSetup, thought_handlers
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.ingestion import MemoryIngestion
from npcserver.app.thoughts.job_worker import JobHandler
from npcserver.app.thoughts.reflection import InsightRecorder
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.score_profiles import Profile
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import ReplyTuning
from npcserver.model.character import Attention
from npcserver.model.errors import ModelUnreachable
from npcserver.model.inputs import ReplyInput
from npcserver.model.job import JobKind
from npcserver.model.model_use import Budget
from npcserver.model.question import TypedQuestion
from npcserver.ports.clock import Clock
from npcserver.ports.language_model import (
    CallTimeouts,
    Finished,
    Request,
    fixed_budget,
)
from npcserver.ports.storage import Store
from npcserver.ports.thinker import AskResult, Check, ReplyPart, Thinker
from npcserver.ports.vectors import Embedder
from npcserver.prompts.render import Templates

T = TypeVar("T")

_NO_MORE = "nothing more is asked: only prompts are looked at"
_MOST_PREVIEWED = 2_000


class RequestRecorder:
    """Notes every request and answers none."""

    name = "nobody"

    def __init__(self) -> None:
        self.requests: list[Request] = []

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Note the request. Raises `ModelUnreachable`."""
        self.requests.append(request)
        raise ModelUnreachable(_NO_MORE)
        yield  # makes this a generator


class PreviewThinker(PromptedThinker):
    """Renders the prompt of each question up to the first that is wanted, which becomes `last`.

    Questions before it are answered by `actor`, later ones by nobody. Prompts may have `tokens`.
    """

    def __init__(
        self,
        actor: Thinker,
        templates: Templates,
        replies: ReplyTuning,
        is_wanted: Callable[[Request, TypedQuestion[object] | None], bool],
    ) -> None:
        self._actor = actor
        self._recorder = RequestRecorder()
        self._is_wanted = is_wanted
        self.tokens = replies.prompt_tokens
        self.last: Request | None = None
        super().__init__(self._recorder, templates, replies=replies, budget=lambda *_: self.tokens)

    @property
    def name(self) -> str:
        """The name of who answers."""
        return self._actor.name

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return what the actor answers. Raises `ModelUnreachable` once the wanted one was put."""
        with suppress(ModelUnreachable):
            await super().think(question)
        self._look(question)
        if self.last is not None or len(self._recorder.requests) > _MOST_PREVIEWED:
            raise ModelUnreachable(_NO_MORE)
        return await self._actor.think(question, check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield the prompt. Raises `ModelUnreachable` then."""
        try:
            async with aclosing(super().reply(scene, patience, is_again=is_again)) as parts:
                async for part in parts:
                    yield part
        finally:
            self._look(None)

    def _look(self, question: TypedQuestion[object] | None) -> None:
        """Keep the prompt that was rendered last, if it is the first that is wanted."""
        asked = self._recorder.requests[-1:]
        if self.last is None and asked and self._is_wanted(asked[0], question):
            self.last = asked[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSetup(ThoughtSetup):
    """What prompts are made with, as it is in play.

    `loader` loads contexts of turns over a store. `embedder` is only asked for what no prompt
    depends on.
    """

    loader: Callable[[Store, Profile], ContextLoader]
    profile: Profile
    templates: Templates
    tuning: ReplyTuning
    embedder: Embedder
    attention: Attention


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtHandlers:
    """What thinks over a store: the jobs, and the members of scenes."""

    setup: PromptSetup
    store: Store
    thinking: ThoughtRuntime
    thinker: Thinker
    clock: Clock

    @property
    def minds(self) -> Minds:
        """The minds as the store has them; what they come to is let go."""
        return Minds(self.store, attention=self.setup.attention)

    def acting(self, tokens: int) -> MemberActor:
        """Return what has members of scenes act, with prompts of so many tokens."""
        contexts = MemberContextBuilder(self.minds, self.thinking)
        return MemberActor(contexts, self.thinking, budget=fixed_budget(tokens))

    def handlers(self) -> Mapping[JobKind, JobHandler]:
        """Return what does the jobs that ask a model, by kind."""
        setup = self.setup
        digesting = MemoryIngestion(
            self.store,
            setup.embedder,
            self.thinker,
            Budgets(self.store, default=Budget()),
            reflection_threshold=setup.reflection_threshold,
        )
        return thought_handlers(
            setup,
            self.minds,
            self.thinking,
            digesting,
            InsightRecorder(self.store, setup.stream, setup.embedder),
            clock=self.clock,
            floor=TurnLock(),
            retained=KnownFactsCache(),
        )
