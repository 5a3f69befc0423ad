"""A server that runs: everything is built in order, and closed in order."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

import structlog

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.llm.wrappers import Meter
from npcserver.adapters.store import SqlStore
from npcserver.adapters.store.engine import ServerLock
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.aio import within
from npcserver.app.admission import Admission, CallClass
from npcserver.app.readiness import Readiness
from npcserver.app.services import Services
from npcserver.app.thoughts.job_worker import JobWorker
from npcserver.app.vector_renewal import VectorRenewal
from npcserver.app.world_files import WorldFiles
from npcserver.bootstrap.background import run_in_background
from npcserver.bootstrap.container import Container, ContainerBuilder
from npcserver.bootstrap.model_package import lore_index_cache, models
from npcserver.bootstrap.model_stack import ModelStacks, build_model_stacks
from npcserver.bootstrap.servers import certificate, start_servers, start_studio
from npcserver.bootstrap.storage import open_storage
from npcserver.bootstrap.telemetry import Telemetry, tracing
from npcserver.config import Settings
from npcserver.memory.stream import MemoryStream
from npcserver.model.errors import NotPossibleNow
from npcserver.model.job import Urgency
from npcserver.model.model_use import ModelUse
from npcserver.ports.clock import Clock
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.thinker import Thinker
from npcserver.ports.vectors import Embedder
from npcserver.prompts import catalogue

_TIME_WORKERS = 2  # one may ask a model what to do about something while the clock goes on
_FOR_PLAYERS = {ModelUse.DIALOGUE}
_LOCK_PAUSE_SECONDS = 0.05
_log = structlog.get_logger(__name__)
_SECRET_NOTE = "page_token_secret"  # noqa: S105 - the name of the note that holds it


@dataclass(slots=True, kw_only=True)
class RunningServer:
    """A server that is up: what it does, where it listens, and which models answer.

    `model_name` is the model for dialogue. `host` is the loopback address where the server has no
    keys, whatever the settings say. `address` is for clients on this machine, `page` for browsers,
    empty without HTTP, `studio` for designers, empty where it is off. `leave` turns the health of
    `ready`, while all is answered as before; `cut_calls` ends all calls at once;
    `renew_certificate` reads the certificate anew, and raises `InvalidInput` for a wrong one.
    """

    services: Services
    importing: WorldFiles
    store: SqlStore
    stream: MemoryStream
    embedder: Embedder
    models: ModelStacks
    meter: Meter
    clock: Clock
    cognition: JobWorker
    vectors: VectorRenewal
    model_name: str
    host: str = ""
    port: int = 0
    http_port: int | None = None
    metrics_port: int | None = None
    address: str = ""
    page: str = ""
    studio: str = ""
    leave: Callable[[], None] = lambda: None
    cut_calls: Callable[[], None] = lambda: None
    renew_certificate: Callable[[], None] = lambda: None


@asynccontextmanager
async def running(
    settings: Settings,
    *,
    serve: bool = True,
    model: LanguageModel | Thinker | None = None,
    thinker: Thinker | None = None,
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[RunningServer, None]:
    """Build the server, run it while the block runs, and shut it down in order.

    With `serve` False there is no listener. `model` replaces the one the settings name; with a
    `thinker` it speaks to players alone. Where another server uses the SQLite file,
    `NotPossibleNow` is raised; with `stop` only after `database.wait_seconds`, or once it is set.
    """
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(tracing(settings))
        telemetry = Telemetry(settings)
        clock = SystemClock()
        # Loaded before the lock is waited for: a file is without a server for a shorter time.
        vectors_of = await models().memory_embedder(settings)
        stack.push_async_callback(vectors_of.close)
        vectors_of.warm_up()
        speaking = await build_model_stacks(settings, stack, model, thinker)
        lock = await _locked(settings, stack, stop) if serve else None
        store = await open_storage(settings, stack, clock)
        stream = MemoryStream(FaissIndex, vectors_of, budget_bytes=settings.memory.budget_mb << 20)
        lore = await lore_index_cache(settings, stack, vectors_of, clock)
        observer = telemetry.observer
        builder = ContainerBuilder(
            settings, clock, store, vectors_of, stream, speaking, lore, observer=observer
        )
        container = builder.build()
        here = RunningServer(
            services=container.services,
            importing=container.services.world_texts.files,
            store=store,
            stream=stream,
            embedder=vectors_of,
            models=speaking,
            meter=speaking.meter,
            clock=clock,
            cognition=container.cognition,
            vectors=VectorRenewal(container.digesting, container.shelving),
            model_name=speaking.of(ModelUse.DIALOGUE).model.name,
        )
        run_in_background(stack, here.services.suites.run, "suites")
        await here.services.spending.start()  # settles what servers left that died
        run_in_background(stack, here.services.spending.run, "budgets")
        await here.services.players.settle()
        run_in_background(stack, here.services.players.run, "forgotten-players")
        if settings.audit.enabled:
            run_in_background(stack, here.services.audit.run, "audit-heads")
        _start_background_work(settings, stack, container, speaking)
        if serve:
            await _listen(settings, stack, here, container, telemetry)
            if lock is not None:
                lock.tell(address=here.address, page=here.page)
        yield here


async def _listen(
    settings: Settings,
    stack: AsyncExitStack,
    here: RunningServer,
    container: Container,
    telemetry: Telemetry,
) -> None:
    """Start the listeners, and what runs only beside them; say in `here` where they are."""
    await here.services.turn_recovery.find()
    run_in_background(stack, here.services.turn_recovery.run, "turn-recovery")
    store, readiness = here.store, Readiness(here.store, here.store.health)
    # the key that signs page tokens, the same for all replicas of a database
    new = secrets.token_hex(32)
    secret = bytes.fromhex(await store.write(lambda unit: unit.first_note(_SECRET_NOTE, new)))
    ports = await start_servers(
        settings, stack, here.services, secret, readiness, telemetry.observer
    )
    here.host, here.port, here.http_port = ports.host, ports.grpc, ports.http
    here.address, here.page = ports.address, ports.page
    here.leave, here.cut_calls = readiness.leave, ports.server.cut
    listeners = [*ports.listeners]
    if (studio := await start_studio(settings, stack, here.services, secret)) is not None:
        here.studio, listener = studio
        listeners.append(listener)

    def renew_certificate() -> None:
        if (tls := certificate(settings)) is not None:
            for each in listeners:
                each.use_certificate(tls)

    here.renew_certificate = renew_certificate
    _share_limits(stack, here, here.services.admission)
    here.metrics_port = await telemetry.serve(
        stack, store, here.models, container, lambda: ports.server.calls_in_progress
    )
    run_in_background(stack, container.warm_up.run, "warm-up")
    warm = partial(asyncio.to_thread, catalogue.warm, container.templates)
    run_in_background(stack, warm, "templates")


def _share_limits(stack: AsyncExitStack, here: RunningServer, admission: Admission) -> None:
    """Share rates with the servers of the database, and models with those that use them."""
    signals, models = here.store.leases.signals, here.models
    run_in_background(stack, partial(admission.share_rates, signals), "rates")
    name, turns = models.of(ModelUse.DIALOGUE).shared_name, admission.gate(CallClass.TURNS).queue
    run_in_background(stack, partial(signals.divide, name, turns), "turns")
    for each in (*models.each, models.fallback):
        if each is not None and each.shared_name and each.lanes and each.breaker:
            each.breaker.share(signals, each.shared_name)
            divide = partial(signals.divide, each.shared_name, each.lanes.queue)
            run_in_background(stack, divide, f"calls of {each.model.name}")


def _start_background_work(
    settings: Settings, stack: AsyncExitStack, container: Container, speaking: ModelStacks
) -> None:
    for each in (*speaking.each, speaking.fallback):
        if each is not None and each.watch is not None:
            run_in_background(stack, each.watch.run, f"context of {each.model.name}")
    run_in_background(stack, container.digesting.reembed, "reembed")
    run_in_background(stack, container.shelving.catch_up, "shelve")
    run_in_background(stack, container.prompt_retention.run, "prompt-retention")
    authored = container.services.dialogue.authored
    stack.push_async_callback(authored.store_all)  # what still waits when the calls are over
    run_in_background(stack, authored.run, "authored-turns")
    if container.services.read_ahead is not None:
        run_in_background(stack, container.services.read_ahead.run, "read-ahead")
    count, cognition = settings.cognition.workers, container.cognition
    if count is None:  # as many as may ask models
        thinking = [one for one in speaking.each if set(one.uses) - _FOR_PLAYERS]
        count = sum(one.side_by_side for one in thinking)
        cognition.places = lambda: sum(one.side_by_side_now for one in thinking)
    if settings.cognition.in_order and count:
        run_in_background(stack, cognition.work_in_order, "cognition")
        return
    for number in range(count):
        run_in_background(stack, cognition.work, f"cognition-{number}")
    for number in range(_TIME_WORKERS if count else 0):
        run_in_background(stack, partial(cognition.work, Urgency.TIME), f"time-{number}")


async def _locked(
    settings: Settings, stack: AsyncExitStack, stop: asyncio.Event | None
) -> ServerLock | None:
    """Keep other servers from an SQLite file; a PostgreSQL is for as many as there are."""
    if not settings.is_embedded:
        return None
    settings.data.mkdir(parents=True, exist_ok=True)
    lock = ServerLock(settings.database_url)
    if stop is None:
        lock.acquire()
    else:
        await _acquire(lock, settings.database.wait_seconds, stop)
    stack.callback(lock.release)
    if lock.lacks_log:
        _log.warning(
            "write_ahead_log_missing",
            killed=lock.killed["pid"],
            advice="the last server was killed and its file -wal is gone: unless another command "
            "has used the database since, what it acknowledged last is lost; look for the file, or "
            "compare with a backup",
        )
    return lock


async def _acquire(lock: ServerLock, seconds: float, stop: asyncio.Event) -> None:
    """Lock the file, after the server that holds it if that ends in time, and before `stop`."""
    ends_at = asyncio.get_running_loop().time() + seconds
    is_told = False
    while True:
        try:
            lock.acquire()
        except NotPossibleNow as held:
            if stop.is_set() or asyncio.get_running_loop().time() >= ends_at:
                raise
            if not is_told:
                advice = f"waiting for at most {seconds:g} s until that server has ended"
                _log.warning("database_in_use", **held.metadata, advice=advice)
                is_told = True
        else:
            return
        with suppress(TimeoutError):
            await within(_LOCK_PAUSE_SECONDS, stop.wait())
