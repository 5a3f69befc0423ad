"""Builds what recording and replaying a session need: no server, no other database."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.offline import OfflineActor
from npcserver import installed_version
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.llm.wrappers import Meter
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.context.conversation_line import TalkWindow
from npcserver.app.context.recall import LoreReader
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.world_files import WorldFiles
from npcserver.bootstrap.container import templates_of
from npcserver.bootstrap.model_stack import build_model_stacks
from npcserver.config import DialogueSettings, Settings
from npcserver.memory.score_profiles import CHOICES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.reply import ReplyTuning
from npcserver.model.character import Attention
from npcserver.model.model_use import ModelUse
from npcserver.model.timeline import Vantage
from npcserver.ports.language_model import CallTimeouts, LanguageModel
from npcserver.ports.storage import Store
from npcserver.ports.thinker import Thinker
from npctools.replay.examination import Examination, JudgedTurn
from npctools.replay.recorded import RecordedModel
from npctools.replay.rehearsal import CurrentContent, Rehearsal
from npctools.replay.session_log import SessionLog
from npctools.replay.session_reader import Cast, SessionStore
from npctools.replay.session_recorder import record_session
from npctools.replay.session_replay import SessionReplay
from npctools.replay.turn_replay import TurnReplay
from npctools.session import PromptShape, RecordedSession

_UNHURRIED = CallTimeouts(first_word=60.0, between_words=30.0, total=300.0)
"""Nobody waits at a terminal that replays; a model that is asked has its time."""


async def record(
    settings: Settings, store: Store, of: str | Vantage, first: int = 1
) -> RecordedSession:
    """Record a timeline (`last`: that played last), save or vantage, as `record_session` does."""
    chosen = settings.dialogue
    is_default = chosen.prompt_tokens == DialogueSettings().prompt_tokens
    shape = PromptShape(
        prompt_tokens=PromptShape().prompt_tokens if is_default else chosen.prompt_tokens,
        max_tokens=chosen.max_tokens,
        conversation_lines=chosen.conversation_lines,
        beginnings=TalkWindow(chosen.conversation_lines).beginnings,
        attention=settings.cognition.attention,
    )
    return await record_session(
        store,
        WorldFiles(store, SystemClock()),
        templates_of(settings),
        of,
        first,
        shape=shape,
        server=installed_version(),
    )


def context_loader(
    settings: Settings, session: RecordedSession, log: SessionLog, cast: Cast
) -> ContextLoader:
    """Return what loads the contexts of the turns of a session, with a cast.

    Prompts take the shape they had when the session was recorded.
    """
    embedder = HashingEmbedder()
    return ContextLoader(
        SessionStore(log, cast),
        MemoryStream(FaissIndex, embedder),
        profile=CHOICES[settings.memory.profile],
        recall=settings.memory.recall,
        window=TalkWindow(session.shape.conversation_lines, session.shape.beginnings),
        reading=LoreReader(LoreIndexCache(embedder, SystemClock())),
    )


async def build_performer(
    settings: Settings,
    session: RecordedSession,
    log: SessionLog,
    cast: Cast,
    model: RecordedModel,
    beyond: Thinker | None = None,
) -> TurnReplay:
    """Return what takes turns of a session again; `beyond` answers what is new without prompts."""
    chosen = settings.dialogue
    return TurnReplay(
        log=log,
        loader=context_loader(settings, session, log, cast),
        model=model,
        templates=templates_of(settings),
        tuning=ReplyTuning(
            patience=_UNHURRIED,
            max_tokens=session.shape.max_tokens,
            temperature=chosen.temperature,
            prompt_tokens=chosen.prompt_tokens,
            look_up=OfflineActor().looked_up,
        ),
        older_budget=session.shape.prompt_tokens,
        beyond=beyond,
        attention=Attention(session.shape.attention),
        books=cast.books,
    )


async def build_replay(
    settings: Settings,
    session: RecordedSession,
    model: RecordedModel,
    log: SessionLog | None = None,
) -> SessionReplay:
    """Return what replays a session as it was, read from its log or the one that is given."""
    log = log or SessionLog(session.world.world, session.records, session.branches)
    cast = Cast.of(session.world)
    performing = await build_performer(settings, session, log, cast, model)
    return SessionReplay(session, log, performing)


async def build_examination(
    settings: Settings,
    session: RecordedSession,
    today: CurrentContent,
    spoken: LanguageModel | Thinker,
    turns: Sequence[JudgedTurn],
) -> Examination:
    """Return what puts tests to a session with today's content."""
    asking = await build_performer(settings, session, today.log, today.cast, *beyond(spoken))
    return Examination(today.log, today.cast, asking, turns, session.vantage)


async def build_rehearsal(
    settings: Settings,
    session: RecordedSession,
    then: SessionReplay,
    today: CurrentContent,
    spoken: LanguageModel | Thinker,
) -> Rehearsal:
    """Return what asks the turns of a session again of the characters of today."""
    asking = await build_performer(settings, session, today.log, today.cast, *beyond(spoken))
    was, now = session.world.world, today.world.world
    asking.offers = {was.affordances: now.affordances}
    asking.things = {was.entities: now.entities}
    return Rehearsal(
        then,
        today,
        asking,
        MemoryStream(FaissIndex, HashingEmbedder()),
        profile=CHOICES[settings.memory.profile],
        recall=settings.memory.recall,
    )


def beyond(spoken: LanguageModel | Thinker) -> tuple[RecordedModel, Thinker | None]:
    """Return what plays recorded answers, and who answers without prompts what is new."""
    if isinstance(spoken, Thinker):
        return RecordedModel(), spoken
    return RecordedModel(spoken), None


@asynccontextmanager
async def open_model(
    settings: Settings,
) -> AsyncGenerator[tuple[LanguageModel | Thinker, Meter], None]:
    """Give the model that the settings choose, as `npcserver play` chooses it, and its meter."""
    async with AsyncExitStack() as stack:
        chosen = await build_model_stacks(settings, stack, None)
        yield chosen.of(ModelUse.DIALOGUE).model, chosen.meter
