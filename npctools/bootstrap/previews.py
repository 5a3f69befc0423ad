"""Builds what a preview of a prompt needs: no server, no model."""

import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from npcmodels.offline import OfflineActor
from npcmodels.scripted import ScriptedScenes
from npcserver import bootstrap
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.context.conversation_line import TalkWindow
from npcserver.app.context.recall import LoreReader
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.bootstrap.container import templates_of
from npcserver.bootstrap.model_package import lore_index_cache, models
from npcserver.bootstrap.reply_writer import tuning_of
from npcserver.config import DatabaseSettings, Settings
from npcserver.memory.score_profiles import CHOICES, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.conversation import TalkRates
from npcserver.model.character import Attention
from npcserver.model.ids import WorldId
from npcserver.model.job import JobKind
from npcserver.model.worldfile import WorldFile
from npcserver.ports.storage import Store
from npcserver.ports.vectors import Embedder
from npctools.prompts.dry_run import PromptSetup
from npctools.prompts.preview import PromptPreviews
from npctools.prompts.stores import ScratchStore

_EMBEDS = (JobKind.EMBED, JobKind.SHELVE)


@asynccontextmanager
async def preview_stored(
    settings: Settings, timeline: str, world: str
) -> AsyncGenerator[PromptPreviews, None]:
    """Preview at the end of a timeline or save, of `last` for that played last.

    Without one it is the beginning of a world's game. Raises `NotFound`.
    """
    async with bootstrap.opened(settings) as store:
        if not timeline:
            async with store.read() as reader:
                timeline = (await reader.world(WorldId(world))).genesis_id
        async with _over(settings, store, timeline) as previewing:
            yield previewing


@asynccontextmanager
async def preview_file(
    settings: Settings, world: WorldFile
) -> AsyncGenerator[PromptPreviews, None]:
    """Preview at the beginning of a world file's game, in a temporary database."""
    with tempfile.TemporaryDirectory(prefix="npcserver-") as folder:
        for_once = settings.changed(
            data=Path(folder), database=DatabaseSettings(), cognition={"workers": 0}
        )
        actor = OfflineActor()
        async with bootstrap.running(for_once, serve=False, model=actor) as here:
            world_id = (await here.importing.put(world)).world_id
            while (job := await here.store.jobs.claim(here.clock.now(), 60.0)) is not None:
                if job.kind in _EMBEDS:
                    await here.cognition.do(job)
            timeline = await here.services.timelines.start(world_id)
            async with _over(settings, here.store, timeline.id) as previewing:
                yield previewing


@asynccontextmanager
async def _over(settings: Settings, store: Store, of: str) -> AsyncGenerator[PromptPreviews, None]:
    async with AsyncExitStack() as stack:
        vectors_of = await models().memory_embedder(settings)
        stack.push_async_callback(vectors_of.close)
        lore = await lore_index_cache(settings, stack, vectors_of, SystemClock())
        scratch = await ScratchStore.over(store, of, SystemClock().now())
        stream = MemoryStream(FaissIndex, vectors_of)
        yield preview_scratch(settings, scratch, stream, vectors_of, LoreReader(lore))


def preview_scratch(
    settings: Settings,
    scratch: ScratchStore,
    stream: MemoryStream,
    vectors_of: Embedder,
    reading: LoreReader,
) -> PromptPreviews:
    """Preview over a scratch store; of its memories the stream keeps what it reads."""
    chosen = settings.cognition

    def loader(over: Store, profile: Profile) -> ContextLoader:
        return ContextLoader(
            over,
            stream,
            profile=profile,
            recall=settings.memory.recall,
            window=TalkWindow(settings.dialogue.conversation_lines),
            embed_seconds=60.0,
            reading=reading,
        )

    setup = PromptSetup(
        loader=loader,
        stream=stream,
        profile=CHOICES[settings.memory.profile],
        templates=templates_of(settings),
        tuning=tuning_of(settings),
        embedder=vectors_of,
        attention=Attention(chosen.attention),
        reflection_threshold=chosen.reflection_threshold,
        lull_seconds=chosen.lull_seconds,
        asked_reactions=chosen.asked_reactions,
        rates=TalkRates(**settings.talk.model_dump()),
    )
    return PromptPreviews(
        store=scratch, setup=setup, actor=ScriptedScenes(), now=SystemClock().now()
    )
