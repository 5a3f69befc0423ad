"""The container of use cases, built from settings, store, models and embedder."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files import dump_draft, dump_world, parse_draft, parse_world, tombstones
from npcserver.adapters.store import SqlStore
from npcserver.adapters.tokens import JwtSigner
from npcserver.aio import EventLoopLag
from npcserver.app.access import AccessControl, KeyManagement, PlayerTokens
from npcserver.app.admission import CallClass
from npcserver.app.affordance_sets import RegisteredAffordances
from npcserver.app.attention import AttentionSettings
from npcserver.app.author_changes import AuthorChanges
from npcserver.app.authoring.directory import Directory
from npcserver.app.authoring.lore_index import LoreEmbedding, LoreIndexCache
from npcserver.app.availability import CharacterAvailability
from npcserver.app.background_work import Foreground, StaleResults
from npcserver.app.characters import Characters
from npcserver.app.circles import Circles
from npcserver.app.clock_steps import ClockSteps
from npcserver.app.context.conversation_line import TalkWindow
from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import LoreReader
from npcserver.app.context.warm_up import MemoryWarmUp
from npcserver.app.conversation.authored_turns import AuthoredTurns, RecentTurns
from npcserver.app.conversation.circle_conversation import CircleConversation
from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.disclosures import Disclosures
from npcserver.app.conversation.known_characters import KnownCharacters
from npcserver.app.conversation.opening_suggestions import OpeningSuggestions
from npcserver.app.conversation.read_ahead import ReadAhead
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnGate, TurnLock
from npcserver.app.corrections import Corrections
from npcserver.app.draft_files import DraftFiles
from npcserver.app.drafts import Drafts
from npcserver.app.ledger.explanations import Explanations
from npcserver.app.ledger.foresight import Foresight
from npcserver.app.ledger.memory_report import MemoryReports
from npcserver.app.ledger.provenance import FactKnowledge
from npcserver.app.ledger.sent_prompts import NotingLanguageModel, PromptRetention, SentPrompts
from npcserver.app.ledger.transcripts import Transcripts
from npcserver.app.life.clock_effects import LiveHandler
from npcserver.app.lore import Lore
from npcserver.app.memories import Memories
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.pipeline import PerceptionPipeline
from npcserver.app.play import Play
from npcserver.app.player_watch import PlayerWatch
from npcserver.app.players import Players
from npcserver.app.retakes import Retakes
from npcserver.app.services import Services
from npcserver.app.suites import Suites
from npcserver.app.thought_handlers import ThoughtSetup, thought_handlers
from npcserver.app.thoughts.ingestion import MemoryIngestion, RatingWait
from npcserver.app.thoughts.interviews import Interviews
from npcserver.app.thoughts.job_worker import JobHandler, JobWorker, SharedLateness, ThoughtLateness
from npcserver.app.thoughts.reflection import InsightRecorder
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.timeline_diff import TimelineComparer
from npcserver.app.timeline_watch import LogFollower, TimelineWatch
from npcserver.app.timelines import FreeHandler, ResumeHandler, Timelines
from npcserver.app.world_files import WorldFiles
from npcserver.app.world_texts import WorldTexts
from npcserver.app.worlds import ObjectStates, Worlds
from npcserver.bootstrap.admission import build_admission, build_budgets, token_issuers
from npcserver.bootstrap.audit import audit_log
from npcserver.bootstrap.budgets import spending_accounts
from npcserver.bootstrap.databases import account_services
from npcserver.bootstrap.description import describe_server
from npcserver.bootstrap.model_stack import ModelStacks, dialogue_of, thought_patience
from npcserver.bootstrap.packages_beside import incidents, persona_prompts, scenes
from npcserver.bootstrap.reply_writer import build_reply_writer, tuning_of
from npcserver.config import Settings
from npcserver.memory.embedding_texts import Nearness
from npcserver.memory.score_profiles import CHOICES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.asker import AskTuning
from npcserver.mind.authored_lines import authored_line
from npcserver.mind.conversation import TalkRates
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.character import Attention
from npcserver.model.ids import TimelineId, new_id
from npcserver.model.job import JobKind
from npcserver.model.model_use import ModelUse
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.observer import NO_OBSERVER, Observer
from npcserver.ports.thinker import Thinker
from npcserver.ports.vectors import Embedder
from npcserver.prompts import catalogue
from npcserver.prompts.render import Templates


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """Everything that is built on a store, an embedder and a model."""

    services: Services
    cognition: JobWorker
    digesting: MemoryIngestion
    shelving: LoreEmbedding
    prompt_retention: PromptRetention
    warm_up: MemoryWarmUp
    templates: Templates
    log_follower: LogFollower


class ContainerBuilder:
    """Builds a `Container`; what several services share is made once, here."""

    def __init__(  # noqa: PLR0913 - what is made elsewhere
        self,
        settings: Settings,
        clock: SystemClock,
        store: SqlStore,
        embedder: Embedder,
        stream: MemoryStream,
        models: ModelStacks,
        shelves: LoreIndexCache,
        *,
        observer: Observer = NO_OBSERVER,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._store = store
        self._embedder = embedder
        self._stream = stream
        self._models = models
        self._observer = observer
        chosen = settings.cognition
        self._attention = Attention(chosen.attention)
        self._signer = JwtSigner()
        self._access = AccessControl(
            store, store.keys, self._signer, clock, store.directory, token_issuers(settings.access)
        )
        self._templates = templates_of(settings)
        self._foreground = Foreground(clock)
        self._floor = TurnLock(self._store.leases.signals)
        self._admission = build_admission(settings, models.of(ModelUse.DIALOGUE), clock, observer)
        self._retained = KnownFactsCache()
        self._recent = RecentTurns()
        self._known = KnownCharacters()
        self._forgets: list[Callable[[TimelineId], None]] = [
            stream.forget,
            store.forget,
            self._retained.forget,
            self._recent.forget_timeline,
            self._known.forget_timeline,
        ]
        self._directory = Directory(store, clock)
        self._log_follower = LogFollower(store)
        self._host = new_id("host")
        self._minds = Minds(store, attention=self._attention)
        self._spending = spending_accounts(settings, store)
        self._budgets = build_budgets(settings, store, self._spending)
        self._rating_wait = RatingWait(clock, settings.cognition.rated_from)
        self._scenes = models.of(ModelUse.SCENES)
        self._thinker = self._thinker_of(ModelUse.THOUGHTS)
        self._profile = CHOICES[settings.memory.profile]
        self._shelves = shelves
        self._shelving = LoreEmbedding(store, shelves.embedder, shelves)
        self._contexts = self._context_loader()
        self._setup = ThoughtSetup(
            stream=stream,
            reflection_threshold=chosen.reflection_threshold,
            lull_seconds=chosen.lull_seconds,
            asked_reactions=chosen.asked_reactions,
            rates=TalkRates(**settings.talk.model_dump()),
        )
        self._read_ahead = self._reading_ahead()

    def build(self) -> Container:
        """Put everything together."""
        digesting = MemoryIngestion(
            self._store,
            self._embedder,
            self._thinker_of(ModelUse.RATINGS),
            self._budgets,
            reflection_threshold=self._settings.cognition.reflection_threshold,
            digested=self._contexts.refresh,
            wait=self._rating_wait,
        )
        kept = self._settings.receipts
        cognition = JobWorker(
            self._store.jobs,
            self._handlers(digesting),
            clock=self._clock,
            foreground=self._foreground,
            lease_seconds=self._settings.cognition.lease_seconds,
            late_results=StaleResults(self._store),
            observer=self._observer,
        )
        return Container(
            services=self._services(),
            cognition=cognition,
            digesting=digesting,
            shelving=self._shelving,
            prompt_retention=PromptRetention(
                self._store.prompts,
                self._clock,
                days=kept.prompt_days,
                most_bytes=kept.prompt_mb * 1_000_000,
            ),
            warm_up=MemoryWarmUp(self._store, self._stream, self._profile, self._foreground),
            templates=self._templates,
            log_follower=self._log_follower,
        )

    def _context_loader(self) -> ContextLoader:
        return ContextLoader(
            self._store,
            self._stream,
            profile=self._profile,
            recall=self._settings.memory.recall,
            window=TalkWindow(self._settings.dialogue.conversation_lines),
            reading=LoreReader(self._shelves),
            from_memory=self._store.from_memory,
        )

    def _services(self) -> Services:
        store, clock = self._store, self._clock
        perception = PerceptionPipeline(
            self._directory, retained=self._retained, attention=self._attention
        )
        play = Play(store, self._directory, self._foreground, perception=perception)
        shelves, name_of = self._shelves, self._access.name_of
        files = WorldFiles(store, clock, shelves)
        corrections = Corrections(store, self._stream)
        model = self._models.of(ModelUse.DIALOGUE).model
        return Services(
            server=describe_server(self._settings, self._models, self._embedder),
            access=self._access,
            keys=KeyManagement(store.keys, clock, self._access.refresh),
            accounts=account_services(store.accounts, store.keys, self._access.refresh),
            tokens=PlayerTokens(store, store.keys, self._signer, self._access, clock),
            affordance_sets=RegisteredAffordances(self._store.affordance_sets),
            players=self._players(),
            audit=audit_log(self._settings, self._store),
            worlds=Worlds(store, clock),
            author_changes=AuthorChanges(store, clock, corrections, shelves, name_of),
            world_texts=WorldTexts(files, parse_world, dump_world),
            characters=Characters(self._minds, clock, self._budgets),
            timelines=(timelines := self._timelines()),
            diffing=TimelineComparer(store),
            lore=Lore(store, self._stream, shelves),
            corrections=corrections,
            drafts=(drafts := Drafts(store, clock)),
            draft_files=DraftFiles(store, drafts, parse_draft, dump_draft),
            memories=Memories(store, self._stream, self._profile),
            explaining=Explanations(store, self._stream),
            prompts=SentPrompts(store.prompts),
            persona_prompts=persona_prompts(
                self._settings, store, self._stream, self._embedder, shelves
            ),
            transcripts=(transcripts := Transcripts(store, clock)),
            incidents=incidents(self._settings, store, self._models),
            knowing=FactKnowledge(store, self._stream, self._profile),
            foreseeing=Foresight(store, attention=self._attention),
            reporting=MemoryReports(store, self._stream),
            interviewing=self._interviews(),
            surroundings=ObjectStates(store, self._directory),
            attending=self._attending(),
            availability=CharacterAvailability(store, self._directory, self._floor, play.looking),
            read_ahead=self._read_ahead,
            play=play,
            clock_steps=ClockSteps(play, store, store.jobs, self._admission, clock),
            dialogue=(dialogue := self._dialogue()),
            suggestions=OpeningSuggestions(store, has_model=not model.name.startswith("offline")),
            retakes=(retakes := Retakes(store, timelines, dialogue)),
            suites=Suites(store, clock, transcripts, timelines, retakes, drafts, self._embedder),
            turn_recovery=dialogue.recovery,
            circles=self._circles(dialogue),
            lateness=(lateness := ThoughtLateness(store, store.jobs, self._clock)),
            watching=TimelineWatch(self._log_follower, lateness=SharedLateness(lateness, clock)),
            player_watching=PlayerWatch(store, TimelineWatch(self._log_follower)),
            group_chats=self._group_chats(),
            admission=self._admission,
            spending=self._spending,
        )

    def _interviews(self) -> Interviews:
        return Interviews(
            self._minds,
            self._thinker,
            self._stream,
            self._templates,
            profile=self._profile,
            reading=LoreReader(self._shelves),
            budgets=self._budgets,
        )

    def _timelines(self) -> Timelines:
        return Timelines(
            self._store,
            self._clock,
            floor=self._floor,
            forget=self._forget,
            began=self._known.note_timeline,
        )

    def _players(self) -> Players:
        players = Players(
            self._store,
            self._store.erasure,
            tombstones.JsonTombstones(self._settings.data / tombstones.FILE),
            self._clock,
            self._floor,
            drop_world=self._stream.drop_world,
            drop_timeline=self._forget,
        )
        self._store.directory.when_back = players.drop
        return players

    def _group_chats(self) -> object:
        has_model = not self._scenes.model.name.startswith("offline")
        return scenes().use_cases(
            self._store,
            self._log_follower,
            self._store.jobs,
            host=self._host,
            has_model=has_model,
        )

    def _attending(self) -> AttentionSettings:
        reads = {} if self._read_ahead is None else {"came_near": self._read_ahead.near}
        return AttentionSettings(self._store, self._directory, attention=self._attention, **reads)

    def _dialogue(self) -> Dialogue:
        authored, gate = self._turns_beyond_capacity()
        is_told = self._settings.dialogue.disclosure
        disclosures = Disclosures(self._store.disclosures if is_told else None)
        self._forgets.append(disclosures.forget_timeline)
        return Dialogue(
            self._store,
            self._contexts,
            build_reply_writer(
                self._settings, self._models, self._templates, self._clock, self._noted
            ),
            self._store.turns,
            clock=self._clock,
            foreground=self._foreground,
            floor=self._floor,
            lull=timedelta(seconds=self._settings.cognition.lull_seconds),
            waiting_seconds=self._settings.dialogue.waiting_seconds or None,
            read_ahead=self._read_ahead,
            gate=gate,
            authored=authored,
            recent=self._recent,
            leases=self._store.leases,
            observer=self._observer,
            budgets=self._budgets,
            reply_tokens=self._settings.dialogue.max_tokens,
            refuses_writes=lambda: self._store.health.refuses_writes,
            disclosures=disclosures,
        )

    def _forget(self, timeline_id: TimelineId) -> None:
        for forget in self._forgets:
            forget(timeline_id)

    def _turns_beyond_capacity(self) -> tuple[AuthoredTurns, TurnGate]:
        """Return what speaks beyond capacity, and what decides that a turn is."""
        busy = self._admission.gate(CallClass.TURNS)
        authored = AuthoredTurns(
            self._store,
            self._contexts,
            partial(authored_line, templates=self._templates),
            clock=self._clock,
            lull=timedelta(seconds=self._settings.cognition.lull_seconds),
            known=self._known,
            floor=self._floor,
            leases=self._store.leases,
            is_busy=lambda: busy.is_full,
            is_storage_well=lambda: self._store.health.is_well,
            observer=self._observer,
        )
        voice = self._models.of(ModelUse.DIALOGUE)
        lag, chosen = EventLoopLag(), dialogue_of(self._settings)
        gate = TurnGate(
            self._admission,
            self._floor,
            self._known,
            self._clock,
            lambda: voice.patience(chosen).total,
            lambda: lag.seconds,
        )
        return authored, gate

    def _reading_ahead(self) -> ReadAhead | None:
        voice = self._models.of(ModelUse.DIALOGUE)
        reading = voice.reading
        if reading is None or isinstance(voice.model, Thinker):
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
            foreground=self._foreground,
            floor=self._floor,
            lull=timedelta(seconds=self._settings.cognition.lull_seconds),
        )
        self._forgets.append(talk.forget)
        return Circles(self._store, talk, self._foreground, read_ahead=self._read_ahead)

    def _noted(self, model: LanguageModel) -> LanguageModel:
        """Return a model whose prompts are stored with the receipts that they lead to."""
        is_kept = self._settings.receipts.keeps_prompts
        return NotingLanguageModel(model, self._store.prompts.note) if is_kept else model

    def _thinker_of(self, use: ModelUse) -> Thinker:
        """Return who answers questions for a use; nobody waits for the answers."""
        voice = self._models.of(use)
        patience = thought_patience(self._settings, use, voice.host)
        return voice.thinker(
            lambda model: PromptedThinker(
                self._noted(model),
                self._templates,
                thoughts=AskTuning(patience=patience),
                budget=voice.window.budget,
            )
        )

    def _thinking(self, thinker: Thinker) -> ThoughtRuntime:
        return ThoughtRuntime(
            thinker,
            self._stream,
            self._budgets,
            profile=self._profile,
            reading=LoreReader(self._shelves),
        )

    def _handlers(self, digesting: MemoryIngestion) -> dict[JobKind, JobHandler]:
        thinking = self._thinking(self._thinker)
        performing = self._thinking(self._thinker_of(ModelUse.SCENES))
        return {
            **thought_handlers(
                self._setup,
                self._minds,
                thinking,
                digesting,
                InsightRecorder(self._store, self._stream, self._embedder),
                clock=self._clock,
                floor=self._floor,
                retained=self._retained,
                rate_now=digesting.rate_now,
            ),
            JobKind.EMBED: digesting.embed,
            JobKind.LIVE: LiveHandler(
                self._minds,
                self._retained,
                ratings_due=self._rating_wait.ended,
                extra_after=timedelta(hours=self._settings.cognition.extra_hours),
            ),
            JobKind.RESUME: ResumeHandler(self._store),
            JobKind.SHELVE: self._shelving.embed,
            JobKind.FREE: FreeHandler(self._store, self._foreground),
            JobKind.PERFORM: scenes().performance(
                self._minds, performing, self._scenes.window.budget, self._clock, self._host
            ),
        }


def templates_of(settings: Settings) -> Templates:
    """Return the templates in force; raises `InvalidInput` naming one that cannot be rendered."""
    templates = Templates(Path(settings.prompts) if settings.prompts else None)
    if settings.prompts:
        catalogue.check(templates)
    return templates
