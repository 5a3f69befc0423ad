"""Builds everything, closes everything. The one place that knows which adapter meets which port."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import structlog

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.embed.registry import embedder
from npcserver.adapters.llm.wrappers import Meter
from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.migrate import migrate, require_current
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.importing import Importing
from npcserver.app.services import Services
from npcserver.app.thoughts.cognition import Cognition
from npcserver.bootstrap.choosing import embedder_spec, model_spec, voice
from npcserver.bootstrap.house import Builder
from npcserver.config import Settings
from npcserver.memory.stream import MemoryStream
from npcserver.ports.clock import Clock
from npcserver.ports.embedder import Embedder
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.storage import UnitOfWork
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
    clock: Clock
    cognition: Cognition
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
        speaking = await voice(settings, stack, model)
        stream = MemoryStream(FaissIndex, vectors_of, budget_bytes=settings.memory.budget_mb << 20)
        house = Builder(settings, clock, store, vectors_of, stream, speaking).build()
        here = Running(
            services=house.services,
            importing=Importing(store, clock, house.shelves),
            store=store,
            stream=stream,
            embedder=vectors_of,
            model=speaking.model,
            meter=speaking.meter,
            clock=clock,
            cognition=house.cognition,
            model_name=speaking.model.name,
            model_note=speaking.note,
        )
        _background(stack, house.digesting.reembed(), "reembed")
        _background(stack, house.shelving.catch_up(), "shelve")
        for number in range(settings.cognition.workers):
            _background(stack, house.cognition.work(), f"cognition-{number}")
        if serve:
            await _start_serving(settings, stack, here)
        yield here


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[SqlStore, None]:
    """Open what is kept, and nothing else: for commands that only look."""
    async with AsyncExitStack() as stack:
        yield await _opened(settings, stack)


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


__all__ = ["Running", "embedder_spec", "model_spec", "opened", "running"]
