"""The jobs of minds over a store that is only looked at."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from npcserver.app.broadcast import Broadcast
from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import LoreReader
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.group.member_acts import MemberActor, MemberContextBuilder
from npcserver.app.life.approaching import Approaching
from npcserver.app.life.beginnings import Deeds
from npcserver.app.life.reacting import Reacting
from npcserver.app.perceiving.retaining import Retained
from npcserver.app.replay.turn_replay import PlayingModel
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.cognition import Handler
from npcserver.app.thoughts.digesting import Digesting
from npcserver.app.thoughts.insights import Insights
from npcserver.app.thoughts.planning import Decomposing, Planning
from npcserver.app.thoughts.reflecting import Reflecting
from npcserver.app.thoughts.relating import Relating
from npcserver.app.thoughts.summarising import Summarising
from npcserver.app.thoughts.thinking import Thinking
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.conversation import say_next
from npcserver.mind.group import fixed
from npcserver.mind.importance import rate
from npcserver.mind.reaction import by_rule, react
from npcserver.mind.reply import ReplyTuning
from npcserver.model.attention import Attention
from npcserver.model.budget import Budget
from npcserver.model.job import JobKind
from npcserver.ports.clock import Clock
from npcserver.ports.embedder import Embedder
from npcserver.ports.language_model import LanguageModel, fixed_budget
from npcserver.ports.storage import Store
from npcserver.prompts.putting import PROMPT_TOKENS
from npcserver.prompts.render import Templates


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
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
class Minders:
    """What thinks over a store: the jobs, and the members of scenes.

    `budget` is that of the prompt that is put again, 0 where it was not noted down.
    """

    setup: Setup
    store: Store
    thinking: Thinking
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

    def handlers(self) -> Mapping[JobKind, Handler]:
        """Return what does the jobs that ask a model, by kind."""
        setup, minds, thinking, clock = self.setup, self.minds, self.thinking, self.clock
        insights = Insights(self.store, setup.stream, setup.embedder)
        lull = setup.lull_seconds
        say_again = partial(say_next, budget=fixed_budget(self.budget or PROMPT_TOKENS))
        digesting = Digesting(
            self.store,
            setup.embedder,
            partial(rate, model=self.model, templates=self.templates),
            Budgets(self.store, default=Budget()),
            reflection_threshold=setup.reflection_threshold,
        )
        return {
            JobKind.DIGEST: digesting.digest,
            JobKind.REFLECT: Reflecting(
                minds,
                thinking,
                insights,
                setup.stream,
                reflection_threshold=setup.reflection_threshold,
            ),
            JobKind.PLAN: Planning(minds, thinking),
            JobKind.DECOMPOSE: Decomposing(minds, thinking),
            JobKind.REACT: Reacting(
                minds,
                thinking,
                Approaching(minds, clock),
                Deeds(minds, Retained()),
                by_rule=by_rule,
                react=react,
                asked_a_day=setup.asked_reactions,
            ),
            JobKind.CONVERSE: NpcConversation(minds, thinking, say_again, floor=TurnLock()),
            JobKind.SUMMARISE: Summarising(
                minds, thinking, insights, setup.stream, clock=clock, lull_seconds=lull
            ),
            JobKind.RELATE: Relating(minds, thinking, setup.stream, clock=clock, lull_seconds=lull),
        }
