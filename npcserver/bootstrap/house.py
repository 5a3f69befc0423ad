"""The rooms put together: use cases, and what thinks behind them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.adapters.files.scene import parse_scene
from npcserver.adapters.llm.recorded import RecordedModel
from npcserver.adapters.store import SqlStore
from npcserver.app.attending import Attending
from npcserver.app.authoring.directory import Directory
from npcserver.app.authoring.shelves import Shelves
from npcserver.app.authoring.shelving import Shelving
from npcserver.app.branches.diffing import Diffing
from npcserver.app.branches.freeing import Freeing
from npcserver.app.branches.undone import Resuming
from npcserver.app.broadcast import Broadcast
from npcserver.app.characters import Characters
from npcserver.app.circles import Circles
from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import LoreReader
from npcserver.app.conversation.circle_conversation import CircleConversation
from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.read_ahead import ReadAhead
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.foreground import Foreground
from npcserver.app.group.member_acts import MemberActor, MemberContextBuilder
from npcserver.app.group.scene_performance import ScenePerformance
from npcserver.app.groupchats import GroupChats
from npcserver.app.lateness import LateResults
from npcserver.app.ledger.explaining import Explaining
from npcserver.app.ledger.knowing import Knowing
from npcserver.app.ledger.reflection_tree import ReflectionTrees
from npcserver.app.ledger.reporting import Reporting
from npcserver.app.ledger.tracing import Tracing
from npcserver.app.life.approaching import Approaching
from npcserver.app.life.beginnings import Deeds
from npcserver.app.life.living import Living
from npcserver.app.life.reacting import Reacting
from npcserver.app.lore import Lore
from npcserver.app.memories import Memories
from npcserver.app.minds import MindViews
from npcserver.app.perceiving.perception import Perception
from npcserver.app.perceiving.retaining import Retained
from npcserver.app.pinning import Pinning
from npcserver.app.play import Play
from npcserver.app.prompts.handlers import Setup
from npcserver.app.prompts.rendering import PromptRendering
from npcserver.app.prompts.template_keeper import TemplateKeeper
from npcserver.app.services import Services
from npcserver.app.surroundings import Surroundings
from npcserver.app.thoughts.budgets import Budgets, Prices, Terms
from npcserver.app.thoughts.cognition import Cognition, Handler
from npcserver.app.thoughts.digesting import Digesting
from npcserver.app.thoughts.insights import Insights
from npcserver.app.thoughts.interviewing import Interviewing
from npcserver.app.thoughts.planning import Decomposing, Planning
from npcserver.app.thoughts.rating_wait import RatingWait
from npcserver.app.thoughts.reflecting import Reflecting
from npcserver.app.thoughts.relating import Relating
from npcserver.app.thoughts.summarising import Summarising
from npcserver.app.thoughts.thinking import Thinking
from npcserver.app.timelines import Timelines
from npcserver.app.watching import Watching
from npcserver.app.worlds import Worlds
from npcserver.bootstrap.answering import answering, tuning_of
from npcserver.bootstrap.choosing import Voices
from npcserver.bootstrap.patience import thought_patience
from npcserver.config import Settings
from npcserver.memory.nearness import Nearness
from npcserver.memory.profiles import PROFILES, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.asker import Asker, AskTuning
from npcserver.mind.conversation import say_next
from npcserver.mind.importance import RatingTuning, rate
from npcserver.mind.reaction import by_rule, react
from npcserver.model.attention import Attention
from npcserver.model.budget import MICROS, Budget
from npcserver.model.job import JobKind
from npcserver.model.prompt import KeptTemplate
from npcserver.model.purpose import ModelUse
from npcserver.ports.embedder import Embedder
from npcserver.ports.storage import Store
from npcserver.prompts import catalogue
from npcserver.prompts.render import Templates


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Everything that is built on a store, an embedder and a model."""

    services: Services
    cognition: Cognition
    digesting: Digesting
    shelves: Shelves
    shelving: Shelving
    template_keeper: TemplateKeeper


class Builder:
    """Builds a house; what several rooms share is made once, here."""

    def __init__(
        self,
        settings: Settings,
        clock: SystemClock,
        store: SqlStore,
        embedder: Embedder,
        stream: MemoryStream,
        voices: Voices,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._store = store
        self._embedder = embedder
        self._stream = stream
        self._voices = voices
        chosen = settings.cognition
        self._attention = Attention(chosen.attention)
        self._template_keeper = TemplateKeeper(store.templates)
        self._templates = templates_of(settings, self._template_keeper.note)
        self._broadcast = Broadcast()
        self._foreground = Foreground(clock)
        self._floor = TurnLock()
        self._retained = Retained()
        self._directory = Directory(store, clock)
        self._minds = Minds(store, self._broadcast, attention=self._attention)
        self._budgets = _budgets(settings, store)
        self._rating_wait = RatingWait(clock, settings.cognition.rated_from)
        self._thoughts = voices.of(ModelUse.THOUGHTS)
        self._scenes = voices.of(ModelUse.SCENES)
        self._asker = self._asker_of(ModelUse.THOUGHTS)
        self._profile = PROFILES[settings.memory.profile]
        self._shelves = Shelves(embedder, clock)
        self._shelving = Shelving(store, embedder, self._shelves)
        self._contexts = self._context_loader(store, self._profile)
        self._read_ahead = self._reading_ahead()

    def build(self) -> House:
        """Put everything together."""
        digesting = self._digesting()
        cognition = Cognition(
            self._store.jobs,
            self._handlers(digesting),
            clock=self._clock,
            foreground=self._foreground,
            lease_seconds=self._settings.cognition.lease_seconds,
            late_results=LateResults(self._store),
        )
        return House(
            services=self._services(),
            cognition=cognition,
            digesting=digesting,
            shelves=self._shelves,
            shelving=self._shelving,
            template_keeper=self._template_keeper,
        )

    def _context_loader(self, store: Store, profile: Profile) -> ContextLoader:
        return ContextLoader(
            store,
            self._stream,
            profile=profile,
            recall=self._settings.memory.recall,
            conversation_lines=self._settings.dialogue.conversation_lines,
            reading=LoreReader(self._shelves),
        )

    def _prompts(self) -> PromptRendering:
        chosen = self._settings.cognition
        setup = Setup(
            loader=self._context_loader,
            reading=LoreReader(self._shelves),
            stream=self._stream,
            profile=self._profile,
            templates=self._templates,
            tuning=tuning_of(self._settings),
            playing=RecordedModel,
            embedder=HashingEmbedder(),
            attention=self._attention,
            reflection_threshold=chosen.reflection_threshold,
            lull_seconds=chosen.lull_seconds,
            asked_reactions=chosen.asked_reactions,
        )
        return PromptRendering(self._store, self._store.templates, setup)

    def _services(self) -> Services:
        store, clock, broadcast = self._store, self._clock, self._broadcast
        play = Play(
            store,
            self._directory,
            broadcast,
            self._foreground,
            perception=Perception(
                self._directory, retained=self._retained, attention=self._attention
            ),
        )
        return Services(
            worlds=Worlds(store, clock),
            characters=Characters(store, clock, broadcast, attention=self._attention),
            timelines=Timelines(store, clock, broadcast=broadcast, floor=self._floor),
            diffing=Diffing(store),
            lore=Lore(store, self._stream, self._shelves),
            memories=Memories(store, self._stream, self._profile),
            explaining=Explaining(store, self._stream),
            prompts=self._prompts(),
            tracing=Tracing(store, self._stream),
            knowing=Knowing(store, self._stream, self._embedder, self._profile),
            pinning=Pinning(store),
            reporting=Reporting(store, self._stream),
            minds=MindViews(self._minds, self._budgets),
            interviewing=Interviewing(
                self._minds,
                self._asker,
                self._stream,
                self._templates,
                profile=self._profile,
                budget=self._thoughts.window.budget,
                reading=LoreReader(self._shelves),
            ),
            reflections=ReflectionTrees(store, self._stream),
            surroundings=Surroundings(store, self._directory, play.observe),
            attending=self._attending(),
            read_ahead=self._read_ahead,
            play=play,
            dialogue=(dialogue := self._dialogue()),
            turn_recovery=dialogue.recovery,
            circles=self._circles(dialogue),
            watching=Watching(store, broadcast),
            group_chats=GroupChats(store, broadcast, read_scene=parse_scene),
        )

    def _attending(self) -> Attending:
        reads = {} if self._read_ahead is None else {"came_near": self._read_ahead.near}
        return Attending(
            self._store, self._directory, self._broadcast, attention=self._attention, **reads
        )

    def _dialogue(self) -> Dialogue:
        return Dialogue(
            self._store,
            self._contexts,
            answering(self._settings, self._voices, self._templates, self._clock),
            self._store.turns,
            clock=self._clock,
            broadcast=self._broadcast,
            foreground=self._foreground,
            floor=self._floor,
            lull=timedelta(seconds=self._settings.cognition.lull_seconds),
            waiting_seconds=self._settings.dialogue.waiting_seconds or None,
            read_ahead=self._read_ahead,
        )

    def _reading_ahead(self) -> ReadAhead | None:
        voice = self._voices.of(ModelUse.DIALOGUE)
        reading = voice.reading
        if reading is None:
            return None
        return ReadAhead(
            self._store,
            self._contexts,
            voice.model,
            self._templates,
            self._budgets,
            tuning=replace(
                tuning_of(self._settings),
                budget=voice.window.budget,
                profile_now=voice.window.profile,
            ),
            holds=voice.holds,
            clock=self._clock,
            foreground=self._foreground,
            outages=lambda: reading.outages,
        )

    def _circles(self, dialogue: Dialogue) -> Circles:
        talk = CircleConversation(
            self._store,
            self._stream,
            dialogue,
            profile=self._profile,
            nearness=Nearness(self._embedder),
            clock=self._clock,
            broadcast=self._broadcast,
            foreground=self._foreground,
            floor=self._floor,
            lull=timedelta(seconds=self._settings.cognition.lull_seconds),
        )
        return Circles(
            self._store, talk, self._broadcast, self._foreground, read_ahead=self._read_ahead
        )

    def _digesting(self) -> Digesting:
        voice = self._voices.of(ModelUse.RATINGS)
        patience = thought_patience(self._settings, ModelUse.RATINGS, voice.host)
        rating = partial(
            rate,
            model=voice.model,
            templates=self._templates,
            tuning=RatingTuning(patience=patience),
        )
        return Digesting(
            self._store,
            self._embedder,
            rating,
            self._budgets,
            reflection_threshold=self._settings.cognition.reflection_threshold,
            digested=self._contexts.refresh,
            wait=self._rating_wait,
        )

    def _asker_of(self, use: ModelUse) -> Asker:
        """Return what puts questions to the model for a use; nobody waits for the answers."""
        voice = self._voices.of(use)
        tuning = AskTuning(patience=thought_patience(self._settings, use, voice.host))
        return Asker(voice.model, self._templates, tuning, voice.window.budget)

    def _thinking(self, asker: Asker) -> Thinking:
        return Thinking(
            asker,
            self._stream,
            self._budgets,
            profile=self._profile,
            reading=LoreReader(self._shelves),
        )

    def _handlers(self, digesting: Digesting) -> dict[JobKind, Handler]:
        chosen = self._settings.cognition
        minds, clock, stream = self._minds, self._clock, self._stream
        thinking = self._thinking(self._asker)
        performing = self._thinking(self._asker_of(ModelUse.SCENES))
        insights = Insights(self._store, stream, self._embedder)
        lull = chosen.lull_seconds
        return {
            JobKind.DIGEST: digesting.digest,
            JobKind.EMBED: digesting.embed,
            JobKind.LIVE: Living(
                minds, self._broadcast, self._retained, ratings_due=self._rating_wait.ended
            ),
            JobKind.RESUME: Resuming(self._store),
            JobKind.REFLECT: Reflecting(
                minds, thinking, insights, stream, reflection_threshold=chosen.reflection_threshold
            ),
            JobKind.PLAN: Planning(minds, thinking, rate_now=digesting.rate_now),
            JobKind.DECOMPOSE: Decomposing(minds, thinking),
            JobKind.REACT: Reacting(
                minds,
                thinking,
                Approaching(minds, clock),
                Deeds(minds, self._retained),
                by_rule=by_rule,
                react=react,
                asked_a_day=chosen.asked_reactions,
            ),
            JobKind.CONVERSE: NpcConversation(
                minds,
                thinking,
                partial(say_next, budget=self._thoughts.window.budget),
                floor=self._floor,
            ),
            JobKind.SUMMARISE: Summarising(
                minds, thinking, insights, stream, clock=clock, lull_seconds=lull
            ),
            JobKind.RELATE: Relating(minds, thinking, stream, clock=clock, lull_seconds=lull),
            JobKind.SHELVE: self._shelving.embed,
            JobKind.FREE: Freeing(self._store, self._foreground),
            JobKind.PERFORM: ScenePerformance(
                self._store,
                MemberActor(
                    MemberContextBuilder(minds, performing),
                    performing,
                    budget=self._scenes.window.budget,
                ),
                self._broadcast,
                clock=clock,
            ),
        }


def templates_of(
    settings: Settings, used: Callable[[KeptTemplate], None] | None = None
) -> Templates:
    """Return the templates in force; raises `InvalidInput` naming one that cannot be rendered."""
    templates = Templates(Path(settings.prompts) if settings.prompts else None, used)
    if settings.prompts:
        catalogue.check(templates)
    else:
        catalogue.warm(templates)
    return templates


def _budgets(settings: Settings, store: SqlStore) -> Budgets:
    chosen = settings.cognition
    return Budgets(
        store,
        default=Budget(
            calls=chosen.calls_per_day,
            tokens=chosen.tokens_per_day,
            micros=round(chosen.money_per_day * MICROS),
        ),
        terms={use: _terms(settings, use) for use in ModelUse},
    )


def _terms(settings: Settings, use: ModelUse) -> Terms:
    own, keys = settings.model.own(use), settings.model.of(use)
    return Terms(
        prices=Prices(prompt=keys.prompt_price, completion=keys.completion_price),
        limits=Budget(
            calls=own.calls_per_day,
            tokens=own.tokens_per_day,
            micros=round(own.money_per_day * MICROS),
        ),
    )
