"""Lets a character live through a labelled conversation, on the paths that play takes.

What is heard and said is appended, background work embeds and rates it, and questions are put to
the memory stream from the vantage of the last record. The store is in memory and the ratings are
the offline actor's, so that nothing but the embedder takes time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from npcmodels.offline import OfflineActor
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.background_work import Foreground
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.ingestion import MemoryIngestion
from npcserver.app.thoughts.job_worker import JobWorker
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import OWN, MemoryStream, space_name
from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Budget
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.storage import Append
from npcserver.ports.vectors import Embedder
from tests.benchmarks.labelled import Conversation, Question, Utterance
from tests.fakes.memory_store import MemoryStore

WORLD = WorldId("labelled")
PLAYER = "player"
CHARACTER = CharacterId("character")
TIMELINE = TimelineId("tl_labelled")
_LEASE_SECONDS = 60.0
_NEVER = 10**9  # nobody reflects here: questions are about what was said


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lived:
    """A conversation as the character remembers it once the last session is over.

    `turn_ids` names the labelled turn behind each record, by seq.
    """

    conversation: Conversation
    turn_ids: Mapping[int, str]
    stream: MemoryStream
    store: MemoryStore
    cues: Mapping[Question, Cue]

    async def recall(self, question: Question, profile: Profile, k: int) -> tuple[str, ...]:
        """Return the ids of the k turns that come to mind at a question, best first."""
        found = await self.recollections(question, profile, k)
        return tuple(self.turn_ids[recollection.memory.seq] for recollection in found)

    async def recollections(
        self, question: Question, profile: Profile, k: int
    ) -> Sequence[Recollection]:
        """Return what comes to mind at a question, best first, with its scores."""
        cue = self.cues[question]
        async with self.store.read() as reader:
            view = await reader.at((await reader.timeline(TIMELINE)).vantage)
            return await self.stream.recall(reader, view, WORLD, CHARACTER, cue, k, profile)


async def live(conversation: Conversation, embedder: Embedder) -> Lived:
    """Take a conversation in, embed and rate all of it, and get its questions ready."""
    store = MemoryStore()
    await store.write(partial(_set_up, conversation))
    turn_ids: dict[int, str] = {}
    for session in conversation.sessions:
        appended = await store.append(
            Append(
                timeline_id=TIMELINE,
                drafts=tuple(_memory(conversation, utterance) for utterance in session),
                jobs=(JobDraft(JobKind.DIGEST, TIMELINE, CHARACTER),),
            )
        )
        seqs = range(appended.first, appended.last + 1)
        turn_ids.update(zip(seqs, (utterance.id for utterance in session), strict=True))
        await _digest(store, embedder)
    stream = MemoryStream(FaissIndex, embedder)
    cues = {
        question: (await stream.cue(question.text)).asked(question.by or PLAYER, conversation.now)
        for question in conversation.questions
    }
    return Lived(
        conversation=conversation, turn_ids=turn_ids, stream=stream, store=store, cues=cues
    )


async def live_all(conversations: Sequence[Conversation], embedder: Embedder) -> tuple[Lived, ...]:
    """Live through several conversations, each in a world of its own."""
    return tuple([await live(conversation, embedder) for conversation in conversations])


async def _set_up(conversation: Conversation, unit: SqlUnit) -> None:
    now = datetime.now(UTC)
    start = conversation.sessions[0][0].time
    _, name = conversation.speakers
    await unit.add_world(
        World(id=WORLD, name=conversation.id, description=conversation.setting, start_time=start)
    )
    await unit.add_character(
        Character(
            id=CHARACTER, world_id=WORLD, persona=Persona(name=name), created_at=now, updated_at=now
        )
    )
    await unit.add_timeline(Timeline(id=TIMELINE, world_id=WORLD, game_time=start, created_at=now))


def _memory(conversation: Conversation, utterance: Utterance) -> Draft:
    """Return what a turn of play, or something witnessed, leaves with the character."""
    if utterance.place:
        return Draft(
            kind=RecordKind.OBSERVATION,
            subject_id=CHARACTER,
            text=utterance.text,
            game_time=utterance.time,
            body=Remembered(source=Source.WITNESSED, place_id=PlaceId(utterance.place)),
        )
    is_heard = utterance.speaker != conversation.speakers[1]
    partner = utterance.partner or PLAYER
    told = Remembered(
        source=Source.TOLD, told_by=partner, told_to=CHARACTER, speaker=utterance.speaker
    )
    said = replace(told, source=Source.OWN, told_by=CHARACTER, told_to=partner)
    return Draft(
        kind=RecordKind.UTTERANCE if is_heard else RecordKind.LINE,
        subject_id=CHARACTER,
        text=utterance.text,
        game_time=utterance.time,
        body=told if is_heard else said,
    )


async def _digest(store: MemoryStore, embedder: Embedder) -> None:
    """Do all the background work there is; raises `RuntimeError` when some is left undone."""
    clock = SystemClock()
    digesting = MemoryIngestion(
        store,
        embedder,
        OfflineActor(),
        Budgets(store, default=Budget()),
        reflection_threshold=_NEVER,
    )
    cognition = JobWorker(
        store.jobs,
        {JobKind.DIGEST: digesting.digest, JobKind.EMBED: digesting.embed},
        clock=clock,
        foreground=Foreground(clock),
        lease_seconds=_LEASE_SECONDS,
    )
    while (job := await store.jobs.claim(clock.now(), _LEASE_SECONDS)) is not None:
        await cognition.do(job)
    async with store.read() as reader:
        view = await reader.at((await reader.timeline(TIMELINE)).vantage)
        undone = list(await view.unrated(CHARACTER, 1))
        space = space_name(embedder, OWN)
        undone += await reader.lacking_vectors(space, TIMELINE, CHARACTER, 1)
    if undone:
        raise RuntimeError(f"record {undone[0].seq} was not embedded or not rated; see the log")
