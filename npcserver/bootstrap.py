"""Builds everything, closes everything. The one place that knows which adapter meets which port."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.embed.registry import EmbedderSpec, embedder
from npcserver.adapters.llm import discover
from npcserver.adapters.llm.breaker import BreakingLanguageModel
from npcserver.adapters.llm.lanes import LanedLanguageModel
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.registry import ModelSpec, language_model
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel, RetryingLanguageModel
from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.migrate import migrate, require_current
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.broadcast import Broadcast
from npcserver.app.budgets import Budgets
from npcserver.app.characters import Characters
from npcserver.app.cognition import Cognition
from npcserver.app.dialogue import Answer, Dialogue
from npcserver.app.digesting import Digesting
from npcserver.app.directory import Directory
from npcserver.app.foreground import Foreground
from npcserver.app.importing import Importing
from npcserver.app.memories import Memories
from npcserver.app.play import Play
from npcserver.app.services import Services
from npcserver.app.staging import Stage
from npcserver.app.timelines import Timelines
from npcserver.app.watching import Watching
from npcserver.app.worlds import Worlds
from npcserver.config import Settings
from npcserver.memory.profiles import PROFILES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.importance import rate
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.model.budget import Budget
from npcserver.model.ids import IntentId, new_id
from npcserver.model.job import JobKind
from npcserver.ports.embedder import Embedder
from npcserver.ports.language_model import LanguageModel, Patience
from npcserver.ports.storage import UnitOfWork
from npcserver.prompts import catalogue
from npcserver.prompts.render import Templates
from npcserver.rpc.interceptor import Patience as RpcPatience
from npcserver.rpc.server import GrpcServer, ServerOptions

_log = structlog.get_logger(__name__)
_SECRET_NOTE = "page_token_secret"  # noqa: S105 - the name of the note that holds it


@dataclass(slots=True, kw_only=True)
class Running:
    """A server that is up: what it does, where it listens, and which mind speaks."""

    services: Services
    importing: Importing
    store: SqlStore
    stream: MemoryStream
    embedder: Embedder
    model: LanguageModel
    meter: Meter
    model_name: str
    model_note: str
    port: int = 0


@asynccontextmanager
async def running(
    settings: Settings, *, serve: bool = True, model: LanguageModel | None = None
) -> AsyncGenerator[Running, None]:
    """Build the server, run it while the block runs, and shut it down in order.

    With `serve` False there is no listener. `model` replaces the one the settings name.
    """
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        store = await _opened(settings, stack)
        vectors_of = await embedder(embedder_spec(settings))
        stack.push_async_callback(vectors_of.close)
        vectors_of.warm_up()
        mind = await _model(settings, stack, model)
        here, cognition, digesting = _build(settings, clock, store, vectors_of, mind)
        _background(stack, digesting.reembed(), "reembed")
        for number in range(settings.cognition.workers):
            _background(stack, cognition.work(), f"cognition-{number}")
        if serve:
            await _start_serving(settings, stack, here)
        yield here


@dataclass(frozen=True, slots=True)
class _Mind:
    """The model with all its wrappers, what it cost so far, and why it was chosen."""

    model: LanguageModel
    meter: Meter
    note: str


async def _opened(settings: Settings, stack: AsyncExitStack) -> SqlStore:
    if settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
        await migrate(settings.database_url)
    else:
        await require_current(settings.database_url)
    store = await open_store(settings.database_url, pool_size=settings.database.pool_size)
    _background(stack, store.run(), "store")
    stack.push_async_callback(store.close)  # drains the writer, so before it is ended
    return store


def embedder_spec(settings: Settings) -> EmbedderSpec:
    """Return which embedder to use."""
    chosen = settings.embedder
    return EmbedderSpec(
        name=chosen.name,
        base_url=chosen.base_url,
        api_key=chosen.key,
        dimension=chosen.dimension,
    )


async def _model(settings: Settings, stack: AsyncExitStack, given: LanguageModel | None) -> "_Mind":
    if given is None:
        spec, note = await model_spec(settings)
        owned = language_model(spec)
        stack.push_async_callback(owned.close)
        given = owned
    else:
        note = f"{given.name}, as given"
    chosen, meter = settings.model, Meter()
    counted = BreakingLanguageModel(MeteredLanguageModel(given, meter))
    laned = LanedLanguageModel(
        counted, limit=chosen.concurrency, background=min(chosen.background, chosen.concurrency)
    )
    return _Mind(RetryingLanguageModel(laned), meter, note)


async def model_spec(settings: Settings) -> tuple[ModelSpec, str]:
    """Return which model to use and, for people, why."""
    chosen = settings.model
    return await discover.choose(
        discover.Wish(
            name=chosen.name,
            base_url=chosen.base_url or None,
            api_key=chosen.key,
            gguf=chosen.gguf,
            models_folder=settings.data / "models",
        )
    )


def _build(
    settings: Settings,
    clock: SystemClock,
    store: SqlStore,
    vectors_of: Embedder,
    mind: "_Mind",
) -> tuple[Running, Cognition, Digesting]:
    foreground = Foreground(clock)
    stream = MemoryStream(FaissIndex, vectors_of, budget_bytes=settings.memory.budget_mb << 20)
    templates = _templates(settings)
    answer = _answer(settings, clock, mind, templates)
    stage = Stage(
        store,
        stream,
        profile=PROFILES[settings.memory.profile],
        recall=settings.memory.recall,
        conversation_lines=settings.dialogue.conversation_lines,
    )
    made = Running(
        services=_services(clock, store, stream, stage, foreground, answer),
        importing=Importing(store, clock),
        store=store,
        stream=stream,
        embedder=vectors_of,
        model=mind.model,
        meter=mind.meter,
        model_name=mind.model.name,
        model_note=mind.note,
    )
    digesting = Digesting(
        store,
        vectors_of,
        partial(rate, model=mind.model, templates=templates),
        Budgets(store, default=Budget()),
        digested=stage.refresh,
    )
    cognition = Cognition(
        store.jobs,
        {JobKind.DIGEST: digesting.digest, JobKind.EMBED: digesting.embed},
        clock=clock,
        foreground=foreground,
        lease_seconds=settings.cognition.lease_seconds,
    )
    return made, cognition, digesting


def _answer(settings: Settings, clock: SystemClock, mind: "_Mind", templates: Templates) -> Answer:
    chosen = settings.dialogue
    offline = MeteredLanguageModel(OfflineActor(), mind.meter)
    return partial(
        reply,
        model=mind.model,
        rescue=offline if settings.model.rescue == "offline" else None,
        templates=templates,
        tuning=ReplyTuning(
            patience=Patience(
                first_word=chosen.first_word_seconds,
                between_words=chosen.between_words_seconds,
                total=chosen.total_seconds,
            ),
            max_tokens=chosen.max_tokens,
            temperature=chosen.temperature,
            prompt_tokens=chosen.prompt_tokens,
        ),
        new_intent_id=lambda: IntentId(new_id("int")),
        clock=clock,
    )


def _templates(settings: Settings) -> Templates:
    templates = Templates(Path(settings.prompts) if settings.prompts else None)
    catalogue.check(templates, "en")  # an author's mistake is told now, and no turn waits for it
    return templates


def _services(
    clock: SystemClock,
    store: SqlStore,
    stream: MemoryStream,
    stage: Stage,
    foreground: Foreground,
    answer: Answer,
) -> Services:
    broadcast = Broadcast()
    return Services(
        worlds=Worlds(store, clock),
        characters=Characters(store, clock, broadcast),
        timelines=Timelines(store, clock),
        memories=Memories(store, stream, stage.profile),
        play=Play(store, Directory(store, clock), broadcast, foreground),
        dialogue=Dialogue(
            store, stage, answer, clock=clock, broadcast=broadcast, foreground=foreground
        ),
        watching=Watching(store, broadcast),
    )


async def _start_serving(settings: Settings, stack: AsyncExitStack, here: Running) -> None:
    chosen = settings.server
    server = GrpcServer(
        here.services,
        ServerOptions(
            host=chosen.host,
            port=chosen.port,
            patience=RpcPatience(unary=chosen.deadline_seconds),
            reflection=chosen.reflection,
        ),
        await _secret(here.store),
    )
    here.port = await server.start()
    stack.push_async_callback(server.drain_and_stop, chosen.grace_seconds)


async def _secret(store: SqlStore) -> bytes:
    """Return the key that signs page tokens, the same for all replicas of a database."""

    async def work(unit: UnitOfWork) -> str:
        kept = await unit.note(_SECRET_NOTE)
        if kept is None:
            kept = secrets.token_hex(32)
            await unit.keep_note(_SECRET_NOTE, kept)
        return kept

    return bytes.fromhex(await store.write(work))


def _background(stack: AsyncExitStack, work: Awaitable[None], name: str) -> None:
    """Run `work` until the stack unwinds; a failure is logged."""
    task = asyncio.create_task(_logged(work, name), name=name)

    async def end() -> None:
        task.cancel()
        await asyncio.wait((task,))

    stack.push_async_callback(end)


async def _logged(work: Awaitable[None], name: str) -> None:
    try:
        await work
    except Exception:  # noqa: BLE001 - nobody awaits it; the log is where it stops
        _log.exception("background_work_broke", work=name)
